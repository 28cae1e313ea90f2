"""``SpotSolver``: counterfactual regret minimization on the public tree, in the native core.

Each iteration updates both players in turn with vectors over their hands, as ``railbird.solve.schedules`` describes.
The default schedule is DCFR with α = 1.5, no negative regrets (β = −∞) and γ = 5: to 0.3 % of the pot it needs a
fifth fewer iterations than α = 1.5, β = 0, γ = 3 with an average begun anew at every power of four.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird._interruption import CtrlC
from railbird._memory import available_memory, gigabytes
from railbird._threads import thread_count
from railbird.abstraction.bet_menu import BetMenu
from railbird.abstraction.spot import Spot
from railbird.errors import GameError
from railbird.solve.schedules import RegretFactors, discounted_regrets
from railbird.solve.spots.forecast import iterations_left
from railbird.solve.spots.problem import Locks, RangeLike, SpotProblem, spot_problem

Schedule = Callable[[NDArray[np.float64]], RegretFactors]
"""What each of some iterations, counted from 1, does to regrets and averages."""
SPACING = 1.1
"""The exploitability is measured when the iterations have grown by this factor, or when the goal should be reached.
Ours."""
CLOSEST = 0.02
"""The least growth of the iterations between two measurements. Ours."""
FIRST_MEASURED = 10
"""The iteration of the first measurement. Ours."""
MOST_ITERATIONS = 1_000_000
STEP_SECONDS = 0.1
"""About the time between two looks at Ctrl-C. Ours."""
SMALL = 100_000
"""Entries up to which one thread is used. Ours."""
USABLE = 0.9
"""The share of the free memory that a solver may take. Ours."""


def default_schedule(t: NDArray[np.float64]) -> RegretFactors:
    """DCFR(1.5, −∞, 5)."""
    return discounted_regrets(t, 1.5, -math.inf, 5)


class SolverSize(NamedTuple):
    """How large a solver is, known before it takes its memory."""

    positions: int
    """Betting rounds on a board."""
    decisions: int
    entries: int
    """Pairs of a hand and an action."""
    bytes: int


@dataclass(frozen=True, slots=True)
class SpotEvaluation:
    """What the average strategies are worth, and what best responses would win against them, in chips."""

    values: tuple[float, float]
    best_responses: tuple[float, float]
    pot: int
    big_blind: int

    @property
    def exploitability(self) -> float:
        """NashConv / 2: what a best response gains, mean over both players.

        With rake the game is not zero-sum. It is then still what each can gain alone, but no bound on a loss.
        """
        gains = [best - value for best, value in zip(self.best_responses, self.values, strict=True)]
        return sum(gains) / 2

    @property
    def of_pot(self) -> float:
        """The exploitability as a share of the pot; nan if there is none yet."""
        return self.exploitability / self.pot if self.pot else math.nan

    @property
    def mbb(self) -> float:
        """The exploitability in thousandths of a big blind a game; nan without blinds."""
        return 1000 * self.exploitability / self.big_blind if self.big_blind else math.nan


class SpotPoint(NamedTuple):
    """The exploitability of the average strategies after some iterations."""

    iterations: int
    seconds: float
    """Seconds of iterations so far, without those of measuring."""
    exploitability: float
    of_pot: float


class SpotSolver:
    """Solves a spot for two ranges.

    ``ranges`` are texts, ``Range`` objects or arrays, first that of position 0; without them each player has every
    holding. ``bits`` is the precision in memory: 32, 16 (half the memory) or 64. ``locks`` gives strategies at some
    lines, which stay as they are.

    >>> solver = SpotSolver("nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50", ("QQ+, 76s", "JJ, KQs"), "75%, a")
    >>> solver.size.decisions, solver.run(to=0.001).of_pot < 0.001
    (8, True)
    >>> solver.iterations < 500
    True
    """

    def __init__(
        self,
        spot: Spot | str | SpotProblem,
        ranges: Sequence[RangeLike] | None = None,
        menu: BetMenu | str | None = None,
        *,
        bits: int = 32,
        isomorphism: bool = True,
        locks: Locks | None = None,
    ) -> None:
        if bits not in (16, 32, 64):
            raise GameError(f"a spot is solved with 16, 32 or 64 bits, not {bits}")
        self.problem = spot if isinstance(spot, SpotProblem) else spot_problem(spot, ranges, menu, locks)
        self.bits = bits
        self.isomorphism = isomorphism
        self.native: _core.PublicSolver = self.problem.native(bits, isomorphism)
        self.hands = tuple(self.native.hands(player) for player in range(2))
        """For each player, the holdings of their range that the board leaves."""
        self.iterations = 0
        self.seconds = 0.0
        self.points: list[SpotPoint] = []
        self.interrupted = False
        """Whether Ctrl-C ended the last run."""
        self._allocated = False
        self._step = 1
        """Iterations of one native call."""

    @property
    def size(self) -> SolverSize:
        positions, decisions, entries = map(int, self.native.size)
        return SolverSize(positions, decisions, entries, int(self.native.bytes))

    def allocate(self, most_bytes: float | None = None) -> None:
        """Take the memory. Raises GameError if it is more than ``most_bytes``, by default 90 % of what is free."""
        if self._allocated:
            return
        free = available_memory() * USABLE if most_bytes is None else most_bytes
        needed = self.size.bytes
        if needed > free:
            smaller = "" if self.bits == 16 else "16 bits, "
            raise GameError(
                f"the solver needs {gigabytes(needed)} of memory, and {gigabytes(free)} may be used: "
                f"try {smaller}narrower ranges, fewer sizes or a later street"
            )
        try:
            self.native.allocate()
        except MemoryError:
            raise GameError(f"the solver needs {gigabytes(needed)} of memory, which the system refused") from None
        self._allocated = True

    def first_reach(self, player: int) -> NDArray[np.float64]:
        """The weights of a player's hands, such that values against them are per hand dealt."""
        reach: NDArray[np.float64] = self.weights(player) / self.native.pairs
        return reach

    def weights(self, player: int) -> NDArray[np.float64]:
        """The weights of a player's hands in their range."""
        weights: NDArray[np.float64] = self.problem.weights[player][self.hands[player]]
        return weights

    def evaluate(self, threads: int | None = None) -> SpotEvaluation:
        """Compute the values of the average strategies, and of best responses to them."""
        self.allocate()
        count = self._threads(threads)
        best = tuple(self._value(player, True, count) for player in range(2))
        spot = self.problem.spot
        first = self._value(0, False, count)
        total = spot.pot if not self.problem.raked else first + self._value(1, False, count)
        return SpotEvaluation((first, total - first), (best[0], best[1]), spot.pot, spot.game.big_blind)

    def _value(self, player: int, best_response: bool, threads: int) -> float:
        values = self.native.values(best_response, player, (0, 0), self.first_reach(1 - player), threads)
        return float(values @ self.weights(player))

    def run(
        self,
        *,
        to: float | None = None,
        iterations: int | None = None,
        seconds: float = math.inf,
        schedule: Schedule = default_schedule,
        threads: int | None = None,
        report: Callable[[SpotPoint], None] | None = None,
    ) -> SpotEvaluation:
        """Iterate until the exploitability is at most ``to`` (a share of the pot, or chips if there is no pot).

        It also stops after a number of further iterations, or seconds of them, and at Ctrl-C, with what is solved so
        far. By default it goes to 0.5 % of the pot. ``report`` gets each measurement. A further call goes on.
        """
        if to is None and iterations is None and seconds == math.inf:
            to = 0.005
        if to is not None and not 0 <= to < math.inf:
            raise GameError(f"an exploitability of {to:g} cannot be reached: give 0 or more")
        if iterations is not None and iterations < 1:
            raise GameError(f"{iterations} iterations: a solver does 1 or more")
        self.allocate()
        count = self._threads(threads)
        end = self.iterations + min(iterations or MOST_ITERATIONS, MOST_ITERATIONS)
        limit = self.seconds + seconds
        evaluation = None
        with CtrlC() as ctrl_c:
            while self.iterations < end and self.seconds < limit and not ctrl_c.pressed:
                stop = min(end, self._next_measurement(to))
                while self.iterations < stop and self.seconds < limit and not ctrl_c.pressed:
                    self._advance(min(self._step, stop - self.iterations), schedule, count)
                evaluation = self._measured(count, report)
                if to is not None and self._reached(evaluation, to):
                    break
        self.interrupted = ctrl_c.pressed
        return self.evaluate(threads) if evaluation is None else evaluation

    def _next_measurement(self, to: float | None) -> int:
        """The iteration of the next measurement: a tenth more, or sooner if the goal is expected before."""
        later = max(FIRST_MEASURED, math.ceil(self.iterations * SPACING), self.iterations + 1)
        left = None if to is None else iterations_left(self.points, to * (self.problem.spot.pot or 1))
        if left is None:
            return later
        return min(later, self.iterations + max(1, math.ceil(left), math.ceil(self.iterations * CLOSEST)))

    def _threads(self, threads: int | None) -> int:
        """The number of threads; 0 for a small spot, where starting one takes longer than an iteration."""
        return thread_count(threads) if self.size.entries > SMALL else 0

    def _advance(self, count: int, schedule: Schedule, threads: int) -> None:
        t = np.arange(self.iterations, self.iterations + count + 1, dtype=np.float64)
        factors = schedule(np.maximum(t, 1))
        discounts = np.stack([factors.positive[:-1], factors.negative[:-1], factors.weights[:-1] / factors.weights[1:]])
        discounts[:, t[:-1] == 0] = 0
        start = time.perf_counter()
        done = self.native.iterate(np.ascontiguousarray(discounts.T), threads)
        taken = time.perf_counter() - start
        self._step = 2 * count if taken < STEP_SECONDS else max(1, count // 2)
        self.seconds += taken
        self.iterations += done

    def _measured(self, threads: int, report: Callable[[SpotPoint], None] | None) -> SpotEvaluation:
        evaluation = self.evaluate(threads)
        point = SpotPoint(self.iterations, self.seconds, evaluation.exploitability, evaluation.of_pot)
        self.points.append(point)
        if report is not None:
            report(point)
        return evaluation

    @staticmethod
    def _reached(evaluation: SpotEvaluation, to: float) -> bool:
        return (evaluation.of_pot if evaluation.pot else evaluation.exploitability) <= to
