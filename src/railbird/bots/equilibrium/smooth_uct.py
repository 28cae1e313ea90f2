"""smooth-uct, a bot for limit hold'em heads-up that has learned by playing itself (Heinrich and Silver 2015).

Its strategy is the average of self-play with Smooth UCT in an abstract game: how often each action was taken with each
bucket of cards. It never adapts.
"""

from __future__ import annotations

from typing import ClassVar

from railbird.bots.equilibrium.player import EquilibriumBot
from railbird.game import Betting


class SmoothUctBot(EquilibriumBot):
    """Plays what Smooth UCT has learned by self-play, over buckets of cards; it never adapts."""

    source: ClassVar[str] = "Heinrich and Silver 2015"
    name = "smooth-uct"
    structure = Betting.LIMIT
