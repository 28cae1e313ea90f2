"""The native engine against the plain Python reference."""

import random

import pytest

from railbird.errors import GameError
from railbird.game import ActionKind, Game, Hand, SeededDealing
from tests.driving import act_at_random
from tests.game.definitions import random_game
from tests.game.play import GAMES
from tests.reference.betting import PlainHand


def check_against_reference(game: Game, seed: int) -> None:
    choose = random.Random(seed)
    hand = Hand(game, SeededDealing(seed).deal(game, 0))
    reference = PlainHand(game, game.stacks)
    while True:
        legal = hand.legal
        assert (hand.over, hand.round) == (reference.over, reference.round), str(hand)
        assert hand.actor == (-1 if reference.over else reference.queue[0]), str(hand)
        assert (legal.fold, legal.call, legal.least_raise, legal.most_raise) == reference.legal(), str(hand)
        assert (hand.stacks, hand.bets) == (tuple(reference.stacks), tuple(reference.bets)), str(hand)
        if hand.over:
            break
        act_at_random(hand, choose)
        action = hand.actions[-1]
        if action.kind is ActionKind.RAISE:
            reference.raise_to(action.amount)
        else:
            (reference.fold, reference.call)[action.kind]()
    assert hand.settlement
    assert list(hand.payoffs) == reference.payoffs(hand.hole_cards, hand.board), str(hand)
    assert list(hand.settlement.showdown) == reference.showdown(hand.hole_cards, hand.board), str(hand)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_known_games_agree_with_the_reference(game: Game) -> None:
    for seed in range(300):
        check_against_reference(game, seed)


def test_any_definition_agrees_with_the_reference() -> None:
    choose = random.Random(13)
    played = 0
    for seed in range(3000):
        try:
            game = random_game(choose, wild=False)
        except GameError:
            continue
        check_against_reference(game, seed)
        played += 1
    assert played > 2000
