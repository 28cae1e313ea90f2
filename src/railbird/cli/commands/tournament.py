"""``railbird tournament``: everybody against everybody."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Group
from rich.text import Text

from railbird.arena.definition import DealingScheme, Entrant
from railbird.arena.tournament import Standing, TournamentDefinition, TournamentResult, tournament_result
from railbird.cli.commands.match import player_ids
from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.options import Json, Name, OptionalSeed, StorePath
from railbird.cli.render.grid import Grid, display
from railbird.cli.render.pictures import check_picture, save_intervals
from railbird.cli.series import (
    Adjust,
    Dealing,
    GameText,
    Hands,
    Played,
    Players,
    Replicates,
    ReportFile,
    Resume,
    TimeLimit,
    Workers,
    rate_style,
    rate_text,
    rules_for,
    say_written,
    seed_for,
)
from railbird.errors import MatchError
from railbird.gallery import parse_bot
from railbird.reports import check_page, tournament_page


def command(
    context: typer.Context,
    bots: Annotated[
        list[str] | None, typer.Argument(metavar="BOT...", help="Two or more bots, as in simple(bluff=off).")
    ] = None,
    players: Players = 2,
    hands: Hands = 500,
    game: GameText = None,
    seed: OptionalSeed = None,
    dealing: Dealing = DealingScheme.DUPLICATE,
    replicates: Replicates = None,
    adjust: Adjust = None,
    workers: Workers = None,
    time_limit: TimeLimit = 10.0,
    store: StorePath = None,
    name: Name = None,
    resume: Resume = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the ranking into a .png, .svg or .pdf.", callback=check_picture),
    ] = None,
    report: ReportFile = None,
    as_json: Json = False,
) -> None:
    """Let everybody play everybody, and say who is best: in all, against each one, and without the weakest.

    Win rates are in sb/h (small bets per hand) in limit games, in bb/100 (big blinds per 100 hands) in no-limit games.

    Examples:

      railbird tournament simple flock jag advanced-rules

      railbird tournament simple flock jag random always-call --players 3 --report tournament.html

      railbird tournament --resume last
    """
    check_page(report)

    def define() -> TournamentDefinition:
        if not bots or len(bots) < 2:
            raise MatchError(f"a tournament has two or more bots, not {len(bots or [])} (railbird bots lists them)")
        specs = [parse_bot(text) for text in bots]
        chosen = seed_for(specs, seed) or 0
        rules = rules_for(game, players, specs, hands, chosen, dealing, replicates, time_limit, adjust)
        return TournamentDefinition(rules, tuple(map(Entrant, player_ids(specs), specs)))

    series = Played(context, store, resume, "tournament", define, workers, name)
    series.play()
    result = series.result(tournament_result)
    if not result.line_ups:
        series.stopped_too_early()
    if plot is not None:
        ranked = result.ranking()
        names = [result.players[each.entrant] for each in ranked]
        save_intervals(plot, names, [each.rate for each in ranked], unit=result.unit.value, title="Tournament")
    if report is not None:
        say_written(report, tournament_page(report, series.series, result, series.styles()))
    if as_json:
        typer.echo(series.to_json(result.to_json()))
    else:
        display(picture(result), "", series.note())
    if not result.finished:
        raise typer.Exit(INTERRUPTED)


def picture(result: TournamentResult) -> Group:
    """The rankings, and the cross table."""
    table = Grid()
    table.labels("", "player")
    table.numbers(result.unit.value)
    rest = result.without_weakest()
    if rest:
        table.numbers("without the last", "run-off")
    places = {each.entrant: each for each in rest}
    run_off = result.run_off()
    for place, each in enumerate(result.ranking(), 1):
        row = [Text(str(place)), Text(result.players[each.entrant]), _cell(each)]
        if rest:
            row += [_cell(places.get(each.entrant)), Text(str(run_off.index(each.entrant) + 1))]
        table.row(*row)
    order = [each.entrant for each in result.ranking()]
    cross = Grid()
    cross.labels(f"row wins, {result.unit.value}")
    cross.numbers(*map(str, range(1, len(order) + 1)))
    for number, row_entrant in enumerate(order, 1):
        cells = [Text("") if row_entrant == other else _short(result, row_entrant, other) for other in order]
        cross.row(f"{number} {result.players[row_entrant]}", *cells)
    decided = sum(
        _decided(result, row_entrant, other) for row_entrant in order for other in order if row_entrant < other
    )
    pairs = len(order) * (len(order) - 1) // 2
    what = "pairs" if len(result.line_ups[0]) == 2 else "rows against columns"
    note = f"? may be luck (95 %): {decided} of {pairs} {what} are decided"
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
