"""Action chains: the results of all hands against a player that began like the current one (Saukonoja 2007, §5.1.4).

For each hand that saw the flop we store the chain of post-flop actions, ours and theirs, how the hand ended, what both
put in, and the strength of the hand they showed. A query is the beginning of a chain: the current hand so far, plus the
action under consideration. Only sums for each beginning are stored, so a query is one lookup.

A chain is a text: ``f`` or ``l`` if we act first or last after the flop; then ``c`` for our checks and calls, ``r`` for
our bets and raises, ``f`` for our fold, capital letters for the opponent's actions, and ``/`` between rounds. With more
than two players, each pair has its own chain.
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
"""Bins of the strength of shown hands."""
MOST = 1e12
_SYMBOLS = frozenset("flcrCRF/")


class Ending(IntEnum):
    """How a hand ended between two players."""

    OPPONENT_FOLDS = 0
    WE_FOLD = 1
    SHOWDOWN = 2


_COUNTS, _OURS, _THEIRS = slice(0, 3), 3, 6
"""Columns of the sums: three of each, by ending."""
_SHOWN, _STRENGTH, _FIRST_BIN = 9, 10, 11
_WIDTH = _FIRST_BIN + BINS


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """The hands with the same beginning, and averages over them."""

    sums: Array

    @property
    def count(self) -> float:
        return float(self.sums[_COUNTS].sum())

    def share(self, ending: Ending) -> float:
        """The share of them with this ending."""
        count = self.count
        return float(self.sums[ending]) / count if count > 0 else 0.0

    def ours(self, ending: Ending) -> float | None:
        """What we put in after this beginning in hands with this ending, in small bets on average; None if none."""
        return self._mean(_OURS + ending, ending)

    def theirs(self, ending: Ending) -> float | None:
        """What the opponent put in, likewise."""
        return self._mean(_THEIRS + ending, ending)

    def _mean(self, column: int, ending: Ending) -> float | None:
        count = float(self.sums[ending])
        return float(self.sums[column]) / count if count > 0 else None

    @property
    def shown(self) -> float:
        """Number of hands whose strength is known."""
        return float(self.sums[_SHOWN])

    @property
    def strength(self) -> float | None:
        """Mean strength of the opponent's hands at showdown; None if none is known."""
        return float(self.sums[_STRENGTH]) / self.shown if self.shown > 0 else None

    def weaker(self, strength: float) -> float | None:
        """Share of the shown hands that were weaker than this, assuming an even spread within its bin."""
        if self.shown <= 0:
            return None
        below = np.clip(strength * BINS - np.arange(BINS), 0.0, 1.0)
        return float(self.sums[_FIRST_BIN:] @ below) / self.shown


class ActionChains:
    """All chains of one opponent, stored by their beginnings."""

    def __init__(self, decay: float = 1.0) -> None:
        """Each time a beginning occurs again, its earlier hands are multiplied by ``decay``."""
        self._decay = decay
        self._rows: dict[str, int] = {}
        self._sums = np.zeros((64, _WIDTH))
        self.hands = 0

    def __len__(self) -> int:
        """The number of known beginnings."""
        return len(self._rows)

    def add(
        self, chain: str, ours: Sequence[float], theirs: Sequence[float], ending: Ending, shown: float | None
    ) -> None:
        """Add a finished hand.

        ``ours`` and ``theirs`` are what each player had put in after the flop at each point of the chain, in small
        bets: the first before any action, the last at the end.
        """
        if len(ours) != len(chain) or len(theirs) != len(chain):
            raise ValueError(
                f"a chain of {len(chain)} symbols needs as many amounts, not {len(ours)} and {len(theirs)}"
            )
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
        row = self._rows.setdefault(beginning, len(self._rows))
        if row == len(self._sums):
            self._sums = np.concatenate([self._sums, np.zeros_like(self._sums)])
        return row

    def matching(self, beginning: str) -> Matches | None:
        """The hands with this beginning; None if there are none."""
        row = self._rows.get(beginning)
        return None if row is None else Matches(self._sums[row])

    def state(self) -> dict[str, NDArray[Any]]:
        """Return all chains as arrays."""
        text = "\n".join(self._rows).encode()
        return {
            "chains": np.frombuffer(text, dtype=np.uint8),
            "sums": self._sums[: len(self._rows)].copy(),
            "hands": np.array([self.hands], dtype=np.int64),
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Restore from ``state()``. Raises ValueError or KeyError if it is malformed."""
        text = bytes(np.array(state["chains"], dtype=np.uint8)).decode("ascii")
        beginnings = text.split("\n") if text else []
        sums, hands = np.array(state["sums"], dtype=np.float64), np.array(state["hands"], dtype=np.int64)
        if sums.shape != (len(beginnings), _WIDTH) or not (np.abs(sums) < MOST).all() or (sums < 0).any():
            raise ValueError("the sums of the chains are malformed")
        if len(set(beginnings)) < len(beginnings) or not all(each and _SYMBOLS.issuperset(each) for each in beginnings):
            raise ValueError("the chains are malformed")
        if hands.shape != (1,) or not 0 <= hands[0] < MOST:
            raise ValueError("the number of hands is malformed")
        self._rows = {beginning: row for row, beginning in enumerate(beginnings)}
        self._sums = np.concatenate([sums, np.zeros((max(len(sums), 64), _WIDTH))])
        self.hands = int(hands[0])
