"""Buckets of hold'em: tables for pre-flop and flop, rules for turn and river.

The turn is counted over all 16,432 turn boards up to suits, each with each of its cards as the turn, and the river over
all river cards after them. k-means on the turn takes a sample of these boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird._progress import Progress, part_of
from railbird._threads import thread_pool
from railbird.abstraction.cards.bucket_spec import BucketsBy, BucketSpec
from railbird.abstraction.cards.centroids import SEED
from railbird.abstraction.cards.deal_index import DealIndex, deal_index
from railbird.abstraction.cards.flop_rows import HANDS, FlopRows
from railbird.abstraction.cards.holdem_features import RIVER_LEVELS, features_on, mask_of
from railbird.abstraction.cards.rules import WANTED, fit_first, fit_middle, last_rule
from railbird.abstraction.cards.small_decks import class_weights
from railbird.abstraction.cards.street_buckets import (
    ClassTable,
    Deals,
    Features,
    RuledStreet,
    StreetBuckets,
    parents_of,
    table_of,
)
from railbird.game import limit
from railbird.game.holdings import holdings

SAMPLED_BOARDS = 1000
"""The number of turn boards that k-means looks at. Ours."""
_BATCH = 64
"""The number of turn boards that are counted at once."""


def holdem_streets(spec: BucketSpec, flop: Features, progress: Progress, threads: int) -> list[StreetBuckets]:
    """All four streets, given the features of the classes of the flop."""
    index, sizes = deal_index(limit()), spec.sizes
    deals = index.deals(1, np.arange(index.counts[1]))
    classes = index.numbers(0, deals[:, :2]).astype(np.int64)
    weights = class_weights(index, range(52), 1)
    first = _first_table(spec, _means(flop, classes, weights), class_weights(index, range(52), 0))
    groups = first.count if spec.perfect else 1
    before = first.table.astype(np.int32)[classes] if spec.perfect else np.zeros(len(classes), dtype=np.int32)
    rule = fit_middle(spec, sizes[1], groups, lambda: iter([Deals(weights, before, flop)]))
    count = rule.groups * rule.buckets
    second = ClassTable(table_of(rule.of(before, flop), count), count, parents_of(rule) if spec.perfect else None)
    progress(0.05)
    boards = _TurnBoards(spec, second, threads, part_of(progress, 0.05, 0.4))
    turn = RuledStreet(fit_middle(spec, sizes[2], boards.groups, boards.batches), spec.perfect)
    progress(0.5)
    counts = boards.count_rivers(turn, part_of(progress, 0.5, 0.5))
    return [first, second, turn, RuledStreet(last_rule(spec, sizes[3], counts), spec.perfect)]


def _means(features: Features, classes: NDArray[np.int64], weights: NDArray[np.int64]) -> Features:
    """The features pre-flop: the mean over all flops."""
    totals = np.bincount(classes, weights=weights)

    def mean(values: NDArray[np.uint16]) -> NDArray[np.float64]:
        return np.asarray(np.rint(np.bincount(classes, weights=weights * values.astype(np.float64)) / totals))

    return {
        name: np.column_stack([mean(column) for column in values.T]).astype(np.uint8)
        if name == "histogram"
        else mean(values).astype(np.uint16)
        for name, values in features.items()
    }


def _first_table(spec: BucketSpec, features: Features, weights: NDArray[np.int64]) -> ClassTable:
    if not spec.sizes[0]:
        return ClassTable(table_of(np.arange(len(weights)), len(weights)), len(weights), None)
    before = np.zeros(len(weights), dtype=np.int32)
    rule = fit_first(spec, spec.sizes[0], lambda: iter([Deals(weights, before, features)]))
    return ClassTable(table_of(rule.of(before, features), rule.buckets), rule.buckets, None)


class _TurnBoards:
    """The hands on turn boards up to suits, with their features and their buckets on the flop."""

    def __init__(self, spec: BucketSpec, flop: ClassTable, threads: int, progress: Progress) -> None:
        self.perfect, self.threads = spec.perfect, threads
        self.groups = flop.count if spec.perfect else 1
        self.wanted = WANTED[spec.by]
        self.flop = FlopRows(flop)
        index = DealIndex((4,))
        self.boards = index.deals(0, np.arange(index.counts[0]))
        self.weights = class_weights(index, range(52), 0)
        chosen = np.arange(len(self.boards))
        if spec.by is BucketsBy.HISTOGRAM:
            chosen = np.sort(np.random.default_rng(SEED).choice(chosen, SAMPLED_BOARDS, replace=False))
        self.chosen = chosen.tolist()
        self.features = self._features(progress)

    def batches(self) -> Iterator[Deals]:
        """The hands on the chosen boards."""
        for first in range(0, len(self.chosen), _BATCH):
            places = range(first, min(first + _BATCH, len(self.chosen)))
            rows = [self._flop_buckets(self.boards[self.chosen[place]].tolist()) for place in places]
            ways = len(rows[0])
            before = np.concatenate(rows).reshape(-1)
            kept = np.flatnonzero(before >= 0)
            weights = np.repeat(self.weights[[self.chosen[place] for place in places]], ways * HANDS)
            places_of = np.repeat(np.array(places) * HANDS, ways * HANDS) + np.tile(np.arange(HANDS), len(rows) * ways)
            features = {name: values[places_of[kept]] for name, values in self.features.items()}
            groups = before[kept] if self.perfect else np.zeros(len(kept), dtype=np.int32)
            yield Deals(weights[kept], groups, features)

    def count_rivers(self, turn: RuledStreet, progress: Progress) -> NDArray[np.int64]:
        """[groups, levels of HS]: the numbers of deals on the river."""
        shape = (turn.count if self.perfect else 1, RIVER_LEVELS)
        places = {board: place for place, board in enumerate(self.chosen)}

        def count(part: Sequence[int]) -> NDArray[np.uint64]:
            counts = np.zeros(shape, dtype=np.uint64)
            for number in part:
                board = self.boards[number].tolist()
                rows = self._flop_buckets(board)
                if self.perfect:
                    rows = self._turn_buckets(turn, board, rows, places.get(number))
                else:
                    rows = np.minimum(rows, 0)
                _core.count_rivers(mask_of(board), rows, int(self.weights[number]), counts)
            return counts

        total = np.zeros(shape, dtype=np.uint64)
        step = 16 * _BATCH
        parts = [range(first, min(first + step, len(self.boards))) for first in range(0, len(self.boards), step)]
        with thread_pool(self.threads) as pool:
            for done, counts in enumerate(pool.map(count, parts), 1):
                total += counts
                progress(done / len(parts))
        return total.astype(np.int64)

    def _turn_buckets(
        self, turn: RuledStreet, board: list[int], rows: NDArray[np.int32], place: int | None
    ) -> NDArray[np.int32]:
        """[ways, 1326]: buckets on the turn from those on the flop."""
        if place is None:
            features = features_on(board, self.wanted)
        else:
            features = {name: values[place * HANDS : (place + 1) * HANDS] for name, values in self.features.items()}
        result = np.full(rows.shape, -1, dtype=np.int32)
        for way, before in enumerate(rows):
            hands = np.flatnonzero(before >= 0)
            result[way, hands] = turn.of(before[hands], {name: values[hands] for name, values in features.items()})
        return result

    def _flop_buckets(self, board: list[int]) -> NDArray[np.int32]:
        """[ways, 1326]: the buckets on the flop with each card as the turn; -1 for hands with a card of the board."""
        turns = board if self.perfect else board[:1]
        rows = np.array([self.flop.of([card for card in board if card != turn]) for turn in turns])
        rows[:, ~holdings(limit()).apart_from(bytes(board))] = -1
        return rows

    def _features(self, progress: Progress) -> Features:
        """[boards × 1326]: the features of all hands on the chosen boards."""
        parts: dict[str, list[NDArray[np.generic]]] = {name: [] for name in self.wanted}
        with thread_pool(self.threads) as pool:
            boards = self.boards[self.chosen].tolist()
            for number, features in enumerate(pool.map(lambda board: features_on(board, self.wanted), boards)):
                for name in self.wanted:
                    parts[name].append(features[name])
                progress((number + 1) / len(boards))
        return {name: np.concatenate(values) for name, values in parts.items()}
