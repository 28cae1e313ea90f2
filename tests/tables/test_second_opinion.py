"""Second opinions and hints come from what the player sees, and from nothing else."""

from __future__ import annotations

import random

import pytest

from railbird.agent import Streams
from railbird.errors import TableError
from railbird.gallery import parse_bot
from railbird.game import Hand, SeededDealing, limit, parse_game, seen_again
from railbird.strength import equity
from railbird.tables.second_opinion import hint_json, opinion_json, second_opinion
from tests.driving import play_at_random


def test_a_hand_seen_again_gives_the_same_views_at_every_step() -> None:
    choose = random.Random(5)
    for number in range(60):
        game = parse_game(choose.choice(["limit(players=3)", "nolimit(players=4, stack=20bb, rules=casino)", "leduc"]))
        hand = play_at_random(Hand(game, SeededDealing(9).deal(game, number)), choose)
        position = choose.randrange(game.players)
        turn = choose.randrange(len(hand.actions) + 1)
        view = hand.clone(turn).view(position)
        again = seen_again(view)
        for earlier in range(turn + 1):
            if not hand.clone(earlier).over:
                assert again.clone(earlier).view(position) == hand.clone(earlier).view(position)


def test_an_opinion_is_what_the_bot_would_do_at_the_table() -> None:
    """A bot that does not learn decides the same as if it had played from the start."""
    hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c r")
    bot = parse_bot("simple").make()
    bot.streams = Streams(0, 0, 0)
    _, decision = second_opinion(parse_bot("simple"), hand.view(0))
    assert decision == bot.act(hand.view(0))
    assert opinion_json(parse_bot("simple"), hand.view(0))["player"] == "simple"


def test_an_opinion_does_not_depend_on_what_the_player_cannot_see() -> None:
    def opinion(first: str, last: str) -> object:
        hand = Hand.parse(f"limit(players=3); {first} QsQd {last} / Kc7d2h / 9s / 4d; c c c / r c c / c")
        assert hand.actor == 1
        return opinion_json(parse_bot("simbot"), hand.view(1))

    assert opinion("AhKh", "7c7s") == opinion("5h4h", "2c3d")


def test_a_hint_has_odds_equity_and_the_decision_of_the_coach() -> None:
    hand = Hand.parse("limit; AhKh QsQd / Kc7d2h; c r c / r")
    told = hint_json(parse_bot("simbot"), hand.view(1))
    assert told["odds"] == {"to_call": 10, "pot": 50, "needed": pytest.approx(1 / 6)}
    assert 0 <= told["equity"]["estimated"] <= 1
    exact = equity(["QsQd", "random"], "Kc7d2h").equities[0]
    assert told["equity"]["random"] == pytest.approx(exact, abs=0.02)
    assert any(row["chosen"] for row in told["explanation"]["actions"])


def test_opinions_are_refused_when_there_is_nothing_to_decide() -> None:
    with pytest.raises(TableError, match="not this player's turn"):
        second_opinion(parse_bot("simple"), Hand(limit(), "AhKh QsQd / Kc7d2h / 9s / 4d").view(0))
    with pytest.raises(TableError, match=r"kestrel does not play .* heads-up only"):
        second_opinion(parse_bot("kestrel"), Hand(limit(players=3), "AhKh QsQd 2c2d").view(2))
