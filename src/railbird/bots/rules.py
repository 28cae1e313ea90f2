"""Two rule-based players that the MCTS literature tests against: a basic one and an advanced one.

The literature names them and says that the advanced one beats the basic one, which beats a random player; the rules are
ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railbird.agent import Bot, Choice, Decision, Fact, setting
from railbird.agent.games import unless_holdem
from railbird.cards import CLASS_OF_HAND, CLASSES, Category, HoleCards, category, evaluate
from railbird.game import CALL, Game, View
from railbird.policies import check_or_fold, opponents, raise_by_pot, raise_or_call
from railbird.strength import one_hand, pot_odds, preflop_hand_ranks, sklansky_groups

_NO_GROUP = 9


class BasicRules(Bot):
    """Plays good starting hands; post-flop it bets two pair or better, calls with a pair, and folds the rest."""

    source: ClassVar[str] = "MCTS review, §4.3.3; rules ours"

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def act(self, view: View) -> Choice:
        if view.round == 0:
            hand_class = CLASSES[CLASS_OF_HAND[HoleCards(*view.hole_cards).index]]
            group = sklansky_groups().get(hand_class, _NO_GROUP)
            facts = (Fact("group", group, private=True),)
            if group <= 2:
                return Decision(raise_or_call(view), facts=facts)
            return Decision(CALL if group <= 7 else check_or_fold(view), facts=facts)
        made = _made(view)
        facts = (Fact("made", made.name.lower().replace("_", " "), private=True),)
        if made >= Category.TWO_PAIR:
            return Decision(raise_or_call(view), facts=facts)
        return Decision(CALL if made is Category.PAIR else check_or_fold(view), facts=facts)


def _made(view: View) -> Category:
    """The category of the hand, or high card if the board alone is as good."""
    cards = (*view.hole_cards, *view.board)
    mine = category(evaluate(cards), cards=len(cards))
    board = category(evaluate(view.board), cards=len(view.board)) if view.board else Category.HIGH_CARD
    return mine if mine > board else Category.HIGH_CARD


@dataclass(frozen=True, slots=True)
class AdvancedSettings:
    open_raise: float = setting(0.56, "it raises pre-flop with at least this hand rank, heads-up", "ours")
    enter: float = setting(0.45, "it plays hands of at least this rank, heads-up", "ours")
    per_opponent: float = setting(0.03, "added to both for each further opponent", "ours")
    per_raise: float = setting(0.06, "added to both for each earlier raise", "ours")
    value: float = setting(0.60, "it bets with at least this strength against all opponents", "ours")
    strong: float = setting(0.80, "it raises with at least this strength", "ours")
    draw: float = setting(0.20, "it may bet a draw with at least this potential", "ours")
    semi_bluff: float = setting(0.35, "probability of betting such a draw", "ours")
    bet: float = setting(0.7, "size of bets and raises in no-limit games, in pots", "ours")


class AdvancedRules(Bot):
    """Plays by hand rank, opponents and raises pre-flop; by strength, draws and pot odds post-flop."""

    source: ClassVar[str] = "MCTS review, §4.3.3; rules ours"
    Settings = AdvancedSettings
    settings: AdvancedSettings

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def act(self, view: View) -> Choice:
        return self._preflop(view) if view.round == 0 else self._postflop(view)

    def _preflop(self, view: View) -> Decision:
        own = self.settings
        rank = float(preflop_hand_ranks()[HoleCards(*view.hole_cards).index])
        raises = view.raises
        needed = own.per_opponent * (opponents(view) - 1) + own.per_raise * raises
        facts = (Fact("hand rank", rank, private=True), Fact("extra needed", needed))
        if rank >= own.open_raise + needed:
            return Decision(raise_by_pot(view, own.bet), facts=facts)
        return Decision(CALL if rank >= own.enter + needed else check_or_fold(view), facts=facts)

    def _postflop(self, view: View) -> Decision:
        own, mine = self.settings, one_hand(view.hole_cards, view.board)
        strength = mine.hs ** opponents(view)
        facts: tuple[Fact, ...] = (Fact("strength", strength, private=True), Fact("PPot", mine.ppot, private=True))
        bet = raise_by_pot(view, own.bet)
        if view.to_call == 0:
            if strength >= own.value:
                return Decision(bet, facts=facts)
            if mine.ppot >= own.draw and bet != CALL:
                drawn = self.random.random() < own.semi_bluff
                return Decision(bet if drawn else CALL, {bet: own.semi_bluff, CALL: 1 - own.semi_bluff}, facts=facts)
            return Decision(CALL, facts=facts)
        # A player who bets has better than a random hand, the more so after raises.
        adjusted = strength ** (1 + 0.5 * view.raises)
        odds = pot_odds(view.pot, view.to_call)
        facts = (*facts, Fact("adjusted strength", adjusted, private=True), Fact("pot odds", odds))
        if adjusted >= own.strong:
            return Decision(bet, facts=facts)
        worth = adjusted + (1 - adjusted) * mine.ppot
        return Decision(CALL if worth > odds else check_or_fold(view), facts=facts)
