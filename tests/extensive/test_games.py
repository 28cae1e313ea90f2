"""Games as one line of text."""

import pickle
import subprocess
import sys

import pytest

from railbird.errors import GameError
from railbird.extensive import NOBODY, ExtensiveGame, extensive_game_names, parse_extensive_game
from railbird.extensive.pig import Pig


@pytest.mark.parametrize("name", extensive_game_names())
def test_each_of_our_games_starts_and_its_text_parses_back(name: str) -> None:
    game = parse_extensive_game(name)
    assert str(game) == name
    assert game.summary
    assert game.start().turn != NOBODY
    assert game.start() is not game.start()


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("pig(goal=50, dice=1)", "pig(goal=50)"),
        (" pig ( dice=2,goal=50 ) ", "pig(goal=50, dice=2)"),
        ("tic_tac_toe", "tic-tac-toe"),
        ("Pig()", "pig"),
        ("rock-paper-scissors(rounds=3)", "rock-paper-scissors(rounds=3)"),
        ("phantom-tic-tac-toe(columns=3, rows=3, line=3)", "phantom-tic-tac-toe(columns=3, rows=3, line=3)"),
        ("card-duel(binary=on, life=10)", "card-duel(life=10, binary=on)"),
        ("card-duel(deck=4*1:1/1 4*2:2/2)", "card-duel(deck=4*1:1/1 4*2:2/2)"),
        ("kuhn", "kuhn"),
        ("limit(players=2)", "limit"),
        ("limit(players=3, blinds=1/2)", "limit(players=3, blinds=1/2)"),
        ("nolimit(stack=20bb, sizes=0.5/1.0)", "nolimit(stack=20bb)"),
        ("nolimit(sizes=1, stack=20bb)", "nolimit(stack=20bb, sizes=100%/a)"),
        ("nolimit(sizes=50% / all-in;river donk none)", "nolimit(sizes=50%/a; river donk none)"),
        ("chess", "openspiel:chess"),
        ("connect-four", "openspiel:connect_four"),
        ("backgammon", "openspiel:backgammon"),
        ("go(board_size=9)", "openspiel:go(board_size=9)"),
        ("openspiel:pig(winscore=20)", "openspiel:pig(winscore=20)"),
        ("openspiel:go(board_size=9, komi=7.5)", "openspiel:go(board_size=9)"),
        ("openspiel:go(komi=7)", "openspiel:go(komi=7.0)"),
        ("openspiel:leduc_poker(suit_isomorphism=true)", "openspiel:leduc_poker(suit_isomorphism=on)"),
        (
            "openspiel:turn_based_simultaneous_game(game=goofspiel(num_cards=4, imp_info=on))",
            "openspiel:turn_based_simultaneous_game(game=goofspiel(num_cards=4, imp_info=on))",
        ),
    ],
)
def test_the_text_of_a_game_names_it_with_the_options_that_matter(text: str, canonical: str) -> None:
    game = parse_extensive_game(text)
    assert str(game) == canonical
    assert parse_extensive_game(canonical) == game
    assert hash(parse_extensive_game(canonical)) == hash(game)


def test_options_reach_the_game() -> None:
    state = parse_extensive_game("pig(goal=7, players=3, turns=5)").start()
    assert isinstance(state, Pig)
    assert (state.players, state.payoff_range) == (3, (-0.5, 1.0))


def test_a_game_can_be_sent_to_another_process() -> None:
    for text in ("pig(goal=50)", "openspiel:go(board_size=9)"):
        game = parse_extensive_game(text)
        copy = pickle.loads(pickle.dumps(game))
        assert isinstance(copy, ExtensiveGame)
        assert copy == game
        assert str(copy.start()) == str(game.start())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a game: write NAME or"),
        ("pig(goal=3", "'pig\\(goal=3' is not a game: write NAME or"),
        ("pog", "no game 'pog': did you mean pig\\?"),
        ("conect-four", "no game 'conect-four': did you mean connect-four\\?"),
        ("whist and bridge", "no game 'whist and bridge': the games are tic-tac-toe, ultimate-tic-tac-toe"),
        ("pig(gaol=3)", "'gaol' is not an option of pig \\(did you mean goal\\?\\)"),
        ("pig(x=3)", "'x' is not an option of pig \\(options: goal, dice, players, turns\\)"),
        ("tic-tac-toe(x=3)", "'x' is not an option of tic-tac-toe \\(options: none\\)"),
        ("pig(goal=x)", "goal of pig must be a whole number, not 'x'"),
        ("pig(goal=1_0)", "goal of pig must be a whole number, not '1_0'"),
        ("pig(goal=0)", "goal of pig must be between 1 and 1000000, not 0"),
        ("pig(goal)", "'goal' is not an option of pig: write OPTION=VALUE"),
        ("pig(goal=3, goal=4)", "the option 'goal' of pig is given twice"),
        ("kuhn(players=3)", "'players=3' is not an option of kuhn"),
        ("nolimit(sizes=1/half)", "a size of nolimit must be a number, not 'half'"),
        ("nolimit(sizes=50%/half)", "'half' is not a bet size: write a number with its unit"),
        ("nolimit(sizes=1/0.5)", "bet sizes must be ascending shares of the pot"),
        ("rock-paper-scissors(rounds=0)", "has 1 to 10000 rounds, not 0"),
        ("phantom-tic-tac-toe(line=5)", "line of phantom-tic-tac-toe must be between 2 and 4, not 5"),
    ],
)
def test_a_wrong_text_is_refused_with_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        parse_extensive_game(text)
    assert "\n" not in str(caught.value)


def test_without_open_spiel_its_games_say_how_to_install_them_and_ours_work() -> None:
    code = """
import sys
sys.modules["pyspiel"] = None
from railbird.extensive import parse_extensive_game
print(parse_extensive_game("pig").start())
for text in ("chess", "openspiel:kuhn_poker", "conect-four"):
    try:
        parse_extensive_game(text)
    except Exception as error:
        print(type(error).__name__, error)
"""
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert finished.stderr == ""
    first, chess, kuhn, misspelt = finished.stdout.splitlines()
    assert first == "0-0, player 0 has rolled 0"
    assert chess == kuhn == "GameError games of OpenSpiel need open_spiel: pip install open_spiel"
    assert misspelt.startswith("GameError there is no game 'conect-four': did you mean connect-four?")
