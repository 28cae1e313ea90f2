"""The generic model: everybody plays as we do (Heidenreich 2008, §5.1)."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from railbird.models.predictors.observation import Observation, Observations
from railbird.models.predictors.predictor import Predictor
from railbird.policies.triples import Array


class GenericPredictor(Predictor):
    """Predicts what our own policy would do, on average over the hands that the player may hold."""

    name: ClassVar[str] = "generic"

    def predict(self, seen: Observation) -> Array:
        return seen.legal(seen.expert)

    def predict_many(self, seen: Observations) -> Array:
        return seen.legal(np.broadcast_to(seen.expert, (len(seen), 3)))
