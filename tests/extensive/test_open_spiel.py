"""The adapter for games of OpenSpiel."""

from pathlib import Path
from typing import Any

import pyspiel
import pytest

from railbird.errors import GameError
from railbird.extensive import CHANCE, NOBODY, RandomStream, parse_extensive_game, sample_chance
from railbird.extensive.open_spiel import WHOLE_POSITIONS, OpenSpielState, open_spiel_game, open_spiel_names


def test_a_state_is_that_of_open_spiel_move_for_move() -> None:
    for name in ("connect_four", "backgammon", "kuhn_poker", "leduc_poker", "othello"):
        random = RandomStream(5)
        state, twin = open_spiel_game(name).start(), pyspiel.load_game(name).new_initial_state()
        while state.turn != NOBODY:
            assert state.turn == twin.current_player()
            assert state.legal_actions() == twin.legal_actions()
            assert state.chance_outcomes() == (twin.chance_outcomes() if state.turn == CHANCE else [])
            actions = state.legal_actions()
            chosen = sample_chance(state, random) if state.turn == CHANCE else actions[random.below(len(actions))]
            state.apply(chosen)
            twin.apply_action(chosen)
            assert str(state) == str(twin)
        assert twin.is_terminal()
        assert state.returns() == twin.returns()
        assert state.legal_actions() == []


def test_facts_of_a_game_are_those_of_open_spiel() -> None:
    leduc = open_spiel_game("leduc_poker", {"players": "3"}).start()
    assert leduc.players == 3
    assert leduc.payoff_range == (-13.0, 26.0)
    assert not leduc.perfect_information
    assert leduc.zero_sum
    assert open_spiel_game("chess").start().perfect_information


@pytest.mark.parametrize("name", WHOLE_POSITIONS)
def test_states_with_equal_texts_have_equal_continuations(name: str) -> None:
    """The key of these games leaves out the order of moves: states of equal keys must play on alike."""
    options = {"connect_four": {"rows": "3", "columns": "3", "x_in_row": "3"}, "hex": {"board_size": "3"}}
    options |= {"breakthrough": {"rows": "4", "columns": "3"}}
    random, repeated = RandomStream(3), 0
    seen: dict[object, OpenSpielState] = {}
    game = open_spiel_game(name, options.get(name, {}))
    for _ in range(300 if name != "othello" else 60):
        state = game.start()
        while state.turn != NOBODY:
            key = state.information_key(0)
            known = seen.setdefault(key, state.clone())
            actions = state.legal_actions()
            assert known.legal_actions() == actions
            assert known.turn == state.turn
            action = actions[random.below(len(actions))]
            if known.information_key(0) == key and str(known._state.history()) != str(state._state.history()):
                repeated += 1
                other = known.clone()
                other.apply(action)
                after = state.clone()
                after.apply(action)
                assert (other.turn, str(other), other.returns()) == (after.turn, str(after), after.returns())
            state.apply(action)
    assert repeated > 5


def test_positions_of_go_that_came_about_differently_have_different_keys() -> None:
    """Go forbids positions that occurred before: what is legal depends on the history."""
    states = [open_spiel_game("go", {"board_size": "5"}).start() for _ in range(2)]
    for state, actions in zip(states, ((0, 1, 2, 3), (2, 1, 0, 3)), strict=True):
        for action in actions:
            state.apply(action)
    assert str(states[0]) == str(states[1])
    assert states[0].information_key(0) != states[1].information_key(0)


def _played(name: str, *actions: int) -> OpenSpielState:
    state = open_spiel_game(name).start()
    for action in actions:
        state.apply(action)
    return state


def test_a_redraw_keeps_what_the_player_knows_and_does_not_depend_on_the_rest() -> None:
    queen_king, queen_jack = _played("kuhn_poker", 1, 2, 0), _played("kuhn_poker", 1, 0, 0)
    assert queen_king.information_key(0) == queen_jack.information_key(0)
    assert queen_king.information_key(1) != queen_jack.information_key(1)
    cards = set()
    for seed in range(50):
        drawn = [str(state.determinize(0, RandomStream(seed))) for state in (queen_king, queen_jack)]
        assert drawn[0] == drawn[1]
        cards.add(drawn[0])
    assert len(cards) == 2
    assert str(queen_king) == "1 2 p"


def test_a_game_without_a_redraw_says_so() -> None:
    state = open_spiel_game("phantom_ttt").start()
    with pytest.raises(GameError, match="OpenSpiel cannot redraw what is hidden in phantom_ttt"):
        state.determinize(0, RandomStream(1))


def test_open_spiel_redraws_at_the_turn_of_a_player_only() -> None:
    with pytest.raises(GameError, match="at the turn of a player, not of chance"):
        _played("kuhn_poker", 1).determinize(0, RandomStream(1))


def test_a_game_without_information_states_says_so() -> None:
    state = open_spiel_game("gin_rummy").start()
    with pytest.raises(GameError, match="OpenSpiel has no information states for gin_rummy"):
        state.information_key(0)


def test_names_of_actions_have_no_spaces() -> None:
    state: Any = open_spiel_game("backgammon").start()
    random = RandomStream(2)
    for _ in range(40):
        names = [state.action_text(action) for action in state.legal_actions()]
        assert not any(" " in name for name in names)
        assert len(set(names)) == len(names)
        actions = state.legal_actions()
        state.apply(actions[random.below(len(actions))])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("openspiel:connect_for", "OpenSpiel has no game 'connect_for': did you mean connect_four\\?"),
        ("openspiel:", "OpenSpiel has no game ''"),
        ("go(bord_size=9)", "'bord_size' is not an option of go of OpenSpiel \\(did you mean board_size\\?\\)"),
        ("go(board_size=big)", "board_size of go must be a whole number of at most 9 digits, not 'big'"),
        ("go(board_size=100)", "OpenSpiel refuses go\\(board_size=100\\): "),
        ("chess(chess960=maybe)", "chess960 of chess must be on or off, not 'maybe'"),
        ("goofspiel", "players act at the same time: write openspiel:turn_based_simultaneous_game\\(game=goofspiel\\)"),
        ("openspiel:mfg_garnet", "it is a mean-field game"),
        ("openspiel:misere", "misere of OpenSpiel needs options: game"),
        ("openspiel:misere(game=nim(x=1))", "'x' is not an option of nim of OpenSpiel"),
        ("openspiel:kuhn_poker(players=99)", "OpenSpiel refuses kuhn_poker\\(players=99\\): "),
    ],
)
def test_a_wrong_game_is_refused_on_one_line_and_the_process_goes_on(
    text: str, message: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(GameError, match=message) as caught:
        parse_extensive_game(text)
    assert "\n" not in str(caught.value)
    assert capfd.readouterr() == ("", "")


def test_options_that_end_the_process_end_one_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "trial.py").write_text("import os; os.abort()")
    monkeypatch.setattr("railbird.extensive.open_spiel._TRIAL", tmp_path / "trial.py")
    message = r"^nim\(pile_sizes=1;2\) of OpenSpiel ends its process \(signal 6\): change its options$"
    with pytest.raises(GameError, match=message):
        open_spiel_game("nim", {"pile_sizes": "1;2"})


def test_a_game_that_takes_too_long_to_start_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "trial.py").write_text("import time; time.sleep(60)")
    monkeypatch.setattr("railbird.extensive.open_spiel._TRIAL", tmp_path / "trial.py")
    monkeypatch.setattr("railbird.extensive.open_spiel.TRIAL_SECONDS", 0.2)
    with pytest.raises(GameError, match=r"^nim\(pile_sizes=3;2\) of OpenSpiel takes too long to start"):
        open_spiel_game("nim", {"pile_sizes": "3;2"})


def test_all_games_of_open_spiel_load_or_say_why_not() -> None:
    loaded = 0
    for name in open_spiel_names():
        kind = next(each for each in pyspiel.registered_games() if each.short_name == name)
        if kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
            continue  # each of these takes a trial in a process of its own
        try:
            loaded += bool(open_spiel_game(name).start().legal_actions())
        except GameError as error:
            assert "\n" not in str(error)
    assert loaded >= 30
