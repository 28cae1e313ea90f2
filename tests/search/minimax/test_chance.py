"""Expectiminimax, Star1 and Star2: item 4 of the review's checklist."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from railbird.errors import GameError
from railbird.extensive import CHANCE, State
from railbird.search.minimax import expectiminimax, minimax, star1, star2
from tests.extensive.trees import ClonedTree, Node, RandomTrees, Tree, chance, choice, evaluate, leaf


def two_dice(value: dict[int, float]) -> Node:
    """One roll of two dice as 21 outcomes, 1/36 for a double and 1/18 for the others (review, §2.1.2)."""
    return chance(
        *((1 / 36 if low == high else 1 / 18, value[low + high]) for low in range(1, 7) for high in range(low, 7))
    )


def test_mcts_review_4_two_dice_equal_the_closed_form_mean() -> None:
    """The mean of the sum is 7; that of its square 329/6: 49 and the variance of 35/6."""
    total = {total: float(total) for total in range(2, 13)}
    square = {total: float(total * total) for total in range(2, 13)}
    for search in (expectiminimax, star1, star2):
        mean = search(Tree(two_dice(total), payoff_range=(-144, 144)))
        assert mean.value == pytest.approx(7, abs=1e-12)
        assert (mean.turn, mean.action, mean.variation, mean.nodes) == (CHANCE, None, (), 22)
        assert search(Tree(two_dice(square), payoff_range=(-144, 144))).value == pytest.approx(329 / 6, abs=1e-12)


def test_mcts_review_4_a_player_takes_the_better_of_two_rolls() -> None:
    """Player 0 may stand on 7.5 or roll; player 1 would rather roll."""
    roll = two_dice({total: float(total) for total in range(2, 13)})
    for search in (expectiminimax, star1, star2):
        assert search(Tree(choice(0, roll, 7.5), payoff_range=(-12, 12))).action == 1
        found = search(Tree(choice(1, 7.5, roll), payoff_range=(-12, 12)))
        assert (found.action, found.variation) == (1, (1,))
        assert found.value == pytest.approx(-7)
        assert found.values == pytest.approx((7, -7))


def test_mcts_review_4_star1_and_star2_give_the_value_of_expectiminimax_on_1000_random_trees() -> None:
    """Star1 never with more nodes; Star2 with fewer on average."""
    trees = RandomTrees(seed=4, depth=4, chance=0.35)
    nodes = [0, 0, 0]
    for _ in range(1000):
        state = Tree(trees.draw())
        wanted, first, second = expectiminimax(state), star1(state), star2(state)
        assert first.value == pytest.approx(wanted.value, abs=1e-9)
        assert second.value == pytest.approx(wanted.value, abs=1e-9)
        assert first.nodes <= wanted.nodes
        nodes = [before + found.nodes for before, found in zip(nodes, (wanted, first, second), strict=True)]
    assert nodes[1] < 0.75 * nodes[0]
    assert nodes[2] < 0.85 * nodes[0]


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_mcts_review_4_depth_limits_mean_the_same_for_all_three(depth: int) -> None:
    trees = RandomTrees(seed=depth, depth=5, chance=0.4)
    for _ in range(60):
        root = trees.draw()
        wanted = expectiminimax(Tree(root), depth, evaluate)
        assert expectiminimax(ClonedTree(root), depth, evaluate) == wanted
        for search in (star1, star2):
            assert search(Tree(root), depth, evaluate).value == pytest.approx(wanted.value, abs=1e-9)
            assert search(ClonedTree(root), depth, evaluate).value == pytest.approx(wanted.value, abs=1e-9)
            deepened = search(Tree(root), depth, evaluate, deepen=True)
            assert deepened.value == pytest.approx(wanted.value, abs=1e-9)


def test_without_chance_expectiminimax_is_minimax() -> None:
    trees = RandomTrees(seed=6)
    for _ in range(100):
        state = Tree(trees.draw())
        assert expectiminimax(state) == minimax(state)
        assert star2(state) == star1(state)


def test_star1_stops_when_the_other_outcomes_cannot_help() -> None:
    """Player 0 has 6. With payoffs up to 10, a half of 1 and a half of at most 10 is less: the rest is not visited."""
    forbidden = leaf(99)
    found = star1(Tree(choice(0, 6, chance((0.5, 1), (0.5, forbidden)))))
    assert (found.value, found.action, found.nodes) == (6, 0, 4)


def test_star2_stops_at_probes_that_the_opponent_likes() -> None:
    """Player 0 has 5. Each of three rolls leaves player 1 a reply worth 4 at most: one probe a roll is enough."""
    rolls = choice(1, 4, leaf(99))
    tree = Tree(choice(0, 5, chance((0.25, rolls), (0.25, rolls), (0.5, rolls))))
    found = star2(tree)
    assert (found.value, found.action, found.nodes) == (5, 0, 9)
    with pytest.raises(GameError, match="outside its payoff range"):
        star1(tree)


def test_star2_visits_fewer_nodes_than_star1_where_good_actions_come_first() -> None:
    """Regular trees, as in backgammon: a player, chance, the other player; actions are in order of their values."""
    source = random.Random(7)

    def regular(depth: int, turn: int) -> Node:
        if depth == 0:
            return leaf(float(source.randint(-10, 10)))
        children = tuple(regular(depth - 1, 1 - turn) for _ in range(6))
        return chance(*((1 / 6, Node(turn, tuple(children))) for children in [children] * 6))

    def best_first(state: Tree, actions: Sequence[int]) -> Sequence[int]:
        sign = 1 if state.turn else -1
        return sorted(actions, key=lambda action: sign * known[id(state.node.children[action])])

    known: dict[int, float] = {}

    def solve(node: Node) -> float:
        values = [solve(child) for child in node.children] or [node.payoffs[0]]
        mean = sum(p * value for p, value in zip(node.chances, values, strict=False))
        known[id(node)] = mean if node.chances else max(values) if node.turn == 0 else min(values)
        return known[id(node)]

    nodes = [0, 0]
    for _ in range(10):
        root = choice(0, *(regular(2, 1) for _ in range(4)))
        solve(root)
        found = [search(Tree(root), order=best_first) for search in (star1, star2)]
        assert found[0].value == pytest.approx(known[id(root)])
        assert found[1].value == pytest.approx(known[id(root)])
        nodes = [before + each.nodes for before, each in zip(nodes, found, strict=True)]
    assert nodes[1] < 0.8 * nodes[0]


def test_values_outside_the_bounds_are_refused() -> None:
    state = Tree(choice(0, chance((1.0, choice(0, 2)))))
    with pytest.raises(GameError, match="star1 needs finite bounds of the values of Tree, not -inf to inf"):
        star1(Tree(choice(0, 1), payoff_range=(-float("inf"), float("inf"))))
    with pytest.raises(GameError, match="Tree has a value of 50 for player 0, outside the bounds -10 to 10: give oth"):
        star2(state, 1, lambda state: 50)
    assert star2(state, 1, lambda state: 50, bounds=(-100, 100)).value == 50


def at_random(state: State) -> dict[int, float]:
    actions = state.legal_actions()
    return {action: 1 / len(actions) for action in actions}


def test_fixed_players_follow_their_policy() -> None:
    trees = RandomTrees(seed=9, depth=4)
    for _ in range(50):
        root = trees.draw()
        mean = expectiminimax(Tree(root), fixed={0: at_random, 1: at_random})
        assert mean.values == pytest.approx((uniform_value(root), -uniform_value(root)))
        assert mean.action is None
        best, wanted = expectiminimax(Tree(root), fixed={1: at_random}), minimax(Tree(root))
        assert best.values is not None
        assert wanted.values is not None
        assert best.values[0] >= max(uniform_value(root), wanted.values[0]) - 1e-9


def uniform_value(node: Node) -> float:
    """What player 0 gets if everybody plays at random, straight from the tree."""
    if not node.children:
        return node.payoffs[0]
    return sum(map(uniform_value, node.children)) / len(node.children)


def test_policies_are_checked() -> None:
    state = Tree(choice(0, 1, 2))
    with pytest.raises(GameError, match=r"the policy of player 0 gave probabilities for \[7\]: legal .* are \[0, 1\]"):
        expectiminimax(state, fixed={0: lambda state: {7: 1.0}})
    with pytest.raises(GameError, match=r"Tree has a policy of player 0 with probabilities that sum to 0.5, not 1"):
        expectiminimax(state, fixed={0: lambda state: {1: 0.5}})
    with pytest.raises(GameError, match="Tree has players 0 and 1: the policy of player 2 has no place"):
        expectiminimax(state, fixed={2: at_random})
    with pytest.raises(GameError, match=r"Tree has outcomes of chance with probabilities that sum to 0.9, not 1"):
        expectiminimax(Tree(chance((0.5, 1), (0.4, 2))))
