"""``PotentialCuts``: buckets by hand strength, and one for weak hands with high potential, as PsOpti has them.

Billings et al. (2003) put hands into six buckets, mostly by strength, with one for weak hands that may become strong.
They do not say how it is cut. Here a hand is weak if HS on the board so far is below 1/2, and its potential is the
expected gain E[max(HS on the last street - HS now, 0)]. The bucket takes the weak hands with the highest potential:
the share 1/buckets of all deals of the group, but at most half of the weak ones. The other hands are cut by HS.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.cards.shares import LEVELS, count_levels, cuts_of, reached
from railbird.abstraction.cards.street_buckets import Batches, Features
from railbird.errors import GameError

WEAK = LEVELS // 2
"""Hands below this level of HS are weak. Ours."""


@dataclass(frozen=True, eq=False)
class PotentialCuts:
    """The bucket for potential is the last one of each group."""

    gain: NDArray[np.uint16]
    """[groups]: the lowest gain of a weak hand with high potential."""
    cuts: NDArray[np.uint16]
    """[groups, buckets - 2]: the lowest HS of each other bucket but the first."""

    wanted = ("hs", "gain")

    @classmethod
    def fit(cls, buckets: int, groups: int, batches: Batches) -> PotentialCuts:
        """Cut each group into so many buckets, two or more."""
        shape = (groups, LEVELS)
        gains, totals = np.zeros(shape, dtype=np.int64), np.zeros(groups, dtype=np.int64)
        for deals in batches():
            weak = deals.features["hs"] < WEAK
            totals += np.bincount(deals.before, weights=deals.weights, minlength=groups).astype(np.int64)
            gains += count_levels(deals.before[weak], deals.features["gain"][weak], deals.weights[weak], shape)
        rule = cls(
            _highest(gains, np.minimum(totals // buckets, gains.sum(axis=1) // 2)), np.zeros((groups, 0), np.uint16)
        )
        counts = np.zeros(shape, dtype=np.int64)
        for deals in batches():
            rest = ~rule._has_potential(deals.before, deals.features)
            counts += count_levels(deals.before[rest], deals.features["hs"][rest], deals.weights[rest], shape)
        return cls(rule.gain, cuts_of(counts, buckets - 1))

    @property
    def groups(self) -> int:
        return len(self.gain)

    @property
    def buckets(self) -> int:
        return int(self.cuts.shape[1]) + 2

    def of(self, before: NDArray[np.int32], features: Features) -> NDArray[np.int32]:
        """The buckets of hands from their groups, HS and gain."""
        within = reached(self.cuts, before, features["hs"])
        within[self._has_potential(before, features)] = self.buckets - 1
        return before * np.int32(self.buckets) + within

    def _has_potential(self, before: NDArray[np.int32], features: Features) -> NDArray[np.bool_]:
        return np.asarray((features["hs"] < WEAK) & (features["gain"] >= self.gain[before]))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Both kinds of cuts."""
        return {"gain": self.gain, "strength": self.cuts}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> PotentialCuts:
        """The rule of ``arrays()``. Raises GameError if they do not fit together."""
        gain, cuts = arrays["gain"], arrays["strength"]
        shaped = gain.ndim == 1 and cuts.ndim == 2 and len(gain) == len(cuts) and gain.dtype == cuts.dtype == np.uint16
        if not shaped or (cuts[:, 1:] < cuts[:, :-1]).any():
            raise GameError("cuts do not fit together")
        return cls(gain, cuts)


def _highest(counts: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.uint16]:
    """[groups]: the lowest level above which about the wanted number of deals lie; deals of a level stay together."""
    above = np.cumsum(counts[:, ::-1], axis=1)[:, ::-1] - counts
    inside = 2 * above + counts <= 2 * wanted[:, None]
    return np.asarray(counts.shape[1] - inside.sum(axis=1), dtype=np.uint16)
