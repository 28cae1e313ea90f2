"""Learning curves: a bot's win rate as a match goes on, over replicates with fresh bots."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.stats.bootstrap import bootstrap_interval
from railbird.stats.win_rate import win_rate

WINDOWS = 40
"""The number of windows into which a match is divided."""


@dataclass(frozen=True, slots=True)
class LearningCurve:
    """The win rate in each window: the mean over replicates with a 95 % band."""

    ends: NDArray[np.int64]
    """The last hand of each window."""
    mean: NDArray[np.float64]
    half: NDArray[np.float64]
    """Half the width of the band; NaN for a single replicate."""
    profit: float
    """Hands until profit: from then on the cumulative winnings (mean over replicates) stay above 0."""
    profit_interval: tuple[float, float]
    learned: float
    """Hands until 80 % of the final rate (that of the last quarter): the end of the first such window.

    It is read off the nondecreasing curve that fits best; in the raw curve the first lucky window would count.
    """
    learned_interval: tuple[float, float]

    @property
    def profit_text(self) -> str:
        """The hands until profit, in words.

        >>> learning_curve(np.repeat([[-1.0, 3.0]], 40, axis=1), windows=20).profit_text
        'after 56 hands'
        """
        return _hands_text(self.profit, self.profit_interval, "not at the end")

    @property
    def learned_text(self) -> str:
        """The hands until 80 % of the final rate, in words."""
        return _hands_text(self.learned, self.learned_interval, "it loses in the last quarter")


def _hands_text(hands: float, interval: tuple[float, float], never: str) -> str:
    if not math.isfinite(hands):
        return never
    low, high = (f"{end:,.0f}" if math.isfinite(end) else "never" for end in interval)
    return f"after {hands:,.0f} hands" + ("" if math.isnan(interval[0]) else f" ({low} to {high})")


def learning_curve(won: NDArray[np.float64], windows: int = WINDOWS) -> LearningCurve:
    """The learning curve of winnings [replicates, hands]; an infinite number of hands means never."""
    replicates, hands = won.shape
    edges = np.unique(np.linspace(0, hands, min(windows, hands) + 1, dtype=np.int64))
    sums = np.add.reduceat(won, edges[:-1], axis=1)
    sizes = np.diff(edges)
    rates = [win_rate(column) for column in (sums / sizes).T]
    ends = edges[1:]
    return LearningCurve(
        ends,
        np.array([rate.mean for rate in rates]),
        np.array([rate.half if replicates > 1 else math.nan for rate in rates]),
        hands_until_profit(sums, ends),
        bootstrap_interval(sums, lambda drawn: hands_until_profit(drawn, ends), resamples=400),
        _learned(sums, sizes, ends),
        bootstrap_interval(sums, lambda drawn: _learned(drawn, sizes, ends), resamples=400),
    )


def hands_until_profit(sums: NDArray[np.float64], ends: NDArray[np.int64]) -> float:
    """The end of the first window from which the sum of winnings [replicates, windows] stays above 0."""
    losing = np.nonzero(np.cumsum(sums.mean(axis=0)) <= 0)[0]
    if not len(losing):
        return float(ends[0])
    return float(ends[losing[-1] + 1]) if losing[-1] + 1 < len(ends) else math.inf


def _learned(sums: NDArray[np.float64], sizes: NDArray[np.int64], ends: NDArray[np.int64]) -> float:
    means = sums.mean(axis=0)
    last = max(len(ends) // 4, 1)
    final = means[-last:].sum() / sizes[-last:].sum()
    if final <= 0:
        return math.inf
    reached = np.nonzero(nondecreasing(means / sizes, sizes) >= 0.8 * final)[0]
    return float(ends[reached[0]]) if len(reached) else math.inf


def nondecreasing(values: NDArray[np.float64], weights: NDArray[np.int64] | NDArray[np.float64]) -> NDArray[np.float64]:
    """The nondecreasing sequence with the least weighted squared differences (isotonic regression).

    It pools adjacent violators: while a value is below the one before it, both are replaced by their mean.

    >>> nondecreasing(np.array([1.0, 3.0, 2.0, 4.0]), np.ones(4))
    array([1. , 2.5, 2.5, 4. ])
    """
    pools: list[tuple[float, float, int]] = []
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        pools.append((value, weight, 1))
        while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
            (low, low_weight, few), (high, high_weight, more) = pools[-2:]
            both = low_weight + high_weight
            pools[-2:] = [((low * low_weight + high * high_weight) / both, both, few + more)]
    return np.repeat([value for value, _, _ in pools], [count for _, _, count in pools])
