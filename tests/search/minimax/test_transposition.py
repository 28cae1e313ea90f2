"""The transposition table: the same values with fewer nodes, within its size."""

from __future__ import annotations

import pytest

from railbird.errors import GameError
from railbird.extensive.tic_tac_toe import TicTacToe
from railbird.search.minimax import AlphaBetaSettings, TranspositionTable, alpha_beta, minimax
from railbird.search.minimax.transposition import AT_MOST, EXACT
from tests.extensive.trees import Node, RandomTrees, Tree, choice, evaluate, leaf

PLAIN = AlphaBetaSettings(killers=False, history=False)


def test_the_table_gives_the_same_value_on_tic_tac_toe_with_fewer_nodes() -> None:
    """From every position after up to three actions, at every depth."""
    waiting = [TicTacToe()]
    for state in waiting:
        for depth in (3, None):
            without = alpha_beta(state, depth, settings=PLAIN)
            found = alpha_beta(state, depth, settings=PLAIN, table=TranspositionTable())
            assert (found.value, found.solved) == (without.value, without.solved)
            assert found.nodes <= without.nodes
        if len(state._history) < 2:
            for action in state.legal_actions():
                child = state.clone()
                child.apply(action)
                waiting.append(child)
    table = TranspositionTable()
    found, without = alpha_beta(TicTacToe(), table=table, settings=PLAIN), alpha_beta(TicTacToe(), settings=PLAIN)
    assert found.nodes < without.nodes / 3
    assert len(found.variation) == 9, "the principal variation goes on through the table"
    assert len(table) < found.nodes


def test_one_table_serves_many_searches() -> None:
    table, nodes = TranspositionTable(), []
    state = TicTacToe()
    while state.legal_actions():
        found = alpha_beta(state, table=table)
        assert (found.value, found.solved) == (0, True)
        assert found.action is not None
        nodes.append(found.nodes)
        state.apply(found.action)
    assert len(nodes) == 9
    assert sum(nodes[1:]) < nodes[0]


@pytest.mark.parametrize("size", [2, 10, 200])
def test_a_small_table_stays_small_and_right(size: int) -> None:
    table = TranspositionTable(size)
    assert alpha_beta(TicTacToe(), table=table).value == 0
    assert 0 < len(table) <= size


def test_the_deepest_entries_survive() -> None:
    table = TranspositionTable(4)
    for key, depth in enumerate((1, 5, 2, 5)):
        table.store(key, (depth, EXACT, 0.0, 0))
    table.store(9, (1, AT_MOST, 0.5, 3))
    assert set(table.entries) == {1, 3, 9}
    table.store(9, (0, EXACT, 0.0, 0))
    assert table.entries[9] == (1, AT_MOST, 0.5, 3), "a deeper result is kept"


def test_shared_subtrees_of_random_trees_are_searched_once() -> None:
    """The same subtree hangs at several places of each tree, at several depths."""
    trees = RandomTrees(seed=8, depth=4)
    with_table = without_table = 0
    for _ in range(200):
        shared, other = trees.draw(), trees.draw()
        root = choice(0, choice(1, shared, other), choice(1, other, shared), choice(0, choice(1, shared), leaf(-9)))
        found, without = alpha_beta(Tree(root), table=TranspositionTable()), alpha_beta(Tree(root))
        assert found.values == without.values == minimax(Tree(root)).values
        with_table += found.nodes
        without_table += without.nodes
    assert with_table < 0.8 * without_table


def test_a_value_from_a_shallow_search_is_not_used_at_a_larger_depth() -> None:
    """The node looks good from above; at depth 3 it is searched again although the table knows it at depth 1."""
    node = Node(1, (Node(0, choice(0, -4).children, static=(6.0, -6.0)),), static=(6.0, -6.0))
    state, table = Tree(choice(0, node, 0)), TranspositionTable()
    assert alpha_beta(state, 2, evaluate, table=table).value == 6
    assert alpha_beta(state, 3, evaluate, table=table).value == 0


def test_deepening_with_a_table_knows_when_a_game_is_solved() -> None:
    found = alpha_beta(TicTacToe(), deepen=True, table=TranspositionTable())
    assert (found.value, found.solved, found.depth, found.finished) == (0, True, 9, True)
    found = alpha_beta(TicTacToe(), 8, deepen=True, table=TranspositionTable())
    assert (found.value, found.solved, found.depth) == (0, False, 8)


def test_a_table_needs_room() -> None:
    with pytest.raises(GameError, match="a transposition table of 1 entries: it needs 2 or more"):
        TranspositionTable(1)
