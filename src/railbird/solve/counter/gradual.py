"""``GradualResponse``: a counter-strategy that is solved a little at a time, between the hands of a match."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.bucket_strategy import BucketStrategy
from railbird.abstraction.packed_rows import pack_rows, unpack_rows
from railbird.solve.buckets.bucket_game import BucketGame
from railbird.solve.buckets.solver import BucketGameSolver, set_averages
from railbird.solve.counter.buckets import (
    BucketModel,
    RestrictedBucketSolver,
    both_seats,
    what_it_wins_in_buckets,
)
from railbird.solve.counter.methods import CounterMethod


@dataclass(frozen=True, slots=True, eq=False)
class SolvedResponse:
    """A response whose probabilities were rounded, and what just these are worth, in chips."""

    strategy: BucketStrategy = field(repr=False)
    packed: NDArray[np.uint8] = field(repr=False)
    """Its rows in few bytes, by ``pack_rows``."""
    wins: float
    """What it wins from the model, mean over both seats."""
    usual: float
    """What the usual strategy wins from the model."""
    exploitability: float
    """What a best response inside the abstraction wins from it, mean over both seats."""


@dataclass(frozen=True, slots=True, eq=False)
class ResponseTask:
    """What a response is solved for, and how: it depends on nothing else."""

    game: BucketGame
    model: BucketModel
    method: CounterMethod
    usual: BucketStrategy
    """What would be played without it."""
    iterations: int
    steps: int
    """Probabilities are rounded to this many steps."""


class GradualResponse:
    """Solves a task in ``stages(iterations)`` stages of about the same length, on one core.

    >>> from railbird.abstraction import Spot, public_tree
    >>> from railbird.abstraction.bucket_strategy import rows_needed
    >>> from railbird.abstraction.cards import build_abstraction
    >>> from railbird.solve.buckets import joint_tables
    >>> from railbird.solve.counter import parse_method
    >>> import numpy as np
    >>> tree = public_tree(Spot("leduc"))
    >>> cards = build_abstraction(tree.spot.game, "buckets(by=class)")
    >>> game = BucketGame(tree, cards, joint_tables(cards))
    >>> uniform = BucketStrategy(tree, cards, np.ones(rows_needed(tree, cards)))
    >>> model = BucketModel.of(uniform)
    >>> work = GradualResponse(ResponseTask(game, model, parse_method("rnr(p=0.9)"), uniform, 50, 63))
    >>> while work.solved is None:
    ...     work.advance()
    >>> round(work.solved.wins, 3), round(work.solved.exploitability, 3), work.done == stages(50)
    (2.255, 1.789, True)
    """

    def __init__(self, task: ResponseTask) -> None:
        self.task = task
        self.done = 0
        """Stages that are done."""
        self.solved: SolvedResponse | None = None
        """The response, after the last stage."""
        self._solvers = [RestrictedBucketSolver(task.game, task.model, task.method, player) for player in (0, 1)]
        self._rows: tuple[BucketStrategy, NDArray[np.uint8]] | None = None
        self._exploitability = 0.0

    def advance(self) -> None:
        """Do the next stage: an iteration for each seat; and at the end rounding, the exploitability, and the rest."""
        after = self.done - self.task.iterations
        if after < 0:
            for solver in self._solvers:
                solver.advance(0)
        elif after == 0:
            self._rows = self._rounded()
            self._solvers.clear()
        elif after == 1:
            judge = BucketGameSolver(self.task.game)
            set_averages(judge, self._at_last()[0])
            self._exploitability = judge.evaluate(1).exploitability
        else:
            self._measure()
        self.done += 1

    def _rounded(self) -> tuple[BucketStrategy, NDArray[np.uint8]]:
        game, steps = self.task.game, self.task.steps
        rows = both_seats(game, [solver.response(1) for solver in self._solvers])
        packed = pack_rows(BucketStrategy(game.tree, game.cards, rows), steps)
        return BucketStrategy(game.tree, game.cards, unpack_rows(game.tree, game.cards, packed, steps)), packed

    def _measure(self) -> None:
        task, (strategy, packed) = self.task, self._at_last()
        wins, usual = (
            what_it_wins_in_buckets(task.game, each, task.model.strategy, threads=1) for each in (strategy, task.usual)
        )
        self.solved = SolvedResponse(strategy, packed, wins, usual, self._exploitability)

    def _at_last(self) -> tuple[BucketStrategy, NDArray[np.uint8]]:
        assert self._rows is not None
        return self._rows


def stages(iterations: int) -> int:
    """The stages of a response with so many iterations."""
    return iterations + 3
