"""The generic model: everybody plays as we do (Heidenreich 2008, §5.1)."""

from __future__ import annotations

from typing import ClassVar

from railbird.models.predictors.observation import Observation
from railbird.models.predictors.predictor import Predictor
from railbird.policies.triples import Array


class GenericPredictor(Predictor):
    """Says what our own policy would do, on average over the hands that he may hold."""

    name: ClassVar[str] = "generic"

    def predict(self, seen: Observation) -> Array:
        return seen.legal(seen.expert)
