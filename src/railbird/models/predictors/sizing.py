"""How large each player's raises are in no-limit games: counts of a few sizes, in pots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.translation import translate
from railbird.game import ActionKind
from railbird.models.predictors.observation import Observation, Observations
from railbird.models.predictors.predictor import Predictor, State
from railbird.policies.triples import Array

PRIOR = 1.0
"""Observations of each size that an unknown player starts with. Ours."""
MOST_COUNTS = 1e12


class RaiseSizes:
    """Counts of one player's raises by size; a raise counts for the size that it would be translated to.

    >>> sizes = RaiseSizes([0.5, 1.0])
    >>> sizes.learn(0.6)
    >>> sizes.shares()
    array([0.66666667, 0.33333333])
    """

    def __init__(self, sizes: Sequence[float]) -> None:
        self._sizes = tuple(map(float, sizes))
        self.counts = np.zeros(len(sizes))

    def learn(self, pots: float) -> None:
        """Learn from a raise of so many pots (of the pot after the call)."""
        self.counts[translate(pots, self._sizes).taken()] += 1

    def shares(self) -> Array:
        """The expected share of each size."""
        counts = self.counts + PRIOR
        return np.asarray(counts / counts.sum())

    def state(self) -> State:
        """What it has learned."""
        return {"sizes": np.array(self._sizes), "raises": self.counts.copy()}

    def check(self, state: Mapping[str, NDArray[Any]]) -> Array:
        """The counts of a ``state()``. Raises ValueError or KeyError if it is malformed or of other sizes."""
        sizes, counts = (np.array(state[name], dtype=np.float64) for name in ("sizes", "raises"))
        if sizes.tolist() != list(self._sizes):
            raise ValueError("the counts of raises are of other sizes")
        if counts.shape != sizes.shape or not ((counts >= 0) & (counts < MOST_COUNTS)).all():
            raise ValueError("the counts of raises are malformed")
        return np.asarray(counts)


class SizingPredictor(Predictor):
    """Another predictor, and the sizes of the player's raises."""

    name: ClassVar[str] = "sizing"

    def __init__(self, kinds: Predictor, sizes: Sequence[float]) -> None:
        self.kinds = kinds
        """Predicts folds, calls and raises."""
        self.sizes = RaiseSizes(sizes)

    def predict(self, seen: Observation) -> Array:
        return self.kinds.predict(seen)

    def predict_many(self, seen: Observations) -> Array:
        return self.kinds.predict_many(seen)

    def learn(self, seen: Observation, kind: ActionKind) -> None:
        self.kinds.learn(seen, kind)

    def counts(self) -> Array:
        return self.kinds.counts()

    @property
    def observations(self) -> float:
        return self.kinds.observations

    def state(self) -> State:
        return {f"{self.kinds.name}.{name}": part for name, part in self.kinds.state().items()} | self.sizes.state()

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        begins = f"{self.kinds.name}."
        counts = self.sizes.check(state)
        self.kinds.restore({name[len(begins) :]: part for name, part in state.items() if name.startswith(begins)})
        self.sizes.counts = counts
