"""Buckets of turn and river in hold'em: cuts of the levels, from counts of deals.

The turn is counted exactly, over all 16,432 turn boards up to suits, each with each of its cards as the turn. The river
is counted over ``RIVERS`` random river cards of each turn board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird.abstraction.cards.deal_index import DealIndex
from railbird.abstraction.cards.holdem_levels import RIVER_LEVELS, flop_classes, levels_on
from railbird.abstraction.cards.shares import LEVELS, count_levels, cuts_of
from railbird.abstraction.cards.small_decks import class_weights
from railbird.abstraction.cards.street_buckets import ClassTable, LevelCuts
from railbird.game import limit
from railbird.game.holdings import holdings

RIVERS = 4
"""River cards of each turn board in the sample for the cuts of the river. Ours."""
SEED = 24
"""The seed of that sample."""
_BATCH = 64
"""Turn boards that are counted at once."""
_HOLDEM = limit()


class _Deals(NamedTuple):
    """Hands on boards, flat: their number, their bucket on the street before, and their levels."""

    weights: NDArray[np.int64]
    before: NDArray[np.int32]
    levels: dict[str, NDArray[np.uint16]]


def later_streets(
    perfect: bool,
    flop: ClassTable,
    splits: tuple[tuple[str, ...], Sequence[tuple[int, ...]]],
    progress: Progress,
    threads: int,
) -> tuple[LevelCuts, LevelCuts]:
    """Turn and river, given what buckets are split by and the numbers of turn and river."""
    measures, (turn_numbers, river_numbers) = splits
    boards = _Boards(flop, perfect, threads)
    turn = _empty(perfect)
    for measure, buckets in zip(measures, turn_numbers, strict=True):
        groups = turn.count if turn.cuts else flop.count if perfect else 1
        counts = np.zeros((groups, LEVELS), dtype=np.int64)
        for deals in boards.turns(part_of(progress, 0, 0.5)):
            before = turn.of(deals.before, deals.levels)
            counts += count_levels(before, deals.levels[measure], deals.weights, counts.shape)
        turn = LevelCuts((*turn.measures, measure), (*turn.cuts, cuts_of(counts, buckets)), perfect)
    counts = np.zeros((turn.count if perfect else 1, RIVER_LEVELS), dtype=np.int64)
    for deals in boards.rivers(turn, part_of(progress, 0.5, 0.5)):
        counts += count_levels(deals.before, deals.levels["ehs"], deals.weights, counts.shape)
    return turn, LevelCuts(("ehs",), (cuts_of(counts, int(np.prod(river_numbers))),), perfect)


def _empty(perfect: bool) -> LevelCuts:
    return LevelCuts((), (), perfect)


class _Boards:
    """All turn boards up to suits, with the buckets that hands had on the flop."""

    def __init__(self, flop: ClassTable, perfect: bool, threads: int) -> None:
        self.flop, self.perfect, self.threads = flop, perfect, threads
        index = DealIndex((4,))
        self.boards = index.deals(0, np.arange(index.counts[0]))
        self.weights = class_weights(index, range(52), 0)

    def turns(self, progress: Progress) -> Iterator[_Deals]:
        """The hands on each turn board, batch by batch."""
        for batch in self._batches(self._turn, progress):
            yield _joined(batch)

    def rivers(self, turn: LevelCuts, progress: Progress) -> Iterator[_Deals]:
        """The hands on each turn board with random river cards."""
        for batch in self._batches(lambda number: self._river(number, turn), progress):
            yield _joined(batch)

    def _batches(self, work: Callable[[int], _Deals], progress: Progress) -> Iterator[list[_Deals]]:
        with ThreadPoolExecutor(self.threads) as pool:
            for first in range(0, len(self.boards), _BATCH):
                yield list(pool.map(work, range(first, min(first + _BATCH, len(self.boards)))))
                progress(min(first + _BATCH, len(self.boards)) / len(self.boards))

    def _turn(self, number: int) -> _Deals:
        board = self.boards[number].tolist()
        levels = levels_on(board)
        parts = []
        for hands, before in self._flop_buckets(board):
            weights = np.full(len(hands), self.weights[number])
            parts.append(_Deals(weights, before, {measure: levels[measure][hands] for measure in levels}))
        return _joined(parts)

    def _river(self, number: int, turn: LevelCuts) -> _Deals:
        board = self.boards[number].tolist()
        levels = levels_on(board)
        free = np.setdiff1d(np.arange(52), board)
        rivers = np.random.default_rng((SEED, number)).choice(free, RIVERS, replace=False)
        strengths = [levels_on([*board, int(card)])["ehs"] for card in rivers]
        cards = holdings(_HOLDEM).cards
        parts = []
        for hands, flop in self._flop_buckets(board):
            before = turn.of(flop, {measure: levels[measure][hands] for measure in levels})
            for card, values in zip(rivers, strengths, strict=True):
                kept = (cards[hands] != card).all(axis=1)
                weights = np.full(int(kept.sum()), self.weights[number])
                groups = before[kept] if self.perfect else np.zeros(len(weights), dtype=np.int32)
                parts.append(_Deals(weights, groups, {"ehs": values[hands[kept]]}))
        return _joined(parts)

    def _flop_buckets(self, board: list[int]) -> Iterator[tuple[NDArray[np.intp], NDArray[np.int32]]]:
        """The hands on a turn board and their buckets on the flop, for each card as the turn."""
        apart = holdings(_HOLDEM).apart_from(bytes(board))
        for card in board[: 4 if self.perfect else 1]:
            hands, classes = flop_classes([each for each in board if each != card])
            kept = apart[hands]
            yield hands[kept], self.flop.table[classes[kept]].astype(np.int32)


def _joined(parts: list[_Deals]) -> _Deals:
    levels = {measure: np.concatenate([part.levels[measure] for part in parts]) for measure in parts[0].levels}
    return _Deals(
        np.concatenate([part.weights for part in parts]), np.concatenate([part.before for part in parts]), levels
    )
