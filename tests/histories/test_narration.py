"""Hands in words."""

from __future__ import annotations

import json
import random

import pytest

from railbird.cards import cards_text
from railbird.game import Game, Hand
from railbird.game.events import ActionName
from railbird.histories.narration import Role, Topic, narrate
from tests.driving import random_hand
from tests.game.play import GAMES

HAND = "limit(players=3); AhKh QsQd 7c7d / Kc9d2h / 9s / 4d; r f c / c r f"
UNFINISHED = "limit(players=3); AhKh QsQd 7c7d / Kc9d2h / 9s / 4d; r f c / c"


def test_a_hand_is_a_sentence_for_each_thing_that_happened() -> None:
    assert [str(sentence) for sentence in narrate(Hand.parse(HAND)).sentences] == [
        "preflop  pot 15",
        "p3 raises to 20",
        "p1 folds",
        "p2 calls 10",
        "flop  Kc 9d 2h  pot 45",
        "p2 checks",
        "p3 bets 10",
        "p2 folds",
        "10 not called, back to p3",
        "p3 wins 45",
    ]


def test_sentences_have_player_action_and_amount_as_fields() -> None:
    raised = narrate(Hand.parse(HAND)).sentences[1]
    assert (raised.topic, raised.player, raised.move, raised.amount) == (Topic.ACTION, "p3", ActionName.RAISE, 20)
    won = narrate(Hand.parse(HAND)).sentences[-1]
    assert (won.topic, won.player, won.amount) == (Topic.WIN, "p3", 45)


def test_a_street_names_its_board_and_the_pot() -> None:
    flop = narrate(Hand.parse(HAND)).sentences[4]
    assert [phrase.role for phrase in flop.phrases] == [Role.HEADING, Role.WORDS, Role.CARDS, Role.ASIDE]
    assert (cards_text(flop.cards), flop.amount) == ("Kc9d2h", 45)


def test_an_unfinished_hand_ends_with_whose_turn_it_is_and_has_no_results() -> None:
    caught = narrate(Hand.parse(UNFINISHED))
    assert caught.sentences[-1].topic is Topic.TURN
    assert str(caught.sentences[-1]) == "p3 to act: check or bet 10"
    assert (caught.over, caught.payoffs) == (False, None)


def test_a_view_narrates_only_what_its_player_may_know() -> None:
    hand = Hand.parse(HAND)
    cards = [seat.cards and cards_text(seat.cards) for seat in narrate(hand.view(1)).seats]
    assert cards == [None, "QsQd", None]
    assert "7c" not in json.dumps(narrate(hand.view(1)).to_json())


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_narrations_of_random_hands_go_to_json(game: Game) -> None:
    for seed in range(20):
        choose = random.Random(seed)
        hand = random_hand(game, seed, 0, choose)
        caught = narrate(hand)
        data = json.loads(json.dumps(caught.to_json()))
        assert [each["text"] for each in data["sentences"]] == [str(each) for each in caught.sentences]
        assert all(each["text"] == "".join(phrase["text"] for phrase in each["phrases"]) for each in data["sentences"])
        assert len(data["payoffs"]) == game.players
