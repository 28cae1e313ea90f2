"""Trees as arrays, their sequence form, and what strategies on them are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from railbird.errors import GameError
from railbird.extensive import CHANCE, NOBODY, ExtensiveGame, State, Strategy, parse_extensive_game, poker_state
from railbird.search.minimax import expectiminimax, follow
from railbird.solve import (
    GameTree,
    SequenceForm,
    best_response,
    evaluate_profile,
    expected_values,
    exploitability,
    nash_conv,
    reach_probabilities,
)
from tests.solve.random_games import RandomGame


def some_strategy(tree: GameTree, seed: int) -> Strategy:
    return tree.strategy(tree.normalized(np.random.default_rng(seed).random(tree.rows)))


def test_leduc_has_the_known_size() -> None:
    tree = GameTree.expand("leduc")
    ends = int(np.sum(tree.actor == NOBODY))
    assert (tree.nodes, tree.sets, tree.rows, ends) == (9457, 936, 2184, 5520)
    assert tree.zero_sum


@pytest.mark.parametrize("start", [poker_state("kuhn"), RandomGame(4), RandomGame(13, 3, 3, zero_sum=False)])
def test_nodes_are_sorted_by_depth_and_siblings_are_neighbours(start: State) -> None:
    tree = GameTree.expand(start)
    assert tree.parent[0] == -1
    assert np.all(tree.parent[1:] < np.arange(1, tree.nodes))
    for node in range(tree.nodes):
        children = np.flatnonzero(tree.parent == node)
        assert len(children) == tree.children[node]
        if len(children):
            assert children.tolist() == list(range(tree.first_child[node], tree.first_child[node] + len(children)))
        if tree.actor[node] == CHANCE:
            assert tree.chance[children].sum() == pytest.approx(1)
        if tree.actor[node] >= 0:
            number = tree.information_set[node]
            assert tree.set_player[number] == tree.actor[node]
            assert len(tree.menus[number]) == len(children)


def test_a_tree_can_begin_anywhere() -> None:
    state = poker_state("leduc")
    for action in state.legal_actions()[:2]:
        state.apply(action)
    assert 1 + 6 + 30 * GameTree.expand(state).nodes == 9457


def test_strategies_play_in_the_game_they_are_made_for() -> None:
    tree = GameTree.expand("kuhn")
    strategy = some_strategy(tree, 3)
    policy = follow(strategy)
    searched = expectiminimax(poker_state("kuhn"), fixed={0: policy, 1: policy})
    assert expected_values("kuhn", strategy)[0] == pytest.approx(searched.value)


def test_each_player_can_have_a_strategy_of_their_own() -> None:
    tree = GameTree.expand("kuhn")
    one, other = some_strategy(tree, 1), some_strategy(tree, 2)
    mixed = expected_values(tree, [one, other])
    policies = {0: follow(one), 1: follow(other)}
    assert mixed[0] == pytest.approx(expectiminimax(poker_state("kuhn"), fixed=policies).value)
    response = best_response(tree, one, 1)
    assert set(response.strategy) == {name for name, player in zip(tree.names, tree.set_player, strict=True) if player}
    assert expected_values(tree, [one, response.strategy])[1] == pytest.approx(response.value)
    assert response.value >= mixed[1]


def test_an_evaluation_adds_up() -> None:
    tree = GameTree.expand(RandomGame(6))
    strategy = some_strategy(tree, 5)
    result = evaluate_profile(tree, strategy)
    assert result.nash_conv == pytest.approx(sum(result.gains)) == pytest.approx(nash_conv(tree, strategy))
    assert exploitability(tree, strategy) == pytest.approx(result.nash_conv / 2)
    assert min(result.gains) > 0
    assert sum(result.values) == pytest.approx(0)


def test_reach_probabilities_are_those_of_play() -> None:
    tree = GameTree.expand(RandomGame(13, 3, 3))
    form = SequenceForm.of(tree)
    rows = tree.profile_rows(some_strategy(tree, 8))
    reach = form.node_reach(rows)
    assert reach[tree.actor == NOBODY].sum() == pytest.approx(1)
    for node in np.flatnonzero(tree.actor >= 0)[:50]:
        first, start = tree.first_child[node], tree.set_start[tree.information_set[node]]
        count = tree.children[node]
        assert reach[first : first + count] == pytest.approx(reach[node] * rows[start : start + count])
    totals = reach_probabilities(tree, rows)
    assert totals[tree.names[0]] == pytest.approx(reach[tree.information_set == 0].sum())


def test_progress_ends_at_one() -> None:
    shares: list[float] = []
    GameTree.expand("leduc", progress=shares.append)
    assert shares == sorted(shares)
    assert len(shares) == 4
    assert 0.3 < shares[1] < shares[2] < 1 == shares[3]


class Broken(RandomGame):
    """A game that breaks a rule of the protocol."""

    def __init__(self, fault: str) -> None:
        super().__init__(2)
        self.fault = fault

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        outcomes = super().chance_outcomes()
        return [(each, chance / 2) for each, chance in outcomes] if self.fault == "chance" else outcomes

    def returns(self) -> Sequence[float]:
        return [1.0] if self.fault == "returns" else super().returns()

    def information_key(self, player: int) -> tuple[object, ...]:
        if self.fault == "recall" and self._acted > 2:
            return (player, self._acted, len(super().legal_actions()) if player != self.turn else 0)
        return ("x",) if self.fault == "name" else super().information_key(player)

    def legal_actions(self) -> Sequence[int]:
        if self.turn >= 0 and self.fault in ("actions", "recall", "name"):
            return () if self.fault == "actions" else (0, 1)
        return super().legal_actions()


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("chance", "probabilities that sum to 0.5, not 1"),
        ("returns", r"pays \(1.0,\): expected 2 finite numbers"),
        ("actions", "has no legal actions at the turn of player"),
        ("name", "two information sets with the name"),
        ("recall", "has no perfect recall"),
    ],
)
def test_a_game_that_cannot_be_solved_is_refused(fault: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        SequenceForm.of(GameTree.expand(Broken(fault)))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda tree: GameTree.expand("leduc", most_nodes=1000), "leduc has more than 1,000 nodes"),
        (lambda tree: exploitability(tree, Strategy({"Qs||": {"c": 1.0, "r": 0.0}})), "no information set"),
        (lambda tree: exploitability(tree, [some_strategy(tree, 1)]), "has 2 players: 1 strategies were given"),
        (lambda tree: exploitability(tree, np.ones(3)), r"has 24 rows: an array of the shape \(3,\)"),
        (lambda tree: exploitability(tree, np.ones(24)), "must be 0 or more and sum to 1"),
        (lambda tree: best_response(tree, tree.uniform(), 2), "has players 0 to 1, not 2"),
        (lambda tree: GameTree.expand("tic-tac-toe", most_nodes=10), "tic-tac-toe has more than 10 nodes"),
    ],
)
def test_mistakes_are_explained(call: Any, message: str) -> None:
    with pytest.raises(GameError, match=message):
        call(GameTree.expand("kuhn"))


def test_games_are_given_as_text_objects_or_states() -> None:
    game = parse_extensive_game("kuhn")
    assert isinstance(game, ExtensiveGame)
    rows = GameTree.expand("kuhn").uniform()
    for each in ("kuhn", game, game.start(), GameTree.expand(game), SequenceForm.of(GameTree.expand(game))):
        assert exploitability(each, rows) == pytest.approx(0.4583333333)
