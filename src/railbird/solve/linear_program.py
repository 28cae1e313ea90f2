"""The sequence-form linear program (Koller, Megiddo and von Stengel 1996): an exact equilibrium of a zero-sum game.

A player's realization plan x gives each of their sequences a probability: that of no action is 1, and the actions of an
information set sum to the sequence that leads to it, E·x = e. With the payoff matrix A of player 0, x is optimal if it
maximizes the value that a best response of player 1 leaves:

    maximize v[0]   subject to   E·x = e,  x ≥ 0,  and for each sequence s of player 1:
    v(set of s) − Σ v(sets that follow s) ≤ (xᵀA)[s]

where v[0] stands for the set of the sequence without action. Player 1's plan is the dual solution; here the same
program is solved for them with −Aᵀ. It needs scipy: pip install "railbird[lp]".
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.errors import GameError
from railbird.solve.sequence_form import SequenceForm
from railbird.solve.solvers import StepSolver


def solve_linear_program(form: SequenceForm) -> NDArray[np.float64]:
    """The rows of an equilibrium of a zero-sum game of two players. Raises GameError for other games."""
    check_two_player_zero_sum(form)
    plans = np.zeros(form.tree.rows)
    for player in (0, 1):
        plans += _optimal_plan(form, player)
    return form.tree.normalized(plans)


def check_two_player_zero_sum(form: SequenceForm) -> None:
    """Raise GameError if this is another kind of game."""
    tree = form.tree
    if tree.players != 2 or not tree.zero_sum:
        why = f"{tree.players} players" if tree.players != 2 else "payoffs that do not sum to 0"
        raise GameError(f"the linear program is for zero-sum games of two players: {tree.game} has {why}")


def _optimal_plan(form: SequenceForm, player: int) -> NDArray[np.float64]:
    """The realization plan of a player by row; 0 in the rows of the other."""
    try:
        from scipy.optimize import linprog
        from scipy.sparse import coo_matrix, hstack
    except ImportError:
        raise GameError('the linear program needs scipy: pip install "railbird[lp]"') from None
    own, other = _Plans(form, player), _Plans(form, 1 - player)
    payoffs = coo_matrix(
        (form.payoffs[:, player], (other.index[form.endings[:, 1 - player]], own.index[form.endings[:, player]])),
        shape=(other.sequences, own.sequences),
    )
    best = other.flow().T  # for each sequence of the other: its set, minus the sets that follow
    limits = hstack([-payoffs, best])
    constraints = hstack([own.flow(), coo_matrix((own.sets + 1, other.sets + 1))])
    start = np.zeros(own.sets + 1)
    start[0] = 1
    goal = np.zeros(own.sequences + other.sets + 1)
    goal[own.sequences] = -1
    bounds = [(0, None)] * own.sequences + [(None, None)] * (other.sets + 1)
    result: Any = linprog(
        goal,
        A_ub=limits.tocsr(),
        b_ub=np.zeros(other.sequences),
        A_eq=constraints.tocsr(),
        b_eq=start,
        bounds=bounds,
        method="highs",
    )
    if not result.success:
        raise GameError(f"the linear program of {form.tree.game} has no solution: {result.message}")
    plan = np.zeros(form.tree.rows)
    plan[own.rows] = np.maximum(result.x[1 : own.sequences], 0)
    return plan


class _Plans:
    """The sequences of one player, numbered from 0 for the one without action, and what a plan must fulfil."""

    def __init__(self, form: SequenceForm, player: int) -> None:
        tree = form.tree
        chosen = np.flatnonzero(tree.set_player == player)
        self.sets = len(chosen)
        sizes = np.diff(tree.set_start)[chosen]
        first = int(tree.set_start[chosen[0]]) if self.sets else 0
        self.rows = slice(first, first + int(sizes.sum()))
        self.sequences = 1 + int(sizes.sum())
        self.index = np.zeros(tree.rows + 1, np.int64)
        self.index[1 + first : 1 + first + self.sequences - 1] = np.arange(1, self.sequences)
        self._parents = self.index[form.parents[chosen]]
        self._set_of_row = np.repeat(np.arange(self.sets), sizes)

    def flow(self) -> Any:
        """E: a row for no action, and one for each set: its actions minus the sequence that leads to it."""
        from scipy.sparse import coo_matrix

        values = np.concatenate([[1.0], np.ones(self.sequences - 1), -np.ones(self.sets)])
        rows = np.concatenate([[0], 1 + self._set_of_row, 1 + np.arange(self.sets)])
        columns = np.concatenate([[0], np.arange(1, self.sequences), self._parents])
        return coo_matrix((values, (rows, columns)), shape=(self.sets + 1, self.sequences))


class LinearProgram(StepSolver):
    """The linear program as a solver: its only iteration finds an exact equilibrium."""

    def __init__(self, form: SequenceForm) -> None:
        super().__init__(form)
        check_two_player_zero_sum(form)
        self._rows = form.tree.uniform()
        self._iterations = 0

    @property
    def iterations(self) -> int:
        return self._iterations

    def run(self, iterations: int) -> None:
        if iterations and not self._iterations:
            self._rows = solve_linear_program(self.form)
        self._iterations += iterations

    def average(self) -> NDArray[np.float64]:
        return self._rows

    def current(self) -> NDArray[np.float64]:
        return self._rows
