"""Weight tables: the hands that an opponent may hold (Poki; Heidenreich 2008, §4.2.4).

A table has a weight between 0 and 1 for each of the 1326 hands. At the start of a hand all are 1; hands with a known
card get 0. After each action of the opponent, every weight is multiplied by the probability of that action with that
hand. Only the proportions matter.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from railbird.cards import CLASS_OF_HAND, CLASSES, HAND_MASKS, HANDS, HandClass, HoleCards, Range
from railbird.errors import ModelError

Array = NDArray[np.float64]

FLOOR = 0.01
"""No possible hand falls below this share of the most likely one (Papp 1998, §7.2.1: below 0.01)."""
LOW_WEIGHT = 0.01
"""The factor of hands far below the threshold of an action (same source)."""
SMALL = 0.1
"""If all weights are below this, or one is above 1, they are scaled to a maximum of 1."""


def reweighting_factors(values: ArrayLike, mu: float, sigma: float) -> Array:
    """Loki's factors for an action taken with hands above about mu, with uncertainty sigma.

    rwt(h) = 0.01 below mu − sigma, 1 above mu + sigma, (h − mu + sigma) / (2 sigma) between, so ½ at mu (Papp 1998,
    §7.2.1). With sigma 0 it is a step: 1 from mu on.

    >>> reweighting_factors([0.3, 0.5, 0.6, 0.7, 0.9], 0.6, 0.2)
    array([0.01, 0.25, 0.5 , 0.75, 1.  ])
    """
    values = np.asarray(values, dtype=np.float64)
    if sigma <= 0:
        return np.where(values >= mu, 1.0, LOW_WEIGHT)
    return np.clip((values - mu + sigma) / (2 * sigma), LOW_WEIGHT, 1.0)


class WeightTable:
    """The weight table of one opponent in one hand."""

    __slots__ = ("_floor", "_possible", "_round_began", "_weights")

    def __init__(self, known: bytes = b"", *, floor: float = FLOOR) -> None:
        """All hands without a known card are equally likely."""
        self._floor = floor
        self._possible = np.ones(HANDS, dtype=bool)
        self._weights = np.ones(HANDS)
        self._round_began = self._weights
        self.remove(known)
        self.begin_round()

    @classmethod
    def of(cls, weights: Array) -> WeightTable:
        """A table with given weights; hands without a weight are impossible."""
        table = cls(floor=0.0)
        table._possible = weights > 0
        table._take(weights)
        table.begin_round()
        return table

    @property
    def weights(self) -> Array:
        """The weights, between 0 and 1; read-only."""
        return self._weights

    @property
    def possible(self) -> NDArray[np.bool_]:
        """Which hands have no known card."""
        return self._possible

    def remove(self, cards: bytes) -> None:
        """Exclude all hands that contain one of these cards."""
        if not cards:
            return
        seen = np.uint64(sum(1 << card for card in cards))
        self._possible = self._possible & ((HAND_MASKS & seen) == 0)
        self._take(np.where(self._possible, self._weights, 0.0))

    def begin_round(self) -> None:
        """Note the weights at the start of a round, where Loki's rule starts from."""
        self._round_began = self._weights

    def reweight(self, likely: ArrayLike) -> None:
        """w ← w · P(action | hand), with a lower bound for possible hands (Peña 1999, §4.2.2)."""
        factors = np.asarray(likely, dtype=np.float64)
        if factors.shape != (HANDS,):
            raise ModelError(f"re-weighting needs {HANDS} factors, not an array of shape {factors.shape}")
        usable = np.isfinite(factors) & (factors >= 0)
        self._take(self._weights * np.where(usable, factors, 1.0))

    def reweight_by(self, values: ArrayLike, mu: float, sigma: float) -> None:
        """Loki's rule: re-weight from the start of the round, so that a round counts once (Peña 1999, §3.3.2).

        Call it again in the same round only with a higher mu.
        """
        factors = reweighting_factors(values, mu, sigma)
        self._take(self._round_began * np.where(np.isfinite(factors), factors, 1.0))

    def _take(self, weights: Array) -> None:
        """Set new weights; if all are 0, make all possible hands equally likely again."""
        most = float(weights.max(initial=0.0, where=self._possible))
        if most <= 0:
            self._weights = self._possible.astype(np.float64)
            return
        if not SMALL <= most <= 1:
            weights, most = weights / most, 1.0
        self._weights = np.where(self._possible, np.clip(weights, self._floor * most, 1.0), 0.0)

    def probabilities(self) -> Array:
        """The probability of each hand; they sum to 1 unless no hand is possible."""
        total = self._weights.sum()
        return self._weights / total if total > 0 else self._weights

    @property
    def entropy(self) -> float:
        """The uncertainty in bits: log2 of the number of hands if all are equally likely, 0 if one is certain."""
        shares = self.probabilities()
        shares = shares[shares > 0]
        return float(-(shares * np.log2(shares)).sum())

    def top(self, count: int = 5) -> list[tuple[HoleCards, float]]:
        """The most likely hands with their probabilities."""
        shares = self.probabilities()
        best = np.argsort(-shares, kind="stable")[:count]
        return [(HoleCards.from_index(int(index)), float(shares[index])) for index in best if shares[index] > 0]

    def top_classes(self, count: int = 5) -> list[tuple[HandClass, float]]:
        """The most likely of the 169 classes, each with how many times as likely it is as the average hand."""
        ratios = self.ratios()
        best = np.argsort(-ratios, kind="stable")[:count]
        return [(CLASSES[int(index)], float(ratios[index])) for index in best if ratios[index] > 0]

    def ratios(self) -> Array:
        """How many times as likely the hands of each class are as the average hand; 0 if none is possible."""
        possible = np.bincount(CLASS_OF_HAND[self._possible], minlength=len(CLASSES))
        sums = np.bincount(CLASS_OF_HAND, self._weights, len(CLASSES))
        whole = self._weights.sum() / max(int(possible.sum()), 1)
        return np.asarray(sums / np.maximum(possible, 1) / (whole if whole > 0 else 1.0))

    def range(self) -> Range:
        """The weights as a range."""
        return Range.from_weights(self._weights)
