"""``Comparison``: which of two strategies wins more from an opponent, as far as the hands so far tell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

_NORMAL = NormalDist()


class Comparison:
    """Estimates of the difference between two strategies, one a hand, of which older ones count less.

    After each hand all earlier ones count (1 − 1 / memory) times as much. Before the first, ``hands`` hands with no
    difference are taken for granted, of which each would have come out with the standard deviation ``spread``.

    >>> comparison = Comparison(memory=1000, hands=10, spread=1.0)
    >>> comparison.chance(), round(comparison.chance(caution=1), 3)
    (0.5, 0.159)
    >>> for _ in range(100):
    ...     comparison.learn(0.2)
    >>> comparison.chance() > 0.99
    True
    """

    def __init__(self, memory: float, hands: float, spread: float) -> None:
        self.memory = memory
        self._weight, self._sum, self._square, self._squared_weight = hands, 0.0, hands * spread**2, hands

    @property
    def mean(self) -> float:
        """The difference a hand."""
        return self._sum / self._weight

    @property
    def standard_error(self) -> float:
        variance = max(self._square / self._weight - self.mean**2, 0.0)
        return math.sqrt(variance * self._squared_weight) / self._weight

    def learn(self, difference: float) -> None:
        """Count what a strategy would have won more than the other one in a hand."""
        kept = 1 - 1 / self.memory
        self._weight = self._weight * kept + 1
        self._squared_weight = self._squared_weight * kept**2 + 1
        self._sum = self._sum * kept + difference
        self._square = self._square * kept + difference**2

    def chance(self, caution: float = 0.0) -> float:
        """The probability that the difference is positive, after taking ``caution`` standard errors from it."""
        error = self.standard_error
        return _NORMAL.cdf(self.mean / error - caution) if error else 0.5

    def state(self) -> list[float]:
        """All numbers, for ``restore``."""
        return [self._weight, self._sum, self._square, self._squared_weight]

    def restore(self, state: Sequence[float]) -> None:
        """Go on from the state of another one. Raises ValueError if it is none."""
        weight, total, square, squared = map(float, state)
        if not (all(map(math.isfinite, (weight, total, square, squared))) and weight > 0 and min(square, squared) >= 0):
            raise ValueError("the comparison of strategies is not one")
        self._weight, self._sum, self._square, self._squared_weight = weight, total, square, squared
