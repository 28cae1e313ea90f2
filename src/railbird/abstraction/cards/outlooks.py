"""Features from the histogram of HS on the last street: its cumulative form, and the expected gain of strength."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.cards.shares import to_levels

BINS = 50
"""Bins of equal width in histograms of HS on the last street, as in Johanson et al. (2013)."""
FULL = 255
"""Cumulative histograms are bytes: this is all boards."""


def bins_of(halves: NDArray[np.int64], whole: int) -> NDArray[np.int64]:
    """The bin of each HS = halves / whole."""
    return np.minimum(halves * BINS // whole, BINS - 1)


def cumulative(counts: NDArray[Any], boards: int) -> NDArray[np.uint8]:
    """[hands, bins]: the share of boards up to each bin, from the number of boards in each bin."""
    return ((2 * FULL * np.cumsum(counts, axis=1, dtype=np.int64) + boards) // (2 * boards)).astype(np.uint8)


def gains(halves: NDArray[np.int64], whole: int, counts: NDArray[Any], boards: int) -> NDArray[np.uint16]:
    """[hands]: the level of E[max(HS on the last street - HS now, 0)], with HS now = halves / whole.

    The last street's HS counts as the middle of its bin.
    """
    middles = (2 * np.arange(BINS) + 1) * whole
    above = np.maximum(middles - 2 * BINS * halves[:, None], 0)
    return to_levels((above * counts).sum(axis=1), boards * 2 * BINS * whole)
