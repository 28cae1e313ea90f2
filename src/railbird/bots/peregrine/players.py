"""The two players whom Peregrine lets play: an equilibrium, and a response."""

from __future__ import annotations

import numpy as np

from railbird.abstraction import BucketStrategy
from railbird.abstraction.strategy_file import WHOLE
from railbird.agent import Bot, Decision
from railbird.bots.equilibrium.player import EquilibriumBot, EquilibriumSettings
from railbird.bots.equilibrium.strategies import StrategyPart
from railbird.bots.peregrine.abstract_game import NAME
from railbird.bots.shared.range_policies import RangeDecision
from railbird.game import Betting, View
from railbird.game.holdings import holdings


def policy_with_own_cards(bot: EquilibriumBot, view: View) -> RangeDecision:
    """What ``bot.policy`` says about the hand that it holds, and nothing about others, which is much quicker."""
    choice = bot.act(view)
    assert isinstance(choice, Decision)
    actions = tuple(choice.probabilities or (choice.action,))
    every = holdings(view.game)
    shares = np.zeros((len(every), len(actions)))
    shares[every.index(view.hole_bytes[view.position])] = [choice.probabilities.get(each, 1.0) for each in actions]
    return actions, shares


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
