"""LAIN's hand rank: one number for a hand in a betting round (Vytřísal 2016, §3.2.1)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from railbird.cards import Card
from railbird.strength.boards import board_strength
from railbird.strength.preflop import preflop_hand_ranks


def hand_ranks(board: str | Iterable[Card] = ()) -> NDArray[np.float64]:
    """HR = (win + tie/2) / (win + tie + loss) of each of the 1326 hands against one opponent with any hand.

    It is the mean over all boards pre-flop, over the boards with one more card on flop and turn, and over the board
    itself on the river. NaN for hands that share a card with the board.

    >>> from railbird.cards import HoleCards
    >>> round(float(hand_ranks("Jh4c3h")[HoleCards.parse("AdQc").index]), 4)
    0.545
    """
    cards = board if isinstance(board, (str, tuple)) else tuple(board)
    return board_strength(cards).hr if cards else preflop_hand_ranks()
