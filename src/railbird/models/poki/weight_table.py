"""Weight tables: which hands may an opponent hold? (Poki; Heidenreich 2008, §4.2.4)

A table has a weight between 0 and 1 for each of the 1326 hands. At the beginning of a hand all are 1; hands with a card
that is seen get 0. After each action of the opponent every weight is multiplied with how likely he would have acted so
with that hand. Only their proportions matter.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from railbird.cards import CLASS_OF_HAND, CLASSES, HAND_MASKS, HANDS, HandClass, HoleCards, Range
from railbird.errors import ModelError

Array = NDArray[np.float64]

FLOOR = 0.01
"""No hand that is possible falls below this share of the most likely one (Papp 1998, §7.2.1: below 0.01)."""
LOW_WEIGHT = 0.01
"""The factor of hands far below what an action needs (the same)."""
SMALL = 0.1
"""When all weights are below this, or one is above 1, they are brought to a largest of 1: their proportions matter."""


def reweighting_factors(values: ArrayLike, mu: float, sigma: float) -> Array:
    """Loki's factors for an action that hands from about mu on take, sigma being how unsure that is.

    rwt(h) = 0.01 below mu − sigma, 1 above mu + sigma, (h − mu + sigma) / (2 sigma) between: ½ at mu (Papp 1998,
    §7.2.1). With sigma 0, 1 from mu on.

    >>> reweighting_factors([0.3, 0.5, 0.6, 0.7, 0.9], 0.6, 0.2)
    array([0.01, 0.25, 0.5 , 0.75, 1.  ])
    """
    values = np.asarray(values, dtype=np.float64)
    if sigma <= 0:
        return np.where(values >= mu, 1.0, LOW_WEIGHT)
    return np.clip((values - mu + sigma) / (2 * sigma), LOW_WEIGHT, 1.0)


class WeightTable:
    """The weights of one opponent in one hand."""

    __slots__ = ("_floor", "_possible", "_round_began", "_weights")

    def __init__(self, known: bytes = b"", *, floor: float = FLOOR) -> None:
        """All hands are as likely as any other, but those with a known card."""
        self._floor = floor
        self._possible = np.ones(HANDS, dtype=bool)
        self._weights = np.ones(HANDS)
        self._round_began = self._weights
        self.remove(known)
        self.begin_round()

    @property
    def weights(self) -> Array:
        """Between 0 and 1; not to be written to."""
        return self._weights

    @property
    def possible(self) -> NDArray[np.bool_]:
        """Hands without a known card."""
        return self._possible

    def remove(self, cards: bytes) -> None:
        """Nobody else holds cards that are seen."""
        if not cards:
            return
        seen = np.uint64(sum(1 << card for card in cards))
        self._possible = self._possible & ((HAND_MASKS & seen) == 0)
        self._take(np.where(self._possible, self._weights, 0.0))

    def begin_round(self) -> None:
        """What Loki's rule starts from in each round."""
        self._round_began = self._weights

    def reweight(self, likely: ArrayLike) -> None:
        """w ← w · P(action | hand), at the least the floor where the hand is possible (Peña 1999, §4.2.2)."""
        factors = np.asarray(likely, dtype=np.float64)
        if factors.shape != (HANDS,):
            raise ModelError(f"weights are changed by {HANDS} factors, not by {factors.shape}")
        usable = np.isfinite(factors) & (factors >= 0)
        self._take(self._weights * np.where(usable, factors, 1.0))

    def reweight_by(self, values: ArrayLike, mu: float, sigma: float) -> None:
        """Loki's rule: from the weights at the beginning of the round, so that a round counts once (Peña 1999, §3.3.2).

        The caller goes on with a higher mu only.
        """
        factors = reweighting_factors(values, mu, sigma)
        self._take(self._round_began * np.where(np.isfinite(factors), factors, 1.0))

    def _take(self, weights: Array) -> None:
        """New weights; if nothing is left of them, all possible hands are as likely again."""
        most = float(weights.max(initial=0.0, where=self._possible))
        if most <= 0:
            self._weights = self._possible.astype(np.float64)
            return
        if not SMALL <= most <= 1:
            weights, most = weights / most, 1.0
        self._weights = np.where(self._possible, np.clip(weights, self._floor * most, 1.0), 0.0)

    def probabilities(self) -> Array:
        """How likely each hand is; they sum to 1 unless no hand is possible."""
        total = self._weights.sum()
        return self._weights / total if total > 0 else self._weights

    @property
    def entropy(self) -> float:
        """How much is open, in bits: log2 of the number of hands if all are alike, 0 if one is certain."""
        shares = self.probabilities()
        shares = shares[shares > 0]
        return float(-(shares * np.log2(shares)).sum())

    def top(self, count: int = 5) -> list[tuple[HoleCards, float]]:
        """The likeliest hands with their probabilities."""
        shares = self.probabilities()
        best = np.argsort(-shares, kind="stable")[:count]
        return [(HoleCards.from_index(int(place)), float(shares[place])) for place in best if shares[place] > 0]

    def top_classes(self, count: int = 5) -> list[tuple[HandClass, float]]:
        """The likeliest of the 169 classes, and how much likelier their hands are than hands are on the whole."""
        ratios = self.ratios()
        best = np.argsort(-ratios, kind="stable")[:count]
        return [(CLASSES[int(place)], float(ratios[place])) for place in best if ratios[place] > 0]

    def ratios(self) -> Array:
        """How many times as likely hands of each class are as hands are on the whole; 0 where none is possible."""
        possible = np.bincount(CLASS_OF_HAND[self._possible], minlength=len(CLASSES))
        sums = np.bincount(CLASS_OF_HAND, self._weights, len(CLASSES))
        whole = self._weights.sum() / max(int(possible.sum()), 1)
        return np.asarray(sums / np.maximum(possible, 1) / (whole if whole > 0 else 1.0))

    def range(self) -> Range:
        """The same as a range."""
        return Range.from_weights(self._weights)
