"""Action chains: what came of all hands against a player that went as this one has so far (Saukonoja 2007, §5.1.4).

Of each hand that saw the flop the chain of actions after it is kept, ours and his, with how the hand ended, what both
put in, and how strong the hand was that he showed. Chains are asked by their beginnings: that of the hand that is being
played, with the action that is thought of. What is kept are sums for each beginning, so that an answer takes one look.

A chain is a text: ``f`` or ``l``, whether we act first or last after the flop; then ``c`` for our own checks and calls,
``r`` for bets and raises, ``f`` for a fold, capital letters for his, and ``/`` between rounds. Of more than two players
each pair has its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

BINS = 10
"""Of the strength of shown hands."""
MOST = 1e12
_SYMBOLS = frozenset("flcrCRF/")


class Ending(IntEnum):
    """How a hand ended between two players."""

    OPPONENT_FOLDS = 0
    WE_FOLD = 1
    SHOWDOWN = 2


_COUNTS, _OURS, _THEIRS = slice(0, 3), 3, 6
"""Where the sums are: three of each, by ending."""
_SHOWN, _STRENGTH, _FIRST_BIN = 9, 10, 11
_WIDTH = _FIRST_BIN + BINS


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """The hands that began alike: averages over them."""

    sums: Array

    @property
    def count(self) -> float:
        return float(self.sums[_COUNTS].sum())

    def share(self, ending: Ending) -> float:
        """How many of them ended so."""
        count = self.count
        return float(self.sums[ending]) / count if count > 0 else 0.0

    def ours(self, ending: Ending) -> float | None:
        """What we put in after this beginning in hands that ended so, in small bets on average; None if none did."""
        return self._mean(_OURS + ending, ending)

    def theirs(self, ending: Ending) -> float | None:
        """What he put in."""
        return self._mean(_THEIRS + ending, ending)

    def _mean(self, place: int, ending: Ending) -> float | None:
        count = float(self.sums[ending])
        return float(self.sums[place]) / count if count > 0 else None

    @property
    def shown(self) -> float:
        """Hands whose strength is known."""
        return float(self.sums[_SHOWN])

    @property
    def strength(self) -> float | None:
        """The mean strength of hands at the showdown; None if nothing is known."""
        return float(self.sums[_STRENGTH]) / self.shown if self.shown > 0 else None

    def weaker(self, strength: float) -> float | None:
        """How many of the shown hands were weaker than this; in its own bin they are taken as spread evenly."""
        if self.shown <= 0:
            return None
        places = np.clip(strength * BINS - np.arange(BINS), 0.0, 1.0)
        return float(self.sums[_FIRST_BIN:] @ places) / self.shown


class ActionChains:
    """All chains of one opponent, by their beginnings."""

    def __init__(self, decay: float = 1.0) -> None:
        """What was seen before counts ``decay`` times as much each time that a beginning is seen again."""
        self._decay = decay
        self._places: dict[str, int] = {}
        self._sums = np.zeros((64, _WIDTH))
        self.hands = 0

    def __len__(self) -> int:
        """How many beginnings are known."""
        return len(self._places)

    def add(
        self, chain: str, ours: Sequence[float], theirs: Sequence[float], ending: Ending, shown: float | None
    ) -> None:
        """A hand is over.

        ``ours`` and ``theirs`` are what both had put in after the flop at each point of the chain, in small bets: the
        first before anything was done, the last at the end.
        """
        if len(ours) != len(chain) or len(theirs) != len(chain):
            raise ValueError(f"a chain of {len(chain)} symbols has as many amounts, not {len(ours)} and {len(theirs)}")
        rows = [self._row(chain[:length]) for length in range(1, len(chain) + 1)]
        new = np.zeros((len(rows), _WIDTH))
        new[:, ending] = 1.0
        new[:, _OURS + ending] = ours[-1] - np.asarray(ours)
        new[:, _THEIRS + ending] = theirs[-1] - np.asarray(theirs)
        if shown is not None:
            new[:, _SHOWN] = 1.0
            new[:, _STRENGTH] = shown
            new[:, _FIRST_BIN + min(int(shown * BINS), BINS - 1)] = 1.0
        self._sums[rows] = self._sums[rows] * self._decay + new
        self.hands += 1

    def _row(self, beginning: str) -> int:
        place = self._places.setdefault(beginning, len(self._places))
        if place == len(self._sums):
            self._sums = np.concatenate([self._sums, np.zeros_like(self._sums)])
        return place

    def matching(self, beginning: str) -> Matches | None:
        """The hands that began so; None if there is none."""
        place = self._places.get(beginning)
        return None if place is None else Matches(self._sums[place])

    def state(self) -> dict[str, NDArray[Any]]:
        """All of it, as arrays."""
        text = "\n".join(self._places).encode()
        return {
            "chains": np.frombuffer(text, dtype=np.uint8),
            "sums": self._sums[: len(self._places)].copy(),
            "hands": np.array([self.hands], dtype=np.int64),
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """The same back; a ``ValueError`` or ``KeyError`` if it is not right."""
        text = bytes(np.array(state["chains"], dtype=np.uint8)).decode("ascii")
        beginnings = text.split("\n") if text else []
        sums, hands = np.array(state["sums"], dtype=np.float64), np.array(state["hands"], dtype=np.int64)
        if sums.shape != (len(beginnings), _WIDTH) or not (np.abs(sums) < MOST).all() or (sums < 0).any():
            raise ValueError("the sums of chains are not right")
        if len(set(beginnings)) < len(beginnings) or not all(each and _SYMBOLS.issuperset(each) for each in beginnings):
            raise ValueError("the chains are not right")
        if hands.shape != (1,) or not 0 <= hands[0] < MOST:
            raise ValueError("the number of hands is not right")
        self._places = {beginning: place for place, beginning in enumerate(beginnings)}
        self._sums = np.concatenate([sums, np.zeros((max(len(sums), 64), _WIDTH))])
        self.hands = int(hands[0])
