"""The range of a player at a place in a solved spot, as a short text."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.cards import CLASS_OF_HAND, CLASSES, Range
from railbird.solve.spots.node import SpotNode
from railbird.solve.spots.problem import mask_of

DIGITS = 2
"""Weights are rounded to this many decimal places. Ours."""


def range_text(node: SpotNode, player: int, *, by_class: bool = False) -> str:
    """The hands of a player that get here, the largest weight scaled to 1, as text that ``Range`` reads.

    Weights are rounded to hundredths. Hands that share a card with the board count like the rest of their class, so
    that on a king-high board QQ+ is still written QQ+. With ``by_class``, each hand has the mean weight of its class.
    Games with other hole cards have no such text: it is empty.

    >>> from railbird.solve.spots import solve_spot
    >>> spot = "nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50"
    >>> range_text(solve_spot(spot, ("QQ+, 76s:0.5", "JJ, KQs"), "75%, a", iterations=1).node(), 0)
    'QQ+, 76s:0.5'
    """
    every = node.solver.problem.holdings
    if len(every) != len(CLASS_OF_HAND):
        return ""
    weights = np.zeros(len(every))
    weights[node.hands(player)] = node.reach[player]
    weights = np.round(weights / max(weights.max(), 1e-300), DIGITS)
    dead = (every.masks & np.uint64(mask_of(node.board))) != 0
    live = CLASS_OF_HAND[~dead]
    sums = np.bincount(live, weights[~dead], len(CLASSES))
    means = np.round(sums / np.maximum(np.bincount(live, minlength=len(CLASSES)), 1), DIGITS)
    if by_class:
        return str(Range.from_weights(means[CLASS_OF_HAND]))
    weights[dead] = np.where(_is_even(weights[~dead], live), means, 0.0)[CLASS_OF_HAND[dead]]
    return str(Range.from_weights(weights))


def _is_even(weights: NDArray[np.float64], classes: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """For each class, whether all its hands have the same weight."""
    highest, lowest = np.zeros(len(CLASSES)), np.ones(len(CLASSES))
    np.maximum.at(highest, classes, weights)
    np.minimum.at(lowest, classes, weights)
    return np.asarray(highest == lowest)
