"""Ultimate tic-tac-toe."""

import pyspiel

from railbird.extensive import NOBODY, RandomStream, play_actions
from railbird.extensive.ultimate_tic_tac_toe import UltimateTicTacToe


def _random_action(state: UltimateTicTacToe, random: RandomStream) -> int:
    actions = state.legal_actions()
    return actions[random.below(len(actions))]


def test_random_games_are_those_of_open_spiel_move_for_move() -> None:
    """OpenSpiel chooses the board first, if any will do, and then the cell."""
    random, game, ends = RandomStream(11), pyspiel.load_game("ultimate_tic_tac_toe"), set()
    for _ in range(60):
        state, twin, board = UltimateTicTacToe(), game.new_initial_state(), None
        while not twin.is_terminal():
            assert state.turn == twin.current_player()
            boards = sorted({action // 9 for action in state.legal_actions()})
            action = _random_action(state, random)
            if "Choose" in twin.action_to_string(twin.legal_actions()[0]):
                assert boards == twin.legal_actions()
                twin.apply_action(action // 9)
                board = action // 9
            else:
                board = boards[0]
                assert len(boards) == 1
            assert [9 * board + cell for cell in twin.legal_actions()] == [
                each for each in state.legal_actions() if each // 9 == board
            ]
            twin.apply_action(action % 9)
            state.apply(action)
        assert state.turn == NOBODY
        assert list(state.returns()) == twin.returns()
        ends.add(state.returns())
    assert len(ends) == 3


def test_winning_actions_are_those_after_which_the_game_is_won() -> None:
    random, wins = RandomStream(2), 0
    for _ in range(60):
        state = UltimateTicTacToe()
        while state.turn != NOBODY:
            mover, expected = state.turn, []
            for action in state.legal_actions():
                state.apply(action)
                if state.turn == NOBODY and state.returns()[mover] > 0:
                    expected.append(action)
                state.undo()
            assert sorted(state.winning_actions()) == expected
            wins += len(expected)
            state.apply(_random_action(state, random))
        assert state.winning_actions() == ()
    assert wins > 50


def test_a_move_sends_the_opponent_to_a_board_and_a_decided_board_leaves_the_choice() -> None:
    state = UltimateTicTacToe()
    play_actions(state, "a1 a2 a4 b1 d1 c2 g4 b3 d7")
    assert {action // 9 for action in state.legal_actions()} == {0}
    play_actions(state, "b2")
    assert {action // 9 for action in state.legal_actions()} == {4}
    assert str(state).splitlines()[:3] == ["XO. X.. ...", "OOO ... ...", ".O. ... ..."]
    play_actions(state, "d4")
    assert {action // 9 for action in state.legal_actions()} == set(range(1, 9))


def test_taking_back_every_action_gives_the_start() -> None:
    random = RandomStream(5)
    for _ in range(20):
        state, seen = UltimateTicTacToe(), []
        while state.turn != NOBODY:
            seen.append((state.turn, state.position_key(), state.legal_actions(), state.winning_actions()))
            state.apply(_random_action(state, random))
        for each in reversed(seen):
            state.undo()
            assert (state.turn, state.position_key(), state.legal_actions(), state.winning_actions()) == each
