"""Ranges: a weight for each of the 1326 two-card hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray

from railbird.cards.card import Card
from railbird.cards.hand_class import CLASS_OF_HAND, CLASSES
from railbird.cards.hole_cards import ALL_HOLE_CARDS, HAND_MASKS, HANDS, HoleCards, card_mask
from railbird.cards.range_text import parse_weights, weights_text
from railbird.errors import RangeError
from railbird.plots import Chart, square


class Range:
    """A weight from 0 to 1 for each two-card hand. Ranges are immutable; operators return new ones.

    >>> top = Range("TT+, AKs")
    >>> top.combos
    34.0
    >>> "AhKh" in top, top["AhKd"]
    (True, 0.0)
    >>> print(top - Range("AA"))
    KK-TT, AKs
    >>> Range(str(top)) == top
    True

    ``|`` takes the larger of the two weights, ``&`` the smaller, and ``-`` subtracts the second from the first, but not
    below 0. ``help(railbird.cards.range_text)`` explains the text language.
    """

    __slots__ = ("_weights",)

    _weights: NDArray[np.float64]

    def __init__(self, text: str) -> None:
        self._weights = _frozen(parse_weights(text))

    @classmethod
    def from_weights(cls, weights: ArrayLike) -> Range:
        """Make a range from 1326 weights in the order of ``HoleCards.index``."""
        given = np.asarray(weights)
        if not (
            np.issubdtype(given.dtype, np.floating) or np.issubdtype(given.dtype, np.integer) or given.dtype == bool
        ):
            raise RangeError(f"the weights of a range must be real numbers, not {given.dtype}")
        array = given.astype(np.float64)
        if array.shape != (HANDS,):
            raise RangeError(f"a range needs {HANDS} weights in one row, not an array of shape {array.shape}")
        wrong = ~((array >= 0) & (array <= 1))
        if wrong.any():
            index = int(np.flatnonzero(wrong)[0])
            raise RangeError(f"the weight of {ALL_HOLE_CARDS[index]} must be between 0 and 1, not {array[index]}")
        return cls._of(array)

    @classmethod
    def from_hands(cls, hands: Iterable[HoleCards]) -> Range:
        """Make a range of these hands, each with weight 1."""
        weights = np.zeros(HANDS)
        for hand in hands:
            weights[hand.index] = 1
        return cls._of(weights)

    @classmethod
    def _of(cls, weights: NDArray[np.float64]) -> Range:
        new = cls.__new__(cls)
        new._weights = _frozen(weights)
        return new

    @property
    def weights(self) -> NDArray[np.float64]:
        """The 1326 weights, as a read-only array."""
        return self._weights

    @property
    def combos(self) -> float:
        """The sum of the weights: the number of hands in the range."""
        return float(self._weights.sum())

    @property
    def fraction(self) -> float:
        """The sum of the weights as a share of all 1326 hands."""
        return self.combos / HANDS

    def hands(self) -> Iterator[tuple[HoleCards, float]]:
        """Each hand of the range with its weight."""
        for index in np.flatnonzero(self._weights):
            yield ALL_HOLE_CARDS[index], float(self._weights[index])

    def without(self, cards: Iterable[Card]) -> Range:
        """The range without the hands that contain any of these cards."""
        known = np.uint64(card_mask(cards))
        return self._of(np.where(HAND_MASKS & known, 0.0, self._weights))

    def square(self) -> NDArray[np.float64]:
        """The mean weight of each of the 169 classes as a 13×13 array, with suited hands above the diagonal."""
        sums = np.bincount(CLASS_OF_HAND, weights=self._weights, minlength=len(CLASSES))
        return (sums / [hand_class.combos for hand_class in CLASSES]).reshape(13, 13)

    def table(self) -> str:
        """The 13×13 grid as text: the name of each class that is fully in the range, the weight of a partial one."""
        rows = []
        for row in range(13):
            cells = []
            for column in range(13):
                weight = self.square()[row, column]
                name = str(CLASSES[13 * row + column])
                cells.append((name if weight == 1 else "." if weight == 0 else f"{100 * weight:.0f}%").ljust(4))
            rows.append("".join(cells).rstrip())
        return "\n".join(rows)

    def plot(self) -> Chart:
        """The 13×13 square of hand classes; the darker a class, the larger its mean weight."""
        weights = self.square()
        cells = ["" if weight in (0, 1) else f"{weight:.0%}" for weight in weights.ravel().tolist()]
        title = f"{self.combos:,.4g} combos, {self.fraction:.1%} of all hands"
        return Chart(square([str(each) for each in CLASSES], weights, cells), title=title)

    def _repr_html_(self) -> str:
        return self.plot()._repr_html_()

    def __getitem__(self, hand: str | HoleCards) -> float:
        if isinstance(hand, str):
            hand = HoleCards.parse(hand)
        if not isinstance(hand, HoleCards):
            raise TypeError(f"look up a range by HoleCards or by text such as 'AhKh', not by {hand!r}")
        return float(self._weights[hand.index])

    def __iter__(self) -> Iterator[HoleCards]:
        """Iterate over the hands with a weight above 0."""
        return (hand for hand, _ in self.hands())

    def __contains__(self, hand: str | HoleCards) -> bool:
        return self[hand] > 0

    def __len__(self) -> int:
        """The number of hands with a weight above 0."""
        return int(np.count_nonzero(self._weights))

    def __or__(self, other: Range) -> Range:
        return self._of(np.maximum(self._weights, other._weights)) if isinstance(other, Range) else NotImplemented

    def __and__(self, other: Range) -> Range:
        return self._of(np.minimum(self._weights, other._weights)) if isinstance(other, Range) else NotImplemented

    def __sub__(self, other: Range) -> Range:
        return self._of(np.maximum(self._weights - other._weights, 0.0)) if isinstance(other, Range) else NotImplemented

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and np.array_equal(self._weights, other._weights)

    def __hash__(self) -> int:
        return hash(self._weights.tobytes())

    def __str__(self) -> str:
        return weights_text(self._weights)

    def __repr__(self) -> str:
        return f"Range({str(self)!r})"

    def __reduce__(self) -> tuple[object, tuple[NDArray[np.float64]]]:
        return Range.from_weights, (self._weights,)


def _frozen(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    weights = weights + 0.0  # no negative zero
    weights.flags.writeable = False
    return weights
