"""``solve_game``: one call from a game to a strategy, with its convergence."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from railbird._interruption import CtrlC
from railbird._live_progress import LiveBar
from railbird._progress import Progress, part_of, report_nothing
from railbird.errors import GameError
from railbird.extensive import Strategy
from railbird.plots import Chart, log_lines
from railbird.solve.catalogue import SolverSpec, parse_solver
from railbird.solve.evaluation import Evaluation, GameLike, evaluate_profile, sequence_form
from railbird.solve.game_tree import MOST_NODES, GameTree
from railbird.solve.sequence_form import SequenceForm
from railbird.solve.solvers import StepSolver

MOST_ITERATIONS = 100_000_000
"""Where a solver stops if only an exploitability is asked for. Ours."""
SPACING = 1.1
"""The exploitability is measured when the iterations have grown by this factor: each measurement costs about as much
as an iteration, so the last 9 % of the work may be superfluous. Ours."""
EXPANSION = 0.1
"""The share of the expansion of the game in progress reports. Ours."""
STEP_SECONDS = 0.05
"""About the time between two looks at Ctrl-C."""


@dataclass(frozen=True, slots=True)
class ConvergencePoint:
    """How exploitable the average strategy was after some iterations."""

    iterations: int
    seconds: float
    """Seconds of iterations so far, without those of measuring."""
    exploitability: float


@dataclass(frozen=True, slots=True, eq=False)
class SolvedGame:
    """A game with its solution: strategies, what they are worth, and how they got there.

    >>> solved = solve_game("kuhn", "cfr+", iterations=1000)
    >>> solved
    SolvedGame of kuhn by cfr+: exploitability 8.7e-05 after 1,000 iterations
    >>> round(solved.evaluation.values[0], 4), round(solved.average["As||r"]["c"], 4)
    (-0.0556, 1.0)
    """

    tree: GameTree = field(repr=False)
    solver: str
    """The text of the solver."""
    iterations: int
    seconds: float
    evaluation: Evaluation
    """Of the average strategy."""
    convergence: tuple[ConvergencePoint, ...] = field(repr=False)
    finished: bool
    """Whether the iterations or the exploitability that were asked for are reached; Ctrl-C ends it before."""
    average_rows: NDArray[np.float64] = field(repr=False)
    """The average strategy by the rows of the tree."""
    current_rows: NDArray[np.float64] = field(repr=False)

    @property
    def game(self) -> str:
        return self.tree.game

    @property
    def average(self) -> Strategy:
        """The average strategy of all players: the solution."""
        return self.tree.strategy(self.average_rows)

    @property
    def current(self) -> Strategy:
        """The strategy that the next iteration would play."""
        return self.tree.strategy(self.current_rows)

    @property
    def exploitability(self) -> float:
        """Of the average strategy: NashConv / players, in the unit of the payoffs."""
        return self.evaluation.exploitability

    def chart(self) -> Chart:
        """The exploitability over the iterations, on logarithmic scales."""
        return convergence_chart(self)

    def __repr__(self) -> str:
        exploitability = f"exploitability {self.exploitability:.2g} after {self.iterations:,} iterations"
        return f"SolvedGame of {self.game} by {self.solver}: {exploitability}"


def convergence_chart(*solved: SolvedGame, seconds: bool = False) -> Chart:
    """The exploitability of one or more solutions over their iterations, or over seconds.

    >>> convergence_chart(*(solve_game("kuhn", solver, iterations=50) for solver in ("cfr", "cfr+")))
    <Chart: Convergence on kuhn>
    """
    curves = {
        each.solver: [
            (point.seconds if seconds else point.iterations, point.exploitability) for point in each.convergence
        ]
        for each in solved
    }
    games = ", ".join(dict.fromkeys(each.game for each in solved))
    svg = log_lines(curves, "exploitability", "seconds" if seconds else "iterations")
    return Chart(svg, title=f"Convergence on {games}")


def solve_game(
    game: GameLike,
    solver: str | SolverSpec = "cfr+",
    *,
    iterations: int | None = None,
    to: float | None = None,
    most_nodes: int = MOST_NODES,
    report: Callable[[ConvergencePoint], None] | None = None,
    progress: Progress = report_nothing,
) -> SolvedGame:
    """Solve a game by a solver, such as ``"cfr+"`` or ``"dcfr(gamma=3)"``, and return its strategies.

    It ends after a number of iterations, or when the exploitability of the average strategy is at most ``to``, or at
    Ctrl-C with what is solved so far. ``report`` gets each measurement of the exploitability, ``progress`` the share
    of the work done; at a prompt or in a notebook a bar shows both. Convergence to an equilibrium is guaranteed for
    zero-sum games of two players; see the solvers for others.

    >>> solve_game("leduc", "dcfr", to=0.01).finished
    True
    """
    spec = parse_solver(solver) if isinstance(solver, str) else solver
    if iterations is not None and iterations < 1:
        raise GameError(f"{iterations} iterations: a solver does 1 or more")
    if to is not None and not 0 <= to < math.inf:
        raise GameError(f"an exploitability of {to:g} cannot be reached: give 0 or more")
    most = iterations or (MOST_ITERATIONS if to is not None else spec.kind.iterations)
    if spec.kind.name == "lp":
        most = 1
    with LiveBar("solving") as bar:

        def show(share: float, text: str = "expanding the game") -> None:
            progress(share)
            bar(share, text)

        known = isinstance(game, GameTree | SequenceForm)
        if not isinstance(game, GameTree | SequenceForm):
            game = GameTree.expand(game, most_nodes=most_nodes, progress=part_of(show, 0.0, EXPANSION))
        start = 0.0 if known else EXPANSION
        with CtrlC() as ctrl_c:
            run = _Run(spec.make(sequence_form(game)), most, to)
            while not run.over and not ctrl_c.pressed:
                point = run.measured() if run.advance() else None
                show(start + (1 - start) * run.share, run.text)
                if point is not None and report is not None:
                    report(point)
            run.measured()
    return run.result(spec)


class _Run:
    """A solver at work: how far it is, and what was measured."""

    def __init__(self, solver: StepSolver, most: int, to: float | None) -> None:
        self.solver, self.most, self.to = solver, most, to
        self.seconds = 0.0
        self.points: list[ConvergencePoint] = []
        self.reached = False
        self._evaluation: Evaluation | None = None
        self._next = 1
        """The iteration at which the exploitability is measured."""

    @property
    def over(self) -> bool:
        return self.reached or self.solver.iterations >= self.most

    @property
    def share(self) -> float:
        """The share of the work that is done: of the iterations, or of the orders of magnitude of exploitability."""
        share = self.solver.iterations / self.most
        if self.to is not None and len(self.points) > 1:
            first, last = self.points[0].exploitability, self.points[-1].exploitability
            if self.reached:
                return 1.0
            if first > last > 0 and self.to > 0:
                share = max(share, math.log(first / last) / math.log(first / self.to))
        return min(share, 1.0)

    @property
    def text(self) -> str:
        known = f", exploitability {self.points[-1].exploitability:.2g}" if self.points else ""
        return f"{self.solver.iterations:,} iterations{known}"

    def advance(self) -> bool:
        """Do some iterations; whether it is time to measure."""
        done = self.solver.iterations
        rate = done / self.seconds if self.seconds else 1.0
        step = min(self._next - done, self.most - done, max(1, int(rate * STEP_SECONDS)))
        began = time.perf_counter()
        self.solver.run(step)
        self.seconds += time.perf_counter() - began
        return self.over or self.solver.iterations >= self._next

    def measured(self) -> ConvergencePoint:
        """Measure the exploitability of the average strategy, unless that is done already."""
        done = self.solver.iterations
        if not self.points or self.points[-1].iterations != done:
            self._evaluation = evaluate_profile(self.solver.form, self.solver.average())
            exploitability = self._evaluation.exploitability
            self.points.append(ConvergencePoint(done, self.seconds, exploitability))
            self.reached = self.to is not None and exploitability <= self.to
            self._next = max(done + 1, math.ceil(done * SPACING))
        return self.points[-1]

    def result(self, spec: SolverSpec) -> SolvedGame:
        assert self._evaluation is not None
        return SolvedGame(
            tree=self.solver.form.tree,
            solver=str(spec),
            iterations=self.solver.iterations,
            seconds=self.seconds,
            evaluation=self._evaluation,
            convergence=tuple(self.points),
            finished=self.reached if self.to is not None else self.over,
            average_rows=self.solver.average(),
            current_rows=self.solver.current(),
        )
