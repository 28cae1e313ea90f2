"""Replayed hands have the same states."""

import random

import pytest

from railbird import _core
from railbird.errors import ActionError
from railbird.game import Game, Hand, SeededDealing, after_rounds, kuhn, limit, nolimit, replay
from tests.driving import act_at_random

GAMES = [limit(3), nolimit(4, stack=(300, 900, 1500, 4000), ante=(0, 0, 50, 0)), kuhn()]


def random_hand(game: Game, seed: int) -> tuple[Hand, list[bytes]]:
    """A finished hand, and its states before each action."""
    hand, choose = Hand(game, SeededDealing(3).deal(game, seed)), random.Random(seed)
    states = []
    while not hand.over:
        states.append(hand.state_bytes())
        act_at_random(hand, choose)
    return hand, states


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_replay_goes_through_the_states_before_each_action(game: Game) -> None:
    for seed in range(50):
        hand, states = random_hand(game, seed)
        steps = [(state.state_bytes(), state.players, action) for state, action in replay(hand)]
        assert steps == [(state, hand.players, action) for state, action in zip(states, hand.actions, strict=True)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_clone_after_some_actions_is_independent(game: Game) -> None:
    for seed in range(20):
        hand, states = random_hand(game, seed)
        for taken, state in enumerate(states):
            copy = hand.clone(taken)
            assert (copy.state_bytes(), copy.actions, copy.deal) == (state, hand.actions[:taken], hand.deal)
            for action in hand.actions[taken:]:
                copy.apply(action.kind, action.amount)
            assert (str(copy), copy.payoffs) == (str(hand), hand.payoffs)
            for _ in hand.actions:
                copy.undo()
            assert copy.state_bytes() == states[0]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_native_copy_with_other_cards_has_the_same_betting_and_the_payoffs_of_those_cards(game: Game) -> None:
    for seed in range(20):
        hand, _ = random_hand(game, seed)
        other = Hand(game, SeededDealing(4).deal(game, seed))
        for action in hand.actions:
            other.apply(action.kind, action.amount)
        copy = _core.Hand(hand, other.deal)
        assert (copy.state_bytes(), copy.actions, copy.deal) == (hand.state_bytes(), hand.actions, other.deal)
        assert (copy.payoff_parts(), copy.settlement) == (other.payoff_parts(), other.settlement)
        for _ in hand.actions:
            copy.undo()
        assert copy.state_bytes() == Hand(game, other.deal).state_bytes()


def test_a_native_copy_with_other_cards_checks_them_and_opens_no_sealed_hand() -> None:
    hand = Hand.parse("limit; AhKh QsQd; r")
    for cards, reason in ((b"abc", "needs 9 cards, not 3"), (bytes(9), "different"), (bytes([60] * 9), "different")):
        with pytest.raises(ValueError, match=reason):
            _core.Hand(hand, cards)
    hand.seal()
    with pytest.raises(ActionError, match="hidden"):
        _core.Hand(hand, bytes(range(9)))


def test_a_clone_has_no_more_actions_than_the_hand() -> None:
    hand = Hand.parse("limit; AhKh QsQd; r f")
    assert hand.clone(2).over
    with pytest.raises(ValueError, match="has 2 actions, not 3"):
        hand.clone(3)


def test_a_sealed_hand_is_played_again_only_when_it_is_over() -> None:
    hand = Hand.parse("limit; AhKh QsQd; r")
    hand.seal()
    with pytest.raises(ActionError, match="hidden"):
        next(replay(hand))
    hand.fold()
    assert [state.hole_cards for state, _ in replay(hand)] == [hand.hole_cards] * 2


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_state_after_a_round_is_that_before_the_next_one_begins(game: Game) -> None:
    for seed in range(50):
        hand, _ = random_hand(game, seed)
        states = after_rounds(hand)
        rounds = [action.round for action in hand.actions]
        assert len(states) == rounds[-1] + 1
        assert states[-1] is hand
        for number, state in enumerate(states[:-1]):
            assert (len(state.actions), state.round) == (rounds.index(number + 1), number + 1)
