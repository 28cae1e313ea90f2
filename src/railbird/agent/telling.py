"""Telling bots what happens: everybody what is public, and each his own cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from railbird.game import Event, View
from railbird.game.events import HoleCardsDealt


def news_for(event: Event, position: int, look: Callable[[], View]) -> Event:
    """An event of a sealed hand as the player at a position sees it; ``look`` gives his view."""
    if isinstance(event, HoleCardsDealt) and event.player == position:
        return HoleCardsDealt(position, look().hole_cards)
    return event


def until_now(news: Iterator[Event | None]) -> Iterator[Event]:
    """What has happened since the last time."""
    for event in news:
        if event is None:
            return
        yield event
