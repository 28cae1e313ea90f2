"""Who may see what of a hand: a player sees their own cards, a watcher none, unless the table is open to watchers.

Everything that leaves a table about a hand is made here, from the view of a seat, which does not contain hidden cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from railbird.agent import HandDriver
from railbird.cards import Card, cards_text, describe
from railbird.game import Event, View
from railbird.game.events import HoleCardsDealt, event_to_json
from railbird.game.state_json import state_json
from railbird.histories.narration import Topic, position_name, sentences
from railbird.tables.audience import Announcement


@dataclass(frozen=True, slots=True)
class Perspective:
    """A way to see a hand: from a position, as a watcher, or with all cards."""

    position: int | None = None
    """The position of the player; None for a watcher."""
    all_cards: bool = False


WATCHER = Perspective()


@dataclass(frozen=True, slots=True)
class Told:
    """How much of a hand has been told."""

    events: int = 0
    lines: int = 0


@dataclass(frozen=True, slots=True)
class Shared:
    """What is the same for everybody, at one moment of a hand."""

    state: dict[str, Any]
    events: tuple[Event, ...]
    """Nobody's hole cards are in them, except those that were shown."""
    lines: list[dict[str, Any]]
    """The hand in words, without whose turn it is."""
    board: tuple[Card, ...]
    shown: Mapping[int, tuple[Card, ...]]
    """The hole cards that were shown, by position."""

    @property
    def told(self) -> Told:
        return Told(len(self.events), len(self.lines))


def shared_by_all(driver: HandDriver) -> Shared:
    """What everybody sees now."""
    view = driver.view(0)
    events = [HoleCardsDealt(each.player, None) if isinstance(each, HoleCardsDealt) else each for each in view.events]
    told = [each for each in sentences(view) if each.topic is not Topic.TURN]
    lines = [{"topic": each.topic.value, "text": str(each), "player": each.player} for each in told]
    return Shared(state_json(view), tuple(events), lines, view.board, view.shown)


def whole_hand(driver: HandDriver, who: Perspective, shared: Shared) -> dict[str, Any]:
    """Everything about a hand so far."""
    view = driver.view(who.position or 0)
    dealt = _dealt(driver, who)
    events = [
        HoleCardsDealt(event.player, dealt.get(event.player)) if isinstance(event, HoleCardsDealt) else event
        for event in shared.events
    ]
    return {
        "players": list(view.players),
        "positions": [position_name(view.game, position) for position in range(view.game.players)],
        "game": str(view.game),
        "betting": view.game.betting.name.lower().replace("_", "-"),
        "big_blind": view.game.big_blind,
        "position": who.position,
        "starting_stacks": list(view.starting_stacks),
        "state": shared.state,
        "cards": _cards(view, shared, dealt),
        "made": _made(view, shared, who),
        "events": [event_to_json(event) for event in events],
        "lines": shared.lines,
    }


def shared_news(shared: Shared, told: Told) -> Announcement:
    """What has happened since, and the state now: the same for everybody."""
    events = [event_to_json(event) for event in shared.events[told.events :]]
    return Announcement({"state": shared.state, "events": events, "lines": shared.lines[told.lines :]})


def own_news(driver: HandDriver, who: Perspective, shared: Shared) -> dict[str, Any]:
    """The cards that somebody sees now."""
    view = driver.view(who.position or 0)
    return {"cards": _cards(view, shared, _dealt(driver, who)), "made": _made(view, shared, who)}


def _dealt(driver: HandDriver, who: Perspective) -> dict[int, tuple[Card, ...]]:
    """The hole cards that somebody knows since the deal, by position."""
    if who.all_cards:
        return {position: driver.view(position).hole_cards for position in range(len(driver.players))}
    return {} if who.position is None else {who.position: driver.view(who.position).hole_cards}


def _cards(view: View, shared: Shared, dealt: Mapping[int, tuple[Card, ...]]) -> list[str | None]:
    """The hole cards of each position that may be seen now."""
    seen = {**shared.shown, **dealt}
    return [cards_text(seen[position]) if position in seen else None for position in range(view.game.players)]


def _made(view: View, shared: Shared, who: Perspective) -> str | None:
    """What the player's own cards make with the board, in words."""
    if who.position is None or len(shared.board) < 3:
        return None
    return _described(view.hole_cards + shared.board)


@lru_cache(maxsize=4096)
def _described(cards: tuple[Card, ...]) -> str:
    return describe(cards)
