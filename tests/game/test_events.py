"""Events of hands."""

import json
import random
from fractions import Fraction
from typing import Any

import pytest

from railbird.errors import RailbirdError
from railbird.game import Game, Hand, SeededDealing, event_from_json, event_to_json
from railbird.game.events import Acted, BetReturned, BoardDealt, CardsShown, HandEnded, Posted, PotWon, RakeTaken
from tests.driving import act_at_random, random_hand
from tests.game.play import GAMES


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_events_account_for_every_chip(game: Game) -> None:
    choose = random.Random(9)
    for number in range(100):
        hand = Hand(game, SeededDealing(4).deal(game, number))
        while not hand.over:
            assert chips_behind(hand) == list(hand.stacks)
            act_at_random(hand, choose)
        chips = chips_behind(hand)
        assert sum(chips) + rake(hand) == sum(hand.starting_stacks)
        end = hand.events[-1]
        assert isinstance(end, HandEnded)
        assert [won - start for won, start in zip(chips, hand.starting_stacks, strict=True)] == list(end.payoffs)
        assert sum(len(event.cards) for event in hand.events if isinstance(event, BoardDealt)) == len(hand.board)


def chips_behind(hand: Hand) -> list[int | Fraction]:
    chips: list[int | Fraction] = list(hand.starting_stacks)
    for event in hand.events:
        match event:
            case Posted(player=player, amount=amount) | Acted(player=player, amount=amount):
                chips[player] -= amount
            case BetReturned(player=player) | PotWon(player=player):
                chips[player] += event.amount
    return chips


def rake(hand: Hand) -> int:
    return sum(event.amount for event in hand.events if isinstance(event, RakeTaken))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_events_go_to_json_and_back(game: Game) -> None:
    choose = random.Random(10)
    for number in range(20):
        hand = random_hand(game, 5, number, choose)
        for event in hand.events + hand.view(0).events:
            assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_past_events_do_not_change(game: Game) -> None:
    choose = random.Random(11)
    for number in range(20):
        hand = Hand(game, SeededDealing(6).deal(game, number))
        while not hand.over:
            before = [hand.events, *(hand.view(position).events for position in range(game.players))]
            act_at_random(hand, choose)
            after = [hand.events, *(hand.view(position).events for position in range(game.players))]
            for old, new in zip(before, after, strict=True):
                assert new[: len(old)] == old
                assert len(new) > len(old)


def test_a_hand_reads_as_it_was_played() -> None:
    hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c c / r c / c c")
    assert [event.name for event in hand.events] == [
        *("hand-started", "posted", "posted", "hole-cards-dealt", "hole-cards-dealt", "acted", "acted"),
        *("board-dealt", "acted", "acted", "board-dealt", "acted", "acted", "board-dealt", "acted", "acted"),
        *("cards-shown", "cards-shown", "pot-won", "hand-ended"),
    ]
    moves = [str(event.move) for event in hand.events if isinstance(event, Acted)]
    assert moves == ["raise", "call", "check", "check", "bet", "call", "check", "check"]
    assert [event.player for event in hand.events if isinstance(event, CardsShown)] == [0, 1]


def test_all_in_is_marked() -> None:
    hand = Hand.parse("nolimit(stack=60/500); AhKh QsQd / Kc7d2h / 9s / 4d; c")
    assert [event.all_in for event in hand.events if isinstance(event, Posted)] == [True, False]
    assert [event for event in hand.events if isinstance(event, BetReturned)] == []
    assert hand.over


@pytest.mark.parametrize(
    "data",
    [
        {},
        [],
        {"event": "nonsense"},
        {"event": "acted"},
        {"event": "board-dealt", "round": 1, "cards": "Zz"},
        {"event": "pot-won", "player": 0, "pot": 0, "amount": "1/0"},
        {"event": "pot-won", "player": 0, "pot": 0, "amount": "1e4000000"},
        {"event": "hand-ended", "payoffs": "12"},
        {"event": "cards-mucked", "player": "x"},
        {"event": "posted", "player": True, "post": "ante", "amount": 1, "all_in": False},
    ],
    ids=str,
)
def test_malformed_events_are_rejected(data: Any) -> None:
    with pytest.raises(RailbirdError, match="malformed event"):
        event_from_json(data)


def test_a_round_without_board_cards_deals_none() -> None:
    text = "game(betting=limit, blinds=10/5, stacks=100/100, bets=10/10, most_raises=3/4, first=1/0, board_cards=0/0, "
    text += "antes=0/0, most_actions=0/0, hole_cards=2, ranks=13, suits=4)"
    hand = Hand.parse(f"{text}; AhKh QsQd; c c")
    assert hand.round == 1
    assert not any(isinstance(event, BoardDealt) for event in hand.events)
