"""What holds in every hand of every game."""

import random
from functools import partial

import pytest

from railbird import _core
from railbird.errors import ActionError
from railbird.game import Game, Hand, Profile, Rules, SeededDealing, kuhn, leduc, limit, nolimit, potlimit, rezai

CASINO = Rules(Profile.CASINO)
GAMES: dict[str, Game] = {
    "heads-up limit": limit(),
    "limit, free folds": limit(3, rules=Rules(free_fold=True)),
    "ten-player limit, short stacks": limit(10, stack=[7, 10, 15, 33, 60, 61, 99, 240, 5, 12], rules=CASINO),
    "limit with antes": limit(4, ante=3, stack=[20, 300, 45, 2], rules=CASINO),
    "heads-up no-limit": nolimit(),
    "no-limit, uneven stacks": nolimit(6, stack=[99, 101, 150, 1000, 5000, 20000]),
    "no-limit with a big blind ante": nolimit(5, ante=[0, 100, 0, 0, 0], stack=[300, 90, 800, 20000, 50], rules=CASINO),
    "no-limit with a straddle": nolimit(4, blinds=(50, 100, 200), rules=CASINO),
    "pot-limit": potlimit(5, stack=[500, 900, 3000, 20000, 150], rules=CASINO),
    "kuhn": kuhn(),
    "leduc": leduc(),
    "rezai": rezai(),
}


def new_hand(game: Game, number: int) -> Hand:
    return Hand(game, SeededDealing(1).deal(game, number))


def act_at_random(hand: Hand, choose: random.Random) -> None:
    legal = hand.legal
    options = ["call", *(["fold"] if legal.fold else []), *(["raise"] if legal.most_raise else [])]
    match choose.choice(options):
        case "fold":
            hand.fold()
        case "call":
            hand.call()
        case _:
            hand.raise_to(choose.choice([legal.least_raise, legal.most_raise]))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_chips_are_kept_and_every_hand_ends(game: Game) -> None:
    hands, actions, _ = _core.play_at_random(game.native, game.stacks, 5, 0, 50_000)
    assert hands == 50_000
    assert actions > 0


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_undo_gives_back_the_same_bytes(game: Game) -> None:
    choose = random.Random(3)
    for number in range(200):
        hand = new_hand(game, number)
        states = [hand.state_bytes()]
        while not hand.over:
            act_at_random(hand, choose)
            states.append(hand.state_bytes())
        for state in reversed(states[:-1]):
            hand.undo()
            assert hand.state_bytes() == state
        with pytest.raises(ActionError, match="no action"):
            hand.undo()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_clone_goes_its_own_way(game: Game) -> None:
    choose = random.Random(4)
    for number in range(50):
        hand = new_hand(game, number)
        while not hand.over:
            before = hand.state_bytes()
            act_at_random(hand.clone(), choose)
            assert hand.state_bytes() == before
            act_at_random(hand, choose)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_illegal_actions_are_told_and_change_nothing(game: Game) -> None:
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
