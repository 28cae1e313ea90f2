"""Percentiles of hands, and triples for each hand that average to the prediction."""

from __future__ import annotations

import math

import numpy as np
import pytest

from railbird.agent.situations import Situations
from railbird.models.predictors.observation import Observations, Ordering, by_strength
from railbird.policies.triples import CALLS, FOLDS, RAISES, Array
from tests.models.predictors.made_up import drawn, seen

PREDICTIONS = [
    *((0.0, 0.6, 0.4), (0.5, 0.3, 0.2), (0.7, 0.2, 0.1), (0.2, 0.8, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    *((1.0, 0.0, 0.0), (0.5, 0.0, 0.5), (0.9, 0.05, 0.05), (0.01, 0.01, 0.98), (0.3, 0.0, 0.7)),
]


def plainly(values: Array, weights: Array) -> list[float]:
    """The share of weights below each value, plus half of those equal to it."""
    result = []
    for value in values:
        below = sum(weight for other, weight in zip(values, weights, strict=True) if other < value)
        equal = sum(weight for other, weight in zip(values, weights, strict=True) if other == value)
        result.append((below + equal / 2) / sum(weights))
    return result


@pytest.mark.parametrize("kinds", [1, 2, 7, 1000])
@pytest.mark.parametrize("zeros", [0.0, 0.5])
def test_percentiles_equal_a_plain_loop(kinds: int, zeros: float) -> None:
    chance = np.random.default_rng(kinds)
    values = chance.integers(kinds, size=60) / kinds
    ordering = Ordering(values)
    for _ in range(5):
        weights = chance.random(60) * (chance.random(60) >= zeros)
        result = ordering.percentiles(weights)
        assert result.tolist() == pytest.approx(plainly(values, weights))
        assert result.min() >= 0
        assert result.max() <= 1


def test_without_any_weight_all_hands_have_percentile_one_half() -> None:
    assert Ordering(np.array([0.3, 0.1, 0.2])).percentiles(np.zeros(3)).tolist() == [0.5] * 3


def test_percentiles_have_a_mean_of_one_half() -> None:
    chance = np.random.default_rng(1)
    values, weights = chance.integers(20, size=500).astype(np.float64), chance.random(500)
    assert weights @ Ordering(values).percentiles(weights) / weights.sum() == pytest.approx(0.5)


@pytest.mark.parametrize("triple", PREDICTIONS)
@pytest.mark.parametrize(("sigma", "blind"), [(0.0, 0.0), (0.05, 0.05), (0.5, 0.3)])
def test_the_average_over_hands_is_the_prediction(triple: tuple[float, ...], sigma: float, blind: float) -> None:
    chance = np.random.default_rng(2)
    values, weights = chance.random(4000), chance.random(4000)
    by_hand = by_strength(np.array(triple), Ordering(values).percentiles(weights), sigma=sigma, blind=blind)
    assert weights @ by_hand / weights.sum() == pytest.approx(np.array(triple), abs=2e-3)


@pytest.mark.parametrize("triple", PREDICTIONS)
@pytest.mark.parametrize("sigma", [0.0, 0.1, 0.5])
@pytest.mark.parametrize("blind", [0.0, 0.3, 1.0])
def test_better_hands_fold_less_and_raise_more(triple: tuple[float, ...], sigma: float, blind: float) -> None:
    by_hand = by_strength(np.array(triple), np.linspace(0, 1, 201), sigma=sigma, blind=blind)
    assert by_hand.shape == (201, 3)
    assert by_hand.sum(axis=1) == pytest.approx(1)
    assert (by_hand >= 0).all()
    assert (np.diff(by_hand[:, FOLDS]) <= 1e-12).all()
    assert (np.diff(by_hand[:, RAISES]) >= -1e-12).all()


def test_a_player_who_bets_40_percent_bets_their_best_40_percent() -> None:
    result = by_strength(np.array([0.1, 0.5, 0.4]), np.array([0.05, 0.15, 0.55, 0.65, 0.99]), sigma=0, blind=0)
    assert result.argmax(axis=1).tolist() == [FOLDS, CALLS, CALLS, RAISES, RAISES]
    assert result.max(axis=1).tolist() == [1] * 5


def test_the_blind_share_is_the_same_for_all_hands() -> None:
    triple = np.array([0.5, 0.3, 0.2])
    assert by_strength(triple, np.array([0.0, 0.5, 1.0]), blind=1.0).tolist() == [triple.tolist()] * 3
    result = by_strength(triple, np.array([0.0, 1.0]), sigma=0, blind=0.3)
    assert result.tolist() == [pytest.approx([0.85, 0.09, 0.06]), pytest.approx([0.15, 0.09, 0.76])]


@pytest.mark.parametrize("triple", [(0.0, 0.6, 0.4), (0.5, 0.5, 0.0)])
def test_an_action_with_prediction_0_never_happens(triple: tuple[float, ...]) -> None:
    result = by_strength(np.array(triple), np.linspace(0, 1, 50))
    assert result[:, np.array(triple) == 0].max() < 1e-12


def test_many_predictions_at_once_equal_each_alone() -> None:
    indices = np.linspace(0.02, 0.98, 20)
    result = by_strength(np.array(PREDICTIONS), indices)
    assert result.shape == (len(PREDICTIONS), 20, 3)
    for row, triple in zip(result, PREDICTIONS, strict=True):
        assert (row == by_strength(np.array(triple), indices)).all()


@pytest.mark.parametrize(
    ("bets", "can_raise", "given", "wanted"),
    [
        (1, True, (0.2, 0.5, 0.3), (0.2, 0.5, 0.3)),
        (0, True, (0.2, 0.5, 0.3), (0.0, 0.7, 0.3)),
        (1, False, (0.2, 0.5, 0.3), (0.2, 0.8, 0.0)),
        (0, False, (0.2, 0.5, 0.3), (0.0, 1.0, 0.0)),
        (1, True, (2.0, 5.0, 3.0), (0.2, 0.5, 0.3)),
    ],
)
def test_legal_predictions_have_no_illegal_actions(
    bets: int, can_raise: bool, given: tuple[float, ...], wanted: tuple[float, ...]
) -> None:
    triple = np.array(given)
    assert seen(bets, can_raise=can_raise).legal(triple).tolist() == pytest.approx(wanted)
    many = [seen(bets, can_raise=can_raise)] * 4
    assert Observations.of(many).legal(np.stack([triple] * 4)).tolist() == [pytest.approx(wanted)] * 4
    assert triple.tolist() == list(given)


@pytest.mark.parametrize("triple", [(math.nan, 0.5, 0.5), (-0.1, 0.6, 0.5), (math.inf, 0.0, 0.0)])
def test_malformed_predictions_count_as_uniform(triple: tuple[float, ...]) -> None:
    given = np.array(triple)
    assert seen(1).legal(given) == pytest.approx([1 / 3] * 3)
    assert Observations.of([seen(1), seen(0)]).legal(np.stack([given] * 2)) == pytest.approx(
        np.array([[1 / 3] * 3, [0, 2 / 3, 1 / 3]])
    )
    assert seen(1).legal(np.zeros(3)).tolist() == [0, 1, 0]
    assert Observations.of([seen(1)]).legal(np.zeros((1, 3))).tolist() == [[0, 1, 0]]


def test_columns_give_the_observations_that_they_were_made_of() -> None:
    chance = np.random.default_rng(6)
    given = [drawn(chance) for _ in range(30)]
    for one, other in zip(given, Observations.of(given), strict=True):
        assert (one.situation, one.strength, one.potential) == (other.situation, other.strength, other.potential)
        assert (one.expert == other.expert).all()
        assert one.observer_active is other.observer_active
    assert list(Observations.of([])) == []


def test_one_value_counts_for_all_observations() -> None:
    chance = np.random.default_rng(7)
    situations = Situations.of(drawn(chance).situation for _ in range(5))
    seen = Observations(situations, 0.7, 0.2, np.array([0.1, 0.6, 0.3]), False)
    for each in seen:
        assert (each.strength, each.potential, each.observer_active) == (0.7, 0.2, False)
        assert each.expert.tolist() == [0.1, 0.6, 0.3]
