"""Strengths as whole numbers: of all hands and of one, against every opponent counted."""

from __future__ import annotations

import numpy as np
import pytest

from railbird import _core
from railbird.cards import ALL_HOLE_CARDS, card_mask, parse_cards
from tests.reference import strength_sums

BOARDS = [
    "Kh7d2c",
    "9s8s7s",
    "Kh7d2c9s",
    "9s8s7s6s",
    "AhAd3c3s",
    "Kh7d2c9s3d",
    "QsJsTs9s8s",
    "4c4d4h4sAs",
    "Ah9h6h3h2c",
]
HANDS = ALL_HOLE_CARDS[::251]


def mask(hand: object) -> int:
    return card_mask((hand.low, hand.high))  # type: ignore[attr-defined]


@pytest.mark.parametrize("board", BOARDS)
def test_halves_are_twice_the_hands_beaten_plus_those_tied(board: str) -> None:
    cards = parse_cards(board)
    halves = _core.halves_on(card_mask(cards))
    for hand in HANDS:
        if {hand.low, hand.high} & set(cards):
            assert halves[hand.index] == 0
        else:
            assert halves[hand.index] == strength_sums.halves((hand.low, hand.high), cards)


@pytest.mark.parametrize("board", BOARDS)
def test_one_hand_has_the_halves_that_it_has_among_all(board: str) -> None:
    cards = card_mask(parse_cards(board))
    halves = _core.halves_on(cards)
    apart = [hand for hand in ALL_HOLE_CARDS if not mask(hand) & cards]
    assert [_core.halves_of(mask(hand), cards) for hand in apart] == [int(halves[hand.index]) for hand in apart]


def test_river_sums_are_those_over_all_river_cards() -> None:
    hand, board = parse_cards("Jh9h"), parse_cards("Qh8h2c8d")
    wanted = strength_sums.river_sums(hand, board, 7)
    assert _core.river_sums_of(card_mask(hand), card_mask(board), 7).tolist() == wanted


@pytest.mark.parametrize("board", ["Kh7d2c9s", "9s8s7s6s", "AhAd3c3s", "QhJh2h5d"])
def test_one_hand_has_the_sums_that_it_has_among_all(board: str) -> None:
    cards = card_mask(parse_cards(board))
    rows = _core.river_sums(cards, 10)
    for hand in ALL_HOLE_CARDS[::29]:
        if not mask(hand) & cards:
            assert (_core.river_sums_of(mask(hand), cards, 10) == rows[hand.index]).all()
            assert rows[hand.index, 2:].sum() == 46


def test_rivers_are_counted_by_group_and_strength() -> None:
    board = parse_cards("Kh7d2c9s")
    groups = np.full((2, 1326), -1, dtype=np.int32)
    groups[0, 100], groups[0, 700], groups[1, 700] = 0, 1, 2
    counts = np.zeros((3, 1981), dtype=np.uint64)
    _core.count_rivers(card_mask(board), groups, 5, counts)
    wanted = np.zeros_like(counts)
    for card in range(52):
        if card not in board:
            halves = _core.halves_on(card_mask(board) | 1 << card)
            for group, hand in ((0, 100), (1, 700), (2, 700)):
                if card not in (ALL_HOLE_CARDS[hand].low, ALL_HOLE_CARDS[hand].high):
                    wanted[group, halves[hand]] += 5
    assert (counts == wanted).all()
    assert counts.sum() == 3 * 5 * 46


@pytest.mark.parametrize("threads", [1, 3])
def test_the_nearest_row_has_the_least_sum_of_differences(threads: int) -> None:
    generator = np.random.default_rng(3)
    rows = generator.integers(0, 256, (5000, 9), dtype=np.uint8)
    centers = generator.integers(0, 256, (6, 9), dtype=np.uint8)
    centers[4] = centers[2]
    found = _core.nearest_rows(rows, centers, threads)
    for number in (*range(40), 4999):
        assert tuple(found[number]) == strength_sums.nearest(rows[number].tolist(), centers.tolist())
    assert 4 not in found[:, 0]


@pytest.mark.parametrize(
    "call",
    [
        lambda: _core.halves_on(3),
        lambda: _core.halves_on(1 << 60 | 7),
        lambda: _core.halves_of(3, 7),
        lambda: _core.halves_of(1, 14),
        lambda: _core.river_sums(7, 0),
        lambda: _core.river_sums(15, 1001),
        lambda: _core.river_sums(15, -1),
        lambda: _core.river_sums_of(3 << 10, 7, 0),
        lambda: _core.count_rivers(15, np.full((1, 1326), 1, np.int32), 1, np.zeros((1, 1981), np.uint64)),
        lambda: _core.count_rivers(31, np.zeros((1, 1326), np.int32), 1, np.zeros((1, 1981), np.uint64)),
        lambda: _core.nearest_rows(np.zeros((2, 3), np.uint8), np.zeros((0, 3), np.uint8), 1),
        lambda: _core.nearest_rows(np.zeros((2, 3), np.uint8), np.zeros((2, 4), np.uint8), 1),
        lambda: _core.nearest_rows(np.zeros((2, 3), np.uint8), np.zeros((2, 3), np.uint8), -1),
    ],
)
def test_impossible_arguments_are_refused(call: object) -> None:
    with pytest.raises(ValueError, match=r".+"):
        call()  # type: ignore[operator]
