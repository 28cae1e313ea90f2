"""What each hand is worth on a board, for all rules at once: found once for a board, and shared."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from railbird.agent.situation import Situation
from railbird.cards import CLASS_OF_HAND, DECK
from railbird.policies.formula import POKI_FORMULA, FormulaSettings, formula_triples
from railbird.policies.preflop import POKI_PREFLOP, Income, PreflopSettings, Tightness, income_by_class, preflop_triples
from railbird.policies.triples import Array
from railbird.strength import board_strength, known_income_rates

PREFLOP_PLAYERS = 7
"""Before the flop hands are ordered by their income rates with so many players, whatever their number (Papp 1998)."""


@dataclass(frozen=True, slots=True, eq=False)
class HandValues:
    """Of all 1326 hands; 0 for those that share a card with the board. Arrays are not to be written to."""

    hs: Array
    """Against any hand; before the flop the chance to win against one."""
    ppot: Array
    """With the next card."""
    order: Array
    """By which hands are better or worse: EHS', before the flop the income rate."""


@lru_cache(maxsize=2048)
def hand_values(board: bytes, income: Income = Income.ROLL_OUTS) -> HandValues:
    """The values of all hands on a board; ``income`` orders them before the flop."""
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


@dataclass(frozen=True, slots=True)
class PokiPolicy:
    """Poki's rules, before the flop and after it, for all hands at once."""

    tightness: Tightness = Tightness.LOOSE
    preflop: PreflopSettings = POKI_PREFLOP
    formula: FormulaSettings = POKI_FORMULA

    def values(self, board: bytes) -> HandValues:
        """The values of all hands on a board, as this policy orders them."""
        return hand_values(board) if board else hand_values(board, self.preflop.income)

    def triples(self, situation: Situation, board: bytes) -> Array:
        """What it does with each hand, if all others may hold any: [1326, 3]."""
        if situation.round == 0:
            return preflop_triples(situation, self.tightness, self.preflop)
        values = hand_values(board)
        return formula_triples(situation, values.hs**situation.opponents, values.ppot, settings=self.formula)
