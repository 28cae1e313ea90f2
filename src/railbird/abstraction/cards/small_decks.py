"""Deals of small decks, by plain enumeration: how many each class stands for, and how strong each class is.

HS on the last street is (hands beaten + hands tied / 2) / (hands that an opponent may have). Sums are whole numbers, so
the results are exact: a class has the mean of the classes that the cards of the next street lead to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.cards.deal_index import DealIndex
from railbird.abstraction.cards.shares import to_levels
from railbird.cards.evaluator import evaluate_array
from railbird.errors import GameError

MOST_DEALS = 200_000_000
"""The maximum number of deals to enumerate: about a minute. Ours."""
_CHUNK = 2**20


class SmallDeck:
    """The strengths of all deals of a small deck. Raises GameError if there are too many deals to enumerate.

    >>> from railbird.abstraction.cards import deal_index
    >>> from railbird.game import leduc
    >>> from railbird.game.dealing import deck
    >>> deals = SmallDeck(deal_index(leduc()), deck(leduc()), 1)
    >>> [int(level) for level in deals.levels(square=False)[0]]
    [3277, 8192, 13106]
    """

    def __init__(self, index: DealIndex, deck: Iterable[int], hole_cards: int) -> None:
        self.index, self.deck, self.hole_cards = index, tuple(deck), hole_cards
        work = _work(index, len(self.deck), hole_cards)
        if work > MOST_DEALS:
            size = f"{len(self.deck)} cards and streets of {', '.join(map(str, index.streets))}"
            raise GameError(f"{size} have too many deals to enumerate ({work:,}): use a smaller deck, or hold'em")

    def levels(self, square: bool) -> tuple[NDArray[np.uint16], ...]:
        """[classes] for each street: the level of E[HS], or of E[HS²]."""
        halves = self._final_halves()
        whole = 2 * comb(len(self.deck) - sum(self.index.streets), self.hole_cards)
        sums, total = (halves * halves, whole * whole) if square else (halves, whole)
        result = [to_levels(sums, total)]
        for street in reversed(range(len(self.index.streets) - 1)):
            parts = [sums[children].sum(axis=1) for _, children in _children(self.index, self.deck, street)]
            total *= comb(len(self.deck) - sum(self.index.streets[: street + 1]), self.index.streets[street + 1])
            sums = np.concatenate(parts)
            result.insert(0, to_levels(sums, total))
        return tuple(result)

    def _final_halves(self) -> NDArray[np.int64]:
        """[classes of the last street]: twice the hands beaten plus those tied."""
        result = []
        dealt = sum(self.index.streets)
        for _, deals in _extended(self.index, self.deck, len(self.index.streets) - 1, self.hole_cards):
            own = _values(deals[:, :1, :dealt])
            other = _values(deals[:, :, self.hole_cards :])
            result.append(((own > other) * 2 + (own == other)).sum(axis=1, dtype=np.int64))
        return np.concatenate(result)


def class_weights(index: DealIndex, deck: Iterable[int], street: int) -> NDArray[np.int64]:
    """[classes]: the number of deals of each class of a street.

    >>> from railbird.abstraction.cards import deal_index
    >>> from railbird.game import limit
    >>> sorted(set(class_weights(deal_index(limit()), range(52), 0).tolist()))
    [4, 6, 12]
    """
    cards = tuple(deck)
    if street == 0:
        deals = np.array(list(combinations(cards, index.streets[0])), dtype=np.uint8)
        return np.bincount(index.numbers(0, deals).astype(np.int64), minlength=index.counts[0])
    result = np.zeros(index.counts[street])
    before = class_weights(index, cards, street - 1)
    for first, children in _children(index, cards, street - 1):
        weights = np.repeat(before[first : first + len(children)], children.shape[1])
        result += np.bincount(children.reshape(-1), weights=weights, minlength=len(result))
    return result.astype(np.int64)


def _work(index: DealIndex, deck_size: int, hole_cards: int) -> int:
    """The number of deals to look at."""
    left = [deck_size - cards for cards in accumulate(index.streets)]
    ways = map(comb, left, [*index.streets[1:], hole_cards])
    return sum(count * way for count, way in zip(index.counts, ways, strict=True))


def _children(index: DealIndex, deck: Sequence[int], street: int) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """The first class of a chunk, and [classes, ways]: the classes that the cards of the next street lead to."""
    for first, deals in _extended(index, deck, street, index.streets[street + 1]):
        numbers = index.numbers(street + 1, deals.reshape(-1, deals.shape[2]))
        yield first, numbers.astype(np.int64).reshape(deals.shape[:2])


def _extended(index: DealIndex, deck: Sequence[int], street: int, more: int) -> Iterator[tuple[int, NDArray[np.uint8]]]:
    """The first class of a chunk, and [classes, ways, cards]: a deal of each, with each way to add more cards."""
    cards = np.array(deck, dtype=np.uint8)
    dealt = sum(index.streets[: street + 1])
    ways = np.array(list(combinations(range(len(cards) - dealt), more)), dtype=np.intp)
    step = max(_CHUNK // len(ways), 1)
    for first in range(0, index.counts[street], step):
        deals = index.deals(street, np.arange(first, min(first + step, index.counts[street])))
        free = ~(deals[:, :, None] == cards).any(axis=1)
        rest = np.broadcast_to(cards, free.shape)[free].reshape(len(deals), -1)
        kept = np.broadcast_to(deals[:, None, :], (len(deals), len(ways), dealt))
        yield first, np.concatenate([kept, rest[:, ways]], axis=2)


def _values(hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
    """[...]: the value of each of [..., cards]."""
    rows = np.ascontiguousarray(hands.reshape(-1, hands.shape[-1]))
    return evaluate_array(rows, threads=1).reshape(hands.shape[:-1])
