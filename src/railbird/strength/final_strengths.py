"""How strong every hand will be on the river: E[HS], E[HS²] and histograms, which card abstractions are built from.

HS on a full board is (hands beaten + hands tied / 2) / 990 against an opponent with any hand. E[HS²] ranks hands with
potential higher than E[HS] does: .2 or .8 gives 0.34, .4 or .6 gives 0.26 (Johanson 2007, §2.5).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.cards import Card, card_mask
from railbird.errors import StrengthError
from railbird.strength.standing import dealt_board


class FinalStrengths(NamedTuple):
    """Of all 1326 hands on a board, in the order of ``HoleCards.index``; nan for hands with a card of the board."""

    mean: NDArray[np.float32]
    """E[HS]"""
    mean_square: NDArray[np.float32]
    """E[HS²]"""
    histogram: NDArray[np.float32]
    """[1326, bins]: the probability that HS on the river lies in each of the bins of equal width."""


def final_strengths(board: str | Iterable[Card], bins: int = 0) -> FinalStrengths:
    """The strengths of all hands on a board of three to five cards, exactly, over all cards to come.

    >>> from railbird.cards import HoleCards
    >>> strengths = final_strengths("Kh7d2c")
    >>> [round(float(strengths.mean_square[HoleCards.parse(hand).index]), 3) for hand in ("KsKd", "9h8h", "6s4s")]
    [0.965, 0.22, 0.114]
    """
    if not 0 <= bins <= 1000:
        raise StrengthError(f"a histogram has 0 to 1000 bins, not {bins}")
    rows = _core.final_strengths(card_mask(dealt_board(board)), bins)
    return FinalStrengths(rows[:, 0], rows[:, 1], rows[:, 2:])
