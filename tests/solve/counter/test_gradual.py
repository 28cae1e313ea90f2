"""Responses that are solved a little at a time are those that are solved at once."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from railbird.abstraction import BucketStrategy, Spot, public_tree
from railbird.abstraction.bucket_strategy import rows_needed
from railbird.abstraction.cards import build_abstraction
from railbird.solve.buckets import BucketGame, joint_tables
from railbird.solve.counter import BucketModel, bucket_counter_strategy, parse_method
from railbird.solve.counter.buckets import BucketEffort, what_it_is_worth_in_buckets
from railbird.solve.counter.gradual import GradualResponse, ResponseTask, SolvedResponse, stages


@functools.cache
def leduc() -> BucketGame:
    tree = public_tree(Spot("leduc"))
    cards = build_abstraction(tree.spot.game, "buckets(by=class)")
    return BucketGame(tree, cards, joint_tables(cards))


def uniform() -> BucketStrategy:
    game = leduc()
    return BucketStrategy(game.tree, game.cards, np.ones(rows_needed(game.tree, game.cards)))


def solved(model: BucketModel, method: str, iterations: int, steps: int = 255) -> SolvedResponse:
    work = GradualResponse(ResponseTask(leduc(), model, parse_method(method), uniform(), iterations, steps))
    for _ in range(stages(iterations)):
        assert work.solved is None
        work.advance()
    assert work.solved is not None
    return work.solved


@pytest.mark.parametrize("method", ["fbr", "rnr(p=0.7)", "dbr(pmax=0.7, confidence=curve(5))"])
def test_stage_by_stage_it_is_the_same_response(method: str) -> None:
    model = BucketModel.of(uniform())
    at_once = bucket_counter_strategy(leduc(), model, parse_method(method), BucketEffort(to=0.0, most_iterations=80))
    found = solved(model, method, 80)
    assert found.wins == pytest.approx(at_once.wins, abs=0.01)  # probabilities are rounded
    assert found.exploitability == pytest.approx(at_once.exploitability, abs=0.02)


def test_what_it_is_worth_is_that_of_the_rounded_probabilities() -> None:
    model = BucketModel.of(uniform())
    found = solved(model, "rnr(p=0.7)", 80, steps=4)
    assert set(np.unique(found.strategy.probabilities())) <= {0.0, 0.25, 0.5, 0.75, 1.0}
    wins, loses = what_it_is_worth_in_buckets(leduc(), found.strategy, model.strategy)
    assert (found.wins, found.exploitability) == pytest.approx((wins, loses), abs=1e-6)
    assert found.usual == pytest.approx(0, abs=1e-6)  # the model against itself, mean over both seats


def test_without_observations_it_is_an_equilibrium() -> None:
    nothing = BucketModel(uniform(), np.zeros_like(BucketModel.of(uniform()).counts))
    found = solved(nothing, "dbr(pmax=1, confidence=curve(5))", 400)
    assert found.exploitability < 0.02


def test_the_same_task_gives_the_same_bits() -> None:
    model = BucketModel.of(uniform())
    first, second = (solved(model, "rnr(p=0.7)", 30) for _ in range(2))
    assert np.array_equal(first.strategy.rows, second.strategy.rows)
    assert first.wins == second.wins
