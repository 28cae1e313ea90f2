"""Solving spots on the public tree: all hands of both players at once, from the river to a flop of hold'em."""

from railbird.solve.spots.actions import ShownAction, shown_actions
from railbird.solve.spots.by_class import HandsByClass
from railbird.solve.spots.node import SpotNode
from railbird.solve.spots.pictures import hands_chart, spot_convergence_chart
from railbird.solve.spots.solution import SpotSolution
from railbird.solve.spots.solver import SolverSize, SpotEvaluation, SpotPoint, SpotSolver
from railbird.solve.spots.solving import SpotOptions, solve_spot

__all__ = [
    "HandsByClass",
    "ShownAction",
    "SolverSize",
    "SpotEvaluation",
    "SpotNode",
    "SpotOptions",
    "SpotPoint",
    "SpotSolution",
    "SpotSolver",
    "hands_chart",
    "shown_actions",
    "solve_spot",
    "spot_convergence_chart",
]
