"""What will this player do here? One question, several ways to answer it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird.game import ActionKind
from railbird.models.predictors.observation import Observation
from railbird.policies.triples import Array

State = dict[str, NDArray[Any]]


class Predictor:
    """Predicts the actions of one player, and learns from them: override ``predict``, and what else is needed."""

    name: ClassVar[str]

    def predict(self, seen: Observation) -> Array:
        """How likely he folds, calls and raises: [3], nothing in it that is not allowed."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it predicts")

    def predict_many(self, seen: Sequence[Observation]) -> Array:
        """The same for several situations: [situations, 3]."""
        return np.stack([self.predict(each) for each in seen])

    def learn(self, seen: Observation, kind: ActionKind) -> None:
        """He did this."""

    def state(self) -> State:
        """What it has learned, as arrays."""
        return {}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """The same back; a ``ValueError`` or ``KeyError`` if it is not right."""

    def counts(self) -> Array:
        """How often he was seen to fold, call and raise: [round, 0, 1, or 2 and more bets to call, 3]."""
        return np.zeros((4, 3, 3))

    @property
    def observations(self) -> float:
        """How much it has learned from."""
        return 0.0
