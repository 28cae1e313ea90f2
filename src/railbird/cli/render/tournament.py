"""The rankings and the cross table of a tournament."""

from __future__ import annotations

import numpy as np
from rich.console import Group
from rich.text import Text

from railbird.arena.tournament import Standing, TournamentResult
from railbird.cli.render.grid import Grid
from railbird.cli.render.rates import rate_style, rate_text


def tournament_summary(result: TournamentResult) -> Group:
    """The rankings and the cross table."""
    table = Grid()
    table.labels("", "player")
    table.numbers(result.unit.value)
    rest = result.without_weakest()
    if rest:
        table.numbers("without the last", "run-off")
    without_last = {each.entrant: each for each in rest}
    run_off = result.run_off()
    for rank, each in enumerate(result.ranking(), 1):
        row = [Text(str(rank)), Text(result.players[each.entrant]), _cell(each)]
        if rest:
            row += [_cell(without_last.get(each.entrant)), Text(str(run_off.index(each.entrant) + 1))]
        table.row(*row)
    order = [each.entrant for each in result.ranking()]
    cross = Grid()
    cross.labels(f"row against column, {result.unit.value}")
    cross.numbers(*map(str, range(1, len(order) + 1)))
    for number, row_entrant in enumerate(order, 1):
        cells = [Text("") if row_entrant == other else _short(result, row_entrant, other) for other in order]
        cross.row(f"{number} {result.players[row_entrant]}", *cells)
    decided = sum(
        _decided(result, row_entrant, other) for row_entrant in order for other in order if row_entrant < other
    )
    pairs = len(order) * (len(order) - 1) // 2
    what = "pairs" if len(result.line_ups[0]) == 2 else "rows against columns"
    note = f"? may be luck (95 % interval includes 0): {decided} of {pairs} {what} are decided"
    return Group(table, "", cross, "", Text(note, style="dim"))


def _cell(standing: Standing | None) -> Text:
    return Text("") if standing is None else Text(rate_text(standing.rate), style=rate_style(standing.rate))


def _short(result: TournamentResult, entrant: int, other: int) -> Text:
    rate = result.versus(entrant, other)
    if not np.isfinite(rate.mean):  # they have not met yet
        return Text("")
    digits = 2 if abs(rate.mean) < 100 else 0
    doubt = "" if _decided(result, entrant, other) else "?"
    return Text(f"{rate.mean:+.{digits}f}{doubt}", style=rate_style(rate))


def _decided(result: TournamentResult, entrant: int, other: int) -> bool:
    rate = result.versus(entrant, other)
    low, high = rate.interval
    return rate.sure and (low > 0 or high < 0)
