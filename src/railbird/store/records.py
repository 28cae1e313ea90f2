"""What goes into the store and what comes out of it: matches, tournaments, legs and hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

FAULT_COLUMNS = ("hand", "entrant", "kind", "message", "traceback", "count")


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match that is to be written."""

    definition: Mapping[str, Any]
    legs: int
    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMatch:
    """A match as the store has it."""

    id: int
    created: str
    railbird: str
    definition: dict[str, Any]
    hands: int
    """How many it has in all, at the most."""
    done: int
    """How many are played."""
    finished: bool
    verdict: str | None = None
    """Why it ended before all hands were played."""
    tournament: int | None = None
    place: int | None = None
    """Which table of the tournament it is."""
    name: str | None = None
    """What its player called it."""


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament as the store has it."""

    id: int
    created: str
    railbird: str
    definition: dict[str, Any]
    name: str | None = None
    """What its player called it."""


@dataclass(frozen=True, slots=True)
class StoredLeg:
    """How far a leg has come."""

    id: int
    number: int
    done: int
    finished: bool
    parts: dict[int, int]
    """What each entrant has won, in 2520ths of a chip."""
    learned: dict[int, dict[str, bytes]]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewHands:
    """Hands to be written, and what goes with them."""

    first: int
    hands: Sequence[str]
    parts: Sequence[int]
    faults: Sequence[tuple[Any, ...]] = ()
    """Each with the columns of ``FAULT_COLUMNS``."""
    decisions: Sequence[tuple[int, int, int, str]] = ()
    """Hand, place of the action, entrant, the decision as JSON."""
    learned: Mapping[int, Mapping[str, bytes]] = field(default_factory=dict)
    finished: bool = False
    thinking: Mapping[int, tuple[int, float, float]] = field(default_factory=dict)
    """By entrant: decisions that were timed, their seconds, the longest."""
