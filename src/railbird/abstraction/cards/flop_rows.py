"""The buckets of all hands on any flop: one row for each flop up to suits, read through an exchange of suits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.cards.deal_index import DealIndex
from railbird.abstraction.cards.holdem_features import flop_classes
from railbird.abstraction.cards.street_buckets import ClassTable
from railbird.cards.hole_cards import hand_index
from railbird.game import limit
from railbird.game.holdings import holdings

HANDS = 1326


class FlopRows:
    """The buckets of a table of the flop, board by board."""

    def __init__(self, flop: ClassTable) -> None:
        index = DealIndex((3,))
        alone = index.deals(0, np.arange(index.counts[0]))
        self._rows = np.full((len(alone), HANDS), -1, dtype=np.int32)
        for number, cards in enumerate(alone.tolist()):
            hands, classes = flop_classes(cards)
            self._rows[number, hands] = flop.table[classes]
        flops = np.array(list(combinations(range(52), 3)), dtype=np.uint8)
        numbers = index.numbers(0, flops).astype(np.int64)
        wanted = _masks(alone)[numbers]
        exchange = np.zeros(len(flops), dtype=np.int64)
        for number, suits in enumerate(_SUITS):
            exchange[_masks(flops // 4 * 4 + suits[flops % 4]) == wanted] = number
        self._where = {
            tuple(cards): (number, each)
            for cards, number, each in zip(flops.tolist(), numbers.tolist(), exchange.tolist(), strict=True)
        }

    @cached_property
    def _images(self) -> NDArray[np.int64]:
        """[exchanges, hands]: the hand that each becomes."""
        cards = holdings(limit()).cards
        return np.array(
            [[hand_index(bytes(hand)) for hand in (cards // 4 * 4 + suits[cards % 4]).tolist()] for suits in _SUITS]
        )

    def of(self, flop: Sequence[int]) -> NDArray[np.int32]:
        """[1326]: the buckets of all hands on a flop; -1 for those with a card of it."""
        number, exchange = self._where[tuple(sorted(flop))]
        row: NDArray[np.int32] = self._rows[number, self._images[exchange]]
        return row


_SUITS = [np.array(suits, dtype=np.uint8) for suits in permutations(range(4))]


def _masks(cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
    return np.asarray(np.bitwise_or.reduce(np.uint64(1) << cards.astype(np.uint64), axis=1))
