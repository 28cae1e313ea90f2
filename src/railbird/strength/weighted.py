"""One hand against a weight table, as bots need it at every decision."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.cards import HANDS
from railbird.strength.potential import hand_strength, positive_potential

Array = NDArray[np.float64]


def against_weights(hand: int, board: bytes, weights: Array) -> tuple[float, float]:
    """HS and PPot (one card ahead) of the hand with this index against the weights of an opponent's hands.

    Hands that share a card with it do not count. If no hand is left, HS is ½ and PPot is 0.
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
