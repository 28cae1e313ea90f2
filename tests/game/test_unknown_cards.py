"""Hands with unknown cards: unknown is a value of its own, never an invented card."""

import json
import pickle
import random

import pytest

from railbird.cards import parse_cards
from railbird.errors import ActionError, CardError, GameError
from railbird.game import Game, Hand, SeededDealing, View, event_from_json, event_to_json, kuhn, limit, nolimit
from railbird.game.dealing import UNKNOWN_CARD
from railbird.game.events import BoardDealt, CardsShown, HandEnded, HoleCardsDealt, PotWon
from tests.driving import act_at_random, random_hand
from tests.game.play import GAMES

FOLDED = "limit; ???? AhKh; r f"
SHOWDOWN = "limit; ???? AhKh / Kc7d2h / 9s / 4d; c c / c c / c c / c c"


def forgotten(hand: Hand, choose: random.Random) -> Hand:
    """The same hand without the hole cards of some players, and without board cards that were never dealt."""
    game = hand.game
    holes = [cards if choose.random() < 0.5 else bytes([UNKNOWN_CARD] * len(cards)) for cards in hand.hole_bytes]
    board = hand.board_bytes.ljust(sum(game.board_cards), bytes([UNKNOWN_CARD]))
    restored = Hand(game, b"".join(holes) + board, players=hand.players)
    for action in hand.actions:
        restored.apply(action.kind, action.amount)
    return restored


def test_a_hand_that_ends_with_a_fold_is_settled_without_the_cards() -> None:
    hand = Hand.parse(FOLDED)
    assert hand.settled
    assert hand.payoffs == (-10, 10)
    assert hand.hole_cards == ((), parse_cards("AhKh"))
    assert hand.shown == {}
    assert str(hand) == FOLDED
    dealt = [event for event in hand.events if isinstance(event, HoleCardsDealt)]
    assert [event.cards for event in dealt] == [None, parse_cards("AhKh")]
    assert hand.events[-1] == HandEnded((-10, 10))


def test_a_showdown_with_unknown_hole_cards_is_over_but_not_settled() -> None:
    hand = Hand.parse(SHOWDOWN)
    assert hand.over
    assert not hand.settled
    for ask in (lambda: hand.payoffs, lambda: hand.settlement, hand.payoff_parts, lambda: hand.view(1).payoffs):
        with pytest.raises(GameError, match=r"it ends with a showdown, and .* known"):
            ask()
    ends = (CardsShown, PotWon, HandEnded)
    assert not [event for event in hand.events if isinstance(event, ends)]
    assert hand.to_json()["payoffs"] is None
    assert hand.shown == {}


def test_a_showdown_without_the_board_is_not_settled() -> None:
    hand = Hand(nolimit(), "AhKh QsQd / Kc7d2h")
    hand.play("r20000 c")
    assert hand.over
    assert not hand.settled
    assert hand.board == parse_cards("Kc7d2h")
    assert [event.round for event in hand.events if isinstance(event, BoardDealt)] == [1]
    with pytest.raises(GameError, match="the whole board is not known"):
        _ = hand.payoffs


def test_folded_cards_may_be_unknown_at_the_showdown() -> None:
    known = Hand.parse("limit(players=3); AhKh QsQd 7c7s / Kc7d2h / 9s / 4d; f c c / c c / c c / c c")
    hand = Hand.parse(str(known).replace("7c7s", "????"))
    assert hand.payoffs == known.payoffs
    assert hand.shown == known.shown
    assert hand.events[-3:] == known.events[-3:]


def test_nobody_acts_on_a_board_that_is_not_known() -> None:
    hand = Hand(limit(), "AhKh QsQd")
    hand.play("r c")
    assert hand.street == "flop"
    assert hand.board == ()
    before = hand.state_bytes()
    with pytest.raises(ActionError, match="the board cards of round 2 are not known"):
        hand.call()
    assert hand.state_bytes() == before
    hand.undo()
    hand.fold()
    assert hand.payoffs == (-10, 10)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_hands_with_unknown_cards_read_back(game: Game) -> None:
    choose = random.Random(4)
    for number in range(15):
        hand = random_hand(game, 9, number, choose)
        partly = forgotten(hand, choose)
        assert partly.actions == hand.actions
        views = [partly.view(position) for position in range(game.players)]
        for restored in (Hand.parse(str(partly)), pickle.loads(pickle.dumps(partly)), partly.clone()):
            assert restored == partly
            assert restored.events == partly.events
        for view in views:
            assert pickle.loads(pickle.dumps(view)) == view
            assert view.settled == partly.settled
            json.dumps(view.to_json())
        assert [event_from_json(event_to_json(event)) for event in partly.events] == list(partly.events)
        if partly.settled:
            assert partly.payoffs == hand.payoffs


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_view_prints_as_a_hand_with_unknown_cards(game: Game) -> None:
    choose = random.Random(5)
    for number in range(5):
        hand = Hand(game, SeededDealing(2).deal(game, number))
        while not hand.over:
            view = hand.view(hand.actor)
            read = Hand.parse(str(view))
            assert read.view(view.position) == View(read, view.position)
            assert read.hole_cards[view.position] == view.hole_cards
            assert read.state_bytes() == hand.state_bytes()
            assert str(read) == str(view)
            act_at_random(hand, choose)


def test_the_view_of_a_player_whose_cards_are_not_known_has_none() -> None:
    view = Hand.parse(FOLDED).view(0)
    assert view.hole_cards == ()
    assert str(view) == "limit; ???? ????; r f"
    assert HoleCardsDealt(0, None) in view.events


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("AhKh", r"hole cards are given for 1 of 2 players in 'AhKh': write \?\?\?\? for unknown"),
        ("Ah?? QsQd", "all known or all unknown"),
        ("AhKh QsQd / Kc??2h", "all known or all unknown"),
        ("AhKh QsQd / ?????? / 9s", "board cards are known, but those of an earlier round are not"),
        ("???? QsQs", "the card Qs occurs twice"),
    ],
)
def test_deals_that_are_known_in_part_only_are_refused(cards: str, message: str) -> None:
    with pytest.raises((CardError, GameError), match=message):
        Hand(limit(), cards)


def test_unknown_cards_are_dealt_where_there_is_a_seed() -> None:
    hand = Hand(kuhn(), "?? As")
    assert hand.deal == bytes([UNKNOWN_CARD, 51])
    assert hand.to_json()["hole_cards"] == [None, "As"]


def test_missing_hole_cards_are_reported_by_player() -> None:
    hand = Hand.parse(FOLDED + '; ["Ann", "Bob"]')
    with pytest.raises(GameError, match="taking luck out needs all hole cards, but those of Ann are unknown"):
        hand.known_hole_bytes("taking luck out")
