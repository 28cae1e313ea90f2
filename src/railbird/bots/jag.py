"""A substitute for Jagbot, which came with Poker Academy: fixed rules by hole cards, no opponent model.

Jagbot's rules were never published. We know only that they are static and depend on the hole cards; the rest is ours:
income rates for the number of players pre-flop, hand strength post-flop.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railbird.agent import Bot, Choice, Decision, Fact, setting
from railbird.agent.games import unless_holdem
from railbird.cards import CLASS_OF_HAND, HoleCards
from railbird.game import CALL, Game, View
from railbird.policies import check_or_fold, opponents, raise_by_pot
from railbird.strength import known_income_rates, one_hand, pot_odds


@dataclass(frozen=True, slots=True)
class JagSettings:
    play: float = setting(0.0, "it plays hands with at least this income rate, in milli-bets", "ours")
    raise_: float = setting(250.0, "it raises with at least this income rate", "ours")
    per_raise: float = setting(150.0, "added to both for each earlier raise", "ours")
    bet_strength: float = setting(0.6, "it bets with at least this strength against all opponents", "ours")
    raise_strength: float = setting(0.85, "it raises with at least this strength", "ours")
    bet: float = setting(0.6, "size of bets and raises in no-limit games, in pots", "ours")


class JagBot(Bot):
    """Fixed rules by hole cards pre-flop and by hand strength post-flop; it never bluffs and never learns."""

    source: ClassVar[str] = "Vytřísal 2016, §4.2 (Jagbot); rules ours"
    Settings = JagSettings
    settings: JagSettings

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def act(self, view: View) -> Choice:
        own = self.settings
        raises = view.raises
        if view.round == 0:
            hand_class = CLASS_OF_HAND[HoleCards(*view.hole_cards).index]
            rate = float(known_income_rates(opponents(view) + 1).rates[hand_class])
            facts: tuple[Fact, ...] = (Fact("income rate", rate, private=True),)
            if rate >= own.raise_ + own.per_raise * raises:
                return Decision(raise_by_pot(view, own.bet), facts=facts)
            plays = rate >= own.play + own.per_raise * raises
            return Decision(CALL if plays else check_or_fold(view), facts=facts)
        mine = one_hand(view.hole_cards, view.board)
        strength = mine.hs ** opponents(view)
        facts = (Fact("strength", strength, private=True), Fact("PPot", mine.ppot, private=True))
        if strength >= (own.raise_strength if view.to_call else own.bet_strength):
            return Decision(raise_by_pot(view, own.bet), facts=facts)
        if view.to_call == 0:
            return Decision(CALL, facts=facts)
        odds = pot_odds(view.pot, view.to_call)
        calls = strength**2 > odds or mine.ppot > odds
        return Decision(CALL if calls else check_or_fold(view), facts=(*facts, Fact("pot odds", odds)))
