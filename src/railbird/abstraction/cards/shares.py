"""Percentile buckets: deals in the order of a level, cut so that each bucket holds the same share of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

LEVELS = 2**14
"""Numbers from 0 to 1 are rounded to this many levels, so that buckets are the same on every machine. Ours."""


def to_levels(sums: NDArray[np.int64], whole: int) -> NDArray[np.uint16]:
    """The level of each sum / whole, rounded to the nearest."""
    return ((2 * sums * (LEVELS - 1) + whole) // (2 * whole)).astype(np.uint16)


def cuts_of(counts: NDArray[np.int64], buckets: int) -> NDArray[np.uint16]:
    """[groups, buckets - 1]: the lowest level of each bucket but the first, from [groups, levels] numbers of deals.

    Deals of one level are not torn apart: they go where the middle one of them belongs. So a level with many deals may
    leave buckets empty.
    """
    below = np.cumsum(counts, axis=1) - counts
    totals = counts.sum(axis=1, keepdims=True)
    bucket = buckets * (2 * below + counts) // np.maximum(2 * totals, 1)
    levels = [(bucket < each).sum(axis=1) for each in range(1, buckets)]
    return np.array(levels, dtype=np.uint16).reshape(buckets - 1, len(counts)).T.copy()


def reached(cuts: NDArray[np.uint16], groups: NDArray[np.int32], levels: NDArray[np.uint16]) -> NDArray[np.int32]:
    """The number of cuts of its group that the level of each deal has reached."""
    result = np.zeros(len(levels), dtype=np.int32)
    for cut in cuts.T:
        result += levels >= cut[groups]
    return result


def split(cuts: NDArray[np.uint16], groups: NDArray[np.int32], levels: NDArray[np.uint16]) -> NDArray[np.int32]:
    """The bucket of each deal: group × buckets + number of cuts reached."""
    return groups * np.int32(cuts.shape[1] + 1) + reached(cuts, groups, levels)


def count_levels(
    groups: NDArray[np.int32], levels: NDArray[np.uint16], weights: NDArray[np.int64], shape: tuple[int, int]
) -> NDArray[np.int64]:
    """[groups, levels]: the numbers of deals, given the number that each of the classes stands for."""
    keys = groups.astype(np.int64) * shape[1] + levels
    return np.bincount(keys, weights=weights, minlength=shape[0] * shape[1]).astype(np.int64).reshape(shape)
