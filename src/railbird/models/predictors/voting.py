"""Several predictors vote, each with the weight that its predictions have earned (Saukonoja 2007, §3.3.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird.game import ActionKind
from railbird.models.predictors.observation import Observation
from railbird.models.predictors.predictor import Predictor, State
from railbird.policies.triples import Array

LEAST = 1e-3
"""Nothing that is allowed is held for less likely than this when it is scored."""


class VotingPredictor(Predictor):
    """The mean of several predictions, weighed by how well each has done of late: exp(−loss), the loss fading."""

    name: ClassVar[str] = "voting"

    def __init__(self, members: Sequence[Predictor], memory: float = 0.99) -> None:
        """What was lost counts with memory^age."""
        self._members, self._memory = tuple(members), memory
        self._loss = np.zeros(len(self._members))

    @property
    def members(self) -> tuple[Predictor, ...]:
        return self._members

    @property
    def weights(self) -> Array:
        """Of each member's vote."""
        raw = np.exp(self._loss.min() - self._loss)
        return np.asarray(raw / raw.sum())

    def counts(self) -> Array:
        """Of the member who has seen most."""
        return max((member.counts() for member in self._members), key=lambda counts: float(counts.sum()))

    @property
    def observations(self) -> float:
        return max(member.observations for member in self._members)

    def predict(self, seen: Observation) -> Array:
        return np.asarray(self.weights @ np.stack([member.predict(seen) for member in self._members]))

    def predict_many(self, seen: Sequence[Observation]) -> Array:
        found = np.stack([member.predict_many(seen) for member in self._members])
        return np.asarray(np.einsum("m,msa->sa", self.weights, found))

    def learn(self, seen: Observation, kind: ActionKind) -> None:
        for place, member in enumerate(self._members):
            share = max(float(member.predict(seen)[kind]), LEAST)
            self._loss[place] = self._memory * self._loss[place] - np.log(share)
            member.learn(seen, kind)

    def state(self) -> State:
        found: State = {"loss": self._loss.copy()}
        for member in self._members:
            found |= {f"{member.name}.{name}": part for name, part in member.state().items()}
        return found

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        loss = np.array(state["loss"], dtype=np.float64)
        if loss.shape != self._loss.shape or not np.isfinite(loss).all():
            raise ValueError("the votes are not right")
        for member in self._members:
            begins = f"{member.name}."
            member.restore({name[len(begins) :]: part for name, part in state.items() if name.startswith(begins)})
        self._loss = loss
