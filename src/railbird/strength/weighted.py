"""One hand against the weights of one opponent's hands: what a bot asks at each of its decisions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.cards import HANDS
from railbird.strength.potential import hand_strength, positive_potential

Array = NDArray[np.float64]


def against_weights(hand: int, board: bytes, weights: Array) -> tuple[float, float]:
    """HS and PPot, with one card to come, of the hand with this number; weights of hands with its cards do not count.

    If no hand is left, HS is ½ and PPot 0.
    """
    mask = sum(1 << card for card in board)
    asked = np.zeros(HANDS)
    asked[hand] = 1.0
    ahead = 1 if len(board) < 5 else 0
    work = _core.Strength(asked, weights, mask, ahead, True)
    work.run(0, work.blocks, 0)
    table = work.tables()[hand].reshape(3, 3)
    if table.sum() <= 0:
        return 0.5, 0.0
    return float(hand_strength(table.sum(axis=1))), float(positive_potential(table))
