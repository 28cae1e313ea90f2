"""``AbstractSolver``: what all solvers of abstract games share.

A solver repeats iterations and keeps regrets and average strategies by node and bucket in the native core. It is run to
an exploitability, if that can be measured, or for a number of iterations; stopped and restored; and gives a strategy.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from railbird._interruption import CtrlC
from railbird._memory import available_memory, gigabytes
from railbird._threads import thread_count
from railbird.abstraction.bucket_strategy import BucketStrategy, FactOfMaking
from railbird.abstraction.cards import CardAbstraction
from railbird.abstraction.public_tree import DECISION, PublicTree
from railbird.errors import GameError
from railbird.solve.schedules import RegretFactors

FIRST_MEASURED = 10
"""The iteration of the first measurement. Ours."""
SPACING = 1.2
"""The exploitability is measured when the iterations have grown by this factor. Ours."""
MOST_ITERATIONS = 1_000_000
SMALL = 20_000
"""Entries up to which one thread is used. Ours."""
USABLE = 0.9
"""The share of the free memory that a solver may take. Ours."""


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


class BucketSolverSize(NamedTuple):
    """How large a solver is, known before it takes its memory."""

    decisions: int
    entries: int
    """Pairs of a bucket and an action."""
    bytes: int


class NativeTables(Protocol):
    """The regrets and averages of a native solver."""

    def strategies(self, average: bool) -> NDArray[np.float64]: ...

    def memory(self) -> list[NDArray[np.uint8]]: ...


Measured = TypeVar("Measured", bound=BucketEvaluation | None, covariant=True)


class AbstractSolver(ABC, Generic[Measured]):
    """Base class of the solvers of abstract games. ``Measured`` is what an evaluation gives."""

    tree: PublicTree
    cards: CardAbstraction
    native: NativeTables

    def __init__(self, size: BucketSolverSize, bits: int) -> None:
        if bits not in (32, 64):
            raise GameError(f"an abstract game is solved with 32 or 64 bits, not {bits}")
        self.bits = bits
        self.size = size
        free = available_memory() * USABLE
        if size.bytes > free:
            raise GameError(
                f"the solver needs {gigabytes(size.bytes)} of memory, and {gigabytes(free)} may be used: "
                "try fewer buckets or fewer bet sizes"
            )
        self.iterations = 0
        self.seconds = 0.0
        self.points: list[BucketPoint] = []
        self.interrupted = False
        """Whether Ctrl-C ended the last run."""

    @staticmethod
    @abstractmethod
    def schedule(t: NDArray[np.float64]) -> RegretFactors:
        """How regrets are discounted, and what each iteration counts in the average."""

    @abstractmethod
    def evaluate(self, threads: int | None = None) -> Measured:
        """Compute the value of the average strategies, and those of best responses to them."""

    @abstractmethod
    def facts(self) -> dict[str, FactOfMaking]:
        """How the strategies were made, but for how far they were solved."""

    def _refusal(self) -> str:
        """Why the exploitability cannot be measured; empty if it can."""
        return ""

    @abstractmethod
    def _iterate(self, discounts: NDArray[np.float64], threads: int) -> int:
        """Do one iteration, with one row of discounts. Returns 0 if it was interrupted before it began."""

    def run(
        self,
        *,
        to: float | None = None,
        iterations: int | None = None,
        threads: int | None = None,
        report: Callable[[BucketPoint], None] | None = None,
        after_each: Callable[[], None] | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> Measured:
        """Iterate until the exploitability is at most ``to`` chips, or for a number of further iterations.

        Ctrl-C stops it after an iteration, with what is solved so far. ``report`` gets each measurement, ``after_each``
        is called after each iteration and its measurement, and ``stopped`` says whether to stop. A further call goes
        on.
        """
        if to is None and iterations is None:
            raise GameError("say how far to solve: to an exploitability, or for a number of iterations")
        if to is not None and not 0 <= to < math.inf:
            raise GameError(f"an exploitability of {to:g} cannot be reached: give 0 or more")
        if to is not None and self._refusal():
            raise GameError(self._refusal())
        if iterations is not None and iterations < 1:
            raise GameError(f"{iterations} iterations: a solver does 1 or more")
        count = self._threads(threads)
        end = self.iterations + min(iterations or MOST_ITERATIONS, MOST_ITERATIONS)
        evaluation = None
        with CtrlC() as ctrl_c:

            def is_over() -> bool:
                return ctrl_c.pressed or (stopped is not None and stopped())

            while self.iterations < end and not is_over():
                is_due = self.iterations + 1 == min(end, next_measurement(self.iterations))
                self.advance(count)
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
        own = self.memory()
        if [len(part) for part in own] != [len(part) for part in memory]:
            raise GameError("the checkpoint is of another abstract game")
        self._fill(iterations, memory)
        self.iterations, self.seconds = iterations, seconds
        self.points = [BucketPoint(int(each[0]), *each[1:]) for each in points]

    def memory(self) -> list[NDArray[np.uint8]]:
        """All that iterations have left behind, as bytes."""
        return self.native.memory()

    def _fill(self, iterations: int, memory: Sequence[NDArray[np.uint8]]) -> None:
        """Take over what so many iterations have left behind."""
        for part, kept in zip(self.native.memory(), memory, strict=True):
            part[:] = kept

    def strategy(self) -> BucketStrategy:
        """The average strategies of both players."""
        facts = {"iterations": self.iterations, **self.facts()}
        if self.points:
            facts["exploitability"] = round(self.points[-1].exploitability, 9)
            if self.tree.spot.game.big_blind:
                facts["exploitability_mbb"] = round(self.points[-1].mbb, 3)
        return BucketStrategy(self.tree, self.cards, self.rows(average=True), facts)

    def rows(self, *, average: bool) -> NDArray[np.float32]:
        """The average or the current strategies as rows of a ``BucketStrategy``."""
        return strategy_rows(self.tree, self.cards, self.native.strategies(average))

    def _threads(self, threads: int | None) -> int:
        return thread_count(threads) if self.size.entries > SMALL else 0

    def advance(self, threads: int) -> None:
        """Do one iteration."""
        t = np.array([self.iterations, self.iterations + 1], dtype=np.float64)
        factors = self.schedule(np.maximum(t, 1))
        row = [factors.positive[0], factors.negative[0], factors.weights[0] / factors.weights[1]]
        start = time.perf_counter()
        self.iterations += self._iterate(np.array([row if self.iterations else [0.0, 0.0, 0.0]]), threads)
        self.seconds += time.perf_counter() - start

    def _measured(self, threads: int, report: Callable[[BucketPoint], None] | None) -> Measured:
        evaluation = self.evaluate(threads or None)
        if evaluation is not None:
            point = BucketPoint(self.iterations, self.seconds, evaluation.exploitability, evaluation.mbb)
            self.points.append(point)
            if report is not None:
                report(point)
        return evaluation


def strategy_rows(tree: PublicTree, cards: CardAbstraction, numbers: NDArray[np.float64]) -> NDArray[np.float32]:
    """The rows of a ``BucketStrategy`` from those of a native solver, [actions, buckets] for each decision."""
    return numbers[places_of_rows(tree, cards.counts)].astype(np.float32)


def to_entries(strategy: BucketStrategy) -> NDArray[np.float64]:
    """The probabilities of a strategy as native solvers take them: [actions, buckets] of each decision."""
    entries = np.empty(len(strategy.rows))
    entries[places_of_rows(strategy.tree, strategy.abstraction.counts)] = strategy.probabilities()
    return entries


@lru_cache(maxsize=4)
def places_of_rows(tree: PublicTree, counts: tuple[int, ...]) -> NDArray[np.int64]:
    """Where native solvers keep the numbers of a ``BucketStrategy``'s rows: [actions, buckets] for each decision."""
    parts, start = [], 0
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        actions, buckets = len(tree.edges(node)), counts[tree.round[node]]
        parts.append(start + np.arange(actions * buckets).reshape(actions, buckets).T.ravel())
        start += actions * buckets
    return np.concatenate(parts)


def next_measurement(iterations: int) -> int:
    """The iteration of the next measurement after these, always one of the same series.

    >>> next_measurement(0), next_measurement(10), next_measurement(11), next_measurement(12)
    (10, 12, 12, 15)
    """
    at = FIRST_MEASURED
    while at <= iterations:
        at = math.ceil(at * SPACING)
    return at


def size_of(tree: PublicTree, counts: Sequence[int], bits: int = 32) -> BucketSolverSize:
    """The size of regrets and averages. ``counts`` are the buckets on each street of the game."""
    decisions = tree.kind == DECISION
    buckets = np.array(counts, dtype=np.int64)[tree.round]
    entries = int((buckets * np.diff(tree.child_start))[decisions].sum())
    return BucketSolverSize(int(decisions.sum()), entries, 2 * entries * bits // 8)
