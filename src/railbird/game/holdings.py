"""All holdings that a player of a game may be dealt, in one fixed order.

Holdings are ordered by their highest card, then by the next one, and so on. With the full deck and two hole cards this
is the order of ``HoleCards.index``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from railbird.errors import CardError
from railbird.game.dealing import deck_of
from railbird.game.definition import Game


@dataclass(frozen=True, slots=True, eq=False)
class Holdings:
    """The holdings of one game, as read-only arrays."""

    deck: tuple[int, ...]
    """The numbers of the cards in the deck, ascending."""
    cards: NDArray[np.uint8]
    """[holdings, hole cards]: the cards of each holding, ascending."""
    masks: NDArray[np.uint64]
    """[holdings]: the cards of each holding as a bit mask (bit c stands for card c)."""

    def __len__(self) -> int:
        return len(self.masks)

    def index(self, cards: bytes) -> int:
        """The index of the holding with these cards, in any order.

        The i-th lowest card (counted from 1) adds the number of ways to choose i of the cards below it.
        """
        try:
            positions = sorted(map(self.deck.index, cards))
        except ValueError:
            raise CardError(f"not all of the cards {list(cards)} are in the deck") from None
        if len(set(positions)) != self.cards.shape[1]:
            raise CardError(f"a holding has {self.cards.shape[1]} different cards, not {list(cards)}")
        return sum(comb(position, number) for number, position in enumerate(positions, 1))

    def apart_from(self, cards: bytes) -> NDArray[np.bool_]:
        """[holdings]: a mask of the holdings that contain none of these cards."""
        mask = np.uint64(sum(1 << card for card in set(cards)))
        return np.asarray((self.masks & mask) == 0)


def holdings(game: Game) -> Holdings:
    """The possible holdings of a player in this game.

    >>> from railbird.game import leduc, limit
    >>> len(holdings(leduc())), len(holdings(limit()))
    (6, 1326)
    """
    return _holdings(game.hole_cards, game.ranks, game.suits)


@lru_cache(maxsize=16)
def _holdings(hole_cards: int, ranks: int, suits: int) -> Holdings:
    cards = deck_of(ranks, suits)
    chosen = sorted(combinations(cards, hole_cards), key=lambda each: each[::-1])
    masks = np.array([sum(1 << card for card in each) for each in chosen], dtype=np.uint64)
    rows = np.array(chosen, dtype=np.uint8)
    masks.flags.writeable = rows.flags.writeable = False
    return Holdings(cards, rows, masks)
