"""LAIN's hand rank."""

import numpy as np
import pytest

from railbird.cards import HoleCards
from railbird.errors import CardError
from railbird.strength import hand_ranks, preflop_hand_ranks, standings


@pytest.mark.parametrize(
    ("board", "ahead", "comparisons"), [("Jh4c3h", 1, 48_645), ("Jh4c3hKs", 1, 45_540), ("Jh4c3hKs2d", 0, 990)]
)
def test_lain_3_hand_ranks_are_by_exact_enumeration(board: str, ahead: int, comparisons: int) -> None:
    """47 · 1035 comparisons on the flop, 46 · 990 on the turn, 990 on the river."""
    counts = standings(board, cards_ahead=ahead)
    alive = counts.sum(axis=1) > 0
    assert set(counts[alive].sum(axis=1)) == {comparisons}
    ranks = hand_ranks(board)
    np.testing.assert_allclose(ranks[alive], (counts[alive, 0] + counts[alive, 1] / 2) / comparisons)
    assert np.isnan(ranks[~alive]).all()


def test_lain_3_the_nuts_on_the_river_have_rank_one() -> None:
    assert hand_ranks("Ah Kh Qh 2c 3d")[HoleCards.parse("JhTh").index] == 1.0


def test_preflop_hand_ranks_are_over_all_boards() -> None:
    assert (hand_ranks() == preflop_hand_ranks()).all()


def test_half_a_flop_is_rejected() -> None:
    with pytest.raises(CardError, match="a board has"):
        hand_ranks("Jh4c")
