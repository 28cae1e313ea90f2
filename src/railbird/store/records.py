"""Records that the store reads and writes: matches, tournaments, legs and hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

FAULT_COLUMNS = ("hand", "entrant", "kind", "message", "traceback", "count")


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to write."""

    definition: Mapping[str, Any]
    legs: int
    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMatch:
    """A match in the store."""

    id: int
    created: str
    railbird: str
    definition: dict[str, Any]
    hands: int
    """The planned number of hands."""
    done: int
    """The number of hands played."""
    finished: bool
    verdict: str | None = None
    """Why it ended before all hands were played."""
    tournament: int | None = None
    place: int | None = None
    """The index of its table in the tournament."""
    name: str | None = None
    """The name that the user gave it."""


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament in the store."""

    id: int
    created: str
    railbird: str
    definition: dict[str, Any]
    name: str | None = None
    """The name that the user gave it."""


@dataclass(frozen=True, slots=True)
class StoredLeg:
    """The state of a leg."""

    id: int
    number: int
    done: int
    finished: bool
    parts: dict[int, int]
    """What each entrant has won, in 2520ths of a chip."""
    learned: dict[int, dict[str, bytes]]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewHands:
    """Hands to write, with their totals, faults, decisions and learned states."""

    first: int
    hands: Sequence[str]
    parts: Sequence[int]
    faults: Sequence[tuple[Any, ...]] = ()
    """Rows with the columns of ``FAULT_COLUMNS``."""
    decisions: Sequence[tuple[int, int, int, str]] = ()
    """Rows of hand, index of the action, entrant, and the decision as JSON."""
    learned: Mapping[int, Mapping[str, bytes]] = field(default_factory=dict)
    finished: bool = False
    thinking: Mapping[int, tuple[int, float, float]] = field(default_factory=dict)
    """By entrant: the number of timed decisions, their total seconds, and the longest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSession:
    """A session in the store."""

    id: int
    created: str
    railbird: str
    kind: str
    definition: dict[str, Any]
    state: dict[str, Any]
    """What is needed to continue it."""
    hands: int
    ending: str | None = None
    """Why it is over; None while it goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionHand:
    """A finished hand of a session."""

    number: int
    """Counted from 1."""
    text: str
    """The whole hand: as ``Hand.parse`` reads it, or as ``kept_hand`` if it was imported."""
    seats: tuple[int, ...] = ()
    """The seat of each position."""
    button: int = 0
    """The seat of the button."""
    ended: str = ""
    """When it ended; filled in by the store."""
    fingerprint: bytes | None = None
    """Of a hand that was imported: the store has it once."""
    decisions: Mapping[int, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    """The player and the decision, by index of the action."""
