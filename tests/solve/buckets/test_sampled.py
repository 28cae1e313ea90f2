"""The sampled solver of abstract games: against its plain twin, exact games, and other numbers of threads."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.abstraction import PublicTree, Spot, public_tree
from railbird.abstraction.cards import CardAbstraction, build_abstraction
from railbird.errors import GameError
from railbird.game import Game
from railbird.solve.buckets import BucketGame, BucketGameSolver, SampledSolver, joint_tables
from railbird.solve.buckets.sampled import sampled_schedule
from tests.reference.sampled_buckets import SampledTwin
from tests.solve.buckets.test_solver import LEDUC_VALUE, SMALL_DECK


def abstract(game: Game | str, spec: str) -> tuple[PublicTree, CardAbstraction]:
    tree = public_tree(Spot(game))
    return tree, build_abstraction(tree.spot.game, spec)


@pytest.mark.parametrize(
    ("game", "spec", "iterations"),
    [
        ("kuhn", "buckets(by=class)", 5),
        ("leduc", "buckets(by=class)", 5),
        ("leduc", "buckets(preflop=2, flop=3, recall=imperfect)", 5),
        (SMALL_DECK, "buckets(preflop=3, flop=4, by=ehs, recall=imperfect)", 2),
    ],
    ids=["kuhn", "leduc", "imperfect recall", "two hole cards"],
)
def test_iterations_are_those_of_the_plain_twin(game: Game | str, spec: str, iterations: int) -> None:
    tree, cards = abstract(game, spec)
    solver, twin = SampledSolver(tree, cards, bits=64), SampledTwin(tree, cards)
    factors = sampled_schedule(np.arange(1, iterations + 1, dtype=np.float64))
    for t in range(1, iterations + 1):
        mask, _ = solver.drawn(t - 1)
        twin.iterate(factors, t, bytes(card for card in range(52) if mask >> card & 1))
    solver.run(iterations=iterations)
    for part, tables in zip(solver.native.memory(), (twin.regrets, twin.averages), strict=True):
        expected = np.concatenate([np.ravel(tables[node]) for node in sorted(tables)])
        assert np.abs(part.view(np.float64) - expected).max() < 1e-9
        assert np.abs(expected).max() > 0.1


def test_with_one_bucket_a_class_leduc_comes_near_its_exact_value() -> None:
    tree, cards = abstract("leduc", "buckets(by=class)")
    solver = SampledSolver(tree, cards, tables=joint_tables(cards))
    found = [solver.run(iterations=iterations) for iterations in (100, 900)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[1].exploitability < 0.09 < found[0].exploitability
    assert found[1].value == pytest.approx(LEDUC_VALUE, abs=0.05)
    assert [point.iterations for point in solver.points][:3] == [10, 12, 15]


def test_a_target_ends_the_run() -> None:
    tree, cards = abstract("leduc", "buckets(by=class)")
    solver = SampledSolver(tree, cards, tables=joint_tables(cards))
    evaluation = solver.run(to=0.3)
    assert evaluation is not None
    assert evaluation.exploitability <= 0.3 < min(point.exploitability for point in solver.points[:-1])


def test_the_exploitability_is_that_of_the_vector_solver_for_the_same_strategies() -> None:
    tree, cards = abstract("leduc", "buckets(preflop=2, flop=2)")
    tables = joint_tables(cards)
    sampled = SampledSolver(tree, cards, tables=tables)
    found = sampled.run(iterations=20)
    other = BucketGameSolver(BucketGame(tree, cards, tables))
    other.restore(20, 0.0, [], sampled.native.memory())
    assert other.evaluate() == found


def test_neither_threads_nor_the_seed_of_another_run_change_a_bit() -> None:
    tree, cards = abstract("leduc", "buckets(preflop=2, flop=3, recall=imperfect)")
    solvers = [SampledSolver(tree, cards, seed=seed) for seed in (1, 1, 2)]
    for threads, solver in enumerate(solvers, start=1):
        for _ in range(5):
            solver.advance(threads)  # a small game would be solved by one thread
    first, second, third = (np.concatenate(solver.native.memory()) for solver in solvers)
    assert (first == second).all()
    assert (first != third).any()


def test_a_restored_solver_goes_on_to_the_same_bits() -> None:
    tree, cards = abstract("leduc", "buckets(preflop=2, flop=3, recall=imperfect)")
    whole, first, second = (SampledSolver(tree, cards) for _ in range(3))
    whole.run(iterations=7)
    first.run(iterations=3)
    second.restore(3, first.seconds, [], [part.copy() for part in first.native.memory()])
    second.run(iterations=4)
    assert all((a == b).all() for a, b in zip(whole.native.memory(), second.native.memory(), strict=True))
    assert second.strategy().facts == {"iterations": 7, "method": "sampled"}


def test_a_strategy_over_buckets_of_imperfect_recall_has_a_row_for_each_of_them() -> None:
    tree, cards = abstract("leduc", "buckets(preflop=2, flop=3, recall=imperfect)")
    solver = SampledSolver(tree, cards)
    assert solver.run(iterations=10) is None
    strategy = solver.strategy()
    assert strategy.at(0).shape == (2, 2)
    assert strategy.at(tree.node_of("c c /")).shape == (3, 2)
    assert (strategy.at(0) != 0.5).any()


def test_what_cannot_be_measured_or_solved_is_refused_with_the_reason() -> None:
    tree, cards = abstract("leduc", "buckets(preflop=2, flop=3, recall=imperfect)")
    with pytest.raises(GameError, match="the exploitability cannot be computed with imperfect recall: give iterations"):
        SampledSolver(tree, cards).run(to=0.1, iterations=5)
    with pytest.raises(GameError, match="imperfect recall: the exploitability inside"):
        SampledSolver(tree, cards, tables=joint_tables(cards))
    perfect = build_abstraction(tree.spot.game, "buckets(by=class)")
    with pytest.raises(GameError, match="there are no joint tables to measure the exploitability with"):
        SampledSolver(tree, perfect).run(to=0.1)
    with pytest.raises(GameError, match="whose cards are not those of"):
        SampledSolver(public_tree(Spot("kuhn")), cards)
    with pytest.raises(GameError, match="solved with 32 or 64 bits, not 16"):
        SampledSolver(tree, cards, bits=16)
