"""Units of win rates."""

import pytest

from railbird.errors import RailbirdError
from railbird.stats import Unit, WinRate, bigbets_per_100, converted, dollars_per_hour, rough_error, small_bets_per_hand


def test_saukonoja_5_small_bets_per_hand_and_big_bets_per_100_hands() -> None:
    """The factor is 50: 0.24 sb/h are 12 big bets per 100 hands."""
    assert bigbets_per_100(0.24) == pytest.approx(12)
    for rate in (-0.75, 0, 0.05, 3):
        assert small_bets_per_hand(bigbets_per_100(rate)) == pytest.approx(rate)


def test_saukonoja_41_the_rule_of_thumb() -> None:
    assert rough_error(2500) == pytest.approx(0.12)
    assert rough_error(3500) == pytest.approx(0.101, abs=5e-4)
    assert rough_error(10_000) == pytest.approx(0.06)


def test_poki_22_a_win_rate_in_dollars_an_hour() -> None:
    """$10/$20, 40 hands an hour, +0.05 small bets a hand: $20 an hour."""
    assert dollars_per_hour(0.05, 40, 10) == pytest.approx(20)
    assert dollars_per_hour(0.05) == pytest.approx(20)
    assert dollars_per_hour(-0.1, hands_per_hour=60, small_bet=2) == pytest.approx(-12)


def test_rates_convert_only_between_units_of_the_same_game() -> None:
    rate = WinRate(0.24, 0.06, 2500)
    other = converted(rate, Unit.SB_PER_HAND, Unit.BIGBET_PER_100)
    assert (other.mean, other.standard_error) == (12, 3)
    assert converted(other, Unit.BIGBET_PER_100, Unit.SB_PER_HAND) == rate
    assert converted(rate, Unit.BB_PER_100, Unit.BB_PER_100) is rate
    with pytest.raises(RailbirdError, match="cannot convert sb/h to bb/100"):
        converted(rate, Unit.SB_PER_HAND, Unit.BB_PER_100)
