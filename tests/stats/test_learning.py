"""Learning curves."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird.stats.bootstrap import bootstrap_interval
from railbird.stats.learning import learning_curve, nondecreasing
from railbird.stats.paired import paired_difference


def _learner(replicates: int, seed: int = 0) -> np.ndarray:
    """Loses 1 a hand for 200 hands, then wins 1 for 800."""
    rate = np.where(np.arange(1000) < 200, -1.0, 1.0)
    return rate + np.random.default_rng(seed).standard_normal((replicates, 1000))


def test_a_learner_loses_first_and_wins_later() -> None:
    curve = learning_curve(_learner(50))
    assert curve.ends[-1] == 1000
    assert curve.mean[0] == pytest.approx(-1, abs=3 * curve.half[0])
    assert curve.mean[-1] == pytest.approx(1, abs=3 * curve.half[-1])
    assert curve.profit == pytest.approx(400, abs=50)
    assert curve.profit_interval[0] <= curve.profit <= curve.profit_interval[1]
    assert curve.learned == pytest.approx(225, abs=25)


def test_a_bot_that_never_wins_is_never_in_profit() -> None:
    curve = learning_curve(-np.abs(_learner(10)))
    assert curve.profit == math.inf
    assert curve.learned == math.inf
    assert curve.profit_interval == (math.inf, math.inf)


def test_a_bot_that_always_wins_is_in_profit_at_once() -> None:
    curve = learning_curve(np.ones((5, 100)))
    assert curve.profit == curve.ends[0]
    assert curve.learned == curve.ends[0]


def test_one_replicate_has_no_band() -> None:
    curve = learning_curve(_learner(1))
    assert np.isnan(curve.half).all()
    assert np.isnan(curve.profit_interval).all()


def test_a_match_shorter_than_the_windows_has_one_for_each_hand() -> None:
    assert learning_curve(np.ones((3, 7))).ends.tolist() == [1, 2, 3, 4, 5, 6, 7]


def test_bootstrap_intervals_hold_the_mean_as_often_as_they_say() -> None:
    held = 0
    for seed in range(200):
        samples = np.random.default_rng(seed).exponential(size=60)
        low, high = bootstrap_interval(samples, np.mean, resamples=300, seed=seed)
        held += low <= 1 <= high
    assert 0.87 <= held / 200 <= 0.98


def test_the_same_seed_gives_the_same_bootstrap() -> None:
    samples = np.random.default_rng(1).standard_normal(30)
    assert bootstrap_interval(samples, np.median) == bootstrap_interval(samples, np.median)


def test_poki_22_common_luck_cancels_in_a_paired_difference() -> None:
    chance = np.random.default_rng(2)
    luck = 10 * chance.standard_normal(500)
    result = paired_difference(luck, luck + 0.1 + 0.1 * chance.standard_normal(500))
    assert result.interval[0] > 0
    with pytest.raises(ValueError, match="cannot pair 3 samples with 4"):
        paired_difference(np.zeros(3), np.zeros(4))


def test_a_lucky_window_at_the_beginning_is_not_learning() -> None:
    rates = np.concatenate([[0.1, 0.9, 0.1, 0.1], np.linspace(0.2, 1.0, 16), np.ones(20)])
    curve = learning_curve(np.tile(np.repeat(rates, 10), (4, 1)), 40)
    assert curve.mean[1] >= 0.8  # the second window alone has the final rate
    assert 140 <= curve.learned <= 170


@given(st.lists(st.floats(-10, 10), min_size=1, max_size=12))
def test_the_nondecreasing_curve_fits_better_than_any_other(values: list[float]) -> None:
    """Compared with running maxima and minima, and shifts of the fitted sequence."""
    given_values, weights = np.array(values), np.ones(len(values))
    fitted = nondecreasing(given_values, weights)
    assert (np.diff(fitted) >= -1e-12).all()
    assert fitted.sum() == pytest.approx(given_values.sum(), abs=1e-9)
    least = float(((fitted - given_values) ** 2).sum())
    others = [np.maximum.accumulate(given_values), np.minimum.accumulate(given_values[::-1])[::-1], fitted + 0.1]
    others += [np.maximum(fitted, bound) for bound in given_values]
    assert all(least <= ((other - given_values) ** 2).sum() + 1e-9 for other in others)


def test_weights_count_as_often_as_they_say() -> None:
    result = nondecreasing(np.array([3.0, 1.0]), np.array([3, 1]))
    assert result.tolist() == [2.5, 2.5]
