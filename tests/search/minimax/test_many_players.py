"""Paranoid and max^n against brute force over explicit trees."""

from __future__ import annotations

import pytest

from railbird.errors import GameError
from railbird.extensive import CHANCE
from railbird.extensive.tic_tac_toe import TicTacToe
from railbird.search.minimax import max_n, minimax, paranoid
from tests.extensive.trees import ClonedTree, Node, RandomTrees, Tree, choice, evaluate, leaf


def best_for_each(node: Node) -> tuple[float, ...]:
    """max^n by its definition: the first of the actions that are best for the player to act."""
    if not node.children:
        return node.payoffs
    values = [best_for_each(child) for child in node.children]
    if node.turn == CHANCE:
        return tuple(
            sum(p * value for p, value in zip(node.chances, own, strict=True)) for own in zip(*values, strict=True)
        )
    return max(values, key=lambda value: value[node.turn])


def worst_for(player: int, node: Node) -> float:
    """What a player gets if all others work against them."""
    if not node.children:
        return node.payoffs[player]
    values = [worst_for(player, child) for child in node.children]
    if node.turn == CHANCE:
        return sum(p * value for p, value in zip(node.chances, values, strict=True))
    return max(values) if node.turn == player else min(values)


@pytest.mark.parametrize(("players", "chance"), [(3, 0.0), (3, 0.3), (4, 0.0), (5, 0.2)])
def test_max_n_and_paranoid_equal_brute_force(players: int, chance: float) -> None:
    trees = RandomTrees(seed=players, players=players, chance=chance, total=None)
    for _ in range(100):
        root = trees.draw()
        wanted = best_for_each(root)
        for state in (Tree(root, players), ClonedTree(root, players)):
            found = max_n(state)
            assert found.values == pytest.approx(wanted)
            assert found.value == found.values[max(root.turn, 0)]  # type: ignore[index]
            sure = paranoid(state)
            assert sure.value == pytest.approx(worst_for(max(root.turn, 0), root))
            assert sure.nodes <= found.nodes


def test_shallow_pruning_gives_the_same_values_with_fewer_nodes() -> None:
    """Payoffs of three players from 0 to 10 that sum to 10, as in Korf's paper."""
    trees = RandomTrees(seed=10, players=3, largest=10, total=10)
    full = pruned = 0
    for _ in range(300):
        state = Tree(trees.draw(), players=3)
        wanted, found = max_n(state), max_n(state, most_in_total=10)
        assert (found.values, found.action) == (wanted.values, wanted.action)
        assert found.nodes <= wanted.nodes
        full, pruned = full + wanted.nodes, pruned + found.nodes
    assert pruned < full


def test_shallow_pruning_leaves_a_node_whose_player_has_taken_enough() -> None:
    """Player 0 has 6 of 10. In the second branch player 1 finds 5: at most 5 remain, so the rest is not visited."""
    tree = choice(0, leaf(6, 2, 2), choice(1, leaf(3, 5, 2), leaf(99, 0, 0)))
    state = Tree(tree, players=3, payoff_range=(0, 10))
    found = max_n(state, most_in_total=10)
    assert (found.values, found.action, found.nodes) == ((6, 2, 2), 0, 4)
    assert max_n(state).values == (6, 2, 2)
    with pytest.raises(GameError, match="needs a sum of at most that"):
        max_n(state, most_in_total=5)


def test_paranoid_assumes_what_max_n_does_not() -> None:
    """Player 1 could hurt player 0 at their own cost; only the paranoid fear it."""
    tree = choice(0, leaf(2, 0, 0), choice(1, leaf(9, 5, 0), leaf(-9, 4, 0)))
    assert paranoid(Tree(tree, players=3)).action == 0
    assert max_n(Tree(tree, players=3)).action == 1


def test_with_two_players_both_are_minimax() -> None:
    trees = RandomTrees(seed=11)
    for _ in range(100):
        state = Tree(trees.draw())
        wanted = minimax(state)
        assert max_n(state).values == wanted.values
        assert paranoid(state).value == wanted.value
        assert max_n(state, 3, evaluate).values == minimax(state, 3, evaluate).values
        assert paranoid(state, 3, evaluate, deepen=True).value == minimax(state, 3, evaluate).value
    assert paranoid(TicTacToe()).value == 0


def test_evaluations_have_one_value_per_player() -> None:
    state = Tree(choice(0, choice(1, leaf(1, 2, 3))), players=3)
    for search in (max_n, paranoid):
        with pytest.raises(GameError, match=r"Tree gave 0.5: (max_n|paranoid) needs one value for each of 3 players"):
            search(state, 1, lambda state: 0.5)
        with pytest.raises(GameError, match=r"Tree gave \(1, 2\): .* one value for each of 3 players"):
            search(state, 1, lambda state: (1, 2))
        with pytest.raises(GameError, match="Tree gave None: "):
            search(state, 1, lambda state: None)  # type: ignore[arg-type, return-value]
        with pytest.raises(GameError, match="expected finite numbers"):
            search(state, 1, lambda state: (1, 2, float("nan")))


def test_outcomes_of_equal_worth_leave_actions_equal() -> None:
    """A mean over six throws of a die rounds; the first of two equal actions is taken all the same."""
    sure, thrown = leaf(0.1, 0.1, 0.1), Node(CHANCE, (leaf(0.1, 0.1, 0.1),) * 6, (1 / 6,) * 6)
    for children in ((thrown, sure), (sure, thrown)):
        for search in (max_n, paranoid):
            result = search(Tree(choice(0, *children), players=3))
            assert (result.action, result.value) == (0, 0.1)
