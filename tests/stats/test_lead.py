"""Which of two strategies wins more: means that forget, and the chance that one is ahead."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.stats.lead import Lead


def test_a_difference_is_found_in_time() -> None:
    random = np.random.default_rng(1)
    chances = []
    for _ in range(200):
        lead = Lead(memory=10_000, hands=100, spread=4)
        for value in random.normal(0.3, 4, 2000):
            lead.learn(float(value))
        chances.append(lead.chance())
    assert np.mean(chances) > 0.95


def test_without_a_difference_the_chance_is_anything() -> None:
    """As it should be for a p value: about one in ten is above 0.9."""
    random = np.random.default_rng(2)
    above = 0
    for _ in range(500):
        lead = Lead(memory=1e9, hands=1, spread=1)
        for value in random.normal(0, 1, 200):
            lead.learn(float(value))
        above += lead.chance() > 0.9
    assert 30 <= above <= 75


def test_mean_and_standard_error_are_those_of_the_hands() -> None:
    values = np.random.default_rng(3).normal(1, 2, 5000)
    lead = Lead(memory=1e12, hands=1e-9, spread=1)
    for value in values.tolist():
        lead.learn(value)
    assert lead.mean == pytest.approx(values.mean())
    assert lead.standard_error == pytest.approx(values.std() / 5000**0.5, rel=1e-3)


def test_old_hands_are_forgotten() -> None:
    lead = Lead(memory=100, hands=10, spread=1)
    for value in [1.0, 0.9] * 500 + [-1.0, -0.9] * 200:
        lead.learn(value)
    assert lead.mean == pytest.approx(-0.95, abs=0.05)
    assert lead.chance() < 0.01


def test_it_goes_on_from_a_state() -> None:
    first, second = Lead(50, 10, 1), Lead(50, 10, 1)
    for value in (1.0, -0.5, 2.0):
        first.learn(value)
    second.restore(first.state())
    first.learn(0.3)
    second.learn(0.3)
    assert first.state() == second.state()


@pytest.mark.parametrize("state", [[1, 2, 3], [0, 0, 1, 1], [1, float("nan"), 1, 1], [1, 0, -1, 1], ["a", 0, 0, 0]])
def test_a_state_that_is_none_is_refused(state: list[float]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Lead(50, 10, 1).restore(state)


def test_after_a_change_what_was_learned_counts_as_fewer_hands() -> None:
    lead = Lead(memory=1e9, hands=1, spread=1)
    for value in [1.0, 0.0] * 1000:
        lead.learn(value)
    mean, error = lead.mean, lead.standard_error
    lead.doubt(20)
    assert lead.mean == pytest.approx(mean)
    assert lead.standard_error == pytest.approx(10 * error, rel=0.01)
    assert lead.hands == pytest.approx(20)
    for _ in range(20):
        lead.learn(-0.5)
    assert lead.mean == pytest.approx(0, abs=0.02)
    lead.doubt(1000)
    assert lead.hands == pytest.approx(40)
