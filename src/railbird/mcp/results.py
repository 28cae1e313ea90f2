"""What the tools return: plain records, which are the schemas that clients see (so without slots)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class RangeEquity:
    """The equity of one player."""

    range: str
    equity: float
    win: float
    tie: float
    standard_error: float


@dataclass(frozen=True)
class EquityAnswer:
    """Equities, and how they were computed."""

    method: str
    """exact or monte-carlo"""
    boards: int | None
    deals: int | None
    board: str
    players: list[RangeEquity]


@dataclass(frozen=True)
class StrengthAnswer:
    """How strong a hand is now, and its potential."""

    hand: str
    board: str
    report: dict[str, Any]
    text: str


@dataclass(frozen=True)
class SolvedSpot:
    """An equilibrium of a spot, at one place of it."""

    spot: str
    sizes: str
    iterations: int
    exploitability_of_pot: float | None
    """What a best response gains, as a share of the pot, mean over both players."""
    reached: bool
    """Whether it is as exact as was asked; if not, time ran out."""
    values: list[float]
    """The expected value of p1 and p2, in chips."""
    line: str
    player: str | None
    """Who acts there; null if nobody does."""
    pot: int
    actions: dict[str, float]
    """How often each action is taken over the whole range: f folds, c checks or calls, r94 bets or raises to 94."""
    range_equities: list[float] | None
    """The equity of the ranges of p1 and p2 there."""
    classes: dict[str, dict[str, float]]
    """How often each class of hands, such as AKs, takes each action."""
    hand: dict[str, float] | None
    """How often the hand that was asked for takes each action."""


@dataclass(frozen=True)
class StoredSource:
    """Something in the store that has hands."""

    name: str
    """How other tools take it."""
    kind: str
    created: str
    game: str
    players: list[str]
    hands: int
    explained: bool
    """Whether decisions were saved with their reasons."""


@dataclass(frozen=True)
class SourceList:
    """The newest matches, tables and imports."""

    store: str
    sources: list[StoredSource]
    left_out: int


@dataclass(frozen=True)
class HandAnswer:
    """A hand, street by street."""

    hand: str
    """The whole hand on one line; other tools take it."""
    text: str
    over: bool
    payoffs: dict[str, str] | None


@dataclass(frozen=True)
class ToldDecision:
    """A decision with its reasons."""

    player: str
    text: str
    facts: dict[str, str]


@dataclass(frozen=True)
class ToldDecisions:
    """The decisions of a hand that were saved with their reasons."""

    hand: str
    decisions: list[ToldDecision]
    words: list[str]
    """What abbreviations mean."""


@dataclass(frozen=True)
class BotAdvice:
    """What a bot would do, and the odds."""

    player: str
    hand: str
    bot: str
    decision: ToldDecision
    pot_odds: dict[str, float] | None
    """to_call, pot, and the equity needed; null if there is nothing to call."""
    equity: dict[str, float] | None
    """Against the ranges that the bot estimates, and against random hands."""
    words: list[str]
