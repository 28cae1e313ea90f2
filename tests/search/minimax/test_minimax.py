"""Minimax and alpha-beta on hand-made trees, random trees and tic-tac-toe: items 2 and 3 of the review's checklist."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pyspiel
import pytest
from open_spiel.python.algorithms import minimax as open_spiel_minimax

from railbird.errors import GameError
from railbird.extensive import State
from railbird.extensive.tic_tac_toe import TicTacToe
from railbird.extensive.ultimate_tic_tac_toe import UltimateTicTacToe
from railbird.search.minimax import (
    AlphaBetaSettings,
    TranspositionTable,
    alpha_beta,
    minimax,
    negamax,
)
from tests.extensive.trees import ClonedTree, Node, RandomTrees, Tree, choice, evaluate, leaf

PLAIN = AlphaBetaSettings(killers=False, history=False)
RANDOM_TREES = 1000


def lines_won(state: UltimateTicTacToe) -> float:
    """A static value for player 0: boards won more than the opponent."""
    return 0.1 * (state._won[0].bit_count() - state._won[1].bit_count())


def test_mcts_review_2_minimax_of_a_hand_made_tree() -> None:
    """Player 1 leaves 3, 2 and 4 to player 0; the second action of the third branch goes one level deeper."""
    tree = choice(0, choice(1, 3, 12, 8), choice(1, 2, 4, 6), choice(1, 14, choice(0, 4, -1), 9))
    for search in (minimax, negamax):
        found = search(Tree(tree, payoff_range=(-20, 20)))
        assert (found.value, found.values, found.action, found.variation) == (4, (4, -4), 2, (2, 1, 0))
        assert (found.nodes, found.depth, found.solved, found.finished) == (15, 3, True, True)


def test_mcts_review_2_depth_limit_takes_the_static_value_of_what_it_does_not_see() -> None:
    inner = Node(1, choice(1, 3, 5).children, static=(7.0, -7.0))
    tree = choice(0, inner, 4)
    assert minimax(Tree(tree), depth=1, evaluate=evaluate).value == 7
    assert minimax(Tree(tree), depth=2, evaluate=evaluate).value == 4
    found = minimax(Tree(tree), depth=1)
    assert (found.value, found.action, found.solved) == (4, 1, False), "the default is the middle of the payoff range"


def test_mcts_review_2_perfect_tic_tac_toe_is_a_draw() -> None:
    found = minimax(TicTacToe())
    assert (found.value, found.nodes) == (0, 549946), "the size of the whole tree is well known"


@pytest.mark.parametrize("seed", range(8))
def test_mcts_review_2_tic_tac_toe_is_a_draw_in_whatever_order_actions_are_tried(seed: int) -> None:
    order = list(range(9))
    random.Random(seed).shuffle(order)

    def shuffled(state: TicTacToe, actions: Sequence[int]) -> Sequence[int]:
        return sorted(actions, key=order.index)

    settings = AlphaBetaSettings(order=shuffled, killers=False, history=False)
    found = alpha_beta(TicTacToe(), settings=settings)
    assert (found.value, found.values, found.solved) == (0, (0, 0), True)
    assert found.action == order[0]


def test_mcts_review_3_alpha_beta_skips_the_rest_of_the_second_branch_of_figure_2() -> None:
    """The first branch is worth 3; the second one's first child is 2, so the others are never visited."""
    forbidden = leaf(99)
    tree = Tree(choice(0, choice(1, 3, 5, 4), choice(1, 2, forbidden, forbidden)))
    found = alpha_beta(tree)
    assert (found.value, found.action, found.nodes) == (3, 0, 7)
    with pytest.raises(GameError, match="Tree pays player 0 99, outside its payoff range of -10 to 10"):
        minimax(tree)


def test_mcts_review_3_alpha_beta_and_negamax_give_the_value_of_minimax_on_1000_random_trees() -> None:
    """The same value always, never with more nodes, and far fewer in total."""
    trees = RandomTrees(seed=3, depth=4)
    plain_nodes = alpha_beta_nodes = 0
    for _ in range(RANDOM_TREES):
        state = Tree(trees.draw(), payoff_range=(-11, 11))
        wanted = minimax(state)
        same = negamax(state)
        assert (same.value, same.variation, same.nodes) == (wanted.value, wanted.variation, wanted.nodes)
        pruned = alpha_beta(state, settings=PLAIN)
        assert pruned.values == wanted.values
        assert pruned.nodes <= wanted.nodes
        assert value_at_the_end(state, pruned.variation) == wanted.values
        assert alpha_beta(state).values == wanted.values
        plain_nodes += wanted.nodes
        alpha_beta_nodes += pruned.nodes
    assert alpha_beta_nodes < 0.7 * plain_nodes


def value_at_the_end(state: State, variation: Sequence[int]) -> tuple[float, ...]:
    """The payoffs after a principal variation."""
    end = state.clone()
    for action in variation:
        end.apply(action)
    return tuple(end.returns())


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_mcts_review_3_depth_limited_alpha_beta_equals_minimax(depth: int) -> None:
    trees = RandomTrees(seed=depth, depth=6)
    for _ in range(100):
        root = trees.draw()
        wanted = minimax(Tree(root), depth, evaluate)
        assert minimax(ClonedTree(root), depth, evaluate) == wanted, "undo or clone: the same search"
        for found in (
            alpha_beta(Tree(root), depth, evaluate, settings=PLAIN),
            alpha_beta(ClonedTree(root), depth, evaluate, settings=PLAIN),
        ):
            assert (found.values, found.solved) == (wanted.values, wanted.solved) or found.nodes < wanted.nodes
            assert found.values == wanted.values


def test_mcts_review_3_iterative_deepening_ends_with_the_answer_of_the_fixed_depth() -> None:
    trees = RandomTrees(seed=5, depth=6)
    for _ in range(100):
        state = Tree(trees.draw())
        for depth in (2, 4, None):
            fixed, deepened = minimax(state, depth, evaluate), alpha_beta(state, depth, evaluate, deepen=True)
            assert deepened.values == fixed.values
            assert deepened.depth == min(fixed.depth, depth or 6) or deepened.solved
    found = minimax(TicTacToe(), 4, deepen=True)
    each = [minimax(TicTacToe(), depth) for depth in (1, 2, 3, 4)]
    assert (found.value, found.variation, found.depth) == (each[-1].value, each[-1].variation, 4)
    assert found.nodes == sum(one.nodes for one in each)


def test_mcts_review_3_ultimate_tic_tac_toe_to_depth_4_with_every_order() -> None:
    state = UltimateTicTacToe()
    for action in (40, 36, 4, 41, 49, 42, 58, 38, 19):
        state.apply(action)
    before = str(state)
    wanted = minimax(state, 4, lines_won)
    for killers in (False, True):
        for history in (False, True):
            for table in (None, TranspositionTable()):
                settings = AlphaBetaSettings(killers=killers, history=history)
                found = alpha_beta(state, 4, lines_won, table=table, settings=settings)
                assert found.value == wanted.value
                assert found.nodes < wanted.nodes / 3
                assert len(found.variation) == 4
    assert str(state) == before


def test_order_of_killers_and_history_saves_nodes_on_tic_tac_toe() -> None:
    plain = alpha_beta(TicTacToe(), settings=PLAIN).nodes
    assert alpha_beta(TicTacToe(), settings=AlphaBetaSettings(history=False)).nodes < plain / 2
    assert alpha_beta(TicTacToe(), settings=AlphaBetaSettings(killers=False)).nodes < plain / 1.5
    assert alpha_beta(TicTacToe()).nodes < plain / 2


def test_alpha_beta_gives_the_values_of_open_spiel() -> None:
    """Both search every position after two actions of tic-tac-toe to the end, and choose the same action."""
    game = pyspiel.load_game("tic_tac_toe")
    for first in range(9):
        for second in range(9):
            if first == second:
                continue
            theirs, ours = game.new_initial_state(), TicTacToe()
            for action in (first, second):
                theirs.apply_action(action)
                ours.apply(action)
            value, action = open_spiel_minimax.alpha_beta_search(game, state=theirs)
            found = alpha_beta(ours, settings=PLAIN)
            assert (found.value, found.action) == (value, action)


def test_with_deepening_the_shortest_win_is_chosen() -> None:
    state = TicTacToe()
    for cell in (0, 3, 4, 5):
        state.apply(cell)
    assert minimax(state).variation == (1, 2, 7), "minimax takes the first of two wins"
    assert alpha_beta(state, deepen=True).variation == (8,)


def test_forward_pruning_drops_actions_far_below_the_best() -> None:
    """The second action looks bad and is good: only a margin that keeps it finds the value of minimax."""
    good = Node(1, choice(1, 8, 9).children, static=(-5.0, 5.0))
    fair = Node(1, choice(1, 1, 2).children, static=(1.0, -1.0))
    tree = Tree(choice(0, fair, good))
    assert minimax(tree, None, evaluate).value == 8
    narrow = alpha_beta(tree, None, evaluate, settings=AlphaBetaSettings(margin=5.9))
    assert (narrow.value, narrow.action, narrow.solved) == (1, 0, False)
    assert alpha_beta(tree, None, evaluate, settings=AlphaBetaSettings(margin=6)).value == 8
    with pytest.raises(GameError, match=r"forward pruning \(margin\) needs an evaluation function"):
        alpha_beta(tree, settings=AlphaBetaSettings(margin=1))


def test_late_actions_are_reduced_and_searched_again_if_they_turn_out_better() -> None:
    """A late action is searched to a smaller depth; where that looks better than alpha, to the full depth."""
    settings = AlphaBetaSettings(killers=False, history=False, reduce_after=1)

    def late(shallow: float, deep: float) -> Node:
        """An action whose value at reduced depth differs from that at full depth."""
        inner = Node(0, choice(0, deep).children, static=(shallow, -shallow))
        return Node(1, (inner,))

    first = choice(1, choice(0, 2))
    again = alpha_beta(Tree(choice(0, first, late(5, 1))), 3, evaluate, settings=settings)
    assert (again.value, again.action) == (2, 0), "it looked like 5, and was 1 at full depth"
    missed = alpha_beta(Tree(choice(0, first, late(1, 5))), 3, evaluate, settings=settings)
    assert (missed.value, missed.action) == (2, 0), "it looked like 1, so that its 5 was never seen"
    assert minimax(Tree(choice(0, first, late(1, 5))), 3, evaluate).value == 5


def test_late_move_reductions_save_nodes_on_ultimate_tic_tac_toe() -> None:
    state = UltimateTicTacToe()
    for action in (40, 36, 4, 41, 49, 42, 58, 38, 19):
        state.apply(action)
    full = alpha_beta(state, 6, lines_won)
    reduced = alpha_beta(state, 6, lines_won, settings=AlphaBetaSettings(reduce_after=3))
    assert reduced.nodes < 0.7 * full.nodes
