"""``Lead``: by how much one strategy wins more than another from an opponent, as far as the hands so far tell."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

_NORMAL = NormalDist()


class Lead:
    """Estimates of the difference between two strategies, one a hand, of which older ones count less.

    After each hand all earlier ones count (1 − 1 / memory) times as much. Before the first, ``hands`` hands with no
    difference are taken for granted, of which each would have come out with the standard deviation ``spread``.

    >>> lead = Lead(memory=1000, hands=10, spread=1.0)
    >>> lead.chance(), round(lead.chance(caution=1), 3)
    (0.5, 0.159)
    >>> for _ in range(100):
    ...     lead.learn(0.2)
    >>> lead.chance() > 0.99
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
        return math.sqrt(variance / self.hands)

    @property
    def hands(self) -> float:
        """As many hands that count alike would tell as much."""
        return self._weight**2 / self._squared_weight

    def learn(self, difference: float) -> None:
        """Count what the first strategy would have won more than the other one in a hand."""
        kept = 1 - 1 / self.memory
        self._weight = self._weight * kept + 1
        self._squared_weight = self._squared_weight * kept**2 + 1
        self._sum = self._sum * kept + difference
        self._square = self._square * kept + difference**2

    def doubt(self, hands: float) -> None:
        """Let all that was learned count as at most so many hands, because one of the strategies has changed."""
        left = min(self.hands, hands)
        self._sum, self._square = self.mean * left, self._square / self._weight * left
        self._weight = self._squared_weight = left

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
        numbers = (weight, total, square, squared)
        if not (all(map(math.isfinite, numbers)) and weight > 0 and squared > 0 and square >= 0):
            raise ValueError("the lead of a strategy is not one")
        self._weight, self._sum, self._square, self._squared_weight = numbers
