"""What a predictor knows of a player who is to act, and how predictions are made into what he does with each hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from railbird.agent.situation import Situation
from railbird.policies.triples import FOLDS, RAISES, Array, legal_triples, ramp, triples

SIGMA = 0.5
"""How unsure the order of hands is. Chosen, with the next, by how well the tables tell SimpleBot's hands."""
BLIND = 0.3
"""The share of what players do that has nothing to do with their cards."""

UNKNOWN: Array = np.array([0.0, 0.5, 0.5])


@dataclass(frozen=True, slots=True)
class Observation:
    """A player who is to act, as one sees him who does not know his cards."""

    situation: Situation
    strength: float = 0.5
    """The mean strength of the hands that he may hold."""
    potential: float = 0.0
    """Their mean potential."""
    expert: Array = field(default_factory=lambda: UNKNOWN)
    """What our own policy would do with these hands, on average."""
    watched: bool = True
    """Is he who predicts still in the hand?"""

    def legal(self, triple: Array) -> Array:
        """A prediction, with nothing in it that is not allowed; one that makes no sense says nothing."""
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


def all_legal(seen: Sequence[Observation], triples_: Array) -> Array:
    """The same for several predictions: [observations, 3]."""
    sense = (triples_ >= 0).all(axis=1) & np.isfinite(triples_.sum(axis=1))
    given = np.where(sense[:, None], triples_, 1 / 3)
    free = np.array([each.situation.to_call == 0 for each in seen])
    found = legal_triples(given, free=free, can_raise=np.array([each.situation.can_raise for each in seen]))
    total = found.sum(axis=1, keepdims=True)
    return np.where(total > 0, found / np.where(total > 0, total, 1.0), [0.0, 1.0, 0.0])


class Ordering:
    """Hands in the order of some value, found once for all weights."""

    __slots__ = ("_group", "_order", "_starts")

    def __init__(self, values: Array) -> None:
        self._order = np.argsort(values, kind="stable")
        ranked = values[self._order]
        new = np.r_[True, ranked[1:] != ranked[:-1]]
        self._starts = np.flatnonzero(new)
        self._group = np.cumsum(new) - 1

    def percentiles(self, weights: Array) -> Array:
        """Where each hand lies among those of some weights: 0 is the worst, 1 the best, ties in their middle.

        >>> Ordering(np.array([3.0, 1.0, 2.0, 2.0])).percentiles(np.ones(4))
        array([0.875, 0.125, 0.5  , 0.5  ])
        """
        sums = np.add.reduceat(weights[self._order], self._starts)
        above = np.cumsum(sums)
        found = np.empty_like(weights)
        if above[-1] <= 0:
            found.fill(0.5)
        else:
            found[self._order] = ((above - sums / 2) / above[-1])[self._group]
        return found


def by_strength(predictions: Array, places: Array, *, sigma: float = SIGMA, blind: float = BLIND) -> Array:
    """What a player does with hands of some percentiles, if on the whole he does what is predicted: [..., hands, 3].

    Who bets 40 % of the time bets with the best 40 % of his hands (Heidenreich 2008, §5.1), more or less: from
    mu − sigma to mu + sigma the action becomes certain, mu being the share of hands below those that take it; sigma is
    no more than there is on either side. And some share of what he does has nothing to do with his cards.
    """
    shares = predictions[..., None, :]
    fold, raise_ = shares[..., FOLDS], shares[..., RAISES]
    stays = np.where(fold <= 0, 1.0, ramp(places, fold, np.minimum(sigma, np.minimum(fold, 1 - fold))))
    raises = np.where(raise_ <= 0, 0.0, ramp(places, 1 - raise_, np.minimum(sigma, np.minimum(raise_, 1 - raise_))))
    raises = np.minimum(raises, stays)
    return np.asarray((1 - blind) * triples(stays - raises, raises) + blind * shares)
