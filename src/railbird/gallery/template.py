"""The bot that ``railbird new-bot`` writes."""

BOT = '''"""{Kind}: a bot to start from."""

from railbird.agent import Bot, Decision, Fact
from railbird.cards import HoleCards
from railbird.game import CALL, Game, View
from railbird.policies import check_or_fold, opponents, raise_or_call
from railbird.strength import one_hand, pot_odds, preflop_hand_ranks


class {Kind}(Bot):
    """Bets good hands, calls when the odds are right, and folds the rest.

    Measured heads-up in limit hold'em, in small bets per hand: +1.05 ± 0.03 against always-call, 0.00 ± 0.05 against
    simple, -0.43 ± 0.04 against advanced-rules, by
    railbird match ./{name}.py:{Kind} simple --hands 5000 --dealing duplicate --adjust luck --seed 1
    There is a lot to improve.
    """

    def refusal(self, game: Game) -> str:
        """Return why it does not play a game, or an empty string if it does."""
        return "" if game.is_holdem else "it plays Texas hold'em only"

    def act(self, view: View) -> Decision:
        """Return a decision. The view has everything it may know: print(view), view.legal, view.pot, view.history."""
        strength = self.strength(view) ** opponents(view)
        facts = (Fact("strength", strength, private=True),)
        if strength > 0.6:
            return Decision(raise_or_call(view), facts=facts)
        if view.to_call == 0 or strength > pot_odds(view.pot, view.to_call):
            return Decision(CALL, facts=facts)
        # Bluff now and then. All randomness comes from self.random, so that a match can be repeated.
        if self.random.random() < 0.03:
            return Decision(raise_or_call(view), facts=facts)
        return Decision(check_or_fold(view), facts=facts)

    def strength(self, view: View) -> float:
        """How often the hand beats one random hand: over all boards pre-flop, on the current board post-flop."""
        if not view.board:
            return float(preflop_hand_ranks()[HoleCards(*view.hole_cards).index])
        return one_hand(view.hole_cards, view.board).win_probability
'''

TEST = '''"""The test of {Kind}: run it with pytest."""

from railbird.agent import check_bot
from railbird.game import Hand, limit
from {name} import {Kind}


def test_it_plays_by_the_rules() -> None:
    report = check_bot({Kind})
    assert report.passed, str(report)


def test_it_raises_aces() -> None:
    hand = Hand(limit(), "AhAs 7c2d / Kc9d2h / 9s / 4d")
    hand.play("c")
    assert str({Kind}().act(hand.view(0)).action).startswith("r")
'''
