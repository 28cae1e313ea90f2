"""Regression trees of the probabilities of fold, call and raise, grown from observed actions (Breiman et al. 1984).

A node is split at the input and threshold that lower the sum of squared errors most,

    Σ (y − ȳ)² over the node − Σ (y − ȳ)² over both children,

with y the action as three numbers, one of which is 1. Splits that leave a child too few actions are not considered, and
a node is not split if the best split lowers the sum too little, or if it is too deep.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.policies.triples import Array

Numbers = NDArray[np.int32]
NO_INPUT = -1
MOST_NODES = 100_000
LEAST_SHARE = 1e-3
"""No action has a smaller share in a node: what was never seen may still happen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowthSettings:
    """When a tree stops growing. Ours."""

    least: int = 100
    """The smallest number of actions in a leaf."""
    depth: int = 8
    gain: float = 2.0
    """A split must lower the sum of squares by at least this much."""


@dataclass(frozen=True, slots=True, eq=False)
class RegressionTree:
    """A tree as arrays; a parent stands before its children, and node 0 is the root."""

    feature: Numbers
    """The input that a node looks at, or −1 for a leaf."""
    threshold: Array
    """Rows with at most this value go to the first child."""
    child: Numbers
    """[nodes, 2]"""
    shares: Array
    """[nodes, 3]: shares of fold, call and raise."""

    def __len__(self) -> int:
        return len(self.feature)

    def leaves_of(self, rows: Array) -> NDArray[np.intp]:
        """The leaf of each row of inputs."""
        at = np.zeros(len(rows), dtype=np.intp)
        every = np.arange(len(rows))
        while (inner := self.feature[at] >= 0).any():
            below = rows[every, self.feature[at]] > self.threshold[at]
            at = np.where(inner, self.child[at, below.astype(np.intp)], at)
        return at

    def path_of(self, row: Array) -> list[int]:
        """The nodes from the root to the leaf of a row of inputs."""
        path = [0]
        while (feature := int(self.feature[path[-1]])) >= 0:
            path.append(int(self.child[path[-1], int(row[feature] > self.threshold[path[-1]])]))
        return path

    def levels(self) -> list[NDArray[np.intp]]:
        """The nodes by depth."""
        level = np.array([0], dtype=np.intp)
        result = []
        while len(level):
            result.append(level)
            level = self.child[level[self.feature[level] >= 0]].ravel().astype(np.intp)
        return result

    def parents(self) -> NDArray[np.intp]:
        """The parent of each node; the root's is itself."""
        result = np.zeros(len(self), dtype=np.intp)
        inner = np.flatnonzero(self.feature >= 0)
        result[self.child[inner]] = inner[:, None]
        return result

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The tree as named arrays."""
        return {"feature": self.feature, "threshold": self.threshold, "child": self.child, "shares": self.shares}


def grow(rows: Array, kinds: NDArray[np.intp], settings: GrowthSettings | None = None) -> RegressionTree:
    """Grow a tree from rows of inputs and the kinds of action; the same rows give the same tree."""
    mine = settings or GrowthSettings()
    actions = np.eye(3)[kinds]
    feature: list[int] = []
    threshold: list[float] = []
    child: list[list[int]] = []
    shares: list[Array] = []
    waiting = [(np.arange(len(rows)), 0, -1, 0)]  # rows, depth, parent, which child
    while waiting:
        members, depth, parent, side = waiting.pop()
        number = len(feature)
        if parent >= 0:
            child[parent][side] = number
        mean = actions[members].mean(axis=0) + LEAST_SHARE
        shares.append(mean / mean.sum())
        child.append([0, 0])
        split = _best_split(rows[members], actions[members], mine) if depth < mine.depth else None
        feature.append(split[0] if split else NO_INPUT)
        threshold.append(split[1] if split else 0.0)
        if split:
            above = rows[members, split[0]] > split[1]
            waiting += [(members[above], depth + 1, number, 1), (members[~above], depth + 1, number, 0)]
    return RegressionTree(
        np.array(feature, dtype=np.int32), np.array(threshold), np.array(child, dtype=np.int32), np.array(shares)
    )


def _best_split(rows: Array, actions: Array, mine: GrowthSettings) -> tuple[int, float] | None:
    """The input and threshold of the best split, or None if no split is worth it."""
    count, whole = len(rows), actions.sum(axis=0)
    if count < 2 * mine.least:
        return None
    best, found = mine.gain, None
    base = float(whole @ whole) / count
    for feature in range(rows.shape[1]):
        order = np.argsort(rows[:, feature], kind="stable")
        values = rows[order, feature]
        sums = np.cumsum(actions[order], axis=0)[:-1]
        left = np.arange(1, count)
        gains = (sums**2).sum(axis=1) / left + ((whole - sums) ** 2).sum(axis=1) / (count - left) - base
        gains[values[1:] == values[:-1]] = -np.inf
        gains[: mine.least - 1] = gains[count - mine.least :] = -np.inf
        place = int(gains.argmax())
        if gains[place] > best:
            best, found = float(gains[place]), (feature, float((values[place] + values[place + 1]) / 2))
    return found


def check_tree(arrays: Mapping[str, NDArray[Any]], inputs: int) -> RegressionTree:
    """Build a tree from ``arrays()``. Raises ValueError or KeyError if they are malformed."""
    feature, child = (np.array(arrays[name], dtype=np.int32) for name in ("feature", "child"))
    threshold, shares = (np.array(arrays[name], dtype=np.float64) for name in ("threshold", "shares"))
    nodes = len(feature) if feature.ndim == 1 else 0
    if not 0 < nodes <= MOST_NODES or threshold.shape != (nodes,):
        raise ValueError("a regression tree is malformed")
    if child.shape != (nodes, 2) or shares.shape != (nodes, 3):
        raise ValueError("a regression tree is malformed")
    if feature.min() < NO_INPUT or feature.max() >= inputs or not np.isfinite(threshold).all():
        raise ValueError("a regression tree looks at unknown inputs")
    if not (shares > 0).all() or not np.allclose(shares.sum(axis=1), 1):
        raise ValueError("the shares of a regression tree are malformed")
    inner = np.flatnonzero(feature >= 0)
    below = child[inner].ravel()
    # each node but the root is the child of one node before it, so that the nodes are one tree
    if sorted(below.tolist()) != list(range(1, nodes)) or not (child[inner] > inner[:, None]).all():
        raise ValueError("the nodes of a regression tree are malformed")
    return RegressionTree(feature, threshold, child, shares)
