"""Units of win rates."""

import pytest

from railbird.stats import bigbets_per_100, small_bets_per_hand


def test_saukonoja_5_small_bets_per_hand_and_big_bets_per_100_hands() -> None:
    """The factor is 50: 0.24 sb/h are 12 big bets per 100 hands."""
    assert bigbets_per_100(0.24) == pytest.approx(12)
    for rate in (-0.75, 0, 0.05, 3):
        assert small_bets_per_hand(bigbets_per_100(rate)) == pytest.approx(rate)
