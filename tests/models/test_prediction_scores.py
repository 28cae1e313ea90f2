"""Scores of predictions."""

from __future__ import annotations

import math
from functools import partial

import numpy as np
import pytest

from railbird.arena import DealingScheme, Entrant, MatchDefinition
from railbird.arena.evidence import played_hands
from railbird.arena.leg import LegRunner
from railbird.errors import ModelError
from railbird.gallery import parse_bot
from railbird.game import ActionKind, Hand, limit
from railbird.models.prediction_scores import (
    ObservedAction,
    cross_validate,
    observed_actions,
    prequential,
    relevance,
    score,
)
from railbird.models.predictors import NeuralPredictor, StatisticsPredictor, make_predictor


def hands(target: str, other: str, count: int, seed: int = 1) -> list[Hand]:
    """Hands of two players, t and o."""
    entrants = (Entrant(parse_bot(target), player="t"), Entrant(parse_bot(other), player="o"))
    definition = MatchDefinition(game=limit(), entrants=entrants, hands=count, seed=seed, dealing=DealingScheme.PLAIN)
    leg = definition.leg(0)
    return [hand for hand, _ in played_hands(definition, leg, LegRunner(definition, leg).run(1e9).hands)]


@pytest.fixture(scope="module")
def data() -> list[ObservedAction]:
    return observed_actions(hands("simple", "chump", 300), "t")


def test_scores_by_hand() -> None:
    result = score(np.array([[0.5, 0.25, 0.25], [0.0, 0.2, 0.8], [0.0, 1.0, 0.0]]), np.array([0, 1, 1]))
    assert result.losses.tolist() == pytest.approx([math.log(2), math.log(5), 0])
    assert result.right.tolist() == [True, False, True]
    assert result.accuracy == pytest.approx(2 / 3)
    assert result.majority == pytest.approx(2 / 3)
    assert result.brier == pytest.approx((0.25 + 0.0625 * 2 + 0.64 + 0.64 + 0) / 3)
    assert result.calibration.count.sum() == 9


def test_the_loss_of_an_impossible_prediction_is_bounded() -> None:
    assert score(np.array([[1.0, 0.0, 0.0]]), np.array([2])).log_loss == pytest.approx(math.log(1000))


def test_calibration_compares_predictions_with_frequencies() -> None:
    chance = np.random.default_rng(1)
    kinds = (chance.random(20_000) < 0.25).astype(np.intp)
    result = score(np.tile([0.75, 0.25, 0.0], (20_000, 1)), kinds).calibration
    known = result.count > 0
    assert result.predicted[known].tolist() == pytest.approx([0, 0.25, 0.75])
    assert result.happened[known].tolist() == pytest.approx([0, 0.25, 0.75], abs=0.01)


def test_every_action_of_the_player_is_watched_and_no_other(data: list[ObservedAction]) -> None:
    played = hands("simple", "chump", 300)
    actions = [
        (number, kind)
        for number, hand in enumerate(played)
        for player, _, kind, _ in hand.actions
        if hand.players[player] == "t"
    ]
    assert [(each.hand, each.kind) for each in data] == actions
    assert all(each.observation.situation.players == 2 for each in data)


def test_it_predicts_before_it_learns(data: list[ObservedAction]) -> None:
    fresh = StatisticsPredictor()
    first = fresh.predict(data[0].observation)[data[0].kind]
    assert prequential(StatisticsPredictor(), data).losses[0] == pytest.approx(-math.log(max(first, 1e-3)))


@pytest.mark.parametrize("name", ["statistics", "neural", "voting"])
def test_poki_20_learning_predictors_beat_the_generic_model_and_the_most_frequent_action(
    name: str, data: list[ObservedAction]
) -> None:
    generic, result = (cross_validate(partial(make_predictor, each), data) for each in ("generic", name))
    assert result.count == len(data)
    assert result.log_loss < generic.log_loss
    assert result.accuracy > result.majority


def test_each_block_is_predicted_without_having_seen_it() -> None:
    """A player who acts differently in each half of the hands cannot be predicted from the other half."""
    callers, raisers = (
        observed_actions(hands("always-call", "simple", 30), "t"),
        observed_actions(hands("always-raise", "simple", 30), "t"),
    )
    both = [*callers, *(each._replace(hand=each.hand + 1000) for each in raisers)]
    assert cross_validate(StatisticsPredictor, both, 2).accuracy < 0.3
    assert cross_validate(StatisticsPredictor, callers, 2).accuracy == 1


def test_too_few_hands_cannot_be_split_into_blocks() -> None:
    few = observed_actions(hands("always-call", "simple", 3), "t")
    with pytest.raises(ModelError, match="5 blocks"):
        cross_validate(StatisticsPredictor, few)


def test_a_player_who_never_acts_cannot_be_scored() -> None:
    with pytest.raises(ModelError, match="no action"):
        prequential(StatisticsPredictor(), [])


def test_relevance_finds_the_input_that_matters(data: list[ObservedAction]) -> None:
    """A player who folds to every bet and otherwise checks is predicted by whether there is a bet."""
    taught = [
        each._replace(kind=ActionKind.FOLD if each.observation.situation.to_call else ActionKind.CALL) for each in data
    ]
    net = NeuralPredictor()
    prequential(net, taught * 3)
    result = relevance(net, taught)
    assert len(result) == 18
    assert next(iter(result)) in ("one bet to call", "pot odds")
    assert list(result.values()) == sorted(result.values(), reverse=True)
