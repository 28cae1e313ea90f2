"""Limits of searches, interruption, and states and arguments that they refuse."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

import numpy as np
import pytest

from railbird.errors import GameError
from railbird.extensive import CHANCE, NOBODY, RandomStream
from railbird.extensive.phantom_tic_tac_toe import PhantomTicTacToe
from railbird.extensive.tic_tac_toe import TicTacToe
from railbird.extensive.ultimate_tic_tac_toe import UltimateTicTacToe
from railbird.search.minimax import (
    AlphaBetaSettings,
    MinimaxResult,
    alpha_beta,
    expectiminimax,
    max_n,
    minimax,
    negamax,
    paranoid,
    star1,
    star2,
)
from tests.extensive.trees import Node, RandomTrees, Tree, chance, choice, evaluate, leaf

Search = Callable[..., MinimaxResult]
TWO_PLAYERS: tuple[Search, ...] = (minimax, negamax, alpha_beta, expectiminimax, star1, star2)
ALL: tuple[Search, ...] = (*TWO_PLAYERS, paranoid, max_n)


def interrupting(calls: int) -> Callable[[Tree], tuple[float, ...]]:
    """An evaluation during which the user presses Ctrl-C; later calls are answered again."""
    numbers = count(1)

    def evaluation(state: Tree) -> tuple[float, ...]:
        if next(numbers) == calls:
            raise KeyboardInterrupt
        return evaluate(state)

    return evaluation


@pytest.mark.parametrize("search", ALL)
def test_an_interrupted_deepening_search_returns_the_last_complete_depth(search: Search) -> None:
    state = Tree(RandomTrees(seed=2, depth=6, early=0, branching=3).draw())
    done = [search(state, depth, evaluate, deepen=True) for depth in (1, 2, 3, 4)]
    for calls in range(len(state.legal_actions()) + 1, 30):
        found = search(state, 4, interrupting(calls), deepen=True)
        if found.finished:
            break
        wanted = done[found.depth - 1]
        assert (found.values, found.value, found.variation) == (wanted.values, wanted.value, wanted.variation)
        assert wanted.nodes < found.nodes <= done[found.depth].nodes
    assert calls > 10


@pytest.mark.parametrize("search", ALL)
def test_a_search_that_is_interrupted_early_returns_the_best_action_so_far(search: Search) -> None:
    """Of three actions, worth 1, 5 and 3, some have been searched; if none, the first is taken."""
    children = tuple(Node(1, choice(1, 0).children, static=(value, -value)) for value in (1.0, 5.0, 3.0))
    state = Tree(Node(0, children, static=(2.0, -2.0)))
    for calls, value, action in ((1, 2, 0), (2, 1, 0), (3, 5, 1)):
        found = search(state, 1, interrupting(calls))
        assert (found.value, found.action, found.variation) == (value, action, (action,))
        assert (found.finished, found.solved, found.depth) == (False, False, 0)
    assert search(state, 1, interrupting(4)).finished
    assert search(state, 1, evaluate).value == 5


def test_an_interrupted_turn_of_chance_has_no_action() -> None:
    roll = chance((0.5, choice(0, 1)), (0.5, 2))
    found = expectiminimax(Tree(Node(CHANCE, roll.children, roll.chances, static=(1.0, -1.0))), 1, interrupting(1))
    assert (found.finished, found.value, found.action, found.variation) == (False, 1, None, ())


@pytest.mark.parametrize("search", ALL)
def test_a_time_limit_ends_a_search_with_what_it_has(search: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock advances by a second at each look: so slow a game is timed at each node."""
    state = UltimateTicTacToe()
    depths = []
    for seconds in (30, 300):
        times: Iterator[int] = count()
        monkeypatch.setattr("time.monotonic", lambda times=times: next(times))
        found = search(state, seconds=seconds)
        assert (found.finished, found.nodes) == (False, seconds)
        assert found.action in state.legal_actions()
        depths.append(found.depth)
    assert depths[0] == 0
    assert depths[1] >= 1
    monkeypatch.setattr("time.monotonic", lambda: 0.0)
    endgame = Tree(choice(0, choice(1, 3, 4), 2))
    found = search(endgame, seconds=1)
    assert (found.finished, found.solved, found.depth, found.value) == (True, True, 2, 3)


def test_a_time_limit_on_the_real_clock() -> None:
    start = time.monotonic()
    found = alpha_beta(UltimateTicTacToe(), seconds=0.05)
    assert (found.finished, found.solved) == (False, False)
    assert found.depth >= 2
    assert time.monotonic() - start < 5


def test_slow_evaluations_do_not_overrun_the_time_limit() -> None:
    calls = []

    def slow(state: UltimateTicTacToe) -> float:
        calls.append(state)
        time.sleep(0.01)
        return 0.0

    assert not minimax(UltimateTicTacToe(), 1, slow, seconds=0.05).finished
    assert len(calls) <= 8


@pytest.mark.parametrize("search", ALL)
def test_limits_that_make_no_sense_are_refused(search: Search) -> None:
    with pytest.raises(GameError, match=r"depth 0: \w+ looks at least 1 action ahead"):
        search(TicTacToe(), 0)
    for seconds in (0, -1, float("nan"), float("inf")):
        with pytest.raises(GameError, match=r"seconds: give \w+ a positive number of seconds"):
            search(TicTacToe(), seconds=seconds)


@pytest.mark.parametrize("search", ALL)
def test_hidden_information_is_refused(search: Search) -> None:
    with pytest.raises(GameError) as error:
        search(PhantomTicTacToe())
    assert str(error.value) == (
        f"PhantomTicTacToe hides information, which {search.__name__} would see: use a search over information sets"
    )


@pytest.mark.parametrize("search", TWO_PLAYERS)
def test_methods_for_two_players_refuse_three(search: Search) -> None:
    with pytest.raises(GameError, match=r"Tree has 3 players; \w+ is for 2: use paranoid or max_n"):
        search(Tree(choice(0, leaf(1, 2, 3)), players=3))


@pytest.mark.parametrize("search", [minimax, negamax, alpha_beta])
def test_methods_without_chance_refuse_it(search: Search) -> None:
    wanted = r"Tree has turns of chance, which \w+ cannot search: use expectiminimax, star1 or star2"
    with pytest.raises(GameError, match=wanted):
        search(Tree(choice(0, chance((1.0, 2)))))
    with pytest.raises(GameError, match=wanted):
        search(Tree(chance((1.0, 2))))


@pytest.mark.parametrize("search", TWO_PLAYERS)
def test_evaluations_of_a_wrong_shape_are_refused(search: Search) -> None:
    state = Tree(choice(0, choice(1, 1)))
    for value in ((1, 2, 3), None, (), object()):
        with pytest.raises(GameError, match=r"the evaluation of Tree gave .* the value for player 0, or a pair"):
            search(state, 1, lambda state, value=value: value)
    for value in (float("nan"), float("inf"), ("a", "b")):
        with pytest.raises(GameError, match=r"the evaluation of Tree gave .* expected a finite number"):
            search(state, 1, lambda state, value=value: value)
    assert search(state, 1, lambda state: np.float32(0.5)).value == 0.5
    assert search(state, 1, lambda state: np.array([0.5, -0.5])).value == 0.5
    assert search(state, 1, lambda state: (0.5, -0.5)).value == search(state, 1, lambda state: 0.5).value == 0.5


@pytest.mark.parametrize("search", ALL)
def test_states_that_break_the_protocol_are_refused(search: Search) -> None:
    broken: list[tuple[Node, str]] = [
        (choice(0, choice(7, 1)), "Tree says that it is the turn of 7, not of player 0 to 1, chance or nobody"),
        (choice(-5, 1), "Tree says that it is the turn of -5, not of player 0 to 1, chance or nobody"),
        (choice(0, Node(1)), "Tree has no legal actions at the turn of player 1"),
        (Node(0), "Tree has no legal actions at the turn of player 0"),
        (choice(0, leaf(1, 2, 3)), "Tree returned 3 payoffs for 2 players"),
        (choice(0, Node(NOBODY)), "Tree returned 0 payoffs for 2 players"),
        (leaf(1), "the game is over: there is nothing to search in this position of Tree"),
    ]
    for root, message in broken:
        with pytest.raises(GameError) as error:
            search(Tree(root))
        assert str(error.value) == message


@pytest.mark.parametrize("search", TWO_PLAYERS)
def test_games_without_a_constant_sum_are_refused(search: Search) -> None:
    with pytest.raises(GameError) as error:
        search(Tree(choice(0, leaf(1, 1), leaf(2, 3))))
    assert str(error.value) == (
        f"Tree pays both players 2 in one ending and 5 in another; {search.__name__} needs a constant sum: use max_n"
    )
    assert search(Tree(choice(1, leaf(1, 9), leaf(7, 3)))).values == (1, 9), "a constant sum other than 0 is fine"


class Endless(Tree):
    """A game that never ends, because playing changes nothing."""

    def apply(self, action: int) -> None:
        self._path.append(self.node)


@pytest.mark.parametrize("search", ALL)
def test_a_game_without_end_needs_a_depth(search: Search) -> None:
    with pytest.raises(GameError, match=r"Endless goes deeper than Python can follow: limit \w+ with a depth"):
        search(Endless(choice(0, 1, 2)))
    assert search(Endless(choice(0, 1, 2)), 2).value == 0


def test_orders_and_settings_are_checked() -> None:
    short = AlphaBetaSettings(order=lambda state, actions: actions[1:])
    with pytest.raises(GameError, match=r"the order of actions of Tree gave \[1\]: expected all legal ones, \[0, 1\]"):
        alpha_beta(Tree(choice(0, 1, 2)), settings=short)
    with pytest.raises(GameError, match="the order of actions of Tree gave"):
        star1(Tree(choice(0, 1, 2)), order=lambda state, actions: [0, 5])
    wrong: tuple[dict[str, Any], ...] = ({"margin": -1}, {"reduce_after": 0}, {"reduction": 0})
    for options in wrong:
        with pytest.raises(GameError, match=next(iter(options))):
            AlphaBetaSettings(**options)


def test_the_state_is_left_as_it_was() -> None:
    random = RandomStream(4)
    state = UltimateTicTacToe()
    for _ in range(20):
        actions = state.legal_actions()
        state.apply(actions[random.below(len(actions))])
    key, text = state.position_key(), str(state)
    for search in ALL:
        search(state, 3)
        search(state, seconds=0.002)
    assert (state.position_key(), str(state)) == (key, text)


def test_the_text_of_a_result() -> None:
    state = TicTacToe()
    assert alpha_beta(state, 2).text(state) == f"a1 b1: value +0, depth 2, {alpha_beta(state, 2).nodes} nodes"
    tree = Tree(chance((0.5, 1), (0.5, 2)))
    found = expectiminimax(tree)
    assert found.turn == CHANCE
    assert found.text(tree) == "chance: value +1.5, solved, depth 1, 3 nodes"
    assert "interrupted" in minimax(
        Tree(Node(0, choice(0, choice(1, 2)).children, static=(1, -1))), 1, interrupting(1)
    ).text(tree)
