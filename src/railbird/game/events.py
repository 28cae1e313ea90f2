"""What happens in a hand, one typed event after the other.

Players are positions (0 is the first seat left of the button); ``HandStarted`` has their ids. Events are values: they
compare, pickle, and go to JSON and back.
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
"""Parts of a chip in which payoffs are counted."""
ChipAmount = int | Fraction
"""Chips; a fraction only where a pot was split exactly."""


class Post(StrEnum):
    """What is posted before the cards are dealt."""

    ANTE = "ante"
    BLIND = "blind"


class ActionName(StrEnum):
    """What a player's action was, by its name at the table."""

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
    """Cards were dealt to a player; ``cards`` is None for those who may not see them, and if nobody knows them."""

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
    """A player's action: ``amount`` chips go in, and his bet of the round is now ``to``."""

    name: ClassVar[str] = "acted"
    player: int
    round: int
    move: ActionName
    amount: int
    to: int
    all_in: bool


@dataclass(frozen=True, slots=True)
class BetReturned:
    """The part of a bet that nobody called goes back."""

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
    """A player at the showdown keeps a beaten hand hidden."""

    name: ClassVar[str] = "cards-mucked"
    player: int


@dataclass(frozen=True, slots=True)
class RakeTaken:
    name: ClassVar[str] = "rake-taken"
    amount: int


@dataclass(frozen=True, slots=True)
class PotWon:
    """A pot or a share of it; pot 0 is the main pot."""

    name: ClassVar[str] = "pot-won"
    player: int
    pot: int
    amount: ChipAmount


@dataclass(frozen=True, slots=True)
class HandEnded:
    """What each player has won or lost in all."""

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
    """An event as JSON has it: cards as text, fractions of chips as text such as ``11/2``.

    >>> event_to_json(BoardDealt(1, parse_cards("Kh7d2c")))
    {'event': 'board-dealt', 'round': 1, 'cards': 'Kh7d2c'}
    """
    return {"event": event.name} | {field.name: _to_json(getattr(event, field.name)) for field in fields(event)}


def event_from_json(data: Mapping[str, Any]) -> Event:
    """The event that ``event_to_json`` gave."""
    try:
        values = dict(data)
        kind = _KINDS[values.pop("event")]
        event: Event = kind(**{name: _READERS[name](value) for name, value in values.items()})
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        raise RailbirdError(f"this is not an event: {quoted(str(data)[:200])}") from None
    return event


def chips(parts: int) -> ChipAmount:
    """Chips from 2520ths of a chip, which any number of players up to ten can share."""
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
