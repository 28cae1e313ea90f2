"""Telling bots what happens: everybody what is public, and each his own cards."""

from __future__ import annotations

from railbird.game import Event, View
from railbird.game.events import HoleCardsDealt


def as_seen(events: list[Event], view: View) -> list[Event]:
    """What happened in a sealed hand, as one player sees it: his own cards were dealt to him face up."""
    mine = view.position
    return [
        HoleCardsDealt(mine, view.hole_cards) if type(event) is HoleCardsDealt and event.player == mine else event
        for event in events
    ]
