"""Exact equity: which native method fits a problem, and running it.

Three methods give the same numbers at different cost:

- *sweep* (two ranges): on each board, sort all hands by value and sweep upwards once; all hands against all hands.
- *matchups* (no board yet, few combinations of hands): count boards by their ranks, apart from those that make a flush.
- *showdowns* (three and more ranges): every combination of hands on each board.

Boards and combinations of hands that differ only in an exchange of suits are looked at once.
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
"""2^players weights: at the place of a set of players (bit p for player p) how often just they share the pot."""

# What the methods cost, in nanoseconds on one core of a 2.1 GHz Xeon; only their ratios matter for the choice.
STEPS_PER_SWEPT_HAND = 20
STEPS_PER_MATCHUP_PLAYER = 200_000
STEPS_PER_SHOWN_HAND = 10
STEPS_PER_SHOWDOWN = 3
# Starting a thread takes about as long as this; a portion of work between two reports of progress should last so long.
STEPS_WORTH_A_THREAD = 1e6
STEPS_PER_PORTION = 2e8
# More choices of hands than this are not looked at for symmetry.
MOST_CHOICES = 500_000
# The share of the heaviest hand's weight below which a remainder has lost too many of its digits.
TINY_SHARE = 2.0**-20


class Blocks(Protocol):
    """Native work in numbered blocks; what a block computes does not depend on who computes it when."""

    blocks: ClassVar[int]

    def run(self, first: int, last: int, threads: int) -> None: ...


def run_blocks(work: Blocks, steps: float, threads: int, progress: Progress) -> None:
    """Run all blocks, in portions between which Python can report progress and be interrupted."""
    if steps < STEPS_WORTH_A_THREAD:
        threads = 0
    portions = round(min(max(steps / STEPS_PER_PORTION, 1), work.blocks))
    for portion in range(portions):
        last = work.blocks * (portion + 1) // portions
        work.run(work.blocks * portion // portions, last, threads)
        progress(last / work.blocks)


def sweep_range(problem: EquityProblem, threads: int, progress: Progress) -> NDArray[np.float64]:
    """For each hand of the first of two ranges, the weight of the second that it beats, ties and meets: [1326, 3].

    A sweep subtracts the weight of hands that share a card. Where they had nearly all the weight, few digits are left;
    but such a hand meets only light hands, so that the heavy ones can be left out and the sweep made again.
    """
    hero, villain = problem.weights
    found = np.zeros((HANDS, 3))
    while True:
        sweep = _core.RangeSweep(hero, villain, problem.board_mask, problem.dead_mask)
        run_blocks(sweep, _sweep_steps(problem), threads, progress)
        found += sweep.results()
        light = TINY_SHARE * villain.max()
        total = found[:, 2] / math.comb(52 - 4 - len(problem.board) - len(problem.dead), 5 - len(problem.board))
        unsure = (total > 0) & (total < light)
        if not unsure.any():
            return found
        found[unsure] = 0
        hero, villain = np.where(unsure, hero, 0.0), np.where(villain <= light, villain, 0.0)


@dataclass(frozen=True, slots=True)
class ExactPlan:
    """The chosen method and what it will cost."""

    name: str
    steps: float
    run: Callable[[int, Progress], Tally]
    """Called with the number of threads and a progress report."""


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
    """About how many boards are left when those that differ only in an exchange of suits count once."""
    all_boards = math.comb(52 - len(problem.board) - len(problem.dead), 5 - len(problem.board))
    alike = Counter(_core.suit_symmetry(problem.weights, problem.board_mask, problem.dead_mask))
    return all_boards / math.prod(math.factorial(suits) for suits in alike.values())


def _possible(tally: Tally) -> Tally:
    if not tally.any():
        raise EquityError("the ranges share so many cards that no deal gives every player a hand")
    return tally
