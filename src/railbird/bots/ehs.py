"""Plays by effective hand strength, the stronger baseline that RezAI's author describes (Kotsalidis 2013, §3.1.3).

It uses one number, formula 3.3,

    EHS = HS · (1 − NPot) + (1 − HS) · PPot,

against one random hand, with all cards to come; pre-flop it is the equity against a random hand. Against n opponents it
takes EHSⁿ, as if they were independent (ours). The source has the formula but no player: the rules from EHS to an
action are ours.

* Bet or raise if EHSⁿ ≥ 1/(n + 1) + edge + step · raises, counting the raises of this round: a bet is profitable if the
  hand wins more than its share, and each raise by an opponent shows strength.
* Else check if that is free, and call if EHSⁿ ≥ margin · to call / (pot + to call): a player who bets has better than a
  random hand, so plain pot odds are not enough.
* Else fold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railbird.agent import Bot, Choice, Decision, Fact, setting
from railbird.agent.games import unless_holdem
from railbird.agent.settings import check_within
from railbird.cards import class_index
from railbird.game import CALL, Game, View
from railbird.policies import check_or_fold, opponents, raise_by_pot
from railbird.strength import class_hand_ranks, one_hand, pot_odds


@dataclass(frozen=True, slots=True)
class EhsSettings:
    edge: float = setting(0.05, "it bets if EHS^n exceeds an equal share by this", "ours")
    step: float = setting(0.12, "added to that for each bet or raise of the round", "ours")
    margin: float = setting(1.5, "EHS^n needed to call, as a multiple of the pot odds", "ours")
    bet: float = setting(2 / 3, "size of bets and raises in no-limit games, in pots", "ours")

    def __post_init__(self) -> None:
        check_within(self, edge=(-1, 1), step=(0, 1), margin=(0, 10), bet=(0.01, 100))


class EhsPlayer(Bot):
    """Bets, calls and folds by effective hand strength and pot odds; it never bluffs and never learns."""

    source: ClassVar[str] = "Kotsalidis 2013, §3.1.3 (formula 3.3, after Billings et al. 1998); rules ours"
    Settings = EhsSettings
    settings: EhsSettings

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def act(self, view: View) -> Choice:
        own, others = self.settings, opponents(view)
        strength = self._strength(view)
        against_all = strength**others
        needed = 1 / (others + 1) + own.edge + own.step * view.raises
        facts = [Fact("EHS", strength, private=True), Fact("needed to bet", needed)]
        if against_all >= needed:
            return Decision(raise_by_pot(view, own.bet), facts=tuple(facts))
        if view.to_call == 0:
            return Decision(CALL, facts=tuple(facts))
        odds = own.margin * pot_odds(view.pot, view.to_call)
        facts.append(Fact("needed to call", odds))
        return Decision(CALL if against_all >= odds else check_or_fold(view), facts=tuple(facts))

    @staticmethod
    def _strength(view: View) -> float:
        """Formula 3.3 against one random hand, with all cards to come."""
        if view.round == 0:
            return float(class_hand_ranks()[class_index(view.hole_bytes[view.position])])
        board = view.board
        return one_hand(view.hole_cards, board, cards_ahead=5 - len(board)).win_probability
