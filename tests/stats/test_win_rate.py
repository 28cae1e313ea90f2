"""Means and their errors."""

import math

import numpy as np
import pytest

from railbird.game import parse_game
from railbird.stats import Unit, unit_of, units_per_chip, win_rate
from railbird.stats.win_rate import t_quantile


def test_a_mean_has_the_error_of_independent_samples() -> None:
    result = win_rate(np.array([1.0, 2.0, 3.0, 6.0]))
    assert result.mean == 3
    assert result.standard_error == pytest.approx(math.sqrt((4 + 1 + 0 + 9) / 3 / 4))
    low, high = result.interval
    assert (high - low) / 2 == pytest.approx(3.182446 * result.standard_error, rel=2e-3)
    assert result.samples == 4
    assert result.sure


@pytest.mark.parametrize(
    ("freedom", "known"), [(1, 12.7062), (2, 4.3027), (3, 3.1824), (5, 2.5706), (10, 2.2281), (100, 1.9840)]
)
def test_few_samples_have_students_intervals(freedom: int, known: float) -> None:
    assert t_quantile(freedom) == pytest.approx(known, rel=2e-3)


def test_a_few_equal_samples_prove_nothing() -> None:
    assert not win_rate(np.array([1.0, 1.0])).sure
    assert not win_rate(np.array([1.0])).sure
    assert win_rate(np.ones(100)).sure


def test_too_few_samples_have_no_error() -> None:
    assert math.isnan(win_rate(np.array([1.0])).standard_error)
    assert math.isnan(win_rate(np.array([])).mean)


@pytest.mark.parametrize(
    ("game", "unit", "per_chip"),
    [
        ("limit", Unit.SB_PER_HAND, 0.1),
        ("limit(players=6)", Unit.SB_PER_HAND, 0.1),
        ("nolimit", Unit.BB_PER_100, 1.0),
        ("kuhn", Unit.CHIPS_PER_HAND, 1.0),
    ],
)
def test_units_go_with_the_game(game: str, unit: Unit, per_chip: float) -> None:
    assert unit_of(parse_game(game)) is unit
    assert units_per_chip(parse_game(game)) == pytest.approx(per_chip)
