"""The native engine plays as its plain twin does."""

import random

import pytest

from railbird.errors import GameError
from railbird.game import ActionKind, Game, Hand, SeededDealing
from tests.driving import act_at_random
from tests.game.definitions import random_game
from tests.game.play import GAMES
from tests.reference.betting import PlainHand


def check_against_twin(game: Game, seed: int) -> None:
    choose = random.Random(seed)
    hand = Hand(game, SeededDealing(seed).deal(game, 0))
    twin = PlainHand(game, game.stacks)
    while True:
        legal = hand.legal
        assert (hand.over, hand.round) == (twin.over, twin.round), str(hand)
        assert hand.actor == (-1 if twin.over else twin.queue[0]), str(hand)
        assert (legal.fold, legal.call, legal.least_raise, legal.most_raise) == twin.legal(), str(hand)
        assert (hand.stacks, hand.bets) == (tuple(twin.stacks), tuple(twin.bets)), str(hand)
        if hand.over:
            break
        act_at_random(hand, choose)
        action = hand.actions[-1]
        if action.kind is ActionKind.RAISE:
            twin.raise_to(action.amount)
        else:
            (twin.fold, twin.call)[action.kind]()
    assert hand.settlement
    assert list(hand.payoffs) == twin.payoffs(hand.hole_cards, hand.board), str(hand)
    assert list(hand.settlement.showdown) == twin.showdown(hand.hole_cards, hand.board), str(hand)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_known_games_are_played_as_by_the_twin(game: Game) -> None:
    for seed in range(300):
        check_against_twin(game, seed)


def test_any_definition_is_played_as_by_the_twin() -> None:
    choose = random.Random(13)
    played = 0
    for seed in range(3000):
        try:
            game = random_game(choose, wild=False)
        except GameError:
            continue
        check_against_twin(game, seed)
        played += 1
    assert played > 2000
