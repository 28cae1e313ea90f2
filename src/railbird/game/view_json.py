"""Read views and legal actions back from the JSON data of ``View.to_json``.

A view is rebuilt from its events: who did what, which cards were dealt, shown and mucked, who won which pot. So it
cannot contain more than its JSON showed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from railbird._core import ActionKind, Award, Legal, Settlement, ShowdownHand, TakenAction
from railbird.cards import parse_cards
from railbird.errors import GameError, RailbirdError, quoted
from railbird.game.events import (
    PARTS,
    Acted,
    ActionName,
    BetReturned,
    CardsMucked,
    CardsShown,
    ChipAmount,
    Event,
    HandEnded,
    PotWon,
    RakeTaken,
    event_from_json,
)
from railbird.game.text import parse_game
from railbird.game.view import View, VisibleHand

_KINDS = {
    ActionName.FOLD: ActionKind.FOLD,
    ActionName.CHECK: ActionKind.CALL,
    ActionName.CALL: ActionKind.CALL,
    ActionName.BET: ActionKind.RAISE,
    ActionName.RAISE: ActionKind.RAISE,
}

_MALFORMED = (
    *(RailbirdError, AttributeError, IndexError, KeyError, OverflowError, RecursionError, TypeError, ValueError),
)
"""Exceptions that malformed data may raise."""


def view_from_json(data: Mapping[str, Any]) -> View:
    """Restore a view from ``View.to_json``. Raises GameError if it is malformed.

    >>> from railbird.game import Hand
    >>> view = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c r f").view(1)
    >>> view_from_json(view.to_json()) == view
    True
    """
    try:
        game, players = parse_game(data["game"]), tuple(map(str, data["players"]))
        game = game.with_stacks(tuple(map(int, data["starting_stacks"])))
        position = players.index(data["player"])
        events = [event_from_json(each) for each in data["events"]]
        holes = [b""] * game.players
        for event in events:
            if isinstance(event, CardsShown):
                holes[event.player] = bytes(event.cards)
        holes[position] = bytes(parse_cards(data["hole_cards"])) if data["hole_cards"] else b""
        visible = VisibleHand(
            game.stacks,
            position,
            _actions(events),
            tuple(holes),
            bytes(parse_cards(data["board"])) if data["board"] else b"",
            _settlement(events),
        )
        view = View.rebuilt(game, players, visible)
        if view.to_json() != dict(data):
            raise ValueError("its fields contradict its events")
    except _MALFORMED as error:
        raise GameError(
            f"malformed view, expected View.to_json(): {quoted(str(data)[:200])} ({error!s:.100})"
        ) from None
    return view


def _actions(events: Sequence[Event]) -> tuple[TakenAction, ...]:
    """The betting sequence of some events."""
    actions = []
    for event in events:
        if isinstance(event, Acted):
            kind = _KINDS[event.move]
            amount = event.to if kind is ActionKind.RAISE else event.amount
            actions.append(TakenAction(event.player, event.round, kind, amount))
    return tuple(actions)


def _settlement(events: Sequence[Event]) -> Settlement | None:
    """The settlement, or None if the hand is not settled."""
    ended = [event for event in events if isinstance(event, HandEnded)]
    if not ended:
        return None
    returned = [(event.player, event.amount) for event in events if isinstance(event, BetReturned)]
    uncalled_player, uncalled = returned[0] if returned else (-1, 0)
    rake = sum(event.amount for event in events if isinstance(event, RakeTaken))
    awards = [Award(event.pot, event.player, _parts(event.amount)) for event in events if isinstance(event, PotWon)]
    showdown = [
        ShowdownHand(event.player, isinstance(event, CardsShown))
        for event in events
        if isinstance(event, (CardsShown, CardsMucked))
    ]
    payoffs = [_parts(payoff) for payoff in ended[-1].payoffs]
    return Settlement(uncalled_player, uncalled, rake, tuple(awards), tuple(showdown), tuple(payoffs))


def _parts(amount: ChipAmount) -> int:
    """Convert chips to 2520ths of a chip."""
    parts = amount * PARTS
    if parts.denominator != 1:
        raise ValueError(f"{amount} chips is not a multiple of 1/{PARTS}")
    return int(parts)


def legal_from_json(data: Mapping[str, Any]) -> Legal:
    """Restore legal actions from the ``legal`` entry of ``View.to_json``. Raises GameError if it is malformed."""
    try:
        least, most = data["raise"] or (0, 0)
        return Legal(bool(data["fold"]), int(data["call"]), int(least), int(most))
    except (KeyError, OverflowError, TypeError, ValueError):
        raise GameError(f"malformed legal actions, expected fold, call and raise: {quoted(str(data)[:200])}") from None
