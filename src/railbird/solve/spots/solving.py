"""``solve_spot``: one call from a spot and two ranges to a solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict, Unpack

from railbird._live_progress import LiveBar
from railbird.abstraction.bet_menu import BetMenu
from railbird.abstraction.spot import Spot
from railbird.solve.spots.forecast import share_done
from railbird.solve.spots.problem import Locks, RangeLike
from railbird.solve.spots.solution import SpotSolution
from railbird.solve.spots.solver import SpotPoint, SpotSolver


class SpotOptions(TypedDict, total=False):
    """What can be said about a spot solver beyond its spot, ranges and sizes."""

    bits: int
    """The precision in memory: 32, 16 (half the memory) or 64."""
    isomorphism: bool
    """Whether boards that differ by suits only are solved once; on by default."""
    locks: Locks
    """Given strategies by line."""


def solve_spot(
    spot: Spot | str,
    ranges: Sequence[RangeLike] | None = None,
    menu: BetMenu | str | None = None,
    *,
    to: float = 0.005,
    iterations: int | None = None,
    threads: int | None = None,
    **options: Unpack[SpotOptions],
) -> SpotSolution:
    """Solve a spot for two ranges until the exploitability is at most ``to``, a share of the pot.

    It also ends after a number of iterations, and at Ctrl-C with what is solved so far. ``options`` are ``bits``,
    ``isomorphism`` and ``locks`` (``SpotOptions``). ``SpotSolver`` goes on with a solution and reports each step.

    >>> spot = "nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50"
    >>> solution = solve_spot(spot, ("QQ+, 76s", "JJ, KQs"), "75%, a")
    >>> node = solution.node("c")
    >>> node.actions, node.strategy.shape
    (('c', 'r15', 'r50'), (9, 3))
    >>> round(solution.node().equity(0), 3), round(float(node.frequencies.sum()), 6)
    (0.755, 1.0)
    """
    solver = SpotSolver(spot, ranges, menu, **options)
    with LiveBar("solving") as bar:

        def show(point: SpotPoint) -> None:
            bar(
                share_done(solver.points, to * (solver.problem.spot.pot or 1)),
                f"{point.iterations:,} iterations, exploitability {point.exploitability:.3g}",
            )

        solver.run(to=to, iterations=iterations, threads=threads, report=show)
    return SpotSolution(solver)
