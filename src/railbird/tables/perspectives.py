"""Who may see what of a hand: a player sees their own cards, a watcher none, unless the table is open to watchers.

Everything that leaves a table about a hand is made here, from the view of a seat, which does not contain hidden cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from railbird.agent import HandDriver
from railbird.cards import cards_text, describe
from railbird.game import Event, View
from railbird.game.events import HoleCardsDealt, chips_to_json, event_to_json
from railbird.histories.narration import Topic, position_name, sentences


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
    sentences: int = 0


def whole_hand(driver: HandDriver, who: Perspective) -> tuple[dict[str, Any], Told]:
    """Everything about a hand so far, and how much that was."""
    view = driver.view(who.position or 0)
    events, lines = _events(driver, view, who), _lines(view)
    data = {
        "players": list(view.players),
        "positions": [position_name(view.game, position) for position in range(view.game.players)],
        "game": str(view.game),
        "betting": view.game.betting.name.lower().replace("_", "-"),
        "big_blind": view.game.big_blind,
        "position": who.position,
        "starting_stacks": list(view.starting_stacks),
        "state": state_json(view),
        "cards": _cards(driver, view, who),
        "made": _made(view, who),
        "events": [event_to_json(event) for event in events],
        "lines": lines,
    }
    return data, Told(len(events), len(lines))


def news(driver: HandDriver, who: Perspective, told: Told) -> tuple[dict[str, Any], Told]:
    """What has happened since, and the state now."""
    view = driver.view(who.position or 0)
    events, lines = _events(driver, view, who), _lines(view)
    data = {
        "state": state_json(view),
        "cards": _cards(driver, view, who),
        "made": _made(view, who),
        "events": [event_to_json(event) for event in events[told.events :]],
        "lines": lines[told.sentences :],
    }
    return data, Told(len(events), len(lines))


def state_json(view: View) -> dict[str, Any]:
    """What everybody sees on the table."""
    legal = view.legal
    bounds = [legal.least_raise, legal.most_raise] if legal.most_raise else None
    return {
        "round": view.round,
        "street": view.street,
        "board": cards_text(view.board),
        "pot": view.pot,
        "bets": list(view.bets),
        "paid": list(view.paid),
        "stacks": list(view.stacks),
        "folded": list(view.folded),
        "actor": None if view.over else view.actor,
        "turn": len(view.actions),
        "legal": None if view.over else {"fold": legal.fold, "call": legal.call, "raise": bounds},
        "over": view.over,
        "payoffs": [chips_to_json(each) for each in view.payoffs] if view.over else None,
    }


def _events(driver: HandDriver, view: View, who: Perspective) -> list[Event]:
    """The events of a view; a watcher is not told the cards that its seat was dealt."""
    shown = _hole_cards(driver) if who.all_cards else {}
    if who.position is not None and not who.all_cards:
        return list(view.events)
    return [
        HoleCardsDealt(event.player, shown.get(event.player)) if isinstance(event, HoleCardsDealt) else event
        for event in view.events
    ]


def _hole_cards(driver: HandDriver) -> dict[int, Any]:
    return {position: driver.view(position).hole_cards for position in range(len(driver.players))}


def _cards(driver: HandDriver, view: View, who: Perspective) -> list[str | None]:
    """The hole cards of each position that may be seen now."""
    seen = dict(view.shown)
    if who.all_cards:
        seen = _hole_cards(driver)
    elif who.position is not None:
        seen[who.position] = view.hole_cards
    return [cards_text(seen[position]) if position in seen else None for position in range(len(driver.players))]


def _made(view: View, who: Perspective) -> str | None:
    """What the player's own cards make with the board, in words."""
    if who.position is None or len(view.board) < 3:
        return None
    return describe(view.hole_cards + view.board)


def _lines(view: View) -> list[dict[str, Any]]:
    """The hand in words, without whose turn it is."""
    told = [each for each in sentences(view) if each.topic is not Topic.TURN]
    return [{"topic": each.topic.value, "text": str(each), "player": each.player} for each in told]
