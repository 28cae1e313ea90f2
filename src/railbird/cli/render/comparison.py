"""Two bots at the same tables, and the difference."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text

from railbird.arena.comparison import ComparisonResult
from railbird.cli.render.grid import Grid
from railbird.cli.render.rates import rate_style, rate_text


def comparison_summary(result: ComparisonResult) -> Group:
    """Both at each table, and the difference."""
    table = Grid()
    table.labels(f"{result.unit.value} against")
    table.numbers(*result.bots, "difference")
    rows = [*result.tables, result.overall] if len(result.tables) > 1 else result.tables
    for each in rows:
        difference = Text(rate_text(each.difference), style=rate_style(each.difference))
        table.row(each.versus, rate_text(each.first), rate_text(each.second), difference)
    return Group(table, "", Text(f"{result.verdict} (on the same deals, 95 %)"))
