"""The 169 hand classes: pairs, suited and offsuit.

Classes are numbered row by row through the usual 13×13 grid, which starts with the aces: AA is 0, AKs is 1, …, AKo is
13, KK is 14, …, 22 is 168. Pairs are on the diagonal, suited hands above it, offsuit hands below.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.cards.card import RANKS
from railbird.cards.hole_cards import HoleCards, hand_index
from railbird.errors import RangeError, quoted


@dataclass(frozen=True, slots=True)
class HandClass:
    """A hand class such as AKs: the numbers of its ranks (high ≥ low) and whether it is suited.

    >>> HandClass.parse("AKs").combos
    4
    >>> str(HandClass.of(HoleCards.parse("7d7c")))
    '77'
    """

    high: int
    low: int
    suited: bool

    def __post_init__(self) -> None:
        if not 0 <= self.low <= self.high < 13 or (self.suited and self.high == self.low):
            raise RangeError(f"there is no hand class with ranks {self.high}, {self.low} and suited={self.suited}")

    @classmethod
    def parse(cls, text: str) -> HandClass:
        """Parse a hand class such as ``TT``, ``AKs`` or ``72o``."""
        hand_class = _BY_NAME.get(text)
        if hand_class is None:
            raise RangeError(f"{quoted(text)} is not a hand class (write TT, AKs or 72o)")
        return hand_class

    @classmethod
    def of(cls, hand: HoleCards) -> HandClass:
        """The class of a hand."""
        return cls(hand.high.rank, hand.low.rank, hand.high.suit == hand.low.suit)

    @property
    def pair(self) -> bool:
        return self.high == self.low

    @property
    def combos(self) -> int:
        """The number of hands in the class: 6, 4 or 12."""
        return 6 if self.pair else 4 if self.suited else 12

    @property
    def index(self) -> int:
        """The number of the class, counted row by row through the grid."""
        upper, lower = 12 - self.high, 12 - self.low
        return 13 * upper + lower if self.suited else 13 * lower + upper

    @property
    def hands(self) -> NDArray[np.intp]:
        """The indices of the hands in the class."""
        return np.flatnonzero(self.index == CLASS_OF_HAND)

    def __str__(self) -> str:
        suffix = "" if self.pair else "s" if self.suited else "o"
        return RANKS[self.high] + RANKS[self.low] + suffix


def _grid() -> tuple[HandClass, ...]:
    cells = [(12 - index // 13, 12 - index % 13) for index in range(169)]
    return tuple(HandClass(max(row, column), min(row, column), suited=row > column) for row, column in cells)


CLASSES: tuple[HandClass, ...] = _grid()


def _class_of_hand() -> NDArray[np.uint8]:
    low, high = np.triu_indices(52, 1)
    order = np.lexsort((low, high))  # the order of hands
    high, low = high[order], low[order]
    upper, lower = 12 - high // 4, 12 - low // 4
    return np.where(high % 4 == low % 4, 13 * upper + lower, 13 * lower + upper).astype(np.uint8)


CLASS_OF_HAND: NDArray[np.uint8] = _class_of_hand()
CLASS_OF_HAND.flags.writeable = False

_BY_NAME = {str(hand_class): hand_class for hand_class in CLASSES}


def class_index(cards: bytes) -> int:
    """The index of the hand class of two cards, given as card numbers (as in ``View.hole_bytes``).

    >>> class_index(bytes([50, 46]))
    1
    """
    return int(CLASS_OF_HAND[hand_index(cards)])
