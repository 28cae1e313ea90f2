"""Levels of strength in hold'em: of all hands on a board, and of all classes of flops."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird._progress import Progress, report_nothing
from railbird.abstraction.cards.deal_index import DealIndex, deal_index
from railbird.abstraction.cards.shares import LEVELS
from railbird.game import limit
from railbird.game.holdings import holdings

MEASURES = ("ehs", "ehs2")
RIVER_LEVELS = 2 * 990 + 1
"""A hand on the river beats or ties 990 others; its level is twice the hands beaten plus those tied."""
_HOLDEM = limit()


def levels_on(board: Sequence[int]) -> dict[str, NDArray[np.uint16]]:
    """The levels of all 1326 hands on a board of three to five cards; 0 for hands with a card of the board.

    On the river E[HS] and E[HS²] have the same order, so both are the level of HS.

    >>> from railbird.cards import HoleCards, parse_cards
    >>> int(levels_on(parse_cards("Kh7d2c9s3d"))["ehs"][HoleCards.parse("KsKd").index])
    1977
    """
    rows = np.nan_to_num(_core.final_strengths(sum(1 << card for card in board), 0).astype(np.float64))
    if len(board) == 5:
        halves = np.rint(rows[:, 0] * (RIVER_LEVELS - 1)).astype(np.uint16)
        return {"ehs": halves, "ehs2": halves}
    levels = np.rint(rows * (LEVELS - 1)).astype(np.uint16)
    return {measure: levels[:, column] for column, measure in enumerate(MEASURES)}


def flop_classes(flop: Sequence[int]) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """The hands that can be held on a flop, and their classes of deals."""
    all_hands = holdings(_HOLDEM)
    hands = np.flatnonzero(all_hands.apart_from(bytes(flop)))
    deals = np.empty((len(hands), 5), dtype=np.uint8)
    deals[:, :2] = all_hands.cards[hands]
    deals[:, 2:] = list(flop)
    return hands, deal_index(_HOLDEM).numbers(1, deals).astype(np.int64)


def flop_levels(progress: Progress = report_nothing, threads: int = 1) -> dict[str, NDArray[np.uint16]]:
    """The levels of each of the 1,286,792 classes of the flop, from the 1,755 flops: a minute of one core."""
    index = deal_index(_HOLDEM)
    flops = DealIndex((3,)).deals(0, np.arange(1755))
    result = {measure: np.zeros(index.counts[1], dtype=np.uint16) for measure in MEASURES}
    with ThreadPoolExecutor(threads) as pool:
        for number, levels in enumerate(pool.map(levels_on, flops.tolist())):
            hands, classes = flop_classes(flops[number].tolist())
            for measure in MEASURES:
                result[measure][classes] = levels[measure][hands]
            progress((number + 1) / len(flops))
    return result
