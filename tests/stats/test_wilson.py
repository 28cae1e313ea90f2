"""Wilson's interval against published values."""

from __future__ import annotations

import pytest

from railbird.errors import RailbirdError
from railbird.stats import wilson_interval


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_it_has_the_values_of_newcombe_1998_table_1(wins: int, games: int, low: float, high: float) -> None:
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_its_ends_are_where_the_score_test_just_rejects() -> None:
    low, high = wilson_interval(30.5, 100, z=2.0)
    for end in (low, high):
        assert abs(0.305 - end) == pytest.approx(2.0 * (end * (1 - end) / 100) ** 0.5)


def test_it_is_symmetrical_and_stays_within_0_and_1() -> None:
    low, high = wilson_interval(3, 10)
    assert wilson_interval(7, 10) == pytest.approx((1 - high, 1 - low))
    assert wilson_interval(0, 5)[0] == 0
    assert wilson_interval(5, 5)[1] == 1
    assert wilson_interval(0, 0) == (0, 1)


@pytest.mark.parametrize(("score", "games"), [(-1, 5), (6, 5), (1, 0)])
def test_a_score_that_cannot_be_is_refused(score: float, games: int) -> None:
    with pytest.raises(RailbirdError, match="lies between 0 and"):
        wilson_interval(score, games)
