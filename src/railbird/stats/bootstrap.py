"""Intervals for anything that can be computed from independent samples, by drawing from them again and again."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 1000


def bootstrap_interval(
    samples: NDArray[np.float64],
    statistic: Callable[[NDArray[np.float64]], float],
    *,
    share: float = 0.95,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> tuple[float, float]:
    """Where a statistic lies in a share of all draws with replacement (the percentile bootstrap, Efron 1979).

    Samples are the rows of the array. What is infinite in a draw counts as infinite; two or more samples are needed.

    >>> low, high = bootstrap_interval(np.arange(100.0), np.mean)
    >>> 42 < low < 46, 53 < high < 57
    (True, True)
    """
    if len(samples) < 2:
        return float("nan"), float("nan")
    chance = np.random.default_rng(seed)
    found = np.sort([statistic(samples[chance.integers(0, len(samples), len(samples))]) for _ in range(resamples)])
    below = (1 - share) / 2 * resamples
    return float(found[int(np.floor(below))]), float(found[int(np.ceil(resamples - below)) - 1])
