"""Selective sampling: the value of each action from many roll-outs of the hand (Heidenreich 2008, §4.3).

Each trial deals the opponents' hands from their weights, and the board; the same deal is rolled out once after each
action. Folding needs no trial: it is worth 0 from here on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.game import CALL, FOLD, Action, raise_to

Array = NDArray[np.float64]

BLOCK = 96
"""Early stopping is checked after each block of this many trials."""


@dataclass(frozen=True, slots=True)
class SimulationResult:
    """The result of a simulation."""

    trials: int
    values: dict[Action, float]
    """Mean winnings of each action from here on, in chips; folding, where there is a bet to call, is worth 0."""
    errors: dict[Action, float]
    """Their standard errors."""
    lead: float
    """How far the best action is ahead of the second best."""
    lead_error: float
    """Its standard error, over the same deals."""

    def best(self) -> Action:
        """The action with the highest value; among equals the boldest."""
        return max(self.values, key=lambda action: (self.values[action], action.kind, action.to or 0))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SimulationRequest:
    """A decision, and the beliefs about the players."""

    decision: _core.Hand
    hole: bytes
    """The hole cards of the player who decides."""
    board: bytes
    weights: Array
    """[players, 1326]: weight of each hand for each player."""
    strengths: Array
    """[1326]: the strength of each hand that the policies use, between 0 and 1."""
    policies: Array
    """[players, round, raises, bets, opponents, bins, 3]: the policy table of each player."""
    raises: Sequence[int]
    """The raises to try, as amounts to raise to."""
    bet: float = 0.75
    """The size of later bets in no-limit games, in pots."""
    high_price: float = 0.0
    """Policies of no-limit games by price: a bet counts as two if it costs more than this share of the pot.

    With 0 they are by the number of bets. Only searches of the betting use it.
    """


def simulate(
    request: SimulationRequest, *, trials: int = 500, seed: int = 0, threads: int = 0, obvious: float = 0.0
) -> SimulationResult:
    """Simulate a decision.

    With ``obvious``, it stops as soon as the best action leads by this many standard errors; that depends only on the
    trials.
    """
    decision, policies, raises = request.decision, request.policies, request.raises
    contexts = int(np.prod(_core.Simulation.contexts))
    tables = np.ascontiguousarray(policies.reshape(len(policies), contexts, -1, 3))
    mine = sum(1 << card for card in request.hole)
    weights, strengths = request.weights, request.strengths
    run = _core.Simulation(decision, mine, request.board, weights, strengths, tables, list(raises), request.bet)
    if trials < 1:
        raise ValueError(f"trials must be at least 1, not {trials}")
    actions = [CALL, *(raise_to(amount) for amount in raises)]
    may_fold = decision.legal.call > 0
    done = 0
    while done < trials:
        last = min(done + BLOCK, trials) if obvious else trials
        run.run(seed, done, last, threads)
        done = last
        result = _summary(run.tally(), actions, may_fold=may_fold)
        if obvious and result.lead > obvious * result.lead_error:
            break
    return result


def _summary(
    tally: tuple[int, int, list[float], list[list[float]]], actions: Sequence[Action], *, may_fold: bool
) -> SimulationResult:
    trials, _, sums, products = tally
    count = len(actions)
    if trials == 0:  # no deal is possible under these weights: nothing is known, and calling is as good as anything
        return SimulationResult(0, {CALL: 0.0}, {CALL: math.inf}, 0.0, math.inf)
    means = np.array([0.0, *sums[:count]]) / trials
    lower = np.array(products)[:count, :count] / trials
    second = np.zeros((count + 1, count + 1))
    second[1:, 1:] = np.tril(lower) + np.tril(lower, -1).T
    spread = second - np.outer(means, means)
    with np.errstate(divide="ignore", invalid="ignore"):
        errors = np.sqrt(np.maximum(np.diag(spread), 0) / np.float64(trials - 1))
    indices = range(0 if may_fold else 1, count + 1)
    named = [FOLD, *actions]
    values = {named[index]: float(means[index]) for index in indices}
    known = {named[index]: float(errors[index]) if trials > 1 else math.inf for index in indices}
    if len(values) < 2:
        return SimulationResult(trials, values, known, 0.0, 0.0)
    best, next_ = sorted(indices, key=lambda index: -means[index])[:2]
    variance = spread[best, best] + spread[next_, next_] - 2 * spread[best, next_]
    error = math.sqrt(max(float(variance), 0.0) / (trials - 1)) if trials > 1 else math.inf
    return SimulationResult(trials, values, known, float(means[best] - means[next_]), error)
