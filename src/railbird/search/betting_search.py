"""UCT over the betting of a hand against predicted opponents (Van den Broeck, Driessens and Ramon 2009).

Each iteration deals the opponents' hands from their weights, and the board, and walks down a tree of the betting. Our
own actions are chosen by UCT, opponents' actions drawn from their policy tables; the first new node is rolled out. A
chance node tells apart a few bins of our own strength on the next board.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.game import Action, ActionKind
from railbird.search.simulation import SimulationRequest

PORTION = 256
"""Iterations between two looks at the clock."""
MOST_ITERATIONS = 2**28


class BettingBackup(StrEnum):
    """How the value of a node follows from its children.

    Own nodes, except with ``MEAN``, have the distribution of the largest of their children, seen as independent normal
    values and folded pairwise. With a² = v₁ + v₂ and z = (m₁ − m₂) / a:

        m = m₁ Φ(z) + m₂ Φ(−z) + a φ(z)
        v = (m₁² + v₁) Φ(z) + (m₂² + v₂) Φ(−z) + (m₁ + m₂) a φ(z) − m²

    Other nodes with n visits have the mean of their children with the shares w, and the variance of this mean, as the
    children are estimated independently and drawn n times:

        m = Σ w mᵢ
        v = Σ w² vᵢ + Σ w (mᵢ − m)² / n

    Without own nodes below this is the variance of a mean of samples. A program by the authors takes Σ w vᵢ, which
    does not fall as more is known, so that the largest of several such values is far above what can be won.
    """

    MEAN = "mean"
    """The mean of all samples below it: plain UCT."""
    MAXIMUM = "maximum"
    """Max-distribution; others' nodes are the mean of their children by visits."""
    WEIGHTED = "weighted"
    """Max-distribution; others' nodes are the mean of their children by predicted probability."""


class TurnKind(IntEnum):
    """Whose turn it is at a node."""

    OWN = 0
    OTHER = 1
    CHANCE = 2
    END = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class BettingRules:
    """How the tree is searched."""

    exploration: float = 1.0
    """C of UCT: value + C · s · √(ln N / n), with s the standard deviation of what was won after the node."""
    uncertainty: float = 0.0
    """C₂ of UCT+: another C₂ times the standard error of the child."""
    sampled: int = 20
    """Own nodes with fewer visits draw from the own policy table."""
    backup: BettingBackup = BettingBackup.WEIGHTED
    bins: int = 5
    """Bins of our strength at a chance node."""
    bets: tuple[float, ...] = (0.5, 1.0)
    """Sizes of later raises in no-limit games, in pots, ascending."""


class ActionReport(NamedTuple):
    """What the search has found out about an action."""

    action: Action
    visits: int
    value: float
    """Expected winnings from here on, in chips."""
    error: float
    """Its standard error."""


class VariationStep(NamedTuple):
    """A step of the principal variation: the action most often taken."""

    player: int
    """Their position."""
    action: Action
    share: float
    """Of the visits of the node before."""
    round_ends: bool
    """Whether a new board is dealt after it."""


class BettingSearch:
    """A search tree of one decision; the same seed gives the same tree."""

    def __init__(
        self, request: SimulationRequest, rules: BettingRules, shares: NDArray[np.float64], seed: int = 0
    ) -> None:
        """``shares`` are [players, sizes]: how often a player's raise has each of the rules' sizes."""
        contexts = int(np.prod(_core.Simulation.contexts))
        tables = np.ascontiguousarray(request.policies.reshape(len(request.policies), contexts, -1, 3))
        self.request, self.rules, self._seed = request, rules, seed
        self.iterations = 0
        self._search = _core.BettingUct(
            request.decision,
            sum(1 << card for card in request.hole),
            request.board,
            request.weights,
            request.strengths,
            tables,
            list(request.raises),
            rules.exploration,
            rules.uncertainty,
            rules.sampled,
            list(BettingBackup).index(rules.backup),
            rules.bins,
            list(rules.bets),
            np.ascontiguousarray(shares),
            request.bet,
            request.high_price,
        )

    def run(self, iterations: int) -> BettingSearch:
        """Search on."""
        last = min(self.iterations + iterations, MOST_ITERATIONS)
        self._search.run(self._seed, self.iterations, last)
        self.iterations = last
        return self

    def run_for(self, seconds: float) -> BettingSearch:
        """Search on for some time, and at least one portion."""
        end = time.monotonic() + seconds
        self.run(PORTION)
        while time.monotonic() < end and self.iterations < MOST_ITERATIONS:
            self.run(PORTION)
        return self

    @property
    def thrown_away(self) -> int:
        """Iterations in which no deal was possible."""
        return self._search.thrown_away

    @property
    def bytes(self) -> int:
        """Memory of the tree."""
        return self._search.bytes

    def tree(self) -> BettingSearchTree:
        """The tree as it is now."""
        return BettingSearchTree(self._search)


class BettingSearchTree:
    """Nodes and edges of a search, as arrays."""

    def __init__(self, search: _core.BettingUct) -> None:
        self.kind, self.player, self.visits, self.value, self.variance, self._first, self._count = search.nodes()
        self.action, self.amount, self.child, self.predicted = search.edges()

    def __len__(self) -> int:
        return len(self.visits)

    def edges(self, node: int) -> range:
        """The edges of a node."""
        first = int(self._first[node])
        return range(first, first + int(self._count[node])) if first >= 0 else range(0)

    def action_of(self, edge: int) -> Action:
        kind = ActionKind(int(self.action[edge]))
        return Action(kind, int(self.amount[edge]) if kind is ActionKind.RAISE else None)

    def root(self) -> list[ActionReport]:
        """Each action of the decision that was tried."""
        return [
            ActionReport(
                self.action_of(edge),
                int(self.visits[child]),
                float(self.value[child]),
                math.sqrt(float(self.variance[child])),
            )
            for edge in self.edges(0)
            if (child := int(self.child[edge])) >= 0
        ]

    def variation(self) -> list[VariationStep]:
        """The principal variation: from the root, the child most often visited; of equals, the first."""
        steps: list[VariationStep] = []
        node = 0
        while tried := [edge for edge in self.edges(node) if self.child[edge] >= 0]:
            edge = max(tried, key=lambda each: int(self.visits[self.child[each]]))
            child = int(self.child[edge])
            if self.kind[node] != TurnKind.CHANCE:
                share = float(self.visits[child] / max(int(self.visits[node]), 1))
                ends = bool(self.kind[child] == TurnKind.CHANCE)
                steps.append(VariationStep(int(self.player[node]), self.action_of(edge), share, ends))
            node = child
        return steps


def even_shares(players: int, sizes: Sequence[float]) -> NDArray[np.float64]:
    """The same share for every size."""
    return np.full((players, len(sizes)), 1 / len(sizes))
