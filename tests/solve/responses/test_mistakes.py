"""What each decision costs: all of it is the exploitability."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.game import Game
from railbird.solve.responses.flops import FlopResponses
from railbird.solve.responses.mistakes import watched_boards
from tests.solve.responses.policies import random_policy, small_holdem


@pytest.mark.parametrize("game", ["leduc", small_holdem()], ids=["leduc", "small hold'em"])
def test_the_costs_of_all_decisions_add_up_to_the_exploitability(game: Game | str) -> None:
    responses = FlopResponses(random_policy(game, seed=9, never=0.2), bits=64)
    results = [responses.on(flop, runs=None) for flop in responses.flops]
    values = [result.values for result in results]
    leaves = responses.leaf_values(values, responses.weights)
    total = 0.0
    for player, trunk in enumerate(responses.trunks):
        total += sum(reading.costs.sum() for reading in trunk.readings(leaves[player]).values())
        for weight, result in zip(responses.weights, results, strict=True):
            mistakes = result.mistakes[player]
            assert mistakes.by_node.sum() == pytest.approx(mistakes.by_class.sum())
            assert mistakes.by_node.min() >= -1e-9
            total += weight * mistakes.by_node.sum()
    assert total / 2 == pytest.approx(responses.exploitability(values), abs=1e-9)


def test_boards_that_are_drawn_stand_for_all() -> None:
    responses = FlopResponses(random_policy(small_holdem(), seed=1))
    response, flop = responses.trunks[0].response, responses.flops[1]
    every, some = (watched_boards(response, flop, seed=1, runs=runs) for runs in (None, 5))
    assert len(some) < len(every)
    assert sum(some.values()) == pytest.approx(sum(every.values()))
    assert some == watched_boards(response, flop, seed=1, runs=5)


def test_examples_are_decisions_that_cost_something() -> None:
    policy = random_policy(small_holdem(), seed=9)
    responses = FlopResponses(policy, bits=64)
    examples = responses.on(responses.flops[0], runs=None).mistakes[0].examples
    assert examples
    for example in examples:
        assert example.cost > 0 < example.gap
        assert policy.tree.actor[example.node] == 0
        assert example.shares == pytest.approx(policy.of_holding(example.node, example.board, example.holding))
        assert np.isclose(sum(example.shares), 1)
        assert example.shares[example.best] < 1
