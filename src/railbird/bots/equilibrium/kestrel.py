"""Kestrel, our equilibrium bot for limit hold'em heads-up.

It plays an approximate equilibrium of an abstract game with all bets of the real one and with buckets of cards, and
never adapts. Where the real game has more bets a round than its strategy, it calls the ones too many; where a stack is
too short for a bet, the bet is what is left.
"""

from __future__ import annotations

from typing import ClassVar

from railbird.bots.equilibrium.player import EquilibriumBot
from railbird.game import Betting


class Kestrel(EquilibriumBot):
    """Plays an approximate equilibrium of limit hold'em heads-up, over buckets of cards; it never adapts."""

    source: ClassVar[str] = "ours; method after Zinkevich et al. 2007"
    name = "kestrel"
    structure = Betting.LIMIT
