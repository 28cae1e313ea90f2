"""Deals of small decks, by plain enumeration: how many each class stands for, and how strong each class is.

HS on the last street is (hands beaten + hands tied / 2) / (hands that an opponent may have). Sums are whole numbers, so
the results are exact: a class has the mean of the classes that the cards of the next street lead to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.cards.deal_index import DealIndex
from railbird.abstraction.cards.outlooks import BINS, bins_of, cumulative, gains
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
    >>> [int(level) for level in deals.features(["ehs"])[0]["ehs"]]
    [4915, 8192, 11468]
    """

    def __init__(self, index: DealIndex, deck: Iterable[int], hole_cards: int) -> None:
        self.index, self.deck, self.hole_cards = index, tuple(deck), hole_cards
        work = enumeration_work(index, len(self.deck), hole_cards)
        if work > MOST_DEALS:
            size = f"{len(self.deck)} cards and streets of {', '.join(map(str, index.streets))}"
            raise GameError(f"{size} have too many deals to enumerate ({work:,}): use a smaller deck, or hold'em")

    def features(self, wanted: Sequence[str]) -> list[dict[str, NDArray[Any]]]:
        """[classes] for each street: the wanted features; on the last street ``ehs`` is the level of HS."""
        last = len(self.index.streets) - 1
        halves, whole = self._halves(last), self._opponents(last)
        sums = np.column_stack([halves, halves * halves])
        if "gain" in wanted or "histogram" in wanted:
            sums = np.column_stack([sums, np.arange(BINS) == bins_of(halves, whole)[:, None]])
        result, boards = [self._features(last, sums, 1, wanted)], 1
        for street in reversed(range(last)):
            parts = [
                np.column_stack([column[children].sum(axis=1) for column in sums.T])
                for _, children in _children(self.index, self.deck, street)
            ]
            sums = np.concatenate(parts)
            boards *= comb(len(self.deck) - sum(self.index.streets[: street + 1]), self.index.streets[street + 1])
            result.insert(0, self._features(street, sums, boards, wanted))
        return result

    def _features(
        self, street: int, sums: NDArray[np.int64], boards: int, wanted: Sequence[str]
    ) -> dict[str, NDArray[Any]]:
        whole = self._opponents(len(self.index.streets) - 1)
        result: dict[str, NDArray[Any]] = {
            "ehs": to_levels(sums[:, 0], boards * whole),
            "ehs2": to_levels(sums[:, 1], boards * whole**2),
        }
        if "gain" in wanted:
            halves = self._halves(street)
            result["hs"] = to_levels(halves, self._opponents(street))
            result["gain"] = gains(halves, self._opponents(street), sums[:, 2:], boards)
        if "histogram" in wanted:
            result["histogram"] = cumulative(sums[:, 2:], boards)
        return result

    def _opponents(self, street: int) -> int:
        """Twice the number of hands that an opponent may have."""
        return 2 * comb(len(self.deck) - sum(self.index.streets[: street + 1]), self.hole_cards)

    def _halves(self, street: int) -> NDArray[np.int64]:
        """[classes]: twice the hands beaten plus those tied on the board so far."""
        result = []
        dealt = sum(self.index.streets[: street + 1])
        for _, deals in _extended(self.index, self.deck, street, self.hole_cards):
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


def enumeration_work(index: DealIndex, deck_size: int, hole_cards: int) -> int:
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
