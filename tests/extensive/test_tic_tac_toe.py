"""Tic-tac-toe."""

import pyspiel

from railbird.extensive import NOBODY, RandomStream
from railbird.extensive.tic_tac_toe import TicTacToe


def test_there_are_255168_games_over_5478_positions() -> None:
    games: dict[int, int] = {}

    def count(state: TicTacToe) -> int:
        key = state.position_key()
        if key not in games:
            games[key] = 0
            for action in state.legal_actions():
                state.apply(action)
                games[key] += count(state)
                state.undo()
            games[key] += state.turn == NOBODY
        return games[key]

    assert count(TicTacToe()) == 255168
    assert len(games) == 5478


def test_random_games_are_those_of_open_spiel_move_for_move() -> None:
    random = RandomStream(11)
    for _ in range(300):
        state, twin = TicTacToe(), pyspiel.load_game("tic_tac_toe").new_initial_state()
        while not twin.is_terminal():
            assert state.turn == twin.current_player()
            assert list(state.legal_actions()) == twin.legal_actions()
            assert str(state) == str(twin).upper()
            action = state.legal_actions()[random.below(len(state.legal_actions()))]
            state.apply(action)
            twin.apply_action(action)
        assert state.turn == NOBODY
        assert list(state.returns()) == twin.returns()


def test_cells_have_names_by_column_and_row() -> None:
    assert " ".join(map(TicTacToe().action_text, range(9))) == "a1 b1 c1 a2 b2 c2 a3 b3 c3"


def test_taking_back_every_action_gives_the_start() -> None:
    state, random = TicTacToe(), RandomStream(5)
    seen = []
    while state.turn != NOBODY:
        seen.append((state.turn, state.position_key(), state.legal_actions()))
        state.apply(state.legal_actions()[random.below(len(state.legal_actions()))])
    for each in reversed(seen):
        state.undo()
        assert (state.turn, state.position_key(), state.legal_actions()) == each
