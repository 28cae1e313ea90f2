"""The events of a hand, each a typed record.

Players are positions (0 is the first seat left of the button); ``HandStarted`` has their ids. Events are immutable
values: they can be compared, pickled, and converted to JSON and back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar

from railbird.cards import Card, cards_text, parse_cards
from railbird.errors import RailbirdError, quoted

PARTS = 2520
"""Payoffs are counted in 2520ths of a chip."""
ChipAmount = int | Fraction
"""Chips; a fraction only if a pot did not split into whole chips."""


class Post(StrEnum):
    """A forced bet before the deal."""

    ANTE = "ante"
    BLIND = "blind"


class ActionName(StrEnum):
    """The name of an action at the table."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"


@dataclass(frozen=True, slots=True)
class HandStarted:
    name: ClassVar[str] = "hand-started"
    game: str
    players: tuple[str, ...]
    stacks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Posted:
    name: ClassVar[str] = "posted"
    player: int
    post: Post
    amount: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class HoleCardsDealt:
    """A player was dealt hole cards; ``cards`` is None if they are unknown or hidden from this viewer."""

    name: ClassVar[str] = "hole-cards-dealt"
    player: int
    cards: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class BoardDealt:
    name: ClassVar[str] = "board-dealt"
    round: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Acted:
    """A player acted: they put in ``amount`` chips, and their bet in this round is now ``to``."""

    name: ClassVar[str] = "acted"
    player: int
    round: int
    move: ActionName
    amount: int
    to: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class BetReturned:
    """The uncalled part of a bet was returned."""

    name: ClassVar[str] = "bet-returned"
    player: int
    amount: int


@dataclass(frozen=True, slots=True)
class CardsShown:
    name: ClassVar[str] = "cards-shown"
    player: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsMucked:
    """A player mucked a beaten hand at the showdown."""

    name: ClassVar[str] = "cards-mucked"
    player: int


@dataclass(frozen=True, slots=True)
class RakeTaken:
    name: ClassVar[str] = "rake-taken"
    amount: int


@dataclass(frozen=True, slots=True)
class PotWon:
    """A player won a pot or a share of it; pot 0 is the main pot."""

    name: ClassVar[str] = "pot-won"
    player: int
    pot: int
    amount: ChipAmount


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand is over; ``payoffs`` are the players' net wins and losses."""

    name: ClassVar[str] = "hand-ended"
    payoffs: tuple[ChipAmount, ...]


Event = (
    HandStarted
    | Posted
    | HoleCardsDealt
    | BoardDealt
    | Acted
    | BetReturned
    | CardsShown
    | CardsMucked
    | RakeTaken
    | PotWon
    | HandEnded
)
_KINDS: dict[str, type[Any]] = {kind.name: kind for kind in Event.__args__}


def event_to_json(event: Event) -> dict[str, Any]:
    """An event as JSON data, with cards as text and fractions of chips as text such as ``11/2``.

    >>> event_to_json(BoardDealt(1, parse_cards("Kh7d2c")))
    {'event': 'board-dealt', 'round': 1, 'cards': 'Kh7d2c'}
    """
    return {"event": event.name} | {field.name: _to_json(getattr(event, field.name)) for field in fields(event)}


def event_from_json(data: Mapping[str, Any]) -> Event:
    """Restore an event from ``event_to_json``. Raises RailbirdError if it is malformed."""
    try:
        values = dict(data)
        kind = _KINDS[values.pop("event")]
        event: Event = kind(**{name: _READERS[name](value) for name, value in values.items()})
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        raise RailbirdError(f"malformed event, expected event_to_json(): {quoted(str(data)[:200])}") from None
    return event


def chips(parts: int) -> ChipAmount:
    """Convert 2520ths of a chip to chips. Any number of players up to ten can share 2520 parts equally."""
    whole, rest = divmod(parts, PARTS)
    return Fraction(parts, PARTS) if rest else whole


def chips_to_json(amount: ChipAmount) -> int | str:
    return amount if isinstance(amount, int) else str(amount)


def _to_json(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return cards_text(value) if value and isinstance(value[0], Card) else [_to_json(each) for each in value]
    return value


def _exactly(kind: type) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError
        return value

    return read


def _list_of(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda values: tuple(map(read, _exactly(list)(values)))


def _amount(value: Any) -> ChipAmount:
    if type(value) is int:
        return value
    if not re.fullmatch(r"-?[0-9]{1,20}/[1-9][0-9]{0,3}", value, re.ASCII):
        raise ValueError
    return Fraction(value)


def _cards(value: Any) -> tuple[Card, ...] | None:
    return None if value is None else parse_cards(_exactly(str)(value))


_READERS: dict[str, Callable[[Any], Any]] = {
    "game": _exactly(str),
    "players": _list_of(_exactly(str)),
    "stacks": _list_of(_exactly(int)),
    "player": _exactly(int),
    "round": _exactly(int),
    "pot": _exactly(int),
    "to": _exactly(int),
    "all_in": _exactly(bool),
    "cards": _cards,
    "post": Post,
    "move": ActionName,
    "amount": _amount,
    "payoffs": _list_of(_amount),
}
