"""Poki's rules for all hands at once: the pre-flop system and the post-flop formula."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.agent.situation import Situation
from railbird.policies.poki.formula import POKI_FORMULA, FormulaSettings, formula_triples
from railbird.policies.poki.hand_values import HandValues, hand_values
from railbird.policies.poki.preflop import POKI_PREFLOP, PreflopSettings, Tightness, preflop_triples
from railbird.policies.triples import Array


@dataclass(frozen=True, slots=True)
class PokiPolicy:
    """Poki's rules, pre-flop and post-flop, for all hands at once."""

    tightness: Tightness = Tightness.LOOSE
    preflop: PreflopSettings = POKI_PREFLOP
    formula: FormulaSettings = POKI_FORMULA

    def values(self, board: bytes) -> HandValues:
        """The values of all hands on a board, as this policy orders them."""
        return hand_values(board) if board else hand_values(board, self.preflop.income)

    def triples(self, situation: Situation, board: bytes) -> Array:
        """The triple of each hand against opponents with random hands: [1326, 3]."""
        if situation.round == 0:
            return preflop_triples(situation, self.tightness, self.preflop)
        values = hand_values(board)
        return formula_triples(situation, values.hs**situation.opponents, values.ppot, settings=self.formula)
