"""A bot like PsOpti, the pseudo-optimal player of limit hold'em heads-up (Billings et al. 2003), known as Sparbot.

It has one model of the pre-flop and seven models of flop, turn and river, one for each betting sequence with which two
players can reach the flop: ``cc``, ``crc``, ``crrc``, ``crrrc``, ``rc``, ``rrc`` and ``rrrc``. At the table the
pre-flop model is used pre-flop only; then the model of the real pre-flop betting takes over. It begins with the hands
that the pre-flop model brings there, but is solved alone: what it does post-flop is not what the pre-flop model counted
on. This seam is the known weakness of the original.

Each model has three bets a round, the real game four; pre-flop the big blind counts as the first. A fourth bet is taken
for a call of the third: PsOpti never makes it, and always calls it. A pre-flop with more raises than the seven
sequences have, in a game with a higher cap, is taken for the one with three.
"""

from __future__ import annotations

from typing import ClassVar

from railbird.abstraction.preflop_sequences import MOST_RAISES, SEQUENCES
from railbird.bots.equilibrium.player import EquilibriumBot
from railbird.game import Betting, View

PREFLOP = "preflop"
"""The name of the pre-flop model."""


class PsOpti(EquilibriumBot):
    """Plays a pre-flop model, then one of seven post-flop models, each solved alone, with six buckets a round."""

    source: ClassVar[str] = "Billings et al. 2003 (PsOpti); models solved anew"
    name = "psopti"
    structure = Betting.LIMIT
    parts = (PREFLOP, *SEQUENCES)

    def part_name(self, view: View) -> str:
        return model_of(view) if view.round else PREFLOP


def model_of(view: View) -> str:
    """The post-flop model of a hand: its pre-flop betting, with at most three raises.

    >>> from railbird.game import Hand
    >>> model_of(Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; c r r c / c").view(1))
    'crrc'
    """
    kinds = [action.kind for action in view.actions if action.round == 0]
    raises = min(sum(kind.letter == "r" for kind in kinds), MOST_RAISES)
    if not raises:
        return "cc"
    return f"{'c' if kinds[0].letter == 'c' else ''}{'r' * raises}c"
