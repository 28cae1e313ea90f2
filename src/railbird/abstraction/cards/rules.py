"""Which rule puts the deals of a street into buckets, for each kind of spec."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.cards.bucket_spec import BucketsBy, BucketSpec
from railbird.abstraction.cards.centroids import Centroids, nearest_cuts
from railbird.abstraction.cards.level_cuts import LevelCuts
from railbird.abstraction.cards.potential_cuts import PotentialCuts
from railbird.abstraction.cards.shares import LEVELS, count_levels, cuts_of
from railbird.abstraction.cards.street_buckets import Batches, StreetRule
from railbird.errors import GameError

WANTED: Mapping[BucketsBy, tuple[str, ...]] = {
    BucketsBy.CLASS: (),
    BucketsBy.EHS: ("ehs",),
    BucketsBy.EHS2: ("ehs2",),
    BucketsBy.NESTED: ("ehs2", "ehs"),
    BucketsBy.POTENTIAL: ("hs", "gain"),
    BucketsBy.HISTOGRAM: ("histogram",),
}
"""The features that the streets between the first and the last are bucketed by."""


def flop_wanted(spec: BucketSpec) -> tuple[str, ...]:
    """The features of the flop: those of the streets after it, and those that the pre-flop is bucketed by."""
    return ("ehs", *WANTED[spec.by]) if spec.by is BucketsBy.POTENTIAL else WANTED[spec.by]


def fit_first(spec: BucketSpec, numbers: tuple[int, ...], batches: Batches) -> StreetRule:
    """The rule of the first street: as on later ones, but by E[HS] where those have a bucket for potential."""
    if spec.by is BucketsBy.POTENTIAL:
        return LevelCuts.fit(("ehs",), numbers, 1, batches)
    return fit_middle(spec, numbers, 1, batches)


def fit_middle(spec: BucketSpec, numbers: tuple[int, ...], groups: int, batches: Batches) -> StreetRule:
    """The rule of a street that others follow."""
    if spec.by is BucketsBy.POTENTIAL:
        return PotentialCuts.fit(numbers[0], groups, batches)
    if spec.by is BucketsBy.HISTOGRAM:
        return Centroids.fit(numbers[0], groups, batches)
    return LevelCuts.fit(WANTED[spec.by][: len(numbers)], numbers, groups, batches)


def fit_last(spec: BucketSpec, numbers: tuple[int, ...], groups: int, batches: Batches) -> StreetRule:
    """The rule of the last street, where HS is all that counts."""
    counts = np.zeros((groups, LEVELS), dtype=np.int64)
    for deals in batches():
        counts += count_levels(deals.before, deals.features["ehs"], deals.weights, counts.shape)
    return last_rule(spec, numbers, counts)


def last_rule(spec: BucketSpec, numbers: tuple[int, ...], counts: NDArray[np.int64]) -> StreetRule:
    """The rule of the last street from [groups, levels of HS] numbers of deals."""
    cut = nearest_cuts if spec.by is BucketsBy.HISTOGRAM else cuts_of
    return LevelCuts(("ehs",), (cut(counts, prod(numbers)),))


def rule_of(arrays: Mapping[str, NDArray[Any]]) -> StreetRule:
    """The rule that ``arrays()`` of it describe."""
    kinds: dict[str, Callable[[Mapping[str, NDArray[Any]]], StreetRule]] = {
        "cuts0": LevelCuts.from_arrays,
        "gain": PotentialCuts.from_arrays,
        "centers": Centroids.from_arrays,
    }
    for name in arrays:
        if name.partition(".")[0] in kinds:
            return kinds[name.partition(".")[0]](arrays)
    raise GameError("a street is missing")
