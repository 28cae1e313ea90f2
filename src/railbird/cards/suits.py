"""Suit isomorphism: boards that differ only by a permutation of suits are equivalent."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from railbird.cards.card import DECK, Card
from railbird.cards.hole_cards import ALL_HOLE_CARDS, HoleCards

Exchange = tuple[int, int, int, int]
"""The new suit of each of the suits c, d, h, s."""


def to_canonical(cards: Iterable[Card]) -> Exchange:
    """The exchange of suits that makes equivalent sets of cards the same: the suit of the highest cards becomes clubs.

    >>> from railbird.cards import cards_text, parse_cards
    >>> for flop in ("Kh7h2c", "Ks7s2d"):
    ...     print(cards_text(exchanged(parse_cards(flop), to_canonical(parse_cards(flop)))))
    Kc7c2d
    Kc7c2d
    """
    ranks = [0, 0, 0, 0]
    for card in cards:
        ranks[card.suit] |= 1 << card.rank
    exchange = [0, 0, 0, 0]
    for new, old in enumerate(sorted(range(4), key=lambda suit: -ranks[suit])):
        exchange[old] = new
    clubs, diamonds, hearts, spades = exchange
    return clubs, diamonds, hearts, spades


def exchanged(cards: Iterable[Card], exchange: Exchange) -> tuple[Card, ...]:
    """Cards with their suits exchanged."""
    return tuple(DECK[4 * card.rank + exchange[card.suit]] for card in cards)


@cache
def hands_after(exchange: Exchange) -> NDArray[np.intp]:
    """The new index of each of the 1326 hands after an exchange of suits."""
    indices = np.array([HoleCards(*exchanged((hand.high, hand.low), exchange)).index for hand in ALL_HOLE_CARDS])
    indices.flags.writeable = False
    return indices
