"""``Centroids``: buckets of hands with similar histograms of HS on the last street, by k-means.

The distance is the earth mover's: for histograms in one dimension, the L1 distance of the cumulative ones. A hand is in
the bucket of the nearest centroid (Gilpin, Sandholm and Sørensen 2007; Johanson et al. 2013). On the last street HS is
one number, so its k-means gives cuts of the levels (``nearest_cuts``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction.cards.shares import cuts_of
from railbird.abstraction.cards.street_buckets import Batches, Features
from railbird.errors import GameError

SEED = 24
"""The seed of samples and of k-means++. Ours."""
MOST_ROWS = 50_000
"""The largest sample of a group that k-means runs on. Ours."""
MOST_ROUNDS = 40
"""The maximum number of rounds of k-means. Ours."""


@dataclass(frozen=True, eq=False)
class Centroids:
    """The centroids of each group, weakest first."""

    centers: NDArray[np.uint8]
    """[groups, buckets, bins]: cumulative histograms."""

    wanted = ("histogram",)

    @classmethod
    def fit(cls, buckets: int, groups: int, batches: Batches) -> Centroids:
        """k-means in each group, on a sample of its deals."""
        parts = list(batches())
        before = np.concatenate([part.before for part in parts])
        weights = np.concatenate([part.weights for part in parts])
        rows = np.concatenate([part.features["histogram"] for part in parts])
        centers = np.zeros((groups, buckets, rows.shape[1]), dtype=np.uint8)
        for group in range(groups):
            inside = np.flatnonzero(before == group)
            if len(inside):
                generator = np.random.default_rng((SEED, group))
                if len(inside) > MOST_ROWS:
                    inside = generator.choice(inside, MOST_ROWS, replace=False)
                centers[group] = k_means(rows[inside], weights[inside], buckets, generator)
        return cls(centers)

    @property
    def groups(self) -> int:
        return len(self.centers)

    @property
    def buckets(self) -> int:
        return int(self.centers.shape[1])

    def of(self, before: NDArray[np.int32], features: Features) -> NDArray[np.int32]:
        """The buckets of hands from their groups and histograms."""
        rows = features["histogram"]
        result = before * np.int32(self.buckets)
        for group in np.unique(before):
            inside = before == group
            result[inside] += _core.nearest_rows(rows[inside], self.centers[group], 1)[:, 0]
        return result

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The centroids."""
        return {"centers": self.centers}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Centroids:
        """The rule of ``arrays()``. Raises GameError if it has another shape."""
        centers = arrays["centers"]
        if centers.dtype != np.uint8 or centers.ndim != 3 or not centers.size:
            raise GameError("the centroids have another shape")
        return cls(centers)


def k_means(
    rows: NDArray[np.uint8], weights: NDArray[np.int64], buckets: int, generator: np.random.Generator
) -> NDArray[np.uint8]:
    """[buckets, bins]: the means of the rows nearest to each of them, weakest first, from a k-means++ start."""
    centers = _plus_plus(rows, weights, buckets, generator)
    before = None
    for _ in range(MOST_ROUNDS):
        nearest = _core.nearest_rows(rows, centers, 1)
        labels = nearest[:, 0]
        if before is not None and (labels == before).all():
            break
        before = labels
        totals = np.bincount(labels, weights=weights, minlength=buckets)
        columns = [np.bincount(labels, weights=weights * column, minlength=buckets) for column in rows.T]
        means = np.rint(np.column_stack(columns) / np.maximum(totals, 1)[:, None]).astype(np.uint8)
        empty = np.flatnonzero(totals == 0)
        means[empty] = rows[np.argsort(-nearest[:, 1], kind="stable")[: len(empty)]][: len(empty)]
        centers = means
    return centers[np.argsort(-centers.sum(axis=1, dtype=np.int64), kind="stable")]


def _plus_plus(
    rows: NDArray[np.uint8], weights: NDArray[np.int64], buckets: int, generator: np.random.Generator
) -> NDArray[np.uint8]:
    """Start centroids: each row is chosen with a probability like its squared distance to those chosen before."""
    chosen = [int(generator.choice(len(rows), p=weights / weights.sum()))]
    distances = np.full(len(rows), np.iinfo(np.int32).max, dtype=np.int64)
    while len(chosen) < buckets:
        latest = _core.nearest_rows(rows, rows[chosen[-1:]], 1)[:, 1]
        distances = np.minimum(distances, latest)
        shares = weights * distances.astype(np.float64) ** 2
        total = shares.sum()
        chosen.append(int(generator.choice(len(rows), p=shares / total if total else weights / weights.sum())))
    return rows[chosen]


def nearest_cuts(counts: NDArray[np.int64], buckets: int) -> NDArray[np.uint16]:
    """[groups, buckets - 1]: cuts of levels halfway between the means of k-means, which starts from percentiles."""
    levels = np.arange(counts.shape[1])
    cuts = cuts_of(counts, buckets)
    for group, weights in enumerate(counts):
        for _ in range(MOST_ROUNDS):
            labels = np.searchsorted(cuts[group], levels, side="right")
            totals = np.bincount(labels, weights=weights, minlength=buckets)
            sums = np.bincount(labels, weights=weights * levels, minlength=buckets)
            lowest = np.concatenate([[0], cuts[group]])
            means = np.where(totals > 0, sums / np.maximum(totals, 1), lowest)
            new = np.ceil((means[1:] + means[:-1]) / 2).astype(np.uint16)
            if (new == cuts[group]).all():
                break
            cuts[group] = np.maximum.accumulate(new)
    return cuts
