"""Confidence intervals for the mean of bounded outcomes, such as those of freeze-outs.

The outcome of a freeze-out is -1 for everybody but the winner, so a few outcomes may all be the same, or contain a
single win in a hundred. Student's interval then has no width, or extends below -1. Gaffke's interval does neither. It
uses only the bounds and assumes nothing about the distribution between them.

For samples x_1 ... x_n between 0 and 1, its upper end is the quantile of 1 - error/2 of

    D_1 x_1 + ... + D_n x_n + D_(n+1) · 1,

where D is uniform over all weights that sum to 1 (Dirichlet with all parameters 1), and its lower end is the quantile
of error/2 with 0 instead of 1. If all outcomes are 0 or 1, it is the interval of Clopper and Pearson, which is proven
to contain the true mean with a probability of at least 1 - error. For all other bounded outcomes this is Gaffke's
conjecture: it is not proven, no counterexample is known, and ``docs/results/intervals.md`` has the coverage that we
measured.

Gaffke (2005), Three test statistics for a nonparametric one-sided hypothesis on the mean of a nonnegative variable;
Learned-Miller and Thomas (2020), A new confidence interval for the mean of a bounded random variable.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Bounds = tuple[float, float]

_STEP = 0.05
_POINTS = np.exp(np.arange(-24.0, 16.0, _STEP))
"""The points, even in log u, where the integral of ``_share_above`` is evaluated. More change only its tenth digit."""
_PRECISION = 1e-10
MOST_VALUES = 250
"""The most distinct outcomes used as they are; if there are more, each is rounded outwards to this many even steps."""


def bounded_interval(samples: NDArray[np.float64], bounds: Bounds, error: float = 0.05) -> Bounds:
    """The confidence interval for the mean of bounded outcomes; without samples it is the bounds themselves.

    >>> [round(end, 4) for end in bounded_interval(np.array([1.0] * 3 + [0.0] * 7), (0.0, 1.0))]
    [0.0667, 0.6525]
    """
    low, high = bounds
    scaled = np.clip((np.asarray(samples, dtype=np.float64) - low) / (high - low), 0.0, 1.0)
    upper, lower = _upper_end(scaled, error / 2), 1 - _upper_end(1 - scaled, error / 2)
    return low + (high - low) * lower, low + (high - low) * upper


def _upper_end(scaled: NDArray[np.float64], error: float) -> float:
    """The quantile of 1 - error of the weighted sum.

    The search steps outwards from the mean, one standard deviation at a time, and then uses secants (the Illinois
    method, which keeps the quantile bracketed).
    """
    if len(np.unique(scaled)) > MOST_VALUES:
        scaled = np.ceil(scaled * MOST_VALUES) / MOST_VALUES
    values, counts = np.unique(np.append(scaled, 1.0), return_counts=True)
    if len(values) == 1:
        return 1.0
    total = int(counts.sum())
    mean = float(values @ counts) / total
    deviation = math.sqrt(float(np.square(values - mean) @ counts) / total / (total + 1))
    inside = outside = mean
    excess = _share_above(values, counts, mean) - error  # at the inner side of the bracket; `lack` at the outer side
    lack = excess
    while lack > 0 and outside < 1:
        inside, excess, outside = outside, lack, min(outside + deviation, 1.0)
        lack = _share_above(values, counts, outside) - error
    while outside - inside > _PRECISION and lack < 0:
        between = (inside * lack - outside * excess) / (lack - excess)
        rest = _share_above(values, counts, between) - error
        if abs(rest) < _PRECISION:
            return between
        if rest > 0:
            inside, excess, lack = between, rest, lack / 2
        else:
            outside, lack, excess = between, rest, excess / 2
    return outside


def _share_above(values: NDArray[np.float64], counts: NDArray[np.int64], limit: float) -> float:
    """The probability that a sum of values with uniform weights exceeds a limit.

    Uniform weights are independent exponential variables E over their sum. So the sum exceeds the limit t if
    Q = Σ (x_i - t) E_i exceeds 0, and by the inversion formula of Gil-Pelaez, with a_i = x_i - t,

        P(Q > 0) = 1/2 + 1/π ∫ sin(Σ arctan(u a_i)) / Π sqrt(1 + u² a_i²) du/u.

    The integrand is smooth in log u and falls off exponentially on both sides, so even steps give many exact digits.
    """
    distances = values - limit
    distances = distances / np.sqrt(counts @ np.square(distances))
    angles = _POINTS[:, None] * distances
    phase = np.arctan(angles) @ counts
    size = np.log1p(np.square(angles)) @ counts / 2
    return float(0.5 + _STEP / np.pi * np.sum(np.sin(phase) * np.exp(-size)))
