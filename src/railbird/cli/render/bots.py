"""The gallery as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from railbird.cli.render.grid import Grid
from railbird.gallery.overview import Overview

if TYPE_CHECKING:
    from railbird.gallery import BotSpec
    from railbird.game import Game


def bots_table(bots: list[Overview], *, games: bool = True) -> Grid:
    """A table of bots and what they do; with the games they play unless ``games`` is off."""
    table = Grid()
    table.labels("bot")
    table.text(*(["plays"] if games else []), "what it does")
    for each in bots:
        what = Text(each.what)
        if each.source:
            what.append(f" ({each.source})", style="dim")
        table.row(each.bot, *([each.games] if games else []), what)
    return table


def refusal_text(spec: BotSpec, game: Game) -> Text:
    """Whether a bot plays a game, and if not, why."""
    reason = spec.refusal(game)
    if reason is None:
        return Text(f"it plays {game}", style="green")
    return Text(f"it does not play {game}: {reason}", style="yellow")
