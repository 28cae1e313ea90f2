"""``DealIndex``: a number for each deal up to an exchange of suits, and a deal for each number (Waugh 2013).

A deal is what one player sees: their hole cards and the board, street by street. Ah Kh on Qh 7c 2d is as good as Ad Kd
on Qd 7c 2s, and has the same number. Hold'em has 169 such classes pre-flop, 1,286,792 on the flop, 55,190,538 on the
turn and 2,428,287,420 on the river.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import ArrayLike, NDArray

from railbird import _core
from railbird.cards import Card, cards_text, parse_cards
from railbird.errors import CardError, quoted
from railbird.game import Game
from railbird.game.dealing import deck


class DealIndex:
    """The classes of deals of a deck, for each street.

    ``streets`` are the numbers of cards that each street adds: 2, 3, 1 and 1 in hold'em. The order of cards within a
    street does not matter, but turn and river are told apart. For boards without an order use streets of 2 and 5.

    >>> index = DealIndex((2, 3, 1, 1))
    >>> index.counts
    (169, 1286792, 55190538, 2428287420)
    >>> index.of("AhKh Qh7c2d") == index.of("KdAd 7c2sQd"), index.of("AhKh Qh7c2h") == index.of("AhKh Qh7c2d")
    (True, False)
    >>> index.text(1, index.of("AhKh Qh7c2d"))
    'AcKc Qc7h2d'
    """

    def __init__(self, streets: Sequence[int], cards: Sequence[int] = range(52)) -> None:
        self.streets = tuple(streets)
        self._ends = tuple(accumulate(self.streets))
        try:
            self.native = _core.DealClasses(sum(1 << card for card in set(cards)), list(self.streets))
        except (ValueError, TypeError, OverflowError) as error:
            raise CardError(f"deals of {quoted(', '.join(map(str, self.streets)))} cards: {error!s:.100}") from None
        self.counts = tuple(int(self.native.count(street)) for street in range(len(self.streets)))
        """The number of classes on each street."""

    def of(self, deal: str | Sequence[Card]) -> int:
        """The number of one deal, given as text or as cards: hole cards first, then the board street by street."""
        cards = parse_cards(deal) if isinstance(deal, str) else deal
        row = np.array([[int(card) for card in cards]], dtype=np.uint8)
        return int(self.numbers(self._street(row.shape[1]), row)[0])

    def numbers(self, street: int, deals: ArrayLike) -> NDArray[np.uint64]:
        """[deals]: the number of each of [deals, cards]. Raises CardError if one has a card twice."""
        rows = np.asarray(deals, dtype=np.uint8)
        if not 0 <= street < len(self.streets) or rows.ndim != 2 or rows.shape[1] != self._ends[street]:
            raise CardError(f"deals of street {street} have the shape [deals, {self._cards(street)}], not {rows.shape}")
        try:
            result: NDArray[np.uint64] = self.native.index(street, rows)
        except ValueError as error:
            raise CardError(str(error)) from None
        return result

    def deals(self, street: int, numbers: ArrayLike) -> NDArray[np.uint8]:
        """[numbers, cards]: a deal of each class."""
        wanted = np.atleast_1d(np.asarray(numbers, dtype=np.uint64))
        count = self.counts[street] if 0 <= street < len(self.streets) else 0
        if wanted.ndim != 1 or (len(wanted) and int(wanted.max()) >= count):
            raise CardError(f"street {street} has {count:,} classes, numbered from 0")
        result: NDArray[np.uint8] = self.native.deals(street, wanted)
        return result

    def text(self, street: int, number: int) -> str:
        """A deal of a class as text, a space between streets, high cards first."""
        cards = [Card(card) for card in self.deals(street, [number])[0]]
        starts = (0, *self._ends)
        streets = (cards[starts[each] : starts[each + 1]] for each in range(street + 1))
        return " ".join(cards_text(sorted(each, reverse=True)) for each in streets)

    def _cards(self, street: int) -> int:
        return self._ends[street] if 0 <= street < len(self._ends) else 0

    def _street(self, cards: int) -> int:
        if cards not in self._ends:
            wanted = " or ".join(map(str, self._ends))
            raise CardError(f"a deal has {wanted} cards, not {cards}")
        return self._ends.index(cards)


@lru_cache(maxsize=16)
def deal_index(game: Game) -> DealIndex:
    """The index of a game's deals: streets with new cards only.

    >>> from railbird.game import leduc
    >>> deal_index(leduc()).counts
    (3, 15)
    """
    streets = [game.hole_cards + game.board_cards[0], *(cards for cards in game.board_cards[1:] if cards)]
    return DealIndex(streets, tuple(deck(game)))
