"""Sequential tests, which stay valid however often you look."""

import math

import numpy as np
import pytest

from railbird.stats.sequential import BetterThan, Precision, confidence_interval, log_evidence, looks
from railbird.stats.win_rate import WinRate, win_rate


def test_the_interval_contains_the_means_with_too_little_evidence_against_them() -> None:
    rate = WinRate(0.3, 0.1, 500)
    low, high = confidence_interval(rate, 0.05, 20)
    assert log_evidence(rate, low, 20) == pytest.approx(math.log(20))
    assert log_evidence(rate, high, 20) == pytest.approx(math.log(20))
    assert log_evidence(rate, 0.3, 20) < 0
    assert low < rate.interval[0] < rate.interval[1] < high


def test_the_evidence_is_the_bayes_factor_of_the_t_test() -> None:
    """Compared with the integral of the non-central t distribution over the effect size: n = 5, t = 3, g = 2."""
    scipy_stats = pytest.importorskip("scipy.stats")
    n, t, g = 5, 3.0, 2.0
    effects = np.linspace(-8, 8, 20_001)
    prior = np.exp(-(effects**2) * g / 2) * math.sqrt(g / (2 * math.pi))
    likelihood = scipy_stats.nct.pdf(t, n - 1, effects * math.sqrt(n))
    factor = np.trapezoid(prior * likelihood, effects) / scipy_stats.t.pdf(t, n - 1)
    assert log_evidence(WinRate(t, 1.0, n), 0.0, g) == pytest.approx(math.log(factor), rel=1e-4)


def test_few_or_equal_samples_are_no_evidence() -> None:
    for samples in (np.array([5.0, 5.1, 4.9]), np.ones(10), np.array([1.0])):
        rate = win_rate(samples)
        assert log_evidence(rate, 0, 5) == 0
        assert confidence_interval(rate, 0.05, 5) == (-math.inf, math.inf)
        assert BetterThan(0).verdict(samples[:, None], 100) is None


def test_looking_after_every_sample_keeps_the_stated_error() -> None:
    """Four hundred matches between equals, checked after every sample: a plain interval errs far more often."""
    chance = np.random.default_rng(7)
    planned, wrong, plainly_wrong = 300, 0, 0
    for _ in range(400):
        samples = chance.standard_normal(planned) * 4
        n = np.arange(1, planned + 1)
        means = samples.cumsum() / n
        errors = np.sqrt((np.square(samples).cumsum() / n - means**2) / np.maximum(n - 1, 1))
        ends = [confidence_interval(WinRate(*each), 0.05, 6) for each in zip(means[3:], errors[3:], n[3:], strict=True)]
        wrong += any(low > 0 or high < 0 for low, high in ends)
        plainly_wrong += bool((np.abs(means[29:]) > 1.96 * errors[29:]).any())
    assert wrong <= 20
    assert plainly_wrong > 80


def _rare_disasters(chance: np.random.Generator, count: int) -> np.ndarray:
    """Wins 1.5 in most hands and loses 400 in one of 250: -0.1 on average."""
    return np.where(chance.random(count) < 0.004, -400.0, 1.5 + 0.1 * chance.standard_normal(count))


def test_rare_disasters_deceive_the_t_test_and_not_the_betting_test() -> None:
    chance = np.random.default_rng(9)
    bounds, deceived, wrong = (-400.0, 400.0), 0, 0
    for _ in range(300):
        samples = _rare_disasters(chance, 3000)
        t_verdicts = (BetterThan(0.0).verdict(samples[:count, None], 3000) for count in looks(3000))
        deceived += next((verdict for verdict in t_verdicts if verdict), None) == "better"
        verdict = BetterThan(0.0).verdict(samples[:, None], 3000, bounds)
        wrong += verdict == "better"
    assert deceived > 60
    assert wrong <= 15


def test_the_betting_test_keeps_the_stated_error_between_equals() -> None:
    chance = np.random.default_rng(10)
    wrong = 0
    for number in range(1000):
        kind = number % 3
        samples = (
            chance.choice([-1.0, 5.0], 60, p=[5 / 6, 1 / 6])  # six-player freeze-outs
            if kind == 0
            else chance.standard_normal(200).clip(-1, 5)
            if kind == 1
            else np.where(chance.random(400) < 0.2, 4.0, -1.0)
        )
        supposed = {0: 0.0, 1: 0.083, 2: 0.0}[kind]
        wrong += BetterThan(supposed).verdict(samples[:, None], 400, (-1.0, 5.0)) is not None
    assert wrong <= 50


def test_the_betting_test_detects_clear_effects() -> None:
    chance = np.random.default_rng(11)
    samples = chance.choice([-1.0, 1.0], 400, p=[0.35, 0.65])
    assert BetterThan(0.0).verdict(samples[:, None], 400, (-1.0, 1.0)) == "better"
    assert BetterThan(0.0).verdict(-samples[:, None], 400, (-1.0, 1.0)) == "worse"
    low, high = BetterThan(0.0).interval(samples, 400, (-1.0, 1.0))
    assert 0 < low < 0.3 < high < 0.6


def test_more_samples_do_not_change_a_verdict() -> None:
    """A verdict stays: the largest fortune counts."""
    chance = np.random.default_rng(12)
    samples = np.concatenate([chance.choice([-1.0, 1.0], 300, p=[0.3, 0.7]), -np.ones(300)])
    assert BetterThan(0.0).verdict(samples[:300, None], 600, (-1.0, 1.0)) == "better"
    assert BetterThan(0.0).verdict(samples[:, None], 600, (-1.0, 1.0)) == "better"


def test_a_clear_effect_is_detected_early() -> None:
    chance = np.random.default_rng(8)
    samples = (0.3 + chance.standard_normal(5000))[:, None]
    result = next(n for n in looks(5000) if BetterThan(0.0).verdict(samples[:n], 5000))
    assert result < 500
    assert BetterThan(0.6).verdict(samples, 5000) == "worse"


def test_precision_is_that_of_the_widest_interval() -> None:
    chance = np.random.default_rng(13)
    narrow, wide = chance.standard_normal(1000), 3 * chance.standard_normal(1000)
    assert Precision(0.08).verdict(np.stack([narrow, narrow], axis=1), 1000) == "precise"
    assert Precision(0.08).verdict(np.stack([narrow, wide], axis=1), 1000) is None


@pytest.mark.parametrize("planned", [1, 199, 200, 201, 10_000])
def test_looks_end_with_the_last_sample(planned: int) -> None:
    result = looks(planned)
    assert result[-1] == planned
    assert np.all(np.diff(result) > 0)
