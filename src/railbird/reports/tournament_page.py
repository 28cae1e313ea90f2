"""The report of a tournament."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from railbird._seeds import seed_text
from railbird.arena.series import Series
from railbird.arena.tournament import TournamentResult
from railbird.plots import IntervalMark, intervals
from railbird.reports.page import cell, note, table, write_page
from railbird.reports.style_section import style_section
from railbird.stats import WinRate
from railbird.stats.style import Style


def tournament_page(
    path: Path, series: Series, result: TournamentResult, styles: Mapping[str, Style]
) -> tuple[str, ...]:
    """Write the report of a tournament: rankings, cross table and playing styles.

    Returns the headings of the page.
    """
    definition = series.definition
    ranked = result.ranking()
    names = [result.players[each.entrant] for each in ranked]
    size = len(result.line_ups[0])
    under = (
        f"{definition['game']}, {len(result.players)} players at {len(series)} tables of {size}, "
        f"{result.hands:,} hands, {definition['dealing']} dealing, {seed_text(definition['seed'])}"
        + ("" if definition["adjust"] == "none" else f"; adjusted for {definition['adjust']}")
    )
    return write_page(
        path,
        "Tournament",
        under,
        [
            ("Ranking", _ranking(names, [each.rate for each in ranked], result.unit.value)),
            ("Cross table", _cross(result, [each.entrant for each in ranked])),
            ("Without the weakest", _without(result)),
            ("Style", style_section(names, styles)),
        ],
    )


def _ranking(names: list[str], rates: list[WinRate], unit: str) -> str:
    shown = [
        IntervalMark(name, rate.mean, rate.interval if rate.sure else None)
        for name, rate in zip(names, rates, strict=True)
    ]
    return intervals(shown, f"{unit}, 95 % intervals")


def _cross(result: TournamentResult, order: list[int]) -> str:
    strongest = max(abs(result.versus(one, other).mean) for one in order for other in order if one != other) or 1.0
    rows = []
    for rank, row in enumerate(order, 1):
        cells = [cell(f"{rank} {result.players[row]}")]
        for column in order:
            rate = result.versus(row, column)
            cells.append(cell("") if row == column else _rate_cell(rate, strongest))
        rows.append(cells)
    head = ("", *(str(rank) for rank in range(1, len(order) + 1)))
    pair = "against the column" if len(result.line_ups[0]) == 2 else "at tables with the column"
    return table(head, rows) + note(
        f"Win rate of the row {pair}, in {result.unit.value}; ? may be luck (95 % interval includes 0)."
    )


def _rate_cell(rate: WinRate, strongest: float) -> str:
    low, high = rate.interval
    kind = "win" if rate.sure and low > 0 else "loss" if rate.sure and high < 0 else "unsure"
    much = None if kind == "unsure" else 0.12 + 0.5 * min(abs(rate.mean) / strongest, 1) ** 0.5
    title = rate.text() if rate.sure else "too few hands"
    return cell(f"{rate.mean:+.2f}{'?' * (kind == 'unsure')}", kind, title=title, much=much)


def _without(result: TournamentResult) -> str:
    rest = result.without_weakest()
    if not rest:
        return ""
    last = result.players[result.ranking()[-1].entrant]
    run_off = result.run_off()
    before = [each.entrant for each in result.ranking()]
    rows = [
        (
            cell(result.players[each.entrant]),
            _rate_cell(each.rate, 1.0),
            cell(f"{before.index(each.entrant) + 1} → {rank}"),
            cell(str(run_off.index(each.entrant) + 1)),
        )
        for rank, each in enumerate(rest, 1)
    ]
    explanation = (
        f"The ranking without {last} and its tables. The run-off eliminates the last-placed player, round after round."
    )
    return table(("", result.unit.value, "rank", "run-off"), rows) + note(explanation)
