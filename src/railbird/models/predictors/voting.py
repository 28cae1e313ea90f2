"""Several predictors vote, each weighted by how good its predictions have been (Saukonoja 2007, §3.3.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird.game import ActionKind
from railbird.models.predictors.observation import Observation, Observations
from railbird.models.predictors.predictor import Predictor, State
from railbird.policies.triples import Array

LEAST = 1e-3
"""Lower bound of probabilities when predictions are scored."""


class VotingPredictor(Predictor):
    """The mean of several predictions, weighted by recent performance: exp(−loss), where old losses decay."""

    name: ClassVar[str] = "voting"

    def __init__(self, members: Sequence[Predictor], memory: float = 0.99) -> None:
        """A loss counts with weight memory^age."""
        self._members, self._memory = tuple(members), memory
        self._loss = np.zeros(len(self._members))

    @property
    def members(self) -> tuple[Predictor, ...]:
        return self._members

    @property
    def weights(self) -> Array:
        """The weight of each member's vote."""
        raw = np.exp(self._loss.min() - self._loss)
        return np.asarray(raw / raw.sum())

    def counts(self) -> Array:
        """Counts of the member that has observed most."""
        return max((member.counts() for member in self._members), key=lambda counts: float(counts.sum()))

    @property
    def observations(self) -> float:
        return max(member.observations for member in self._members)

    def predict(self, seen: Observation) -> Array:
        return np.asarray(self.weights @ np.stack([member.predict(seen) for member in self._members]))

    def predict_many(self, seen: Observations) -> Array:
        predictions = np.stack([member.predict_many(seen) for member in self._members])
        return np.asarray(np.einsum("m,msa->sa", self.weights, predictions))

    def learn(self, seen: Observation, kind: ActionKind) -> None:
        for index, member in enumerate(self._members):
            share = max(float(member.predict(seen)[kind]), LEAST)
            self._loss[index] = self._memory * self._loss[index] - np.log(share)
            member.learn(seen, kind)

    def state(self) -> State:
        result: State = {"loss": self._loss.copy()}
        for member in self._members:
            result |= {f"{member.name}.{name}": part for name, part in member.state().items()}
        return result

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        loss = np.array(state["loss"], dtype=np.float64)
        if loss.shape != self._loss.shape or not np.isfinite(loss).all():
            raise ValueError("the votes are malformed")
        for member in self._members:
            begins = f"{member.name}."
            member.restore({name[len(begins) :]: part for name, part in state.items() if name.startswith(begins)})
        self._loss = loss
