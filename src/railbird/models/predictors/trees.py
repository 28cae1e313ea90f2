"""A predictor with regression trees, grown from many players and updated with each action of one.

There are four trees: pre-flop and post-flop, with and without a bet to call. A player's counts at a node refine what is
expected of them there. The player's probabilities at a node start from those of its parent, shifted as the tree says,

    prior = normalized (estimate(parent) · shares(node) / shares(parent)),
    estimate = (s · prior + counts) / (s + n),

with n the player's actions at the node and s a number of actions that the prior is worth. So what a player does
everywhere is expected everywhere, and what they do at a leaf is expected there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird.agent.situation import Situation
from railbird.agent.situations import Situations
from railbird.game import ActionKind
from railbird.models.predictors.neural import all_allowed, all_inputs, allowed_in, inputs
from railbird.models.predictors.observation import Observation, Observations
from railbird.models.predictors.predictor import Predictor, State
from railbird.models.predictors.regression_tree import RegressionTree
from railbird.policies.triples import Array

GROUPS = ("preflop-free", "preflop-bet", "postflop-free", "postflop-bet")
"""The trees: before and after the flop, nothing to call and facing a bet."""
PRIOR = 10.0
"""How many actions the prior of a node is worth. Ours."""
MOST_COUNTS = 1e12


def group_of(now: Situation | Situations) -> Any:
    """Which tree a situation, or each of several, belongs to."""
    return 2 * (now.round > 0) + (now.to_call > 0)


class PlayerTree:
    """A tree with the counts of one player."""

    def __init__(self, tree: RegressionTree, prior: float = PRIOR) -> None:
        self.tree, self._prior = tree, prior
        self._counts = np.zeros((len(tree), 3))
        self._estimates: Array | None = None

    @property
    def counts(self) -> Array:
        """The player's actions at every node: [nodes, 3]."""
        return self._counts

    @counts.setter
    def counts(self, counts: Array) -> None:
        self._counts, self._estimates = counts, None

    def learn(self, row: Array, kind: ActionKind) -> None:
        """Count an action at every node on its way."""
        self._counts[self.tree.path_of(row), kind] += 1
        self._estimates = None

    def estimates(self) -> Array:
        """The player's triple at every node: [nodes, 3]."""
        if self._estimates is None:
            self._estimates = self._estimated()
        return self._estimates

    def _estimated(self) -> Array:
        result = np.empty_like(self.counts)
        for level in self._levels:
            parents = self._parents[level]
            prior = self.tree.shares[level]
            if level[0] > 0:
                prior = result[parents] * prior / self.tree.shares[parents]
                prior /= prior.sum(axis=1, keepdims=True)
            counts = self._counts[level]
            result[level] = (self._prior * prior + counts) / (self._prior + counts.sum(axis=1, keepdims=True))
        return result

    @cached_property
    def _levels(self) -> list[NDArray[np.intp]]:
        return self.tree.levels()

    @cached_property
    def _parents(self) -> NDArray[np.intp]:
        return self.tree.parents()


def _digest(trees: Sequence[RegressionTree]) -> NDArray[np.uint8]:
    """A digest of the trees, by which counts are known to belong to them."""
    parts = (np.ascontiguousarray(part).tobytes() for tree in trees for part in tree.arrays().values())
    return np.frombuffer(sha256(b"".join(parts)).digest(), dtype=np.uint8)


class TreePredictor(Predictor):
    """Regression trees of many players, updated with the actions of one."""

    name: ClassVar[str] = "tree"

    def __init__(self, trees: Sequence[RegressionTree], prior: float = PRIOR) -> None:
        """One tree for each of ``GROUPS``."""
        self._trees = [PlayerTree(tree, prior) for tree in trees]
        self._digest = _digest(trees)
        self._by_context = np.zeros((4, 3, 3))

    @property
    def observations(self) -> float:
        return float(self._by_context.sum())

    def predict(self, seen: Observation) -> Array:
        mine = self._trees[group_of(seen.situation)]
        triple = mine.estimates()[mine.tree.path_of(inputs(seen))[-1]]
        return seen.legal(np.where(allowed_in(seen), triple, 0.0))

    def predict_many(self, seen: Observations) -> Array:
        rows, groups = all_inputs(seen), group_of(seen.situations)
        result = np.empty((len(seen), 3))
        for group in np.unique(groups):
            mine, chosen = self._trees[group], groups == group
            result[chosen] = mine.estimates()[mine.tree.leaves_of(rows[chosen])]
        return seen.legal(np.where(all_allowed(seen), result, 0.0))

    def learn(self, seen: Observation, kind: ActionKind) -> None:
        self._trees[group_of(seen.situation)].learn(inputs(seen), kind)
        self._by_context[seen.situation.round, seen.situation.bets_to_call, kind] += 1

    def counts(self) -> Array:
        return self._by_context.copy()

    def state(self) -> State:
        counts = {group: tree.counts.copy() for group, tree in zip(GROUPS, self._trees, strict=True)}
        return {**counts, "contexts": self._by_context.copy(), "trees": self._digest}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        if state["trees"].tobytes() != self._digest.tobytes():
            raise ValueError("the counts are of other trees")
        shapes = [tree.counts.shape for tree in self._trees]
        found = [np.array(state[name], dtype=np.float64) for name in (*GROUPS, "contexts")]
        for array, shape in zip(found, [*shapes, self._by_context.shape], strict=True):
            if array.shape != shape or not ((array >= 0) & (array < MOST_COUNTS)).all():
                raise ValueError("the counts of a regression tree are malformed")
        *counts, self._by_context = found
        for tree, array in zip(self._trees, counts, strict=True):
            tree.counts = array
