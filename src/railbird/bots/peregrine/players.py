"""The two players whom Peregrine lets play: an equilibrium, and a response."""

from __future__ import annotations

from railbird.abstraction import BucketStrategy
from railbird.abstraction.strategy_file import WHOLE
from railbird.agent import Bot
from railbird.bots.equilibrium.player import EquilibriumBot, EquilibriumSettings
from railbird.bots.equilibrium.strategies import StrategyPart
from railbird.bots.peregrine.abstract_game import NAME
from railbird.game import Betting


class OwnEquilibrium(EquilibriumBot):
    """Plays the equilibrium of Peregrine's abstract game."""

    name = NAME
    structure = Betting.LIMIT


class ResponsePlayer(OwnEquilibrium):
    """Plays a response in the same abstract game."""

    def __init__(self, strategy: BucketStrategy) -> None:
        Bot.__init__(self, EquilibriumSettings())
        self._game = strategy.tree.spot.game
        self._strategies = {WHOLE: StrategyPart(strategy)}
