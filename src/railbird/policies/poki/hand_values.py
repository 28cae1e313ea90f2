"""The value of each hand on a board, computed once per board and shared by all rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from railbird.cards import CLASS_OF_HAND, DECK
from railbird.policies.poki.preflop import Income, income_by_class
from railbird.policies.triples import Array
from railbird.strength import board_strength, known_income_rates

PREFLOP_PLAYERS = 7
"""Pre-flop hands are ordered by their income rates at a table of this size, whatever the actual size (Papp 1998)."""


@dataclass(frozen=True, slots=True, eq=False)
class HandValues:
    """Values of all 1326 hands; 0 for hands that share a card with the board. The arrays are read-only."""

    hs: Array
    """Strength against a random hand; pre-flop the equity against one."""
    ppot: Array
    """Potential with the next card."""
    order: Array
    """The value by which hands are ordered: EHS', pre-flop the income rate."""


@lru_cache(maxsize=2048)
def hand_values(board: bytes, income: Income = Income.ROLL_OUTS) -> HandValues:
    """The values of all hands on a board; ``income`` orders them pre-flop."""
    if not board:
        rates = income_by_class(PREFLOP_PLAYERS, income)[CLASS_OF_HAND]
        equity = known_income_rates(2).rates[CLASS_OF_HAND] / 2000 + 0.5
        return _frozen(HandValues(equity, np.zeros_like(equity), rates))
    strength = board_strength(tuple(DECK[card] for card in board))
    hs = np.nan_to_num(strength.hs)
    ppot = np.nan_to_num(strength.potential().ppot) if len(board) < 5 else np.zeros_like(hs)
    return _frozen(HandValues(hs, ppot, hs + (1 - hs) * ppot))


def _frozen(values: HandValues) -> HandValues:
    for array in (values.hs, values.ppot, values.order):
        array.flags.writeable = False
    return values
