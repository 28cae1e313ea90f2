"""Exact equity: choosing and running the native method for a problem.

Three methods give the same numbers at different cost:

- *sweep* (two ranges): on each board, sort all hands by value and sweep upwards once, all hands against all hands.
- *matchups* (no board yet, few combinations of hands): count boards by their ranks; those with a flush separately.
- *showdowns* (three or more ranges): compare every combination of hands on each board.

Boards and combinations of hands that differ only by an exchange of suits are computed once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird._progress import Progress
from railbird.cards import HANDS
from railbird.errors import EquityError
from railbird.strength.problem import EquityProblem

Tally = NDArray[np.float64]
"""2^players weights, indexed by sets of players (bit p for player p): how often exactly these players share the pot."""

# The cost of the methods, in nanoseconds on one core of a 2.1 GHz Xeon; only the ratios matter for the choice.
STEPS_PER_SWEPT_HAND = 20
STEPS_PER_MATCHUP_PLAYER = 200_000
STEPS_PER_SHOWN_HAND = 10
STEPS_PER_SHOWDOWN = 3
# The work worth starting a thread for, and the work between two reports of progress.
STEPS_WORTH_A_THREAD = 1e6
STEPS_PER_PORTION = 2e8
# The most combinations of hands that are checked for symmetry.
MOST_CHOICES = 500_000
# A remainder below this share of the largest weight has lost too many digits.
TINY_SHARE = 2.0**-20


class Blocks(Protocol):
    """Native work in numbered blocks; the result of a block does not depend on the thread or the time."""

    blocks: ClassVar[int]

    def run(self, first: int, last: int, threads: int) -> None: ...


def run_blocks(work: Blocks, steps: float, threads: int, progress: Progress) -> None:
    """Run all blocks in portions; between them Python can report progress and be interrupted."""
    if steps < STEPS_WORTH_A_THREAD:
        threads = 0
    portions = round(min(max(steps / STEPS_PER_PORTION, 1), work.blocks))
    for portion in range(portions):
        last = work.blocks * (portion + 1) // portions
        work.run(work.blocks * portion // portions, last, threads)
        progress(last / work.blocks)


def sweep_range(problem: EquityProblem, threads: int, progress: Progress) -> NDArray[np.float64]:
    """[1326, 3]: for each hand of the first range, the weight of the second range that it beats, ties and faces in all.

    A sweep subtracts the weight of hands that share a card. If those have nearly all the weight, few digits are left.
    But such a hand faces only light hands, so the sweep is repeated without the heavy ones.
    """
    hero, villain = problem.weights
    result = np.zeros((HANDS, 3))
    while True:
        sweep = _core.RangeSweep(hero, villain, problem.board_mask, problem.dead_mask)
        run_blocks(sweep, _sweep_steps(problem), threads, progress)
        result += sweep.results()
        light = TINY_SHARE * villain.max()
        total = result[:, 2] / math.comb(52 - 4 - len(problem.board) - len(problem.dead), 5 - len(problem.board))
        unsure = (total > 0) & (total < light)
        if not unsure.any():
            return result
        result[unsure] = 0
        hero, villain = np.where(unsure, hero, 0.0), np.where(villain <= light, villain, 0.0)


@dataclass(frozen=True, slots=True)
class ExactPlan:
    """An exact method and its cost."""

    name: str
    steps: float
    run: Callable[[int, Progress], Tally]
    """Called with the number of threads and a progress callback."""


def exact_plan(problem: EquityProblem, limit: float = math.inf) -> ExactPlan | None:
    """The cheapest exact method, or None if it costs more than the limit."""
    plans = [_sweep_plan(problem) if len(problem.ranges) == 2 else _showdowns_plan(problem)]
    if not problem.board and (matchups := _matchups_plan(problem)):
        plans.append(matchups)
    best = min(plans, key=lambda plan: plan.steps)
    return best if best.steps <= limit else None


def _sweep_plan(problem: EquityProblem) -> ExactPlan:
    def run(threads: int, progress: Progress) -> Tally:
        win, tie, total = problem.weights[0] @ sweep_range(problem, threads, progress)
        return _possible(np.array([0.0, win, max(total - win - tie, 0.0), tie]))

    return ExactPlan("sweep", _sweep_steps(problem), run)


def _sweep_steps(problem: EquityProblem) -> float:
    hands = int(np.count_nonzero(problem.weights.any(axis=0)))
    return _distinct_boards(problem) * hands * STEPS_PER_SWEPT_HAND


def _showdowns_plan(problem: EquityProblem) -> ExactPlan:
    hands = [int(np.count_nonzero(row)) for row in problem.weights]
    per_board = sum(hands) * STEPS_PER_SHOWN_HAND + math.prod(hands) * STEPS_PER_SHOWDOWN
    steps = _distinct_boards(problem) * per_board

    def run(threads: int, progress: Progress) -> Tally:
        showdowns = _core.Showdowns(problem.weights, problem.board_mask, problem.dead_mask)
        run_blocks(showdowns, steps, threads, progress)
        return _possible(showdowns.tally())

    return ExactPlan("showdowns", steps, run)


def _matchups_plan(problem: EquityProblem) -> ExactPlan | None:
    matchups = _core.Matchups(problem.weights, problem.dead_mask, MOST_CHOICES)
    if not matchups.complete:
        return None
    steps = matchups.count * len(problem.ranges) * STEPS_PER_MATCHUP_PLAYER

    def run(threads: int, progress: Progress) -> Tally:
        run_blocks(matchups, steps, threads, progress)
        return _possible(matchups.tally())

    return ExactPlan("matchups", steps, run)


def _distinct_boards(problem: EquityProblem) -> float:
    """The approximate number of boards that differ by more than an exchange of suits."""
    all_boards = math.comb(52 - len(problem.board) - len(problem.dead), 5 - len(problem.board))
    symmetric = Counter(_core.suit_symmetry(problem.weights, problem.board_mask, problem.dead_mask))
    return all_boards / math.prod(math.factorial(suits) for suits in symmetric.values())


def _possible(tally: Tally) -> Tally:
    if not tally.any():
        raise EquityError("the ranges share so many cards that no deal gives every player a hand")
    return tally
