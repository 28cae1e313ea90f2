"""Which of two strategies wins more: means that forget, and the chance that one is ahead."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.models.comparison import Comparison


def test_a_difference_is_found_in_time() -> None:
    random = np.random.default_rng(1)
    chances = []
    for _ in range(200):
        comparison = Comparison(memory=10_000, hands=100, spread=4)
        for value in random.normal(0.3, 4, 2000):
            comparison.learn(float(value))
        chances.append(comparison.chance())
    assert np.mean(chances) > 0.95


def test_without_a_difference_the_chance_is_anything() -> None:
    """As it should be for a p value: about one in ten is above 0.9."""
    random = np.random.default_rng(2)
    above = 0
    for _ in range(500):
        comparison = Comparison(memory=1e9, hands=1, spread=1)
        for value in random.normal(0, 1, 200):
            comparison.learn(float(value))
        above += comparison.chance() > 0.9
    assert 30 <= above <= 75


def test_mean_and_standard_error_are_those_of_the_hands() -> None:
    values = np.random.default_rng(3).normal(1, 2, 5000)
    comparison = Comparison(memory=1e12, hands=1e-9, spread=1)
    for value in values.tolist():
        comparison.learn(value)
    assert comparison.mean == pytest.approx(values.mean())
    assert comparison.standard_error == pytest.approx(values.std() / 5000**0.5, rel=1e-3)


def test_old_hands_are_forgotten() -> None:
    comparison = Comparison(memory=100, hands=10, spread=1)
    for value in [1.0, 0.9] * 500 + [-1.0, -0.9] * 200:
        comparison.learn(value)
    assert comparison.mean == pytest.approx(-0.95, abs=0.05)
    assert comparison.chance() < 0.01


def test_it_goes_on_from_a_state() -> None:
    first, second = Comparison(50, 10, 1), Comparison(50, 10, 1)
    for value in (1.0, -0.5, 2.0):
        first.learn(value)
    second.restore(first.state())
    first.learn(0.3)
    second.learn(0.3)
    assert first.state() == second.state()


@pytest.mark.parametrize("state", [[1, 2, 3], [0, 0, 1, 1], [1, float("nan"), 1, 1], [1, 0, -1, 1], ["a", 0, 0, 0]])
def test_a_state_that_is_none_is_refused(state: list[float]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Comparison(50, 10, 1).restore(state)
