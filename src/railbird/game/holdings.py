"""All hole cards that a player of a game may be dealt, in one fixed order.

Holdings are ordered by their highest card, then by the next one, and so on; cards by their numbers. With the full deck
and two hole cards this is the order of ``HoleCards.index``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from railbird.errors import CardError
from railbird.game.dealing import deck
from railbird.game.definition import Game


@dataclass(frozen=True, slots=True, eq=False)
class Holdings:
    """The holdings of one game; its arrays are not to be written to."""

    deck: tuple[int, ...]
    """The numbers of the cards, upwards."""
    cards: NDArray[np.uint8]
    """[holdings, hole cards]: their cards, upwards."""
    masks: NDArray[np.uint64]
    """[holdings]: their cards as sets, whose bit c stands for card c."""

    def __len__(self) -> int:
        return len(self.masks)

    def index(self, cards: bytes) -> int:
        """The place of some hole cards, which may be in any order.

        The i-th of the cards, counted upwards from 1, adds the number of ways to choose i of the cards below it.
        """
        try:
            places = sorted(map(self.deck.index, cards))
        except ValueError:
            raise CardError(f"the cards {list(cards)} are not all in the deck") from None
        if len(set(places)) != self.cards.shape[1]:
            raise CardError(f"a holding has {self.cards.shape[1]} different cards, not {list(cards)}")
        return sum(comb(place, number) for number, place in enumerate(places, 1))

    def apart_from(self, cards: bytes) -> NDArray[np.bool_]:
        """[holdings]: which of them have none of these cards."""
        mask = np.uint64(sum(1 << card for card in set(cards)))
        return np.asarray((self.masks & mask) == 0)


def holdings(game: Game) -> Holdings:
    """The holdings of a game's players.

    >>> from railbird.game import leduc, limit
    >>> len(holdings(leduc())), len(holdings(limit()))
    (6, 1326)
    """
    return _holdings(game.hole_cards, tuple(deck(game)))


@lru_cache(maxsize=16)
def _holdings(hole_cards: int, cards: tuple[int, ...]) -> Holdings:
    chosen = sorted(combinations(cards, hole_cards), key=lambda each: each[::-1])
    masks = np.array([sum(1 << card for card in each) for each in chosen], dtype=np.uint64)
    rows = np.array(chosen, dtype=np.uint8)
    masks.flags.writeable = rows.flags.writeable = False
    return Holdings(cards, rows, masks)
