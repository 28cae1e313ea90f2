"""The strength of a hand, as lines and small tables."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from railbird.cli.render.cards import cards_markup
from railbird.cli.render.grid import Grid
from railbird.strength import StrengthReport
from railbird.strength.report import LookAhead
from railbird.strength.standing import STANDINGS

_BY_CARDS = {1: "with the next card", 2: "by the river"}


_WINS = {1: "mean HS after the next card", 2: "wins if everybody sees the river"}


def strength_summary(report: StrengthReport) -> Group:
    """The report as lines and small tables."""
    field = report.field
    several = len(report.each) > 1
    whole = sum(field.now)
    won, tied, lost, everything = (_weight(weight, whole if several else None) for weight in (*field.now, whole))
    versus = str(field.versus) if not several else f"the mean of {len(report.each)} ranges"
    heading = cards_markup((report.hand.high, report.hand.low)) + Text("  on  ") + cards_markup(report.board)
    parts: list[RenderableType] = [
        heading + Text(f"  against {'any hand' if versus == 'random' else versus}", style="dim"),
        "",
        _line("HS", field.hs, f"ahead of {won}, tied with {tied}, behind {lost} of {everything}"),
    ]
    for ahead in field.ahead:
        when = _BY_CARDS[ahead.cards]
        parts += [
            "",
            _table(ahead, shares=several),
            _line("PPot", ahead.ppot, f"behind now, ahead {when}"),
            _line("NPot", ahead.npot, f"ahead now, behind {when}"),
            _line("EHS", ahead.ehs(field.hs), "best hand now or later: HS + (1 - HS) PPot"),
            _line("P(win)", ahead.win_probability(field.hs), f"{_WINS[ahead.cards]}: HS (1 - NPot) + (1 - HS) PPot"),
        ]
    if report.opponents > 1:
        how = f"HS^{report.opponents}" if not several else "the product of the HS against each"
        parts += [
            "",
            Text(f"against {report.opponents} opponents", style="bold"),
            _line("HS_n", report.hs_n, how),
            _line("EHS_n", report.ehs_n, "HS_n + (1 - HS_n) PPot"),
        ]
        for number, one in enumerate(report.each, 1):
            if several:
                parts.append(_line(f"HS_{number}", one.hs, f"against {one.versus}; EHS_{number} {one.ehs:.4f}"))
    if report.dealt is not None:
        mine = report.dealt.players[0]
        how = f"mean share of the pot in {report.dealt.deals:,} random deals, seed {report.dealt.seed}"
        parts.append(_line("Equity", mine.equity, f"± {mine.standard_error:.4f}: {how}"))
    return Group(*parts)


def _line(name: str, value: float, meaning: str) -> Text:
    return Text.assemble((f"{name:<7}", "bold"), f"{value:.4f}  ", (meaning, "dim"))


def _weight(value: float, whole: float | None = None) -> str:
    """A number of hands; with ``whole``, their share of it."""
    if whole is not None:
        return f"{value / whole:.1%}"
    return f"{value:,.0f}" if abs(value - round(value)) < 1e-6 else f"{value:,.2f}"


def _table(ahead: LookAhead, *, shares: bool) -> Grid:
    whole = sum(map(sum, ahead.table)) if shares else None
    table = Grid()
    table.labels(f"now \\ {_BY_CARDS[ahead.cards]}")
    table.numbers(*STANDINGS, "sum")
    for name, row in zip(STANDINGS, ahead.table, strict=True):
        table.row(name, *(_weight(weight, whole) for weight in (*row, sum(row))))
    return table
