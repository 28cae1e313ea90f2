"""Magpie in no-limit games: one size of bets in its abstract game, and real bets translated."""

from __future__ import annotations

import pytest

from railbird.agent import Decision, MatchStart, Streams, check_bot
from railbird.arena import DealingScheme, play_match
from railbird.bots.lain import Lain
from railbird.bots.magpie import Magpie, MagpieSettings
from railbird.bots.vexbot import BRPlayer, Vexbot
from railbird.game import ActionKind, Game, Hand, nolimit, potlimit

GAME = nolimit(stack="100bb")


def started(game: Game = GAME, pots: float = 0.75) -> Magpie:
    bot = Magpie(MagpieSettings(pots=pots))
    bot.start_match(MatchStart(game, tuple(f"player {number}" for number in range(game.players)), 0))
    bot.streams = Streams(3, 0, 0)
    return bot


def decided(bot: Magpie, actions: str, deal: str = "AhAd 7c2d / As8s3h / 9d / Jc") -> Decision:
    hand = Hand(GAME, deal, players=("player 0", "player 1"))
    bot.start_hand(hand.view(0))
    hand.play(actions)
    choice = bot.act(hand.view(0))
    assert isinstance(choice, Decision)
    return choice


@pytest.mark.parametrize(
    "game",
    [nolimit(), nolimit(stack="3bb"), nolimit(3, stack=["2bb", "9bb", "40bb"]), potlimit(), nolimit(6, stack="30bb")],
    ids=str,
)
def test_it_passes_the_check(game: Game) -> None:
    report = check_bot(Magpie, games=[game], hands=12)
    assert report.passed, str(report)


def test_the_others_say_why_they_do_not_play_it() -> None:
    for kind in (Lain, Vexbot, BRPlayer):
        assert kind().refusal(nolimit()) == "it counts betting sequences, which are few enough only in limit games"
    assert not Magpie().refusal(nolimit())


def test_its_raises_have_the_size_of_its_abstract_game() -> None:
    for pots, total in ((0.75, 150), (0.5, 100), (2.0, 400)):
        action = decided(started(pots=pots), "c c / ").values
        raises = [each for each in action if each.kind is ActionKind.RAISE]
        assert [each.to for each in raises] == [total]


def test_small_bets_are_taken_for_checks_and_large_ones_for_its_own_size() -> None:
    for bet, letters in ((100, "rccc"), (300, "rccr")):
        facts = {fact.name: fact.value for fact in decided(started(), f"r200 c / c r{bet}").facts}
        assert facts["betting sequence"] == letters


def test_it_learns_what_players_do_and_show() -> None:
    bot = started()
    hand = Hand(GAME, "AhAd 7c2d / As8s3h / 9d / Jc", players=("player 0", "player 1"))
    bot.start_hand(hand.view(0))
    hand.play("r250 c / c r300 c / c r900 c / c c")
    bot.end_hand(hand.view(0))
    belief = bot.models.belief("player 1", 0, 1)
    node = bot._betting.node_of("rcc")
    _, call, raise_ = belief.frequencies(node)
    assert raise_ > call
    assert bot.portraits()


@pytest.mark.slow
def test_it_beats_a_calling_station() -> None:
    result = play_match(["magpie", "always-call"], game=GAME, hands=150, seed=5, dealing=DealingScheme.DUPLICATE)
    assert result["magpie"].rate.mean > 1
