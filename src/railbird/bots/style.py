"""A player defined by two numbers: how many hands it plays, and how aggressively.

Tight players play about 15 % of hands, loose ones 40 %; passive players call where aggressive ones raise (Kotsalidis
2013, §2.3). The selection of hands and the mixing by aggression are ours.
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
    aggression: float = setting(0.5, "how often it raises instead of calling: 0 is passive, 1 aggressive", "ours")
    bluff: float = setting(0.1, "probability of betting a weak hand, multiplied by aggression", "ours")
    bet: float = setting(0.6, "size of bets and raises in no-limit games, in pots", "ours")

    def __post_init__(self) -> None:
        for name in ("hands", "aggression", "bluff"):
            if not 0 <= getattr(self, name) <= 1:
                raise ValueError(f"{name} must be between 0 and 1, not {getattr(self, name)}")


class StyleBot(Bot):
    """Plays tight or loose, passive or aggressive, by its settings."""

    source: ClassVar[str] = "Kotsalidis 2013, §2.3; rules ours"
    Settings = StyleSettings
    settings: StyleSettings

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def act(self, view: View) -> Choice:
        own = self.settings
        if view.round == 0:
            # Each earlier raise halves the share of hands that it plays.
            share = float(_better_hands()[HoleCards(*view.hole_cards).index])
            wanted = own.hands / 2 ** max(view.raises - 1, 0)
            facts = (Fact("better hands", share, private=True), Fact("share of hands played", wanted))
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
        # Loose players also call with less than the odds require.
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
    """For each hand, the share of all hands with a higher pre-flop rank."""
    ranks = preflop_hand_ranks()
    order = np.sort(ranks)
    better = (len(ranks) - np.searchsorted(order, ranks, side="right")) / len(ranks)
    better.flags.writeable = False
    return better
