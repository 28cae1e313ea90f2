"""``BucketGameSolver``: counterfactual regret minimization on an abstract game, in the native core.

Each iteration updates both players in turn with vectors over their buckets, as ``railbird.solve.schedules`` describes:
regrets are discounted or floored once an iteration. At every end, a product with the joint tables gives the values of
all buckets at once. The same tables give best responses, so the exploitability inside the abstraction is exact.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird._interruption import CtrlC
from railbird._memory import available_memory, gigabytes
from railbird._threads import thread_count
from railbird.abstraction.bucket_strategy import BucketStrategy
from railbird.abstraction.public_tree import DECISION, PublicTree
from railbird.errors import GameError
from railbird.solve.buckets.bucket_game import BucketGame
from railbird.solve.schedules import RegretFactors, discounted_regrets

FIRST_MEASURED = 10
"""The iteration of the first measurement. Ours."""
SPACING = 1.2
"""The exploitability is measured when the iterations have grown by this factor. Ours."""
MOST_ITERATIONS = 1_000_000
SMALL = 20_000
"""Entries up to which one thread is used. Ours."""
USABLE = 0.9
"""The share of the free memory that a solver may take. Ours."""


def bucket_schedule(t: NDArray[np.float64]) -> RegretFactors:
    """DCFR(1.5, −∞, 3): no negative regrets, late iterations count most."""
    return discounted_regrets(t, 1.5, -math.inf, 3)


@dataclass(frozen=True, slots=True)
class BucketEvaluation:
    """What the average strategies are worth inside the abstraction, and what best responses would win, in chips."""

    value: float
    """What the first player wins from the second."""
    best_responses: tuple[float, float]
    big_blind: int

    @property
    def exploitability(self) -> float:
        """NashConv / 2: what a best response gains, mean over both players."""
        return sum(self.best_responses) / 2

    @property
    def mbb(self) -> float:
        """The exploitability in thousandths of a big blind a game; nan without blinds."""
        return 1000 * self.exploitability / self.big_blind if self.big_blind else math.nan


class BucketPoint(NamedTuple):
    """The exploitability of the average strategies after some iterations."""

    iterations: int
    seconds: float
    """Seconds of iterations so far, without those of measuring."""
    exploitability: float
    mbb: float


class BucketGameSolver:
    """Solves an abstract game.

    >>> from railbird.abstraction import Spot, public_tree
    >>> from railbird.abstraction.cards import build_abstraction
    >>> from railbird.solve.buckets import joint_tables
    >>> tree = public_tree(Spot("leduc"))
    >>> cards = build_abstraction(tree.spot.game, "buckets(by=class)")
    >>> solver = BucketGameSolver(BucketGame(tree, cards, joint_tables(cards)), bits=64)
    >>> evaluation = solver.run(to=1e-4)
    >>> round(evaluation.value, 3), evaluation.exploitability < 1e-4
    (-0.086, True)
    """

    def __init__(self, game: BucketGame, *, bits: int = 32) -> None:
        if bits not in (32, 64):
            raise GameError(f"an abstract game is solved with 32 or 64 bits, not {bits}")
        self.game = game
        self.bits = bits
        self.size = solver_size(game, bits)
        free = available_memory() * USABLE
        if self.size.bytes > free:
            raise GameError(
                f"the solver needs {gigabytes(self.size.bytes)} of memory, and {gigabytes(free)} may be used: "
                "try fewer buckets or fewer bet sizes"
            )
        self.native = game.native(bits)
        self.iterations = 0
        self.seconds = 0.0
        self.points: list[BucketPoint] = []
        self.interrupted = False
        """Whether Ctrl-C ended the last run."""

    def run(
        self,
        *,
        to: float | None = None,
        iterations: int | None = None,
        threads: int | None = None,
        report: Callable[[BucketPoint], None] | None = None,
        after_each: Callable[[], None] | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> BucketEvaluation:
        """Iterate until the exploitability is at most ``to`` chips, or for a number of further iterations.

        Ctrl-C stops it after an iteration, with what is solved so far. ``report`` gets each measurement, ``after_each``
        is called after each iteration and its measurement, and ``stopped`` says whether to stop. A further call goes
        on.
        """
        if to is None and iterations is None:
            raise GameError("say how far to solve: to an exploitability, or for a number of iterations")
        if to is not None and not 0 <= to < math.inf:
            raise GameError(f"an exploitability of {to:g} cannot be reached: give 0 or more")
        if iterations is not None and iterations < 1:
            raise GameError(f"{iterations} iterations: a solver does 1 or more")
        count = thread_count(threads) if self.size.entries > SMALL else 0
        end = self.iterations + min(iterations or MOST_ITERATIONS, MOST_ITERATIONS)
        evaluation = None
        with CtrlC() as ctrl_c:

            def is_over() -> bool:
                return ctrl_c.pressed or (stopped is not None and stopped())

            while self.iterations < end and not is_over():
                is_due = self.iterations + 1 == min(end, next_measurement(self.iterations))
                self._advance(count)
                if is_due:  # before the call below, so that a checkpoint has the measurement of its iteration
                    evaluation = self._measured(count, report)
                if after_each is not None:
                    after_each()
                if is_due and to is not None and evaluation is not None and evaluation.exploitability <= to:
                    break
        self.interrupted = ctrl_c.pressed
        return self.evaluate(threads) if evaluation is None else evaluation

    def restore(
        self, iterations: int, seconds: float, points: Sequence[Sequence[float]], memory: Sequence[NDArray[np.uint8]]
    ) -> None:
        """Go on from what was kept of an earlier solver of the same game. Raises GameError if it does not fit."""
        own = self.native.memory()
        if [len(part) for part in own] != [len(part) for part in memory]:
            raise GameError("the checkpoint is of another abstract game")
        for part, kept in zip(own, memory, strict=True):
            part[:] = kept
        self.iterations, self.seconds = iterations, seconds
        self.points = [BucketPoint(int(each[0]), *each[1:]) for each in points]

    def evaluate(self, threads: int | None = None) -> BucketEvaluation:
        """Compute the value of the average strategies, and those of best responses to them."""
        count = thread_count(threads) if self.size.entries > SMALL else 0
        best = tuple(self.native.value(True, player, count) for player in range(2))
        return BucketEvaluation(
            self.native.value(False, 0, count), (best[0], best[1]), self.game.tree.spot.game.big_blind
        )

    def strategy(self) -> BucketStrategy:
        """The average strategies of both players."""
        facts: dict[str, int | float] = {"iterations": self.iterations, "boards": self.game.tables.boards}
        if self.points:
            facts["exploitability"] = round(self.points[-1].exploitability, 9)
            if self.game.tree.spot.game.big_blind:
                facts["exploitability_mbb"] = round(self.points[-1].mbb, 3)
        return BucketStrategy(self.game.tree, self.game.cards, self.rows(average=True), facts)

    def rows(self, *, average: bool) -> NDArray[np.float32]:
        """The average or the current strategies as rows of a ``BucketStrategy``."""
        numbers = self.native.strategies(average)
        parts, start = [], 0
        for node in np.flatnonzero(self.game.tree.kind == DECISION).tolist():
            actions = len(self.game.tree.edges(node))
            buckets = self.game.cards.counts[self.game.tree.round[node]]
            block = numbers[start : start + actions * buckets].reshape(actions, buckets)
            parts.append(block.T.astype(np.float32).ravel())
            start += actions * buckets
        return np.concatenate(parts)

    def _advance(self, threads: int) -> None:
        t = np.array([self.iterations, self.iterations + 1], dtype=np.float64)
        factors = bucket_schedule(np.maximum(t, 1))
        row = [factors.positive[0], factors.negative[0], factors.weights[0] / factors.weights[1]]
        start = time.perf_counter()
        self.iterations += self.native.iterate(np.array([row if self.iterations else [0.0, 0.0, 0.0]]), threads)
        self.seconds += time.perf_counter() - start

    def _measured(self, threads: int, report: Callable[[BucketPoint], None] | None) -> BucketEvaluation:
        evaluation = self.evaluate(threads or None)
        point = BucketPoint(self.iterations, self.seconds, evaluation.exploitability, evaluation.mbb)
        self.points.append(point)
        if report is not None:
            report(point)
        return evaluation


def next_measurement(iterations: int) -> int:
    """The iteration of the next measurement after these, always one of the same series.

    >>> next_measurement(0), next_measurement(10), next_measurement(11), next_measurement(12)
    (10, 12, 12, 15)
    """
    at = FIRST_MEASURED
    while at <= iterations:
        at = math.ceil(at * SPACING)
    return at


class BucketSolverSize(NamedTuple):
    """How large a solver is, known before it takes its memory."""

    decisions: int
    entries: int
    """Pairs of a bucket and an action."""
    bytes: int


def solver_size(game: BucketGame, bits: int = 32) -> BucketSolverSize:
    """The size of a solver of an abstract game."""
    return size_of(game.tree, game.cards.counts, bits)


def size_of(tree: PublicTree, counts: Sequence[int], bits: int = 32) -> BucketSolverSize:
    """The size of a solver: regrets and averages, and the tables, which are kept for both players.

    ``counts`` are the buckets on each street of the game.
    """
    decisions = tree.kind == DECISION
    buckets = np.array(counts, dtype=np.int64)[tree.round]
    entries = int((buckets * np.diff(tree.child_start))[decisions].sum())
    tables = 4 * sum(count * count for count in counts[tree.spot.first_round :])
    return BucketSolverSize(int(decisions.sum()), entries, (2 * entries + tables) * bits // 8)
