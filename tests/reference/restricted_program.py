"""The best answer to a restricted player as a linear program: an exact oracle for counter-strategies.

The free player's realization plan x meets E·x = e. For the restricted player, q(s) is what they get when their last
action was s, and v(I) the worth of an information set: the model's mean as far as they follow it there, the best action
as far as they do not:

    q(s) = −(xᵀA)[s] + Σ v(sets that follow s)
    u(I) ≥ q(s) for every action s of I,   v(I) = c(I) · Σ model(s) · q(s) + (1 − c(I)) · u(I)

The program maximizes p · xᵀA·π_model − (1 − p) · q(no action).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import lil_matrix

from railbird.solve import SequenceForm


def restricted_value(
    form: SequenceForm, player: int, p: float, model: NDArray[np.float64], confidence: NDArray[np.float64]
) -> float:
    """What the free player gets in the equilibrium of the restricted game."""
    tree, other = form.tree, 1 - player
    rows = tree.rows
    # Variables: x by sequence (the rows of the free player and "no action" count), then q by sequence, u by set.
    x0, q0, u0 = 0, rows + 1, 2 * (rows + 1)
    size = u0 + tree.sets
    payoffs = np.zeros((rows + 1, rows + 1))  # [own sequence, other's sequence]
    for sequences, amounts in zip(form.endings, form.payoffs, strict=True):
        payoffs[sequences[player], sequences[other]] += amounts[player]
    row_player = np.repeat(tree.set_player, np.diff(tree.set_start))
    equal, equals, below = [], [], []

    def value_of(index: int) -> dict[int, float]:
        """v(I) in terms of the variables."""
        terms = {u0 + index: 1 - confidence[index]}
        for row in range(tree.set_start[index], tree.set_start[index + 1]):
            terms[q0 + row + 1] = terms.get(q0 + row + 1, 0.0) + confidence[index] * model[row]
        return terms

    equal.append({x0: 1.0})
    equals.append(1.0)
    for index in range(tree.sets):
        actions = range(tree.set_start[index], tree.set_start[index + 1])
        if tree.set_player[index] == player:
            equal.append({**{x0 + row + 1: 1.0 for row in actions}, x0 + int(form.parents[index]): -1.0})
            equals.append(0.0)
        else:
            below += [{q0 + row + 1: 1.0, u0 + index: -1.0} for row in actions]
    for sequence in [0, *(1 + np.flatnonzero(row_player == other)).tolist()]:
        terms = {q0 + sequence: 1.0}
        for own in np.flatnonzero(payoffs[:, sequence]):
            terms[x0 + int(own)] = terms.get(x0 + int(own), 0.0) + payoffs[own, sequence]
        for following in np.flatnonzero((form.parents == sequence) & (tree.set_player == other)).tolist():
            for variable, factor in value_of(following).items():
                terms[variable] = terms.get(variable, 0.0) - factor
        equal.append(terms)
        equals.append(0.0)
    reach = form.reach(model)
    reach[1:][row_player == player] = 0.0
    goal = np.zeros(size)
    goal[x0 : x0 + rows + 1] = -p * payoffs @ reach
    goal[q0] = 1 - p
    result = linprog(
        goal,
        A_ub=_matrix(below, size),
        b_ub=np.zeros(len(below)),
        A_eq=_matrix(equal, size),
        b_eq=np.array(equals),
        bounds=[(0, None)] * (rows + 1) + [(None, None)] * (size - rows - 1),
        method="highs",
    )
    assert result.success, result.message
    return -float(result.fun)


def _matrix(lines: list[dict[int, float]], width: int) -> object:
    matrix = lil_matrix((len(lines), width))
    for number, terms in enumerate(lines):
        for column, factor in terms.items():
            matrix[number, column] = factor
    return matrix.tocsr()
