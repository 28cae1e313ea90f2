"""Results, styles and leaks of the players of imported hands and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Group, RenderableType
from rich.text import Text

from railbird.arena.hand_report import HandReport, Section
from railbird.cli.render.grid import Grid
from railbird.cli.render.rates import rate_style, rate_text
from railbird.stats.results import Part, PlayerResults
from railbird.stats.style import LEGEND
from railbird.stats.win_rate import CHIPS_OF, Unit

MOST_PLAYERS = 20
"""Players in a table."""


def report_parts(report: HandReport, *, alone: bool, style: bool, leaks: bool) -> Iterator[RenderableType]:
    """The tables of a report; with ``alone``, results also by position and by ending."""
    days = " to ".join(dict.fromkeys((report.first[:10], report.last[:10])))
    yield Text(f"{report.hands:,} hands, {days}" if report.hands else "no hands")
    for section in report.sections:
        yield ""
        yield _results(section)
        if alone:
            for each in section.results:
                yield ""
                yield _parts(each, "position", each.by_position)
                yield ""
                yield _parts(each, "ending", each.by_ending)
        if style and section.styles:
            yield ""
            yield _styles(section)
        if leaks and section.leaks:
            yield ""
            yield _leaks(section)


def _results(section: Section) -> Group:
    table = Grid()
    table.labels("player")
    table.numbers("hands", f"{CHIPS_OF[section.unit]} won", section.unit.value)
    for each in section.results[:MOST_PLAYERS]:
        table.row(each.player, *_cells(each.whole, section.unit))
    left = len(section.results) - MOST_PLAYERS
    notes = ["luck is not taken out"]
    notes += [f"{left:,} players with fewer hands are not shown; --player NAME shows one"] if left > 0 else []
    unknown = sum(each.unknown for each in section.results)
    notes += ["hands with unknown results are left out"] if unknown else []
    return Group(table, Text("; ".join(notes), style="dim"))


def _parts(result: PlayerResults, what: str, parts: Mapping[str, Part]) -> Group:
    table = Grid()
    table.labels(what)
    table.numbers("hands", f"{CHIPS_OF[result.unit]} won", f"{result.unit.value} of these hands")
    for name, part in parts.items():
        table.row(name or "no position", *_cells(part, result.unit))
    return Group(Text(f"{result.player} by {what}", style="bold"), table)


def _cells(part: Part, unit: Unit) -> tuple[str, str, Text]:
    digits = 1 if unit is Unit.BB_PER_100 else 3
    return f"{part.hands:,}", f"{part.won:+,.1f}", Text(rate_text(part.rate, digits), style=rate_style(part.rate))


def _styles(section: Section) -> Group:
    table = Grid()
    table.labels("player")
    table.numbers("style", right=False)
    table.numbers("VPIP", "PFR", "3-bet", "AF", "WTSD", "W$SD")
    for each in section.results[:MOST_PLAYERS]:
        style = section.styles.get(each.player)
        if style is not None:
            shares = (style.vpip, style.pfr, style.three_bet, style.af, style.wtsd, style.wsd)
            table.row(each.player, style.word, *map(str, shares))
    return Group(table, Text(LEGEND, style="dim"))


def _leaks(section: Section) -> Group:
    table = Grid()
    table.labels("player")
    units = {each.unit for each in section.leaks.values()}
    table.numbers("folds seen", "of the better hand", f"cost in {' '.join(units)} per 100 hands", "right", "not seen")
    for each in section.results[:MOST_PLAYERS]:
        leaks = section.leaks.get(each.player)
        if leaks is not None:
            counted = f"{leaks.folds:,}", str(leaks.better), f"{leaks.cost_per_100:.2f}", str(leaks.right)
            table.row(each.player, *counted, f"{leaks.hidden:,}")
    note = (
        "cost: average winnings missed by not checking and calling to the end; a fold is seen if the cards of all "
        "players still in are known"
    )
    return Group(table, Text(note, style="dim"))
