"""Selection, the first phase of MCTS: which edge to follow from a node.

Each rule takes a node whose edges have visits and returns the index of an edge, or ``EXPAND`` to try a new action.
Values are returns in the game's own units, so constants for returns in [0, 1] are multiplied by the width of the
game's payoff range. Ties go to the edge that was tried first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from railbird.errors import RailbirdError
from railbird.search.mcts.tree import LOGS, Node

EXPAND = -1
NEVER = -math.inf


@dataclass(frozen=True, slots=True)
class PayoffRange:
    """The smallest and the largest return of a game, and the width of that range."""

    low: float
    high: float

    @property
    def width(self) -> float:
        return self.high - self.low


class Selection(Protocol):
    """A rule that chooses among the edges of a node."""

    def choose(self, node: Node, payoffs: PayoffRange) -> int: ...


@dataclass(frozen=True, slots=True)
class UCB1:
    """UCT's rule (review §2.3.1; Kocsis and Szepesvári 2006): untried actions first, then the largest

        w_i / n_i + c √(ln N / n_i)

    with w_i the sum of returns and n_i the visits of the edge, N the visits of the node. c = 0 is greedy.

    ``first_play`` is first-play urgency (Gelly and Wang 2006): an untried action counts as if its value were this (in
    [0, 1], 1 being the best payoff), so that good edges may be followed before all actions are tried.
    """

    c: float = 1.0
    first_play: float | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.c < math.inf:
            raise RailbirdError(f"the exploration constant must be 0 or more, not {self.c}")

    def choose(self, node: Node, payoffs: PayoffRange) -> int:
        if node.untried and self.first_play is None:
            return EXPAND
        chosen, best = EXPAND, NEVER
        if node.untried and self.first_play is not None:
            best = payoffs.low + self.first_play * (payoffs.high - payoffs.low)
        if node.bonus_visits is not None or node.bias is not None:
            return _with_knowledge(node, self.c * (payoffs.high - payoffs.low), chosen, best)
        log, scale = LOGS[node.visits], self.c * (payoffs.high - payoffs.low)
        for index, visits in enumerate(node.visits_of):
            score = node.totals[index] / visits + scale * math.sqrt(log / visits)
            if score > best:
                chosen, best = index, score
        return chosen


def _with_knowledge(node: Node, scale: float, chosen: int, best: float) -> int:
    """UCB1 with virtual wins, which count as visits of the edge, and with a bias that decays as visits grow:

    (w_i + w'_i) / (n_i + n'_i) + c √(ln N / (n_i + n'_i)) + h_i / (n_i + 1)

    (virtual wins: Szita, Chaslot and Spronck 2010; progressive bias: Chaslot et al. 2008).
    """
    log = LOGS[node.visits]
    for index, (visits, total) in enumerate(zip(node.visits_of, node.totals, strict=True)):
        count, value = float(visits), total
        if node.bonus_visits is not None and node.bonus_totals is not None:
            count += node.bonus_visits[index]
            value += node.bonus_totals[index]
        if count == 0:
            return index
        score = value / count + scale * math.sqrt(log / count)
        if node.bias is not None:
            score += node.bias[index] / (visits + 1)
        if score > best:
            chosen, best = index, score
    return chosen


@dataclass(frozen=True, slots=True)
class UCB1Tuned:
    """UCB1-Tuned (Auer, Cesa-Bianchi and Fischer 2002): exploration follows the variance of an edge's returns,

        w_i / n_i + c √(ln N / n_i · min(¼, s_i² + √(2 ln N / n_i)))

    with returns in [0, 1].
    """

    c: float = 1.0
    tracks_squares = True

    def choose(self, node: Node, payoffs: PayoffRange) -> int:
        if node.untried:
            return EXPAND
        assert node.squares is not None
        log, width = LOGS[node.visits], payoffs.high - payoffs.low
        chosen, best = EXPAND, NEVER
        for index, visits in enumerate(node.visits_of):
            mean = node.totals[index] / visits
            variance = max(node.squares[index] / visits - mean * mean, 0.0) / (width * width)
            share = log / visits
            bound = min(0.25, variance + math.sqrt(2 * share))
            score = mean + self.c * width * math.sqrt(share * bound)
            if score > best:
                chosen, best = index, score
        return chosen


@dataclass(frozen=True, slots=True)
class PUCT:
    """AlphaZero's rule (Rosin 2011; Silver et al. 2017): the largest Q_i + c P_i √N / (1 + n_i), P_i the prior of i.

    An edge without visits has the value ``first_play`` (in [0, 1]). The expansion must give priors.
    """

    c: float = 1.25
    first_play: float = 0.5

    def choose(self, node: Node, payoffs: PayoffRange) -> int:
        priors = node.priors
        if priors is None:
            raise RailbirdError("PUCT needs priors: use an expansion with a prior function")
        width = payoffs.high - payoffs.low
        scale = self.c * width * math.sqrt(node.visits)
        untried_value = payoffs.low + self.first_play * width
        chosen, best = EXPAND, NEVER
        if node.untried:
            best = untried_value + scale * max(priors[action] for action in node.untried)
        for index, (action, visits) in enumerate(zip(node.actions, node.visits_of, strict=True)):
            value = node.totals[index] / visits if visits else untried_value
            score = value + scale * priors[action] / (1 + visits)
            if score > best:
                chosen, best = index, score
        return chosen


@dataclass(frozen=True, slots=True)
class RAVE:
    """Rapid action value estimation (review §2.3.2; Gelly and Silver 2007): all moves as first, with decaying weight.

        (1 − β) w_i / n_i + β w'_i / n'_i + c √(ln N / n_i),   β = √(k / (3 N + k))

    w'_i and n'_i count all iterations in which the action was played by the same player at this node or later. An
    untried action has its AMAF value alone, or ``first_play`` if it was never seen.
    """

    k: float = 500.0
    c: float = 0.5
    first_play: float = 1.0
    tracks_amaf = True

    def weight(self, visits: int) -> float:
        return math.sqrt(self.k / (3 * visits + self.k))

    def choose(self, node: Node, payoffs: PayoffRange) -> int:
        width = payoffs.high - payoffs.low
        chosen, best = EXPAND, NEVER
        if node.untried:
            best = self.untried_value(node, self.best_untried(node, payoffs), payoffs)
        log, scale, beta = LOGS[node.visits], self.c * width, self.weight(node.visits)
        amaf = node.amaf or {}
        for index, (action, visits) in enumerate(zip(node.actions, node.visits_of, strict=True)):
            seen, total = amaf[action]
            value = (1 - beta) * (node.totals[index] / visits) + beta * (total / seen)
            score = value + scale * math.sqrt(log / visits)
            if score > best:
                chosen, best = index, score
        return chosen

    def untried_value(self, node: Node, action: int, payoffs: PayoffRange) -> float:
        entry = node.amaf.get(action) if node.amaf else None
        if entry is None:
            return payoffs.low + self.first_play * (payoffs.high - payoffs.low)
        return entry[1] / entry[0]

    def best_untried(self, node: Node, payoffs: PayoffRange) -> int:
        """The untried action with the largest value; of several, the first."""
        assert node.untried
        return max(node.untried, key=lambda action: self.untried_value(node, action, payoffs))
