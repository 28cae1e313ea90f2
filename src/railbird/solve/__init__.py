"""Solving games: equilibria by CFR and other methods, best responses, and how exploitable strategies and bots are."""

from railbird.solve.catalogue import SolverKind, SolverSpec, parse_solver, solver_kinds
from railbird.solve.evaluation import (
    BestResponse,
    Evaluation,
    GameLike,
    best_response,
    evaluate_profile,
    expected_values,
    exploitability,
    nash_conv,
    reach_probabilities,
    sequence_form,
)
from railbird.solve.game_tree import GameTree, Profile
from railbird.solve.sequence_form import SequenceForm
from railbird.solve.solvers import FictitiousPlay, RegretSolver, SamplingSolver, StepSolver
from railbird.solve.solving import ConvergencePoint, SolvedGame, convergence_chart, solve_game

__all__ = [
    "BestResponse",
    "ConvergencePoint",
    "Evaluation",
    "FictitiousPlay",
    "GameLike",
    "GameTree",
    "Profile",
    "RegretSolver",
    "SamplingSolver",
    "SequenceForm",
    "SolvedGame",
    "SolverKind",
    "SolverSpec",
    "StepSolver",
    "best_response",
    "convergence_chart",
    "evaluate_profile",
    "expected_values",
    "exploitability",
    "nash_conv",
    "parse_solver",
    "reach_probabilities",
    "sequence_form",
    "solve_game",
    "solver_kinds",
]
