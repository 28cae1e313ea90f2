"""The interface of predictors: what will this player do here?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird.game import ActionKind
from railbird.models.predictors.observation import Observation, Observations
from railbird.policies.triples import Array

State = dict[str, NDArray[Any]]


class Predictor:
    """Predicts the actions of one player and learns from them: override ``predict``, and other methods as needed."""

    name: ClassVar[str]

    def predict(self, seen: Observation) -> Array:
        """Return the probabilities that the player folds, calls and raises: [3], with 0 for actions not allowed."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define what it predicts: add a method predict(self, seen)"
        )

    def predict_many(self, seen: Observations) -> Array:
        """The same for several situations: [situations, 3]."""
        return np.stack([self.predict(each) for each in seen])

    def learn(self, seen: Observation, kind: ActionKind) -> None:
        """Learn from an action of the player."""

    def state(self) -> State:
        """Return what it has learned, as arrays."""
        return {}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Restore from ``state()``. Raises ValueError or KeyError if it is malformed."""

    def counts(self) -> Array:
        """Observed counts of folds, calls and raises: [round, bets to call (0, 1, 2 or more), 3]."""
        return np.zeros((4, 3, 3))

    @property
    def observations(self) -> float:
        """How many actions it has learned from."""
        return 0.0
