"""A bot's rating, its profile, and its playing style."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text

from railbird._version import __version__
from railbird.arena.rating import RatingResult
from railbird.cli.render.grid import Grid
from railbird.cli.render.rates import rate_style, rate_text
from railbird.stats.style import Style


def rating_summary(result: RatingResult, style: Style) -> Group:
    """The rating, the win rate against each opponent, and a line about style."""
    table = Grid()
    table.labels("against")
    table.numbers(result.unit.value)
    for opponent, rate in result.profile:
        table.row(opponent, Text(rate_text(rate), style=rate_style(rate)))
    rating = Text(f"{result.bot}: {rate_text(result.rating)} {result.unit.value}", style="bold")
    against = f"against panel {result.panel}, Railbird {__version__}"
    if not result.comparable:
        against += "; too few hands to compare with other ratings"
    return Group(rating, Text(against, style="dim"), "", table, "", Text(f"{style.word}: {style}"))
