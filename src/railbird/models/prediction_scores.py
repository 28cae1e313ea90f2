"""How good are predictions of what players do? Scored as they come, and by cross-validation.

*Prequential*: predict an action, score it, then learn from it. *Cross-validation*: learn from some blocks of hands,
score on the others. The scores: how often the likeliest action was taken (accuracy), −ln p of the action that was taken
(log-loss), and Σ (p − a)², a being 1 for the action taken and else 0 (Brier's score); of both less is better.
Calibration says how often things happened that were predicted with some probability.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.errors import ModelError
from railbird.game import ActionKind, Hand
from railbird.models.poki.opponents import OpponentModels
from railbird.models.predictors import NeuralPredictor, Observation, Predictor, StatisticsPredictor
from railbird.models.predictors.neural import INPUTS, inputs
from railbird.policies.triples import Array

LEAST = 1e-3
"""What is predicted with less counts as this in the log-loss."""
CALIBRATION_BINS = 10


class ObservedAction(NamedTuple):
    """An action of a player, what was known before, and the number of the hand."""

    observation: Observation
    kind: ActionKind
    hand: int


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """What was predicted, and how often it happened, by bin of the prediction."""

    predicted: Array
    """The mean prediction; NaN if there was none."""
    happened: Array
    count: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class PredictionScore:
    """How good some predictions were."""

    losses: Array
    """The log-loss of each."""
    right: NDArray[np.bool_]
    """Was the likeliest action taken?"""
    majority: float
    """What it would be by always predicting the action that was most frequent."""
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
        found = self.calibration
        return {
            "predictions": self.count,
            "accuracy": self.accuracy,
            "majority": self.majority,
            "log_loss": self.log_loss,
            "brier": self.brier,
            "calibration": [
                {"predicted": float(predicted), "happened": float(happened), "count": int(count)}
                for predicted, happened, count in zip(found.predicted, found.happened, found.count, strict=True)
                if count
            ],
        }


def score(predictions: Array, kinds: NDArray[np.intp]) -> PredictionScore:
    """Of predictions [n, 3], held against what happened."""
    if not len(kinds):
        raise ModelError("there is no action to score: the player was never seen to act")
    rows = np.arange(len(kinds))
    happened = np.zeros_like(predictions)
    happened[rows, kinds] = 1.0
    losses = -np.log(np.maximum(predictions[rows, kinds], LEAST))
    return PredictionScore(
        losses,
        predictions.argmax(axis=1) == kinds,
        float(happened.mean(axis=0).max()),
        float(((predictions - happened) ** 2).sum(axis=1).mean()),
        _calibration(predictions.ravel(), happened.ravel()),
    )


def _calibration(predicted: Array, happened: Array) -> Calibration:
    bins = np.minimum((predicted * CALIBRATION_BINS).astype(np.intp), CALIBRATION_BINS - 1)
    count = np.bincount(bins, minlength=CALIBRATION_BINS)
    with np.errstate(invalid="ignore"):
        means = [np.bincount(bins, each, CALIBRATION_BINS) / count for each in (predicted, happened)]
    return Calibration(means[0], means[1], count)


def prequential(predictor: Predictor, data: Sequence[ObservedAction]) -> PredictionScore:
    """Predict, score, learn, one after another."""
    found = np.zeros((len(data), 3))
    for place, each in enumerate(data):
        found[place] = predictor.predict(each.observation)
        predictor.learn(each.observation, each.kind)
    return score(found, kinds_of(data))


def cross_validated(make: Callable[[], Predictor], data: Sequence[ObservedAction], folds: int = 5) -> PredictionScore:
    """Learn from all blocks of hands but one, and predict that one without learning; each block once."""
    hands = sorted({each.hand for each in data})
    if len(hands) < folds:
        raise ModelError(f"{folds} blocks need as many hands in which the player acts, not {len(hands)}")
    block_of = {hand: place * folds // len(hands) for place, hand in enumerate(hands)}
    blocks = np.array([block_of[each.hand] for each in data])
    found = np.zeros((len(data), 3))
    for block in range(folds):
        predictor = make()
        for each, in_block in zip(data, blocks == block, strict=True):
            if not in_block:
                predictor.learn(each.observation, each.kind)
        places = np.flatnonzero(blocks == block)
        found[places] = predictor.predict_many([data[int(place)].observation for place in places])
    return score(found, kinds_of(data))


def relevance(predictor: NeuralPredictor, data: Sequence[ObservedAction], seed: int = 0) -> dict[str, float]:
    """How much worse the log-loss of a net becomes when one of its inputs is exchanged among all situations."""
    given, kinds = np.stack([inputs(each.observation) for each in data]), kinds_of(data)
    chance = np.random.default_rng(seed)

    def loss(rows: Array) -> float:
        shares = predictor.net.outputs(rows)[np.arange(len(kinds)), kinds]
        return float(-np.log(np.maximum(shares, LEAST)).mean())

    plain, found = loss(given), {}
    for place, name in enumerate(INPUTS):
        mixed = given.copy()
        mixed[:, place] = chance.permutation(mixed[:, place])
        found[name] = loss(mixed) - plain
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def kinds_of(data: Sequence[ObservedAction]) -> NDArray[np.intp]:
    """What was done, as numbers."""
    return np.array([each.kind for each in data], dtype=np.intp)


def watched(hands: Iterable[Hand], player: str) -> list[ObservedAction]:
    """What a player did in some hands, as somebody else saw it who was at the table, and never saw his cards before."""
    found: list[ObservedAction] = []
    acted: list[tuple[Observation, ActionKind]] = []

    def note(name: str, observation: Observation, _: Array, kind: ActionKind) -> None:
        if name == player:
            acted.append((observation, kind))

    models = OpponentModels(StatisticsPredictor, watcher=note)
    for number, hand in enumerate(hands):
        if player in hand.players:
            view = hand.view(next(place for place, name in enumerate(hand.players) if name != player))
            models.begin_hand(view)
            models.watch(view)
            found += [ObservedAction(*each, number) for each in acted]
            acted.clear()
    return found
