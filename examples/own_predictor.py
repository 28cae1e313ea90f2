"""An opponent model of your own, scored against one of Railbird's on the same hands."""

import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import railbird as rb
from railbird.game import ActionKind
from railbird.models.prediction_scores import observed_actions, prequential
from railbird.models.predictors import Observation, Predictor, StatisticsPredictor


class Habit(Predictor):
    """Predicts that a player does what they did last time in the same round."""

    name = "habit"

    def __init__(self) -> None:
        self._last: dict[int, ActionKind] = {}

    def predict(self, seen: Observation) -> NDArray[np.float64]:
        shares = np.full(3, 0.2)
        shares[self._last.get(seen.situation.round, ActionKind.CALL)] = 0.6
        return seen.legal(shares)

    def learn(self, seen: Observation, kind: ActionKind) -> None:
        self._last[seen.situation.round] = kind


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "matches.db"
        rb.play_match(["simple", "jag", "flock"], hands=100, seed=5, store=store)
        actions = observed_actions(rb.load_hands("last", store), "jag")
    for predictor in (Habit(), StatisticsPredictor()):
        score = prequential(predictor, actions)
        print(f"{predictor.name:<12} log-loss {score.log_loss:.3f}, accuracy {score.accuracy:.1%} of {score.count:,}")
