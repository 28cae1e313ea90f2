"""E[HS], E[HS²] and histograms of all hands, against hands evaluated one by one."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from phevaluator import evaluate_cards

from railbird import _core
from railbird.cards import ALL_HOLE_CARDS, HoleCards, card_mask, parse_cards
from railbird.errors import RailbirdError
from railbird.strength import final_strengths


def strength_on(hand: HoleCards, board: list[int]) -> float:
    """HS on a full board, by phevaluator, whose values are lower for better hands."""
    mine: int = evaluate_cards(int(hand.low), int(hand.high), *board)
    rest = [card for card in range(52) if card not in {int(hand.low), int(hand.high), *board}]
    others: list[int] = [evaluate_cards(*other, *board) for other in combinations(rest, 2)]
    return sum((mine < other) + (mine == other) / 2 for other in others) / len(others)


@pytest.mark.parametrize("hand", ["AsAd", "9h8h", "7c2d"])
def test_on_the_river_they_are_those_of_every_hand_counted(hand: str) -> None:
    held, board = HoleCards.parse(hand), "Kh7h2c9s4d"
    found, exact = final_strengths(board, 10), strength_on(held, [int(card) for card in parse_cards(board)])
    assert found.mean[held.index] == pytest.approx(exact, abs=1e-6)
    assert found.mean_square[held.index] == pytest.approx(exact**2, abs=1e-6)
    assert found.histogram[held.index, min(int(exact * 10), 9)] == 1


@pytest.mark.parametrize("board", ["Kh7h2h", "KhKd2c", "9s8d7c", "QsJh2h5d"])
def test_means_are_those_over_all_rivers_whatever_suits_are_alike(board: str) -> None:
    found = final_strengths(board, 20)
    for hand in ALL_HOLE_CARDS[::137]:
        if card_mask((hand.low, hand.high)) & card_mask(parse_cards(board)):
            assert np.isnan(found.mean[hand.index])
            continue
        ranks = _core.river_ranks(card_mask((hand.low, hand.high)), card_mask(parse_cards(board)))
        assert found.mean[hand.index] == pytest.approx(ranks.mean(), abs=1e-6)
        assert found.mean_square[hand.index] == pytest.approx((ranks**2).mean(), abs=1e-6)
        counts = np.bincount(np.minimum((ranks * 20 + 1e-9).astype(int), 19), minlength=20)
        assert found.histogram[hand.index] == pytest.approx(counts / len(ranks), abs=1e-6)


def test_isomorphic_hands_are_equally_strong() -> None:
    first, second = final_strengths("Kh7h2c").mean, final_strengths("Kd7d2s").mean
    assert first[HoleCards.parse("AhQh").index] == second[HoleCards.parse("AdQd").index]


@pytest.mark.parametrize(("board", "bins"), [("Kh7d", 0), ("Kh7d2c", -1), ("Kh7d2c", 1001), ("KhKh2c", 0)])
def test_impossible_questions_are_refused(board: str, bins: int) -> None:
    with pytest.raises(RailbirdError):
        final_strengths(board, bins)
