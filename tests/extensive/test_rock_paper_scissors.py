"""Rock-paper-scissors, and its players."""

from itertools import product

import pytest

from railbird.errors import GameError
from railbird.extensive import NOBODY, GamePlayer, RandomStream
from railbird.extensive.rock_paper_scissors import RockPaperScissors
from railbird.extensive.rock_paper_scissors_players import BiasedPlayer, CountingPlayer, EquilibriumPlayer
from railbird.extensive.tic_tac_toe import TicTacToe

ROCK, PAPER, SCISSORS = range(3)


def _played(rounds: int, *choices: int) -> RockPaperScissors:
    state = RockPaperScissors(rounds)
    for choice in choices:
        state.apply(choice)
    return state


def test_each_choice_beats_one_and_loses_to_one() -> None:
    for first, second, won in ((ROCK, SCISSORS, 1), (PAPER, ROCK, 1), (SCISSORS, PAPER, 1), (ROCK, ROCK, 0)):
        assert _played(1, first, second).returns() == (won, -won)
        assert _played(1, second, first).returns() == (-won, won)


def _observed(choices: tuple[int, ...], player: int) -> list[object]:
    """What a player sees, event by event: own choices, that the opponent has chosen, and both at the end of a round."""
    events: list[object] = []
    for index, choice in enumerate(choices):
        events.append(("mine", choice) if index % 2 == player else "the opponent has chosen")
        if index % 2:
            events.append((choices[index - 1], choice))
    return events


@pytest.mark.parametrize("rounds", [1, 2])
def test_keys_are_equal_exactly_when_the_player_has_seen_the_same(rounds: int) -> None:
    paths = [path for length in range(2 * rounds + 1) for path in product(range(3), repeat=length)]
    for player in (0, 1):
        keys = [_played(rounds, *path).information_key(player) for path in paths]
        seen = [_observed(path, player) for path in paths]
        for i in range(len(paths)):
            for j in range(i):
                assert (keys[i] == keys[j]) == (seen[i] == seen[j]), (paths[i], paths[j], player)


def test_a_hidden_choice_is_redrawn_uniformly_and_the_rest_stays() -> None:
    state, random = _played(2, ROCK, PAPER, SCISSORS), RandomStream(4)
    drawn = [str(state.determinize(1, random)) for _ in range(900)]
    for name in ("rock", "paper", "scissors"):
        assert 240 < drawn.count(f"rock-paper {name}-?") < 360
    assert str(state.determinize(0, random)) == str(state) == "rock-paper scissors-?"


def _match(players: list[GamePlayer], games: int, rounds: int, seed: int) -> float:
    """What the first player wins per round, as a match runner would play it."""
    random, total = RandomStream(seed), 0.0
    for _ in range(games):
        state = RockPaperScissors(rounds)
        for index, player in enumerate(players):
            player.start(index, seed)
        while state.turn != NOBODY:
            state.apply(players[state.turn].choose(state.determinize(state.turn, random), random))
        for index, player in enumerate(players):
            player.observe(state.determinize(index, random))
        total += state.returns()[0]
    return total / (games * rounds)


@pytest.mark.parametrize(("games", "rounds"), [(4000, 1), (4, 1000)])
def test_mcts_review_24_equilibrium_gains_nothing_from_a_biased_player_and_the_counting_player_does(
    games: int, rounds: int
) -> None:
    """Item 24 of the MCTS review's checklist. Paper wins 0.5 - 0.2 = 0.3 a round against these frequencies."""
    biased = BiasedPlayer(rock=0.5, paper=0.3, scissors=0.2)
    standard_error = 0.82 / 4000**0.5
    assert abs(_match([EquilibriumPlayer(), biased], games, rounds, seed=1)) < 4 * standard_error
    assert abs(_match([CountingPlayer(), biased], games, rounds, seed=2) - 0.3) < 4 * standard_error
    assert abs(_match([biased, CountingPlayer()], games, rounds, seed=3) + 0.3) < 4 * standard_error


def test_nobody_gains_anything_from_the_equilibrium_player() -> None:
    assert abs(_match([CountingPlayer(), EquilibriumPlayer()], 4000, 1, seed=5)) < 4 * 0.82 / 4000**0.5


def test_the_counting_player_counts_each_choice_of_the_opponent_once() -> None:
    player = CountingPlayer()
    player.start(1, seed=1)
    for choices in ((), (ROCK, PAPER), (ROCK, PAPER, ROCK), (ROCK, PAPER, SCISSORS, PAPER)):
        player.observe(_played(3, *choices))
    assert player.counts == [2, 1, 2]
    player.start(0, seed=1)
    player.observe(_played(1, ROCK, PAPER))
    assert player.counts == [2, 2, 2]


def test_a_biased_player_has_the_frequencies_it_was_given() -> None:
    player, random = BiasedPlayer(rock=1, paper=0, scissors=3), RandomStream(8)
    choices = [player.choose(RockPaperScissors(), random) for _ in range(4000)]
    assert PAPER not in choices
    assert abs(choices.count(ROCK) / 4000 - 0.25) < 0.03


@pytest.mark.parametrize("weights", [(-1, 1, 1), (0, 0, 0), (float("nan"), 1, 1), (float("inf"), 1, 1)])
def test_frequencies_that_are_none_are_refused(weights: tuple[float, float, float]) -> None:
    with pytest.raises(GameError, match="frequencies of choices are 0 or more"):
        BiasedPlayer(*weights)


def test_the_counting_player_says_which_game_it_plays() -> None:
    with pytest.raises(GameError, match="a CountingPlayer plays rock-paper-scissors, not TicTacToe"):
        CountingPlayer().choose(TicTacToe(), RandomStream(1))
