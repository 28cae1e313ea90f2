"""Statistics: how often this player folded, called and raised in similar situations (Papp 1998, §7.1.2).

Situations are similar if they agree in the round and in the bets to call (0, 1, 2 or more): 12 contexts. While there
are few observations of a context, coarser ones are mixed in:

    f"(r, b) = (n / 20) f(r, b) + (1 − n / 20) f"(r − 1, b)    with n < 20 observations of the context, else f(r, b),

where the round before the first is a default that is the same for everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird.agent.situation import Situation
from railbird.agent.situations import Situations
from railbird.game import ActionKind
from railbird.models.predictors.observation import Observation, Observations
from railbird.models.predictors.predictor import Predictor, State
from railbird.policies.triples import CALLS, Array
from railbird.policies.triples import RAISES as RAISE

DEFAULTS: tuple[Array, ...] = (np.array([0.0, 0.5, 0.5]), np.array([0.5, 0.3, 0.2]), np.array([0.7, 0.2, 0.1]))
"""Default frequencies, by bets to call (Papp 1998, appendix B: a typical loose player)."""
ENOUGH = 20.0
"""Observations after which a context needs no coarser ones (Papp 1998, §7.1.2.1)."""
ROUNDS, BETS, RAISES, OPPONENTS = 4, 3, 3, 3
MOST_COUNTS = 1e12


class Contexts(StrEnum):
    """How finely situations are distinguished."""

    BROAD = "broad"
    """By bets to call: 3."""
    PLAIN = "plain"
    """By round and bets to call: 12, as Loki has them."""
    FINE = "fine"
    """Also by raises (up to 2) and opponents (up to 3): 108, which Papp considered too sparse."""


class StatisticsPredictor(Predictor):
    """Counts actions by context, and backs off to coarser ones."""

    name: ClassVar[str] = "statistics"

    def __init__(self, contexts: Contexts = Contexts.FINE, enough: float = ENOUGH) -> None:
        self._contexts, self._enough = contexts, enough
        self._plain = np.zeros((ROUNDS, BETS, 3))
        self._fine = np.zeros((ROUNDS, BETS, RAISES, OPPONENTS, 3))

    def predict(self, seen: Observation) -> Array:
        return seen.legal(self.frequencies(seen.situation))

    def predict_many(self, seen: Observations) -> Array:
        contexts = list(zip(*(column.tolist() for column in _context(seen.situations)), strict=True))
        known = {context: self._frequencies(*context) for context in set(contexts)}
        return seen.legal(np.stack([known[context] for context in contexts]))

    def frequencies(self, situation: Situation) -> Array:
        """f" of the situation's context."""
        return self._frequencies(*_context(situation))

    def _frequencies(self, number: int, bets: int, raises: int, opponents: int) -> Array:
        result = DEFAULTS[bets]
        if self._contexts is Contexts.BROAD:
            return self._mixed(self._plain[:, bets].sum(axis=0), result)
        for each in range(number + 1):
            result = self._mixed(self._plain[each, bets], result)
        if self._contexts is Contexts.FINE:
            result = self._mixed(self._fine[_fine(number, bets, raises, opponents)], result)
        return result

    def _mixed(self, counts: Array, coarser: Array) -> Array:
        total = float(counts.sum())
        if total >= self._enough:
            return np.asarray(counts / total)
        return np.asarray(counts / self._enough + (1 - total / self._enough) * coarser)

    def learn(self, seen: Observation, kind: ActionKind) -> None:
        """Learn from an action; a call where no raise is allowed is split into call and raise in their usual ratio."""
        situation = seen.situation
        shares = np.zeros(3)
        if kind is ActionKind.CALL and not situation.can_raise:
            usual = self.frequencies(situation)
            stays = usual[CALLS] + usual[RAISE]
            shares[CALLS] = usual[CALLS] / stays if stays > 0 else 1.0
            shares[RAISE] = 1 - shares[CALLS]
        else:
            shares[kind] = 1.0
        self._plain[situation.round, situation.bets_to_call] += shares
        self._fine[_fine(*_context(situation))] += shares

    def folds_to_bets(self) -> tuple[float, float]:
        """How often the player folded to a bet, and how often they faced one."""
        faced = self._plain[:, 1:].sum(axis=(0, 1))
        return float(faced[0]), float(faced.sum())

    def counts(self) -> Array:
        return self._plain.copy()

    @property
    def observations(self) -> float:
        return float(self._plain.sum())

    def state(self) -> State:
        return {"plain": self._plain.copy(), "fine": self._fine.copy()}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        loaded = []
        for name, mine in (("plain", self._plain), ("fine", self._fine)):
            given = np.array(state[name], dtype=np.float64)
            if given.shape != mine.shape or not (given >= 0).all() or not (given < MOST_COUNTS).all():
                raise ValueError(f"the counts {name} are malformed")
            loaded.append(given)
        self._plain, self._fine = loaded


def _context(now: Situation | Situations) -> tuple[Any, Any, Any, Any]:
    """Round, bets to call, raises and opponents, or columns of them."""
    return now.round, now.bets_to_call, now.raises, now.opponents


def _fine(number: int, bets: int, raises: int, opponents: int) -> tuple[int, int, int, int]:
    """The index of the fine counts."""
    return number, bets, min(raises, RAISES - 1), min(opponents, OPPONENTS) - 1
