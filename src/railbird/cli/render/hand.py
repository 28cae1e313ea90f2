"""A whole hand in the terminal."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from railbird.cli.render.narrative import results_table, seats_table, told
from railbird.game import Hand, View


def whole_hand(hand: Hand | View) -> Group:
    """Who sits there, what happened, and what came of it."""
    parts: list[RenderableType] = [Text(str(hand.game), style="bold"), seats_table(hand), "", *told(hand)]
    if hand.settled:
        parts += ["", results_table(hand.players, hand.payoffs)]
    elif hand.over:
        parts += ["", Text("who wins is not known: not all cards of the showdown are", style="dim")]
    return Group(*parts)
