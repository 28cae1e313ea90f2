"""What hold'em hands are put into buckets by: levels of strength and histograms, exact and the same on every machine.

- ``ehs`` and ``ehs2``: the levels of E[HS] and E[HS²]; on the river twice the hands beaten plus those tied
- ``hs``: the level of HS on the board so far
- ``gain``: the level of E[max(HS on the river - HS, 0)], from the histogram (the middles of its bins)
- ``histogram``: the cumulative distribution of HS on the river at the ends of 50 bins, in bytes
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird._progress import Progress, report_nothing
from railbird._threads import thread_pool
from railbird.abstraction.cards.deal_index import DealIndex, deal_index
from railbird.abstraction.cards.outlooks import BINS, cumulative, gains
from railbird.abstraction.cards.shares import LEVELS, to_levels
from railbird.game import limit
from railbird.game.holdings import holdings

RIVER_LEVELS = 2 * 990 + 1
"""A hand on the river has 990 opponents."""
_RIVERS = 46
_FLOP_COMPLETIONS = comb(47, 2)
_HOLDEM = limit()


def mask_of(cards: Iterable[int]) -> int:
    """The cards as bits."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def features_on(board: Sequence[int], wanted: Sequence[str]) -> dict[str, NDArray[Any]]:
    """The features of all 1326 hands on a turn or river board; hands with a card of the board have any values.

    >>> from railbird.cards import HoleCards, parse_cards
    >>> int(features_on(parse_cards("Kh7d2c9s3d"), ["ehs"])["ehs"][HoleCards.parse("KsKd").index])
    1980
    """
    mask = mask_of(board)
    if len(board) == 5:
        return dict.fromkeys(wanted, _halves_on(mask))
    halves = _halves_on(mask) if "gain" in wanted else None
    return _turn_features(_river_sums(mask, _bins(wanted)), halves, wanted)


@lru_cache(maxsize=16)
def _halves_on(board: int) -> NDArray[np.uint16]:
    return _core.halves_on(board)


@lru_cache(maxsize=16)
def _river_sums(board: int, bins: int) -> NDArray[np.uint32]:
    """Remembered for a while: several abstractions are asked about the same board."""
    return _core.river_sums(board, bins)


def features_of(hand: int, board: int, wanted: Sequence[str]) -> dict[str, NDArray[Any]]:
    """The features of one hand on a turn or river board, given as masks: arrays with one row."""
    if board.bit_count() == 5:
        return dict.fromkeys(wanted, np.array([_core.halves_of(hand, board)], dtype=np.uint16))
    halves = np.array([_core.halves_of(hand, board)], dtype=np.uint16) if "gain" in wanted else None
    return _turn_features(_core.river_sums_of(hand, board, _bins(wanted))[None, :], halves, wanted)


def levels_of(hand: int, board: int) -> dict[str, int]:
    """``ehs`` and ``ehs2`` of one hand on a turn or river board, as numbers: quicker than ``features_of``."""
    if board.bit_count() == 5:
        halves = _core.halves_of(hand, board)
        return {"ehs": halves, "ehs2": halves}
    sums = _core.river_sums_of(hand, board, 0).tolist()
    wholes = (_RIVERS * (RIVER_LEVELS - 1), _RIVERS * (RIVER_LEVELS - 1) ** 2)
    ehs, ehs2 = ((2 * each * (LEVELS - 1) + whole) // (2 * whole) for each, whole in zip(sums, wholes, strict=True))
    return {"ehs": ehs, "ehs2": ehs2}


def _bins(wanted: Sequence[str]) -> int:
    return BINS if "gain" in wanted or "histogram" in wanted else 0


def _turn_features(
    sums: NDArray[np.uint32], halves: NDArray[np.uint16] | None, wanted: Sequence[str]
) -> dict[str, NDArray[Any]]:
    whole = RIVER_LEVELS - 1
    result: dict[str, NDArray[Any]] = {}
    if "ehs" in wanted:
        result["ehs"] = to_levels(sums[:, 0].astype(np.int64), _RIVERS * whole)
    if "ehs2" in wanted:
        result["ehs2"] = to_levels(sums[:, 1].astype(np.int64), _RIVERS * whole**2)
    if halves is not None:
        opponents = 2 * comb(46, 2)
        result["hs"] = to_levels(halves.astype(np.int64), opponents)
        result["gain"] = gains(halves.astype(np.int64), opponents, sums[:, 2:], _RIVERS)
    if "histogram" in wanted:
        result["histogram"] = cumulative(sums[:, 2:], _RIVERS)
    return result


def flop_classes(flop: Sequence[int]) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """The hands that can be held on a flop, and their classes of deals."""
    all_hands = holdings(_HOLDEM)
    hands = np.flatnonzero(all_hands.apart_from(bytes(flop)))
    deals = np.empty((len(hands), 5), dtype=np.uint8)
    deals[:, :2] = all_hands.cards[hands]
    deals[:, 2:] = list(flop)
    return hands, deal_index(_HOLDEM).numbers(1, deals).astype(np.int64)


def flop_features(
    wanted: Sequence[str], progress: Progress = report_nothing, threads: int = 1
) -> Mapping[str, NDArray[Any]]:
    """The features of each of the 1,286,792 classes of the flop, from the 1,755 flops: a minute of one core."""
    count = deal_index(_HOLDEM).counts[1]
    flops = DealIndex((3,)).deals(0, np.arange(1755)).tolist()
    result: dict[str, NDArray[Any]] = {
        name: np.zeros((count, BINS), np.uint8) if name == "histogram" else np.zeros(count, np.uint16)
        for name in wanted
    }
    with thread_pool(threads) as pool:
        for number, rows in enumerate(pool.map(lambda flop: _flop_rows(flop, wanted), flops)):
            classes, features = rows
            for name in wanted:
                result[name][classes] = features[name]
            progress((number + 1) / len(flops))
    return result


def _flop_rows(flop: list[int], wanted: Sequence[str]) -> tuple[NDArray[np.int64], dict[str, NDArray[Any]]]:
    hands, classes = flop_classes(flop)
    rows = _core.final_strengths(mask_of(flop), _bins(wanted))[hands].astype(np.float64)
    result: dict[str, NDArray[Any]] = {
        name: np.rint(rows[:, column] * (LEVELS - 1)).astype(np.uint16) for column, name in enumerate(("ehs", "ehs2"))
    }
    counts = np.rint(rows[:, 2:] * _FLOP_COMPLETIONS).astype(np.int64)
    if "gain" in wanted:
        halves = _core.halves_on(mask_of(flop))[hands].astype(np.int64)
        result["hs"] = to_levels(halves, 2 * comb(47, 2))
        result["gain"] = gains(halves, 2 * comb(47, 2), counts, _FLOP_COMPLETIONS)
    if "histogram" in wanted:
        result["histogram"] = cumulative(counts, _FLOP_COMPLETIONS)
    return classes, result
