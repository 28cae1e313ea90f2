"""What a predictor knows about a player to act, and how predictions become triples for each hand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from railbird.agent.situation import Situation
from railbird.agent.situations import Situations
from railbird.policies.triples import FOLDS, RAISES, Array, legal_triples, ramp, triples

SIGMA = 0.5
"""Uncertainty of the order of hands. Chosen, like the next, by how well weight tables predict SimpleBot's hands."""
BLIND = 0.3
"""The share of players' actions that does not depend on their cards."""

UNKNOWN: Array = np.array([0.0, 0.5, 0.5])


@dataclass(frozen=True, slots=True)
class Observation:
    """A player who is to act, as seen by somebody who does not know their cards."""

    situation: Situation
    strength: float = 0.5
    """Mean strength of the hands that they may hold."""
    potential: float = 0.0
    """Mean potential of those hands."""
    expert: Array = field(default_factory=lambda: UNKNOWN)
    """The mean triple of our own policy over those hands."""
    observer_active: bool = True
    """Whether the observer is still in the hand."""

    def legal(self, triple: Array) -> Array:
        """Make a prediction legal; a malformed one counts as uniform."""
        fold, call, raise_ = triple.tolist()
        total = fold + call + raise_
        if not (fold >= 0 and call >= 0 and raise_ >= 0 and total < math.inf):
            fold = call = raise_ = 1 / 3
            total = 1.0
        if self.situation.to_call == 0:
            fold, call = 0.0, call + fold
        if not self.situation.can_raise:
            call, raise_ = call + raise_, 0.0
        return np.array([fold / total, call / total, raise_ / total] if total > 0 else [0.0, 1.0, 0.0])


@dataclass(frozen=True, slots=True, eq=False)
class Observations:
    """Several observations as columns; a single value counts for all."""

    situations: Situations
    strength: Array | float = 0.5
    potential: Array | float = 0.0
    expert: Array = field(default_factory=lambda: UNKNOWN)
    """[observations, 3], or one triple for all."""
    observer_active: NDArray[np.bool_] | bool = True

    @classmethod
    def of(cls, observations: Iterable[Observation]) -> Observations:
        given = list(observations)
        return cls(
            Situations.of(each.situation for each in given),
            np.array([each.strength for each in given]),
            np.array([each.potential for each in given]),
            np.array([each.expert for each in given]).reshape(-1, 3),
            np.array([each.observer_active for each in given]),
        )

    def __len__(self) -> int:
        return len(self.situations)

    def __iter__(self) -> Iterator[Observation]:
        count = len(self)
        numbers = (np.broadcast_to(each, count).tolist() for each in (self.strength, self.potential))
        experts, active = np.broadcast_to(self.expert, (count, 3)), np.broadcast_to(self.observer_active, count)
        return map(Observation, self.situations, *numbers, experts, active.tolist())

    def legal(self, triples_: Array) -> Array:
        """Make their predictions legal, [observations, 3]; a malformed one counts as uniform."""
        sense = (triples_ >= 0).all(axis=1) & np.isfinite(triples_.sum(axis=1))
        given = np.where(sense[:, None], triples_, 1 / 3)
        now = self.situations
        result = legal_triples(given, free=now.to_call == 0, can_raise=now.can_raise)
        total = result.sum(axis=1, keepdims=True)
        return np.where(total > 0, result / np.where(total > 0, total, 1.0), [0.0, 1.0, 0.0])


class Ordering:
    """Hands ordered by some value, computed once for any weights."""

    __slots__ = ("_group", "_order", "_starts")

    def __init__(self, values: Array) -> None:
        self._order = np.argsort(values, kind="stable")
        ranked = values[self._order]
        new = np.r_[True, ranked[1:] != ranked[:-1]]
        self._starts = np.flatnonzero(new)
        self._group = np.cumsum(new) - 1

    def percentiles(self, weights: Array) -> Array:
        """The percentile of each hand under some weights: 0 is the worst, 1 the best, ties share their middle.

        >>> Ordering(np.array([3.0, 1.0, 2.0, 2.0])).percentiles(np.ones(4))
        array([0.875, 0.125, 0.5  , 0.5  ])
        """
        sums = np.add.reduceat(weights[self._order], self._starts)
        above = np.cumsum(sums)
        result = np.empty_like(weights)
        if above[-1] <= 0:
            result.fill(0.5)
        else:
            result[self._order] = ((above - sums / 2) / above[-1])[self._group]
        return result


def by_strength(predictions: Array, percentiles: Array, *, sigma: float = SIGMA, blind: float = BLIND) -> Array:
    """A player's triples for hands of given percentiles, such that their average is the prediction: [..., hands, 3].

    A player who bets 40 % of the time bets with roughly the best 40 % of their hands (Heidenreich 2008, §5.1). The
    probability of the action rises from 0 to 1 between mu − sigma and mu + sigma, with mu the share of hands below
    those that take it, and sigma at most the distance from mu to 0 and 1. The share ``blind`` of the actions does not
    depend on the cards.
    """
    shares = predictions[..., None, :]
    fold, raise_ = shares[..., FOLDS], shares[..., RAISES]
    stays = np.where(fold <= 0, 1.0, ramp(percentiles, fold, np.minimum(sigma, np.minimum(fold, 1 - fold))))
    raises = np.where(
        raise_ <= 0, 0.0, ramp(percentiles, 1 - raise_, np.minimum(sigma, np.minimum(raise_, 1 - raise_)))
    )
    raises = np.minimum(raises, stays)
    return np.asarray((1 - blind) * triples(stays - raises, raises) + blind * shares)
