"""What may become of a hand: how its strength goes on from round to round.

On the flop and on the turn a hand's strength is its mean hand rank on the river, over all cards that may come; on the
river it is the hand rank itself. Strengths lie in buckets of equal width. How hands go on from bucket to bucket was
counted by ``tools/outlook.py``; of the hand that is held, the next card is looked at exactly.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from railbird import _core

Array = NDArray[np.float64]

FINE = 60
"""Buckets of the flop and of the turn that were counted in."""
FINE_RIVER = 120
"""The same of the river."""
OTHERS = 16
"""Hands that each board is compared with on the flop; with all, it takes fifty times as long."""


def bucket_of(strength: Array, buckets: int) -> NDArray[np.intp]:
    """The bucket of each strength between 0 and 1."""
    return np.minimum((strength * buckets).astype(np.intp), buckets - 1)


@cache
def _counts() -> dict[str, NDArray[np.int64]]:
    with files("railbird.abstraction").joinpath("data", "outlook.npz").open("rb") as file, np.load(file) as found:
        return {name: found[name].astype(np.int64) for name in ("preflop", "flop", "turn")}


@cache
def _steps(buckets: int, bins: int) -> tuple[Array, Array, Array]:
    """The probabilities of going on: from each class to the flop, from there to the turn, from there to the river."""
    counts = _counts()
    return (
        _rows(counts["preflop"].reshape(169, buckets, -1).sum(axis=2)),
        _rows(counts["flop"].reshape(buckets, FINE // buckets, buckets, -1).sum(axis=(1, 3))),
        _rows(counts["turn"].reshape(buckets, FINE // buckets, bins, -1).sum(axis=(1, 3))),
    )


def _rows(counts: NDArray[np.int64]) -> Array:
    """Each row as probabilities; one of which nothing was seen stays where it is."""
    found = counts.astype(np.float64)
    for row in np.flatnonzero(found.sum(axis=1) == 0):
        found[row, row * found.shape[1] // found.shape[0]] = 1
    return np.ascontiguousarray(found / found.sum(axis=1, keepdims=True))


class Outlooks:
    """Outlooks of hands, with some number of buckets and of bins."""

    def __init__(self, bins: int = 20, buckets: int = 20) -> None:
        self.check(bins, buckets)
        self.bins = bins
        self.buckets = buckets
        self._classes, self._flop, self._turn = _steps(buckets, bins)

    @staticmethod
    def check(bins: int, buckets: int = 20) -> None:
        """Refuse numbers that what was counted cannot be split into."""
        if bins < 1 or FINE_RIVER % bins or buckets < 1 or FINE % buckets:
            raise ValueError(f"bins are a divisor of {FINE_RIVER} and buckets one of {FINE}, not {bins} and {buckets}")

    @property
    def of_classes(self) -> _core.Outlook:
        """Pre-flop, of all 169 classes at once."""
        return _core.Outlook(0, [self._classes, self._flop, self._turn])

    def of_hand(self, hole: bytes, board: bytes) -> tuple[_core.Outlook, float]:
        """Of a hand after the flop, and its strength."""
        mine, table = (sum(1 << card for card in cards) for cards in (hole, board))
        match len(board):
            case 3:
                turns = _core.turn_means(mine, table, OTHERS)
                return _core.Outlook(1, [self._shares(turns, self.buckets), self._turn]), float(turns.mean())
            case 4:
                rivers = _core.river_ranks(mine, table)
                return _core.Outlook(2, [self._shares(rivers, self.bins)]), float(rivers.mean())
            case 5:
                rank = float(_core.river_ranks(mine, table)[0])
                return _core.Outlook(3, [self._reading(rank)]), rank
        raise ValueError(f"a board after the flop has three to five cards, not {len(board)}")

    def _shares(self, strengths: Array, buckets: int) -> Array:
        counts = np.bincount(bucket_of(strengths, buckets), minlength=buckets)
        return (counts / len(strengths))[np.newaxis]

    def _reading(self, rank: float) -> Array:
        """A rank between the middles of two bins is read from both."""
        place = np.clip(rank * self.bins - 0.5, 0, self.bins - 1)
        lower = min(int(place), self.bins - 2) if self.bins > 1 else 0
        found: Array = np.zeros((1, self.bins))
        found[0, lower] = 1 - (place - lower)
        if self.bins > 1:
            found[0, lower + 1] = place - lower
        return found
