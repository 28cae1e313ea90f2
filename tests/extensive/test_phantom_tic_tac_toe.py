"""Phantom tic-tac-toe."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pyspiel
import pytest

from railbird.extensive import NOBODY, RandomStream, play_actions
from railbird.extensive.phantom_tic_tac_toe import PhantomTicTacToe


def _random_action(state: PhantomTicTacToe, random: RandomStream) -> int:
    actions = state.legal_actions()
    return actions[random.below(len(actions))]


def test_random_games_are_those_of_open_spiel_move_for_move() -> None:
    random, game = RandomStream(3), pyspiel.load_game("phantom_ttt")
    refusals, ends = 0, set()
    for _ in range(150):
        state, twin = PhantomTicTacToe(3, 3, 3), game.new_initial_state()
        while not twin.is_terminal():
            assert state.turn == twin.current_player()
            assert list(state.legal_actions()) == twin.legal_actions()
            assert str(state) == str(twin).upper()
            mover, action = state.turn, _random_action(state, random)
            state.apply(action)
            twin.apply_action(action)
            refusals += state.turn == mover
        assert state.turn == NOBODY
        assert list(state.returns()) == twin.returns()
        ends.add(state.returns())
    assert refusals > 200
    assert len(ends) == 3


def _all_paths(state: PhantomTicTacToe, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    yield path
    for action in state.legal_actions():
        state.apply(action)
        yield from _all_paths(state, (*path, action))
        state.undo()


def _observed(path: tuple[int, ...], player: int, size: tuple[int, int, int]) -> list[object]:
    """What a player sees, event by event, by rules of its own: cells as coordinates, lines by walking."""
    columns, rows, line = size
    owner: dict[tuple[int, int], int] = {}
    events: list[object] = ["my turn"] if player == 0 else []
    mover, over = 0, False
    for action in path:
        cell = divmod(action, columns)
        refused = cell in owner
        if mover == player:
            events.append((cell, "refused" if refused else "placed"))
        if refused:
            continue
        owner[cell] = mover
        over = len(owner) == columns * rows
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = 1
            for sign in (1, -1):
                row, column = cell
                while owner.get((row := row + sign * down, column := column + sign * right)) == mover:
                    run += 1
            over = over or run >= line
        mover = 1 - mover
        if mover == player and not over:
            events.append("my turn")
    return [*events, ("over", path)] if over else events


@pytest.mark.parametrize("size", [(2, 2, 2), (3, 2, 2)])
def test_keys_are_equal_exactly_when_the_player_has_seen_the_same(size: tuple[int, int, int]) -> None:
    paths = list(_all_paths(PhantomTicTacToe(*size)))
    assert len(paths) > 50
    for player in (0, 1):
        by_key: dict[object, set[str]] = {}
        by_sight: dict[str, set[object]] = {}
        for path in paths:
            state = PhantomTicTacToe(*size)
            for action in path:
                state.apply(action)
            key, seen = state.information_key(player), repr(_observed(path, player, size))
            by_key.setdefault(key, set()).add(seen)
            by_sight.setdefault(seen, set()).add(key)
        assert all(len(seen) == 1 for seen in by_key.values())
        assert all(len(keys) == 1 for keys in by_sight.values())
        assert len(by_key) < len(paths)


def test_the_opponent_learns_nothing_of_a_refusal() -> None:
    state = PhantomTicTacToe()
    play_actions(state, "b2")
    before = state.information_key(0)
    play_actions(state, "b2")
    assert state.turn == 1
    assert state.information_key(0) == before
    assert "b2" not in {state.action_text(action) for action in state.legal_actions()}


def _stones(state: PhantomTicTacToe, letter: str) -> frozenset[int]:
    return frozenset(index for index, each in enumerate(str(state).replace("\n", "")) if each == letter)


@pytest.mark.parametrize(
    ("played", "player"),
    [("a1 b1 b1 c1 c2 b3 a3", 0), ("a1 b1 c1 a1 c2 b3", 1), ("a1 b2 a2 a1 a3", 1), ("", 0), ("b2", 1)],
)
@pytest.mark.parametrize("rejections", [50, 0])
def test_a_determinization_is_uniform_over_the_placements_that_agree_with_what_is_known(
    played: str, player: int, rejections: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All placements, by brute force: the right number, refused cells included, own cells excluded, and no line.

    Without rejections, the placements without a line are listed at once.
    """
    monkeypatch.setattr("railbird.extensive.phantom_tic_tac_toe._REJECTIONS", rejections)
    state = PhantomTicTacToe(3, 3, 3)
    play_actions(state, played)
    own, theirs = _stones(state, "XO"[player]), _stones(state, "OX"[player])
    refused = theirs - {action for action in range(9) if action in _legal(state, player)}
    lines = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]
    wanted = {
        frozenset(cells)
        for cells in combinations(range(9), len(theirs))
        if refused <= set(cells) and not own & set(cells) and not any(line <= set(cells) for line in lines)
    }
    assert theirs in wanted
    random, draws = RandomStream(6), 200 * len(wanted)
    counts = Counter(_stones(state.determinize(player, random), "OX"[player]) for _ in range(draws))
    assert set(counts) == wanted
    assert all(130 < count < 270 for count in counts.values())


def _legal(state: PhantomTicTacToe, player: int) -> tuple[int, ...]:
    """The cells that the player does not know to be taken."""
    return tuple(cell for cell in range(9) if not state._known[player] >> cell & 1)


def test_a_stone_that_refused_the_player_was_there_by_then() -> None:
    """Player 0 was refused b1 after one stone of player 1: it was their first one."""
    state, random = PhantomTicTacToe(3, 3, 3), RandomStream(2)
    play_actions(state, "a1 b1 b1 c1 b3")
    firsts: Counter[int] = Counter()
    seconds: Counter[int] = Counter()
    for _ in range(200):
        drawn = state.determinize(0, random)
        first, second = drawn._tried[1]
        firsts[first] += 1
        seconds[second] += 1
    assert set(firsts) == {1}
    assert set(seconds) == {3, 4, 5, 6, 7, 8}


def test_a_determinization_can_be_taken_back_to_the_start() -> None:
    random = RandomStream(12)
    for _ in range(20):
        state = PhantomTicTacToe()
        for _ in range(14):
            if state.turn != NOBODY:
                state.apply(_random_action(state, random))
        for player in (0, 1):
            drawn = state.determinize(player, random)
            while drawn._movers:
                drawn.undo()
            assert str(drawn) == str(PhantomTicTacToe())
            assert (drawn.turn, drawn._known, drawn._tried) == (0, [0, 0], ([], []))


def test_four_in_a_row_win_in_every_direction() -> None:
    for played in ("a1 a2 b1 b2 c1 c2 d1", "a1 b1 a2 b2 a3 b3 a4", "a1 b1 b2 c1 c3 a2 d4", "d1 b1 c2 c1 b3 a2 a4"):
        state = PhantomTicTacToe()
        play_actions(state, played)
        assert state.turn == NOBODY
        assert state.returns() == (1.0, -1.0)


def test_winning_actions_are_those_after_which_the_game_is_won() -> None:
    state = PhantomTicTacToe(3, 3, 3)
    play_actions(state, "a1 b3 a2 c3")
    assert [state.action_text(action) for action in state.winning_actions()] == ["a3"]
    play_actions(state, "b2")
    assert [state.action_text(action) for action in state.winning_actions()] == ["a3"]
