"""The solver of abstract games: against its plain twin, exact games, and other numbers of threads."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.abstraction import Spot, public_tree
from railbird.abstraction.cards import build_abstraction
from railbird.errors import GameError
from railbird.game import Game, parse_game
from railbird.solve.buckets import BucketGame, BucketGameSolver, JointCounter, joint_tables
from railbird.solve.buckets.solver import bucket_schedule
from railbird.solve.spots import SpotSolver
from tests.game.small_games import small_holdem
from tests.reference.bucket_cfr import BucketTwin

LEDUC_VALUE = -0.085606424078
SMALL_DECK = small_holdem(board_cards=2, suits=3)
"""Hold'em with nine cards."""


def bucket_game(game: Game | str, spec: str, menu: str | None = None) -> BucketGame:
    tree = public_tree(Spot(game), menu)
    cards = build_abstraction(tree.spot.game, spec)
    return BucketGame(tree, cards, joint_tables(cards))


@pytest.mark.parametrize("spec", ["buckets(by=class)", "buckets(preflop=2, flop=3, by=ehs)"])
def test_iterations_are_those_of_the_plain_twin(spec: str) -> None:
    game = bucket_game("leduc", spec)
    solver, twin = BucketGameSolver(game, bits=64), BucketTwin(game)
    factors = bucket_schedule(np.arange(1, 11, dtype=np.float64))
    for t in range(1, 11):
        twin.iterate(factors, t)
    evaluation = solver.run(iterations=10)
    assert evaluation.value == pytest.approx(twin.value(0, "profile"), abs=1e-9)
    assert evaluation.best_responses == pytest.approx([twin.value(player, "best") for player in range(2)], abs=1e-9)
    regrets = solver.native.memory()[0].view(np.float64)
    expected = np.concatenate([np.ravel(twin.regrets[node]) for node in sorted(twin.regrets)])
    assert np.abs(regrets - expected).max() < 1e-9


def test_with_one_bucket_a_class_leduc_has_its_exact_value() -> None:
    solver = BucketGameSolver(bucket_game("leduc", "buckets(by=class)"), bits=64)
    evaluation = solver.run(to=1e-5)
    assert evaluation.exploitability <= 1e-5
    assert evaluation.value == pytest.approx(LEDUC_VALUE, abs=2e-5)


def test_with_one_bucket_a_class_hold_em_with_a_small_deck_has_its_exact_value() -> None:
    abstract = BucketGameSolver(bucket_game(SMALL_DECK, "buckets(by=class)"), bits=64).run(to=1e-4)
    exact = SpotSolver(Spot(SMALL_DECK), bits=64).run(to=1e-4)
    assert abstract.value == pytest.approx(exact.values[0], abs=2e-4)


def test_with_fewer_buckets_the_value_inside_the_abstraction_is_another() -> None:
    solver = BucketGameSolver(bucket_game("leduc", "buckets(preflop=1, flop=1, by=ehs)"), bits=64)
    assert solver.run(to=1e-6).value != pytest.approx(LEDUC_VALUE, abs=1e-3)


def test_kuhn_has_one_round_and_no_deal() -> None:
    assert BucketGameSolver(bucket_game("kuhn", "buckets(by=class)"), bits=64).run(to=1e-4).value == pytest.approx(
        -1 / 18, abs=2e-4
    )


def test_threads_do_not_change_a_bit() -> None:
    game = bucket_game("leduc", "buckets(by=class)")
    solvers = [BucketGameSolver(game) for _ in range(2)]
    for threads, solver in enumerate(solvers, start=1):
        solver.native.iterate(np.array([[0.0, 0.0, 0.0], [0.5, 0.0, 0.5], [0.7, 0.1, 0.9]]), threads)
    first, second = (solver.native.memory() for solver in solvers)
    assert all((a == b).all() for a, b in zip(first, second, strict=True))


def test_single_precision_is_near_double() -> None:
    game = bucket_game("leduc", "buckets(by=class)")
    single, double = (BucketGameSolver(game, bits=bits).run(iterations=10) for bits in (32, 64))
    assert single.value == pytest.approx(double.value, abs=1e-5)
    assert single.best_responses == pytest.approx(double.best_responses, abs=1e-5)


def test_imperfect_recall_is_refused_with_the_reason() -> None:
    tree = public_tree(Spot("leduc"))
    cards = build_abstraction(tree.spot.game, "buckets(preflop=2, flop=2, recall=imperfect)")
    with pytest.raises(GameError, match=r"imperfect recall: the exploitability inside .* cannot be computed"):
        BucketGame(tree, cards, joint_tables(cards))


def test_counting_goes_on_where_it_stopped() -> None:
    cards = build_abstraction(parse_game("leduc"), "buckets(by=class)")
    whole, parts = JointCounter(cards), JointCounter(cards)
    whole.run(1)
    while parts.done < parts.boards:
        parts.run(2, most=1)
    assert (parts.meetings == whole.meetings).all()
    assert whole.tables().meetings.sum() == pytest.approx(1)
    assert whole.meetings == pytest.approx(whole.meetings.T)
    assert whole.wins == pytest.approx(-whole.wins.T)
