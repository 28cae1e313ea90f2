"""Pot odds."""

import pytest

from railbird.errors import StrengthError
from railbird.strength import call_value, pot_odds


def test_saukonoja_26_pot_odds_and_the_value_of_a_call() -> None:
    """Formulas 2 and 3: 1/7; about 37 %; 26.39; -19.25."""
    assert pot_odds(60, 10) == pytest.approx(1 / 7)
    assert pot_odds(103, 60) == pytest.approx(0.368, abs=5e-4)
    assert call_value(0.53, 103, 60) == pytest.approx(26.39)
    assert call_value(0.25, 103, 60) == pytest.approx(-19.25)


def test_a_call_breaks_even_at_the_pot_odds() -> None:
    for pot, to_call in ((60, 10), (1, 100), (7, 0), (0, 5)):
        assert call_value(pot_odds(pot, to_call), pot, to_call) == pytest.approx(0)


@pytest.mark.parametrize(("pot", "to_call"), [(-1, 5), (5, -1), (float("nan"), 1), (5, float("inf"))])
def test_impossible_chips_are_rejected(pot: float, to_call: float) -> None:
    with pytest.raises(StrengthError, match="chips must be 0 or more"):
        pot_odds(pot, to_call)
    with pytest.raises(StrengthError, match="chips must be 0 or more"):
        call_value(0.5, pot, to_call)


def test_nothing_to_win_or_pay_has_no_odds() -> None:
    with pytest.raises(StrengthError, match="pot odds need a pot"):
        pot_odds(0, 0)


def test_an_impossible_probability_is_rejected() -> None:
    with pytest.raises(StrengthError, match="must be between 0 and 1, not 2"):
        call_value(2, 10, 10)
