"""Paired comparison of two players on the same deals, so that common luck cancels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.stats.bounded import Bounds
from railbird.stats.win_rate import WinRate, win_rate


def paired_difference(first: NDArray[np.float64], second: NDArray[np.float64], bounds: Bounds | None = None) -> WinRate:
    """How much more the second wins than the first, deal by deal or replicate by replicate.

    ``bounds`` are the least and the most that each of them can win; if given, the interval is ``bounded_interval``.

    >>> paired_difference(np.array([1.0, 5.0, 3.0]), np.array([2.0, 6.0, 4.0]))
    WinRate(mean=1.0, standard_error=0.0, samples=3)
    """
    if first.shape != second.shape:
        raise ValueError(f"cannot pair {len(first)} samples with {len(second)}")
    width = None if bounds is None else bounds[1] - bounds[0]
    return win_rate(second - first, None if width is None else (-width, width))
