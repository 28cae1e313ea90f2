"""Outlooks: how the strength of a hand may develop from round to round.

On flop and turn the strength of a hand is its mean hand rank on the river over all possible cards; on the river it is
the hand rank itself. Strengths are grouped in buckets of equal width. ``tools/outlook.py`` counted the transitions
between buckets; for the hand that is held, the next card is enumerated exactly.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from railbird import _core

Array = NDArray[np.float64]

FINE = 60
"""The number of buckets in the counts of flop and turn."""
FINE_RIVER = 120
"""The number of buckets in the counts of the river."""
OTHERS = 16
"""The number of opposing hands for each board on the flop; all of them would take fifty times as long."""


def bucket_of(strength: Array, buckets: int) -> NDArray[np.intp]:
    """The bucket of each strength between 0 and 1."""
    return np.minimum((strength * buckets).astype(np.intp), buckets - 1)


@cache
def _counts() -> dict[str, NDArray[np.int64]]:
    with files("railbird.abstraction").joinpath("data", "outlook.npz").open("rb") as file, np.load(file) as data:
        return {name: data[name].astype(np.int64) for name in ("preflop", "flop", "turn")}


@cache
def _steps(buckets: int, bins: int) -> tuple[Array, Array, Array]:
    """Transition probabilities: from each hand class to the flop, from flop to turn, and from turn to river."""
    counts = _counts()
    return (
        _rows(counts["preflop"].reshape(169, buckets, -1).sum(axis=2)),
        _rows(counts["flop"].reshape(buckets, FINE // buckets, buckets, -1).sum(axis=(1, 3))),
        _rows(counts["turn"].reshape(buckets, FINE // buckets, bins, -1).sum(axis=(1, 3))),
    )


def _rows(counts: NDArray[np.int64]) -> Array:
    """Normalize each row to probabilities; a row without counts stays in its bucket."""
    rows = counts.astype(np.float64)
    for row in np.flatnonzero(rows.sum(axis=1) == 0):
        rows[row, row * rows.shape[1] // rows.shape[0]] = 1
    return np.ascontiguousarray(rows / rows.sum(axis=1, keepdims=True))


def _mean(values: Array) -> float:
    """The mean, in a third of the time that ``values.mean()`` takes for so few values."""
    return float(np.add.reduce(values)) / len(values)


class Outlooks:
    """Makes outlooks of hands, with a number of buckets (flop and turn) and of bins (river)."""

    def __init__(self, bins: int = 20, buckets: int = 20) -> None:
        self.check(bins, buckets)
        self.bins = bins
        self.buckets = buckets
        self._classes, self._flop, self._turn = _steps(buckets, bins)

    @staticmethod
    def check(bins: int, buckets: int = 20) -> None:
        """Raise ValueError unless the counts can be grouped into these numbers of bins and buckets."""
        if bins < 1 or FINE_RIVER % bins or buckets < 1 or FINE % buckets:
            raise ValueError(f"bins must divide {FINE_RIVER} and buckets {FINE}, not {bins} and {buckets}")

    @property
    def of_classes(self) -> _core.Outlook:
        """The pre-flop outlook of all 169 classes at once."""
        return _core.Outlook(0, [self._classes, self._flop, self._turn])

    def of_class(self, number: int) -> _core.Outlook:
        """The pre-flop outlook of one class."""
        return _core.Outlook(0, [np.ascontiguousarray(self._classes[number : number + 1]), self._flop, self._turn])

    def of_hand(self, hole: bytes, board: bytes) -> tuple[_core.Outlook, float]:
        """The outlook of a hand after the flop, and its strength."""
        mine, table = (sum(1 << card for card in cards) for cards in (hole, board))
        match len(board):
            case 3:
                turns = _core.turn_means(mine, table, OTHERS)
                return _core.Outlook(1, [self._shares(turns, self.buckets), self._turn]), _mean(turns)
            case 4:
                rivers = _core.river_ranks(mine, table)
                return _core.Outlook(2, [self._shares(rivers, self.bins)]), _mean(rivers)
            case 5:
                rank = float(_core.river_ranks(mine, table)[0])
                return _core.Outlook(3, [self._interpolated(rank)]), rank
        raise ValueError(f"the board must have three to five cards, not {len(board)}")

    def _shares(self, strengths: Array, buckets: int) -> Array:
        counts = np.bincount(bucket_of(strengths, buckets), minlength=buckets)
        return (counts / len(strengths))[np.newaxis]

    def _interpolated(self, rank: float) -> Array:
        """Interpolate a rank between the centres of two bins."""
        position = np.clip(rank * self.bins - 0.5, 0, self.bins - 1)
        lower = min(int(position), self.bins - 2) if self.bins > 1 else 0
        shares: Array = np.zeros((1, self.bins))
        shares[0, lower] = 1 - (position - lower)
        if self.bins > 1:
            shares[0, lower + 1] = position - lower
        return shares
