"""A player by two numbers: how many hands it plays, and how it plays them.

Tight players enter with about 15 % of hands, loose ones with 40 %; passive ones call where aggressive ones raise
(Kotsalidis 2013, §2.3). How hands are chosen and how aggression mixes is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird.agent import Bot, Choice, Decision, Fact, setting
from railbird.agent.games import unless_holdem
from railbird.cards import HoleCards
from railbird.game import CALL, Game, View
from railbird.policies import check_or_fold, opponents, raise_by_pot
from railbird.strength import one_hand, pot_odds, preflop_hand_ranks


@dataclass(frozen=True, slots=True)
class StyleSettings:
    hands: float = setting(0.25, "share of hands that it plays", "tight 0.15, loose 0.40: Kotsalidis 2013, §2.3")
    aggression: float = setting(0.5, "how often it raises what it would call: 0 passive, 1 aggressive", "ours")
    bluff: float = setting(0.1, "how often an aggressive player bets nothing, times aggression", "ours")
    bet: float = setting(0.6, "bets and raises of no-limit games, in pots", "ours")

    def __post_init__(self) -> None:
        for name in ("hands", "aggression", "bluff"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} lies between 0 and 1, not {getattr(self, name)}")


class StyleBot(Bot):
    """Tight or loose, passive or aggressive, by its settings."""

    source: ClassVar[str] = "Kotsalidis 2013, §2.3; rules ours"
    Settings = StyleSettings
    settings: StyleSettings

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def act(self, view: View) -> Choice:
        own = self.settings
        if view.round == 0:
            # Each raise before it halves the hands that it goes on with.
            share = float(_better_hands()[HoleCards(*view.hole_cards).index])
            wanted = own.hands / 2 ** max(view.raises - 1, 0)
            facts = (Fact("better hands", share, private=True), Fact("plays", wanted))
            if share > wanted:
                return Decision(check_or_fold(view), facts=facts)
            return self._mixed(view, own.aggression if share < wanted / 2 else own.aggression / 2, facts)
        mine = one_hand(view.hole_cards, view.board)
        strength = mine.hs ** opponents(view)
        facts = (Fact("strength", strength, private=True), Fact("PPot", mine.ppot, private=True))
        if strength > 0.5:
            return self._mixed(view, own.aggression * min(2 * strength - 0.6, 1), facts)
        if view.to_call == 0:
            return self._mixed(view, own.bluff * own.aggression, facts)
        # Loose players also call with less than the odds ask for.
        worth = (strength + (1 - strength) * mine.ppot) * (0.6 + own.hands)
        if worth > pot_odds(view.pot, view.to_call):
            return Decision(CALL, facts=facts)
        return Decision(check_or_fold(view), facts=facts)

    def _mixed(self, view: View, share: float, facts: tuple[Fact, ...]) -> Decision:
        bet = raise_by_pot(view, self.settings.bet)
        if bet == CALL or share <= 0:
            return Decision(CALL, facts=facts)
        action = bet if self.random.random() < share else CALL
        return Decision(action, {bet: share, CALL: 1 - share}, facts=facts)


@cache
def _better_hands() -> NDArray[np.float64]:
    """For each hand, the share of all hands that have a higher pre-flop rank."""
    ranks = preflop_hand_ranks()
    order = np.sort(ranks)
    better = (len(ranks) - np.searchsorted(order, ranks, side="right")) / len(ranks)
    better.flags.writeable = False
    return better
