"""Intervals of bounded outcomes: they cover the true mean, and stay within the bounds."""

from __future__ import annotations

import math

import numpy as np
import pytest

from railbird.stats import WinRate, mean_of, win_rate
from railbird.stats.bounded import MOST_VALUES, bounded_interval
from railbird.stats.paired import paired_difference
from railbird.stats.sequential import Precision


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [  # Clopper and Pearson (1934), by the quantiles of the beta distribution
        (0, 1, 0.0, 0.975),
        (0, 10, 0.0, 0.30849710781876077),
        (3, 10, 0.06673951117773447, 0.6524528500599973),
        (10, 10, 0.6915028921812392, 1.0),
        (98, 100, 0.9296160675289299, 0.9975686631760574),
        (20, 1000, 0.01225826797240633, 0.03072003268260911),
    ],
)
def test_for_wins_and_losses_it_is_the_clopper_pearson_interval(won: int, of: int, low: float, high: float) -> None:
    outcomes = np.repeat([1.0, 0.0], [won, of - won])
    assert bounded_interval(outcomes, (0.0, 1.0)) == pytest.approx((low, high), abs=1e-8)
    six = bounded_interval(6 * outcomes - 1, (-1.0, 5.0))
    assert six == pytest.approx((6 * low - 1, 6 * high - 1), abs=1e-7)


def test_the_ends_are_quantiles_of_sums_with_uniform_weights() -> None:
    chance = np.random.default_rng(1)
    outcomes = chance.random(7)
    weights = chance.dirichlet(np.ones(8), 200_000)
    low, high = bounded_interval(outcomes, (0.0, 1.0))
    assert high == pytest.approx(np.quantile(weights @ np.append(outcomes, 1.0), 0.975), abs=0.003)
    assert low == pytest.approx(np.quantile(weights @ np.append(outcomes, 0.0), 0.025), abs=0.003)


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("replicates", [10, 30, 60])
def test_it_covers_the_true_mean_for_every_win_probability(players: int, replicates: int) -> None:
    """The coverage, computed exactly by the binomial distribution, is at least 95 % for every win probability."""
    ends = [
        bounded_interval(np.repeat([players - 1.0, -1.0], [wins, replicates - wins]), (-1.0, players - 1.0))
        for wins in range(replicates + 1)
    ]
    assert all(-1 <= low < high <= players - 1 for low, high in ends)
    for share in (0.02, 0.1, 1 / players, 0.5, 0.9, 0.98):
        held = sum(
            math.comb(replicates, wins) * share**wins * (1 - share) ** (replicates - wins)
            for wins, (low, high) in enumerate(ends)
            if low <= players * share - 1 <= high
        )
        assert held >= 0.95 - 1e-6


def test_it_covers_the_true_mean_of_freeze_outs_that_were_cut_off() -> None:
    chance = np.random.default_rng(2)
    held, matches = 0, 120
    for _ in range(matches):
        cut_off = chance.random(10) < 0.5
        outcomes = np.where(cut_off, np.round(6 * chance.beta(0.3, 1.5, 10), 1), 6.0 * (chance.random(10) < 1 / 6)) - 1
        low, high = bounded_interval(outcomes, (-1.0, 5.0))
        held += low <= 0 <= high
    assert held >= 0.92 * matches  # 95 % minus one and a half standard errors


def test_without_samples_it_is_the_bounds_and_many_values_only_widen_it() -> None:
    assert bounded_interval(np.array([]), (-1.0, 1.0)) == pytest.approx((-1, 1))
    many = np.random.default_rng(3).random(MOST_VALUES + 1)
    low, high = bounded_interval(many, (0.0, 1.0))
    near_low, near_high = bounded_interval(many[:-1], (0.0, 1.0))
    assert near_low - 0.01 < low < near_low + 0.001
    assert near_high - 0.001 < high < near_high + 0.01


def test_a_rate_with_bounds_carries_its_own_interval() -> None:
    rate = win_rate(np.full(12, -1.0), (-1.0, 1.0))
    assert rate.sure
    assert rate.interval == pytest.approx((-1.0, 2 * 0.26464 - 1), abs=1e-4)
    assert rate.half == pytest.approx(2 * 0.26464, abs=1e-4)
    assert rate.to_json()["interval"] == list(rate.interval)
    assert rate.text(2) == "-1.00 (-1.00 to -0.47)"
    assert win_rate(np.full(12, -1.0)).interval == (-1, -1)  # Student's


def test_a_mean_of_rates_keeps_their_asymmetry_and_stays_within_the_bounds() -> None:
    rates = [win_rate(np.repeat([5.0, -1.0], [wins, 10 - wins]), (-1.0, 5.0)) for wins in (0, 1, 2)]
    mean = mean_of(rates)
    low, high = mean.interval
    assert -1 <= low < mean.mean < high <= 5
    assert high - mean.mean > mean.mean - low
    lone = mean_of(rates[1:2])
    assert lone.interval == pytest.approx(rates[1].interval)
    assert mean_of([WinRate(1, 0.3, 10), WinRate(3, 0.4, 20)]).limits is None
    assert not mean_of([rates[0], WinRate(1, float("nan"), 1)]).sure


def test_a_paired_difference_of_bounded_outcomes_is_bounded_as_well() -> None:
    lost, won = np.full(8, -1.0), np.full(8, 1.0)
    low, high = paired_difference(lost, won, (-1.0, 1.0)).interval
    assert 0 < low < 2
    assert high == 2


def test_precision_is_judged_by_the_same_interval() -> None:
    lost = np.full((30, 2), -1.0)
    assert Precision(0.1).verdict(lost, 100) == "precise"  # Student's interval has no width
    assert Precision(0.1).verdict(lost, 100, (-1.0, 1.0)) is None
    assert Precision(0.3).verdict(lost, 100, (-1.0, 1.0)) == "precise"
