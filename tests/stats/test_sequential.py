"""A test that may be looked at as often as one likes."""

import math

import numpy as np
import pytest

from railbird.stats.sequential import BetterThan, Precision, confidence_interval, log_evidence, looks
from railbird.stats.win_rate import WinRate, win_rate


def test_the_interval_holds_the_means_against_which_there_is_too_little_evidence() -> None:
    rate = WinRate(0.3, 0.1, 500)
    low, high = confidence_interval(rate, 0.05, 20)
    assert log_evidence(rate, low, 20) == pytest.approx(math.log(20))
    assert log_evidence(rate, high, 20) == pytest.approx(math.log(20))
    assert log_evidence(rate, 0.3, 20) < 0
    assert low < rate.interval[0] < rate.interval[1] < high


def test_the_evidence_is_the_bayes_factor_of_the_t_test() -> None:
    """By the integral over the effect size, of the non-central t distribution: n = 5, t = 3, g = 2."""
    scipy_stats = pytest.importorskip("scipy.stats")
    n, t, g = 5, 3.0, 2.0
    effects = np.linspace(-8, 8, 20_001)
    prior = np.exp(-(effects**2) * g / 2) * math.sqrt(g / (2 * math.pi))
    likelihood = scipy_stats.nct.pdf(t, n - 1, effects * math.sqrt(n))
    factor = np.trapezoid(prior * likelihood, effects) / scipy_stats.t.pdf(t, n - 1)
    assert log_evidence(WinRate(t, 1.0, n), 0.0, g) == pytest.approx(math.log(factor), rel=1e-4)


def test_few_or_equal_samples_are_no_evidence() -> None:
    for rate in (WinRate(5, 0.1, 3), win_rate(np.ones(10)), win_rate(np.array([1.0]))):
        assert log_evidence(rate, 0, 5) == 0
        assert confidence_interval(rate, 0.05, 5) == (-math.inf, math.inf)
        assert BetterThan(0).verdict([rate], 100) is None


def test_looking_at_every_step_is_wrong_no_more_often_than_stated() -> None:
    """A thousand matches between equals, looked at after every sample: a plain interval errs far more often."""
    chance = np.random.default_rng(7)
    planned, wrong, plainly_wrong = 500, 0, 0
    for _ in range(1000):
        samples = chance.standard_normal(planned) * 4
        n = np.arange(1, planned + 1)
        means = samples.cumsum() / n
        errors = np.sqrt((np.square(samples).cumsum() / n - means**2) / np.maximum(n - 1, 1))
        rates = [WinRate(*each) for each in zip(means[3:], errors[3:], n[3:], strict=True)]
        wrong += any(BetterThan(0.0).verdict([rate], planned) for rate in rates)
        plainly_wrong += bool((np.abs(means[29:]) > 1.96 * errors[29:]).any())
    assert wrong <= 50
    assert plainly_wrong > 250


def test_a_clear_effect_is_found_early() -> None:
    chance = np.random.default_rng(8)
    samples = 0.3 + chance.standard_normal(5000)
    found = next(n for n in looks(5000) if BetterThan(0.0).verdict([win_rate(samples[:n])], 5000))
    assert found < 500
    assert BetterThan(0.6).verdict([win_rate(samples)], 5000) == "worse"


def test_precision_is_that_of_the_widest_interval() -> None:
    narrow, wide = WinRate(0, 0.01, 1000), WinRate(0, 0.03, 1000)
    assert Precision(0.05).verdict([narrow, narrow], 1000) == "precise"
    assert Precision(0.05).verdict([narrow, wide], 1000) is None


@pytest.mark.parametrize("planned", [1, 199, 200, 201, 10_000])
def test_looks_end_with_the_last_sample(planned: int) -> None:
    found = looks(planned)
    assert found[-1] == planned
    assert np.all(np.diff(found) > 0)
