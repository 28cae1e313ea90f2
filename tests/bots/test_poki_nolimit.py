"""Poki in no-limit games: prices instead of numbers of bets, and raises of several sizes."""

from __future__ import annotations

import pytest

from railbird.agent import Decision, MatchStart, Streams, check_bot
from railbird.bots.poki import Poki, PokiSettings
from railbird.game import CALL, ActionKind, Hand, nolimit, parse_game, potlimit
from tests.driving import decision_of
from tests.models.predictors.made_up import Fixed

GAME = nolimit(stack="100bb")


def decided(deal: str, actions: str, bot: Poki | None = None) -> Decision:
    """The decision of the player to act after some actions."""
    return decision_of(bot or Poki(), str(GAME), deal, actions)


class AgainstFixed(Poki):
    """Poki, which predicts the same triple of everybody."""

    def __init__(self, triple: tuple[float, float, float]) -> None:
        super().__init__(PokiSettings(bluff=False))
        self._triple = triple

    def _make_predictor(self) -> Fixed:
        return Fixed(self._triple)


@pytest.mark.parametrize("game", ["nolimit", "nolimit(players=6, stack=15bb)", "potlimit(players=3)"])
def test_it_passes_the_check(game: str) -> None:
    report = check_bot(Poki, hands=4, games=[parse_game(game)])
    assert report.passed, str(report)
    assert Poki().plays(potlimit())


def test_the_nuts_are_raised_by_more_against_a_caller() -> None:
    nuts = ("7c2d AhKh / QhJhTh / 2s / 4d", "c c / c c / c c / c ")
    caller = decided(*nuts, AgainstFixed((0.0, 1.0, 0.0))).action
    assert caller.kind is ActionKind.RAISE
    assert caller.to == 200  # the pot: of two sizes that are called, the larger wins more


def test_a_bad_hand_folds_to_a_large_bet() -> None:
    answer = decided("AhAd 3c2d / AsKs7h / 9d / Jc", "c c / c c / c c / r400")
    assert answer.action.kind is ActionKind.FOLD


def test_a_good_hand_calls_or_raises_a_large_bet() -> None:
    assert decided("3c2d AhAd / AsKs7h / 9d / Jc", "c c / c c / c c / r400").action.kind is not ActionKind.FOLD


def test_of_several_sizes_it_takes_the_one_that_is_worth_most() -> None:
    """A middling hand raises small if everybody calls: a large raise would only lose more."""
    bot = AgainstFixed((0.0, 1.0, 0.0))
    decided("Ah9d 7c2d / 9s5d4c / 2s / 4d", "c c / ", bot)
    hand = Hand(GAME, "Ah9d 7c2d / 9s5d4c / 2s / 4d")
    hand.play("c c / ")
    view, now = hand.view(hand.actor), bot._situation(hand.view(hand.actor))
    assert bot._raise(view, now, 0.4).to == 100
    assert bot._raise(view, now, 0.9).to == 200
    assert now.bet == 100
    assert now.later_bets == 200


def test_without_chips_left_a_raise_is_a_call() -> None:
    hand = Hand(nolimit(stack=[300, 20_000]), "Ah9d 7c2d / 9s5d4c / 2s / 4d")
    bot = Poki()
    bot.start_match(MatchStart(hand.game, hand.players, 0))
    bot.streams = Streams(3, 0, 0)
    bot.start_hand(hand.view(0))
    hand.play("r300")
    view = hand.view(0)
    bot.models.watch(view)
    assert bot._raise(view, bot._situation(view), 1.0) == CALL


def test_a_player_without_chips_never_folds() -> None:
    hand = Hand(nolimit(3, stack=[300, 20_000, 20_000]), "Ah9d 7c2d KsQs / 9s5d4c / 2s / 4d")
    bot = Poki()
    bot.start_match(MatchStart(hand.game, hand.players, 1))
    bot.streams = Streams(3, 0, 1)
    bot.start_hand(hand.view(1))
    hand.play("c r300 c c / ")
    view = hand.view(hand.actor)
    assert view.position == 1
    bot.models.watch(view)
    assert bot._fold_chance(view, bot._situation(view), 900) == 0
