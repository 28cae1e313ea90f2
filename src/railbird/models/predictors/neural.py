"""A small neural net: from 18 features of the situation to a triple (Davidson 2002; Heidenreich 2008, §5.2).

It has one hidden layer and a soft-max output. It learns online, from each action and from a few remembered ones, and
may start from a net trained on other players. Sizes and rates are ours, and so are the inputs where the source leaves
them open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird.agent.situation import Situation
from railbird.agent.situations import Situations
from railbird.game import ActionKind
from railbird.models.predictors.observation import Observation, Observations
from railbird.models.predictors.predictor import Predictor, State
from railbird.policies.triples import CALLS, RAISES, Array

TURN, RIVER = 2, 3
MOST_WEIGHT, MOST_SEEN = 1e6, 2**40
"""Bounds on a saved net: larger values do not come from training."""

INPUTS = (
    "pot odds",
    "bet ratio",
    "committed",
    "one bet to call",
    "two bets to call",
    "turn",
    "river",
    "last paid to call",
    "last bet or raised",
    "players / 10",
    "two are left",
    "first to act",
    "last to act",
    "strength",
    "potential",
    "expert calls",
    "expert raises",
    "we are in",
)
"""Davidson's, as Kündig (2010) reports them. Pre-flop, which Davidson's net does not predict, turn and river are −1."""


def inputs(seen: Observation) -> Array:
    """The 18 inputs, between 0 and 1, except turn and river pre-flop."""
    return np.array(_inputs(seen, seen.situation), dtype=np.float64)


def all_inputs(seen: Observations) -> Array:
    """The inputs of several observations: [observations, 18]."""
    result = np.empty((len(seen), len(INPUTS)))
    for number, column in enumerate(_inputs(seen, seen.situations)):
        result[:, number] = column
    return result


def _inputs(seen: Observation | Observations, now: Situation | Situations) -> tuple[Any, ...]:
    """Of one observation and its situation, or columns of several."""
    preflop = 1.0 * (now.round == 0)
    return (
        now.pot_odds,
        now.bet_ratio,
        now.committed,
        now.bets_to_call == 1,
        now.bets_to_call >= 2,
        (now.round == TURN) - preflop,
        (now.round == RIVER) - preflop,
        now.last_paid,
        now.last_action == ActionKind.RAISE,
        0.1 * now.players,
        now.active == 2,
        now.first,
        now.behind == 0,
        seen.strength,
        seen.potential,
        seen.expert[..., CALLS],
        seen.expert[..., RAISES],
        seen.observer_active,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NeuralSettings:
    """Size and training of the net. Ours; Davidson's net is reported to have four hidden nodes."""

    hidden: int = 8
    rate: float = 0.05
    """Initial learning rate."""
    slower: float = 0.002
    """The learning rate falls with 1 / (1 + slower · observations)."""
    remembered: int = 512
    """How many past actions it remembers for replay."""
    again: int = 3
    """How many of those it replays with each new action."""
    seed: int = 18


class Net:
    """A net with one tanh hidden layer and three outputs."""

    __slots__ = ("b1", "b2", "w1", "w2")

    def __init__(self, w1: Array, b1: Array, w2: Array, b2: Array) -> None:
        self.w1, self.b1, self.w2, self.b2 = w1, b1, w2, b2

    @classmethod
    def fresh(cls, hidden: int, seed: int) -> Net:
        """A net with small random weights."""
        chance = np.random.default_rng(seed)
        size = len(INPUTS)
        return cls(
            chance.normal(0, size**-0.5, (size, hidden)),
            np.zeros(hidden),
            chance.normal(0, hidden**-0.5, (hidden, 3)),
            np.zeros(3),
        )

    def copy(self) -> Net:
        return Net(self.w1.copy(), self.b1.copy(), self.w2.copy(), self.b2.copy())

    def outputs(self, given: Array, allowed: NDArray[np.bool_] | None = None) -> Array:
        """Triples for one or more rows of inputs, with 0 for actions that are not allowed."""
        return _shares(np.tanh(given @ self.w1 + self.b1) @ self.w2 + self.b2, allowed)

    def train(
        self, given: Array, kinds: NDArray[np.intp], rate: float, allowed: NDArray[np.bool_] | None = None
    ) -> None:
        """One gradient step on the log-loss of some rows; actions that were not allowed have no effect."""
        hidden = np.tanh(given @ self.w1 + self.b1)
        wrong = _shares(hidden @ self.w2 + self.b2, allowed)
        wrong[np.arange(len(kinds)), kinds] -= 1
        wrong *= rate
        back = (wrong @ self.w2.T) * (1 - hidden * hidden)
        self.w2 -= hidden.T @ wrong
        self.b2 -= wrong.sum(axis=0)
        self.w1 -= given.T @ back
        self.b1 -= back.sum(axis=0)


def _shares(raw: Array, allowed: NDArray[np.bool_] | None) -> Array:
    """Soft-max over the allowed actions."""
    if allowed is not None:
        raw = np.where(allowed, raw, -np.inf)
    raised = np.exp(raw - raw.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def check_net(arrays: Mapping[str, NDArray[Any]], like: Net) -> Net:
    """Build a net from arrays. Raises ValueError or KeyError if they are malformed or of another size than ``like``."""
    weights = {}
    for name in ("w1", "b1", "w2", "b2"):
        given = np.array(arrays[name], dtype=np.float64)
        if given.shape != getattr(like, name).shape or not (np.abs(given) < MOST_WEIGHT).all():
            raise ValueError(f"the weights {name} of the net are malformed")
        weights[name] = given
    return Net(**weights)


def allowed_in(seen: Observation) -> tuple[bool, bool, bool]:
    """Whether the player may fold, call and raise."""
    return seen.situation.to_call > 0, True, seen.situation.can_raise


def all_allowed(seen: Observations) -> NDArray[np.bool_]:
    """The same for several observations: [observations, 3]."""
    now = seen.situations
    return np.stack([now.to_call > 0, np.ones(len(now), dtype=bool), now.can_raise], axis=1)


class NeuralPredictor(Predictor):
    """A small net that learns to predict one player."""

    name: ClassVar[str] = "neural"

    def __init__(self, settings: NeuralSettings | None = None, begin: Net | None = None) -> None:
        self._settings = settings or NeuralSettings()
        self._net = begin.copy() if begin else Net.fresh(self._settings.hidden, self._settings.seed)
        self._given = np.zeros((self._settings.remembered, len(INPUTS)))
        self._kinds = np.zeros(self._settings.remembered, dtype=np.intp)
        self._allowed = np.ones((self._settings.remembered, 3), dtype=bool)
        self._seen = 0

    @property
    def net(self) -> Net:
        return self._net

    @property
    def observations(self) -> float:
        return float(self._seen)

    def predict(self, seen: Observation) -> Array:
        return self._net.outputs(inputs(seen), np.array(allowed_in(seen)))

    def predict_many(self, seen: Observations) -> Array:
        return self._net.outputs(all_inputs(seen), all_allowed(seen))

    def learn(self, seen: Observation, kind: ActionKind) -> None:
        mine = self._settings
        row = self._seen % mine.remembered
        self._given[row], self._kinds[row], self._allowed[row] = inputs(seen), kind, allowed_in(seen)
        known = min(self._seen + 1, mine.remembered)
        # the replayed rows depend on the count alone, so that the same hands give the same net
        rows = [row, *((self._seen * 7919 + number * 104729) % known for number in range(mine.again))]
        rate = mine.rate / (1 + mine.slower * self._seen)
        self._net.train(self._given[rows], self._kinds[rows], rate, self._allowed[rows])
        self._seen += 1

    def counts(self) -> Array:
        """Counts of the actions that it remembers."""
        counts = np.zeros((4, 3, 3))
        known = min(self._seen, self._settings.remembered)
        given = {name: self._given[:known, column] for column, name in enumerate(INPUTS)}
        turn, river, one, two = (given[name] for name in ("turn", "river", "one bet to call", "two bets to call"))
        rounds = np.select([turn < 0, river > 0, turn > 0], [0, RIVER, TURN], 1)
        bets = np.select([two > 0, one > 0], [2, 1], 0)
        np.add.at(counts, (rounds, bets, self._kinds[:known]), 1.0)
        return counts

    def state(self) -> State:
        net = self._net
        return {
            "w1": net.w1.copy(),
            "b1": net.b1.copy(),
            "w2": net.w2.copy(),
            "b2": net.b2.copy(),
            "given": self._given.copy(),
            "kinds": self._kinds.astype(np.uint8),
            "allowed": self._allowed.astype(np.uint8),
            "seen": np.array([self._seen], dtype=np.int64),
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        net = check_net(state, self._net)
        rows, kinds = np.array(state["given"], dtype=np.float64), np.array(state["kinds"], dtype=np.intp)
        if rows.shape != self._given.shape or kinds.shape != self._kinds.shape or not np.isfinite(rows).all():
            raise ValueError("the remembered actions of the net are malformed")
        if kinds.min() < 0 or kinds.max() > max(ActionKind):
            raise ValueError("the remembered actions of the net are malformed")
        allowed = np.array(state["allowed"], dtype=bool)
        if allowed.shape != self._allowed.shape or not allowed[np.arange(len(kinds)), kinds].all():
            raise ValueError("the remembered actions of the net are malformed")
        seen = np.array(state["seen"], dtype=np.int64)
        if seen.shape != (1,) or not 0 <= seen[0] < MOST_SEEN:
            raise ValueError("the remembered actions of the net are malformed")
        self._net = net
        self._given, self._kinds, self._allowed = rows, kinds, allowed
        self._seen = int(seen[0])
