"""Two-card hands in one fixed order.

The hand of the cards low < high has the index high · (high − 1) / 2 + low: 2d2c is 0, 2h2c is 1, 2h2d is 2, … and AsAh
is 1325. Every array over hands in Railbird (range weights, equities, strengths) has this order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.cards.card import DECK, Card, parse_cards
from railbird.errors import CardError, quoted

HANDS = 1326


@dataclass(frozen=True, slots=True)
class HoleCards:
    """Two different cards; ``HoleCards.parse("KhAh")`` and ``HoleCards(Card("Ah"), Card("Kh"))`` are the same hand.

    >>> HoleCards.parse("KhAh").index
    1271
    >>> print(HoleCards.from_index(1325))
    AsAh
    """

    high: Card
    low: Card

    def __post_init__(self) -> None:
        high, low = Card(self.high), Card(self.low)
        if high == low:
            raise CardError(f"the card {high} occurs twice in one hand")
        if high is not self.high or low is not self.low or high < low:
            object.__setattr__(self, "high", max(high, low))
            object.__setattr__(self, "low", min(high, low))

    @classmethod
    def parse(cls, text: str) -> HoleCards:
        """Parse a hand such as ``AhKh``."""
        cards = parse_cards(text)
        if len(cards) != 2:
            raise CardError(f"{quoted(text)} is not two cards (write them as in AhKh)")
        return cls(*cards)

    @classmethod
    def from_index(cls, index: int) -> HoleCards:
        """The hand with this index."""
        if not 0 <= index < HANDS:
            raise CardError(f"the index of a hand must be between 0 (2d2c) and {HANDS - 1} (AsAh), not {index}")
        return ALL_HOLE_CARDS[index]

    @property
    def index(self) -> int:
        """The index of the hand in the fixed order."""
        high = int(self.high)
        return high * (high - 1) // 2 + int(self.low)

    def __str__(self) -> str:
        return f"{self.high}{self.low}"


ALL_HOLE_CARDS: tuple[HoleCards, ...] = tuple(
    HoleCards(DECK[high], DECK[low]) for high in range(52) for low in range(high)
)


def hand_index(cards: bytes) -> int:
    """The index of a hand, given as the numbers of its two cards (as in ``View.hole_bytes``).

    >>> hand_index(bytes(map(int, parse_cards("KhAh"))))
    1271
    """
    high, low = max(cards), min(cards)
    return high * (high - 1) // 2 + low


def card_mask(cards: Iterable[Card]) -> int:
    """A set of cards as a bit mask: bit c stands for card c."""
    mask = 0
    for card in cards:
        mask |= 1 << int(card)
    return mask


HAND_MASKS: NDArray[np.uint64] = np.array(
    [1 << high | 1 << low for high in range(52) for low in range(high)], dtype=np.uint64
)
HAND_MASKS.flags.writeable = False
