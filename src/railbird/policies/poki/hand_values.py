"""What each hand is worth on a board: computed once for a board and shared by all rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from railbird.cards import CLASS_OF_HAND, DECK
from railbird.policies.poki.preflop import Income, income_by_class
from railbird.policies.triples import Array
from railbird.strength import board_strength, known_income_rates

PREFLOP_PLAYERS = 7
"""Pre-flop hands are ordered by their income rates with so many players, whatever their number (Papp 1998)."""


@dataclass(frozen=True, slots=True, eq=False)
class HandValues:
    """Of all 1326 hands; 0 for those that share a card with the board. Arrays are not to be written to."""

    hs: Array
    """Against any hand; pre-flop the chance to win against one."""
    ppot: Array
    """With the next card."""
    order: Array
    """By which hands are better or worse: EHS', pre-flop the income rate."""


@lru_cache(maxsize=2048)
def hand_values(board: bytes, income: Income = Income.ROLL_OUTS) -> HandValues:
    """The values of all hands on a board; ``income`` orders them pre-flop."""
    if not board:
        rates = income_by_class(PREFLOP_PLAYERS, income)[CLASS_OF_HAND]
        equity = known_income_rates(2).rates[CLASS_OF_HAND] / 2000 + 0.5
        return _frozen(HandValues(equity, np.zeros_like(equity), rates))
    found = board_strength(tuple(DECK[card] for card in board))
    hs = np.nan_to_num(found.hs)
    ppot = np.nan_to_num(found.potential().ppot) if len(board) < 5 else np.zeros_like(hs)
    return _frozen(HandValues(hs, ppot, hs + (1 - hs) * ppot))


def _frozen(values: HandValues) -> HandValues:
    for array in (values.hs, values.ppot, values.order):
        array.flags.writeable = False
    return values
