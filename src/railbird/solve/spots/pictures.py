"""Pictures of solved spots: the grid of hand classes at a node, and how the solver got there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from railbird.plots import Chart, GridAction, GridCell, hand_grid, log_lines
from railbird.solve.spots.actions import ShownAction, shown_actions
from railbird.solve.spots.by_class import ClassesOfHands, HandsByClass
from railbird.solve.spots.solver import SpotSolver

if TYPE_CHECKING:
    from railbird.solve.spots.node import SpotNode

RANGE_COLOUR = "#5b7fa6"


def hands_chart(node: SpotNode, player: int | None = None) -> Chart:
    """What each hand class of the player to act does here, or the range of a given player.

    The bar of a class is as high as the part of it that gets here. A notebook shows the chart; ``save`` writes it.

    >>> from railbird.solve.spots import SpotSolution
    >>> solver = SpotSolver("nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50", ("QQ+, 76s", "JJ, KQs"), "75%, a")
    >>> evaluation = solver.run(to=0.001)
    >>> hands_chart(SpotSolution(solver).node("c r15"))
    <Chart: Player 1 after c r15>
    >>> hands_chart(SpotSolution(solver).node("c r15"), player=1)
    <Chart: Range of player 2 after c r15>
    """
    acts = player is None and node.player is not None
    shown = (node.player or 0) if player is None else player
    table = HandsByClass(node, shown)
    if acts:
        svg = class_grid(table, shown_actions(node), node.frequencies.tolist())
    else:
        shares = [[float(weight > 0)] for weight in table.weights]
        svg = hand_grid(_cells(table, shares), [GridAction("in the range", "×", RANGE_COLOUR, math.nan)])
    where = f"after {node.line}" if node.line else "at the start"
    who = f"{'Player' if acts else 'Range of player'} {shown + 1}"
    return Chart(svg, title=f"{who} {where}")


def class_grid(classes: ClassesOfHands, actions: Sequence[ShownAction], overall: Sequence[float]) -> str:
    """The grid of what classes do, as SVG; ``overall`` is how often each action is taken over all hands."""
    shown = [
        GridAction(each.name, each.letter, each.colour, share) for each, share in zip(actions, overall, strict=True)
    ]
    return hand_grid(_cells(classes, classes.frequencies.tolist()), shown)


def _cells(classes: ClassesOfHands, shares: Sequence[Sequence[float]]) -> list[GridCell]:
    """All 169 classes; of games with one hole card, those that the board leaves."""
    return [
        GridCell(name, float(fraction), share)
        for name, fraction, share, possible in zip(
            classes.names, classes.fractions, shares, classes.possible, strict=True
        )
        if possible or len(classes.names) > 13
    ]


def spot_convergence_chart(solver: SpotSolver, *, seconds: bool = False) -> Chart:
    """The exploitability of a spot over iterations, or over seconds of them, on logarithmic scales.

    >>> solver = SpotSolver("nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50", ("QQ+, 76s", "JJ, KQs"), "75%, a")
    >>> evaluation = solver.run(to=0.001)
    >>> spot_convergence_chart(solver)
    <Chart: Exploitability in % of the pot>
    """
    with_pot = solver.problem.spot.pot > 0
    unit = "% of the pot" if with_pot else "chips"
    curve = [
        (point.seconds if seconds else point.iterations, 100 * point.of_pot if with_pot else point.exploitability)
        for point in solver.points
    ]
    last = f"{curve[-1][1]:.2g}{' %' if with_pot else ''}" if curve else ""
    svg = log_lines({last: curve}, unit, "seconds of solving" if seconds else "iterations")
    return Chart(svg, title=f"Exploitability in {unit}")
