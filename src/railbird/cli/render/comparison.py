"""The result of a comparison as a table."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text

from railbird.arena.comparison import ComparisonResult
from railbird.cli.render.grid import Grid
from railbird.cli.render.rates import rate_style, rate_text


def comparison_summary(result: ComparisonResult) -> Group:
    """The win rates of both bots at each table, the difference, and the verdict."""
    table = Grid()
    table.labels(f"{result.unit.value} against")
    table.numbers(*result.bots, "difference")
    rows = [*result.tables, result.overall] if len(result.tables) > 1 else result.tables
    for each in rows:
        difference = Text(rate_text(each.difference), style=rate_style(each.difference))
        table.row(each.versus, rate_text(each.first), rate_text(each.second), difference)
    return Group(table, "", Text(f"{result.verdict} (same deals, 95 % confidence)"))
