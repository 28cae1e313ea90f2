"""Pig."""

import math

import pyspiel
import pytest

from railbird.extensive import CHANCE, NOBODY, RandomStream, play_actions, sample_chance
from railbird.extensive.pig import ALL_ONES, HOLD, ONE, ROLL, Pig


@pytest.mark.parametrize("players", [2, 3])
def test_random_games_are_those_of_open_spiel_move_for_move(players: int) -> None:
    random = RandomStream(3)
    game = pyspiel.load_game("pig", {"players": players, "winscore": 30, "horizon": 100_000})
    for _ in range(20):
        state, twin = Pig(goal=30, players=players, turns=0), game.new_initial_state()
        while not twin.is_terminal():
            if state.turn == CHANCE:
                assert state.chance_outcomes() == tuple((side + 1, chance) for side, chance in twin.chance_outcomes())
                action = sample_chance(state, random)
                twin.apply_action(action - 1)
            else:
                assert state.turn == twin.current_player()
                assert list(state.legal_actions()) == twin.legal_actions()
                action = state.legal_actions()[random.below(len(state.legal_actions()))]
                twin.apply_action(action)
            state.apply(action)
        assert state.turn == NOBODY
        assert list(state.returns()) == twin.returns()


def test_a_one_loses_the_points_of_the_turn_and_passes_it() -> None:
    state = Pig()
    play_actions(state, "roll 6 roll 5 hold roll 4 roll one")
    assert str(state) == "11-0, player 0 has rolled 0"
    assert state.turn == 0


def test_two_dice_lose_the_turn_with_a_one_and_the_score_with_two() -> None:
    state = Pig(dice=2)
    play_actions(state, "roll")
    chances = dict(state.chance_outcomes())
    assert math.isclose(chances[ALL_ONES], 1 / 36)
    assert math.isclose(chances[ONE], 10 / 36)
    assert math.isclose(chances[7], 4 / 36)
    assert math.isclose(math.fsum(chances.values()), 1)
    play_actions(state, "8 hold roll one roll 12 roll all-ones")
    assert str(state) == "0-0, player 1 has rolled 0"


def test_samples_have_the_frequencies_of_the_outcomes() -> None:
    state, random = Pig(dice=2), RandomStream(9)
    state.apply(ROLL)
    drawn = [sample_chance(state, random) for _ in range(20_000)]
    for outcome, probability in state.chance_outcomes():
        error = math.sqrt(probability * (1 - probability) / len(drawn))
        assert abs(drawn.count(outcome) / len(drawn) - probability) < 4.5 * error


def test_the_limit_of_turns_ends_the_game_without_a_winner() -> None:
    state = Pig(turns=3)
    play_actions(state, "hold roll 6 hold roll one")
    assert state.turn == NOBODY
    assert state.returns() == (0.0, 0.0)
    assert state.legal_actions() == ()


def test_without_a_limit_positions_come_back_and_with_one_they_do_not() -> None:
    free, limited = Pig(turns=0), Pig(turns=10)
    keys = [state.position_key() for state in (free, limited)]
    for state in (free, limited):
        play_actions(state, "hold hold")
    assert free.position_key() == keys[0]
    assert limited.position_key() != keys[1]


def test_whoever_has_the_points_holds_and_wins() -> None:
    state = Pig(goal=10)
    play_actions(state, "roll 4 roll 5")
    assert state.winning_actions() == ()
    play_actions(state, "roll 2")
    assert state.legal_actions() == state.winning_actions() == (HOLD,)
    state.apply(HOLD)
    assert state.returns() == (1.0, -1.0)


def test_the_losers_share_what_the_winner_gets() -> None:
    state = Pig(goal=2, players=5)
    play_actions(state, "hold roll 3 hold")
    assert state.returns() == (-0.25, 1.0, -0.25, -0.25, -0.25)
    assert state.payoff_range == (-0.25, 1.0)
