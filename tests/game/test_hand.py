"""Properties of every hand of every game."""

import random
from functools import partial

import pytest

from railbird import _core
from railbird.errors import ActionError
from railbird.game import Game, Hand, SeededDealing, limit, nolimit
from tests.driving import act_at_random
from tests.game.invariants import check_block
from tests.game.play import GAMES


def new_hand(game: Game, number: int) -> Hand:
    return Hand(game, SeededDealing(1).deal(game, number))


@pytest.mark.parametrize("name", GAMES)
def test_chips_are_kept_and_every_hand_ends(name: str) -> None:
    game = GAMES[name]
    hands, actions, _ = _core.play_at_random(game.native, game.stacks, 5, 0, 50_000)
    assert hands == 50_000
    assert actions > 0


@pytest.mark.parametrize("name", GAMES)
def test_replay_gives_the_same_state_and_undo_the_same_bytes(name: str) -> None:
    check_block(name, seed=1, first=0, last=300)


def test_there_is_nothing_to_undo_before_the_first_action() -> None:
    with pytest.raises(ActionError, match="no action"):
        new_hand(limit(), 0).undo()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_clone_is_independent(game: Game) -> None:
    choose = random.Random(4)
    for number in range(50):
        hand = new_hand(game, number)
        while not hand.over:
            before = hand.state_bytes()
            act_at_random(hand.clone(), choose)
            assert hand.state_bytes() == before
            act_at_random(hand, choose)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_illegal_actions_raise_and_change_nothing(game: Game) -> None:
    choose = random.Random(5)
    for number in range(100):
        hand = new_hand(game, number)
        while not hand.over:
            before, legal = hand.state_bytes(), hand.legal
            for amount in (legal.least_raise - 1, legal.most_raise + 1, -1, 0, 2**62):
                with pytest.raises(ActionError, match=r"raise|raising"):
                    hand.raise_to(amount)
            if not legal.fold:
                with pytest.raises(ActionError, match="checking is free"):
                    hand.fold()
            assert not hand.payoffs
            assert hand.state_bytes() == before
            act_at_random(hand, choose)
        for action in (hand.fold, hand.call, partial(hand.raise_to, 100)):
            with pytest.raises(ActionError, match="the hand is over"):
                action()


@pytest.mark.parametrize("cards", [b"", bytes(8), bytes(range(10)), bytes([*range(8), 52])])
def test_impossible_cards_are_refused(cards: bytes) -> None:
    with pytest.raises(ValueError, match="cards"):
        _core.Hand(limit().native, limit().stacks, cards)


def test_actions_are_remembered() -> None:
    hand = new_hand(limit(3), 0)
    hand.call()
    hand.raise_to(20)
    hand.fold()
    assert [(act.player, act.move, act.amount, act.to) for act in hand.history] == [
        (2, "call", 10, 10),
        (0, "raise", 15, 20),
        (1, "fold", 0, 10),
    ]
    assert hand.board == ()
    hand.call()
    assert len(hand.board) == 3


@pytest.mark.parametrize("players", range(2, 11))
def test_saukonoja_1_bets_are_of_1_1_2_and_2_small_bets_four_a_round_with_any_number_of_seats(players: int) -> None:
    """There are at most three choices, and two at the cap; also heads-up."""
    hand = new_hand(limit(players), 1)
    for number, bet in enumerate((10, 10, 20, 20)):
        assert hand.round == number
        raises = [3, 4, 4, 4][number]  # the big blind is the first bet
        for count in range(raises):
            to = bet * (count + 1 + (number == 0))
            assert (hand.legal.least_raise, hand.legal.most_raise) == (to, to)
            hand.raise_to(to)
        assert hand.legal.most_raise == 0
        assert (hand.legal.fold, hand.legal.call > 0) == (True, True)
        while not hand.over and hand.round == number:
            hand.call()
    assert hand.over
    assert hand.paid == (40 + 40 + 80 + 80,) * players


def test_saukonoja_2_heads_up_the_button_has_the_small_blind_and_acts_first_preflop_and_last_after() -> None:
    hand = new_hand(limit(), 2)
    big_blind, button = 0, 1
    assert (hand.bets[big_blind], hand.bets[button]) == (10, 5)
    hand.play("c c / c c / c c / c c")
    assert [act.player for act in hand.history] == [button, big_blind] + 3 * [big_blind, button]


def test_saukonoja_3_a_short_all_in_wins_no_more_from_each_player() -> None:
    """The short stack has the best hand, and called 35 of 60."""
    hand = Hand(nolimit(3, blinds=(5, 10), stack=(35, 500, 500)), "AhAd KsKd 7c2d / 9c8d3h / 4s / Jd")
    hand.play("r60 c c / c c / c c / c c")
    assert hand.payoffs == (70, -10, -60)


def test_saukonoja_3_equal_hands_share_the_pot() -> None:
    hand = Hand(limit(3), "8h2s 9c2d 7c3d / AsKcQd / Js / Th")
    hand.play("c c c / r c c / c c c / c c c")
    assert hand.payoffs == (0, 0, 0)


def test_saukonoja_3_the_big_blind_may_check_if_nobody_has_raised() -> None:
    hand = new_hand(limit(), 3)
    hand.play("c")
    assert (hand.actor, hand.legal.call, hand.legal.most_raise) == (0, 0, 20)
    hand.play("c")
    assert (hand.round, [act.move for act in hand.history]) == (1, ["call", "check"])
