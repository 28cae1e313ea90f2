"""Scores for predictions of players' actions: prequential and by cross-validation.

*Prequential*: predict an action, score the prediction, then learn from the action. *Cross-validation*: learn from some
blocks of hands, score on the others. The scores are accuracy (how often the most likely action was taken), log-loss
(−ln p of the action taken) and the Brier score (Σ (p − a)², with a = 1 for the action taken, else 0); for the last two,
lower is better. Calibration compares predicted probabilities with how often the actions happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.errors import ModelError
from railbird.game import ActionKind, Hand
from railbird.models.poki.opponents import OpponentModels, OpponentModelSettings
from railbird.models.predictors import NeuralPredictor, Observation, Observations, Predictor, StatisticsPredictor
from railbird.models.predictors.neural import INPUTS, inputs
from railbird.policies.triples import Array

LEAST = 1e-3
"""Smaller probabilities count as this in the log-loss."""
CALIBRATION_BINS = 10


class ObservedAction(NamedTuple):
    """A player's action, the observation before it, and the number of the hand."""

    observation: Observation
    kind: ActionKind
    hand: int


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """Predicted probability and observed frequency, by bin of the prediction."""

    predicted: Array
    """Mean prediction in each bin; NaN if the bin is empty."""
    happened: Array
    count: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class PredictionScore:
    """The scores of a series of predictions."""

    losses: Array
    """The log-loss of each prediction."""
    right: NDArray[np.bool_]
    """Whether the most likely action was taken."""
    majority: float
    """The accuracy of always predicting the most frequent action."""
    brier: float
    calibration: Calibration

    @property
    def count(self) -> int:
        return len(self.losses)

    @property
    def accuracy(self) -> float:
        return float(self.right.mean())

    @property
    def log_loss(self) -> float:
        return float(self.losses.mean())

    def to_json(self) -> dict[str, Any]:
        calibration = self.calibration
        return {
            "predictions": self.count,
            "accuracy": self.accuracy,
            "majority": self.majority,
            "log_loss": self.log_loss,
            "brier": self.brier,
            "calibration": [
                {"predicted": float(predicted), "happened": float(happened), "count": int(count)}
                for predicted, happened, count in zip(
                    calibration.predicted, calibration.happened, calibration.count, strict=True
                )
                if count
            ],
        }


def score(predictions: Array, kinds: NDArray[np.intp]) -> PredictionScore:
    """Score predictions [n, 3] against the actions taken. Raises ModelError if there are none."""
    if not len(kinds):
        raise ModelError("there is no action to score: the player never acts in these hands")
    rows = np.arange(len(kinds))
    happened = np.zeros_like(predictions)
    happened[rows, kinds] = 1.0
    losses = -np.log(np.maximum(predictions[rows, kinds], LEAST))
    return PredictionScore(
        losses,
        predictions.argmax(axis=1) == kinds,
        float(happened.mean(axis=0).max()),
        float(((predictions - happened) ** 2).sum(axis=1).mean()),
        calibration_of(predictions.ravel(), happened.ravel()),
    )


def calibration_of(predicted: Array, happened: Array) -> Calibration:
    """How often something happened (1, else 0) beside how likely it was said to be."""
    bins = np.minimum((predicted * CALIBRATION_BINS).astype(np.intp), CALIBRATION_BINS - 1)
    count = np.bincount(bins, minlength=CALIBRATION_BINS)
    with np.errstate(invalid="ignore"):
        means = [np.bincount(bins, each, CALIBRATION_BINS) / count for each in (predicted, happened)]
    return Calibration(means[0], means[1], count)


def prequential(predictor: Predictor, data: Sequence[ObservedAction]) -> PredictionScore:
    """Predict, score and learn from each action in turn."""
    result = np.zeros((len(data), 3))
    for index, each in enumerate(data):
        result[index] = predictor.predict(each.observation)
        predictor.learn(each.observation, each.kind)
    return score(result, kinds_of(data))


def cross_validate(make: Callable[[], Predictor], data: Sequence[ObservedAction], folds: int = 5) -> PredictionScore:
    """Predict each block of hands with a predictor that has learned from all other blocks."""
    hands = sorted({each.hand for each in data})
    if len(hands) < folds:
        raise ModelError(f"{folds} blocks need at least {folds} hands in which the player acts, not {len(hands)}")
    block_of = {hand: index * folds // len(hands) for index, hand in enumerate(hands)}
    blocks = np.array([block_of[each.hand] for each in data])
    result = np.zeros((len(data), 3))
    for block in range(folds):
        predictor = make()
        for each, in_block in zip(data, blocks == block, strict=True):
            if not in_block:
                predictor.learn(each.observation, each.kind)
        indices = np.flatnonzero(blocks == block)
        seen = Observations.of(data[int(index)].observation for index in indices)
        result[indices] = predictor.predict_many(seen)
    return score(result, kinds_of(data))


def relevance(predictor: NeuralPredictor, data: Sequence[ObservedAction], seed: int = 0) -> dict[str, float]:
    """How much the log-loss of a net rises when one of its inputs is shuffled over all situations."""
    given, kinds = np.stack([inputs(each.observation) for each in data]), kinds_of(data)
    chance = np.random.default_rng(seed)

    def loss(rows: Array) -> float:
        shares = predictor.net.outputs(rows)[np.arange(len(kinds)), kinds]
        return float(-np.log(np.maximum(shares, LEAST)).mean())

    plain, result = loss(given), {}
    for column, name in enumerate(INPUTS):
        mixed = given.copy()
        mixed[:, column] = chance.permutation(mixed[:, column])
        result[name] = loss(mixed) - plain
    return dict(sorted(result.items(), key=lambda item: -item[1]))


def kinds_of(data: Sequence[ObservedAction]) -> NDArray[np.intp]:
    """The kinds of the actions, as numbers."""
    return np.array([each.kind for each in data], dtype=np.intp)


def observed_actions(hands: Iterable[Hand], player: str) -> list[ObservedAction]:
    """A player's actions in some hands, as observed by another player at the table who cannot see their cards.

    In no-limit games, prices take the place of numbers of bets.
    """
    result: list[ObservedAction] = []
    acted: list[tuple[Observation, ActionKind]] = []

    def note(name: str, observation: Observation, _: Array, kind: ActionKind) -> None:
        if name == player:
            acted.append((observation, kind))

    models = OpponentModels(StatisticsPredictor, OpponentModelSettings(by_price=True), watcher=note)
    for number, hand in enumerate(hands):
        if player in hand.players:
            view = hand.view(next(position for position, name in enumerate(hand.players) if name != player))
            models.begin_hand(view)
            models.watch(view)
            result += [ObservedAction(*each, number) for each in acted]
            acted.clear()
    return result
