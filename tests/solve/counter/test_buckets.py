"""Counter-strategies in abstract games: against the plain twin, and against exact ones of the same game."""

from __future__ import annotations

import functools
from dataclasses import replace

import numpy as np
import pytest

from railbird.abstraction import BucketStrategy, Spot, public_tree
from railbird.abstraction.bucket_strategy import rows_needed
from railbird.abstraction.cards import build_abstraction
from railbird.abstraction.public_tree import DECISION
from railbird.errors import GameError
from railbird.game import Hand, parse_game
from railbird.models.bucket_counts import BucketCounts
from railbird.solve import GameTree
from railbird.solve.buckets import BucketGame, joint_tables
from railbird.solve.buckets.abstract_solver import to_entries
from railbird.solve.buckets.solver import bucket_schedule
from railbird.solve.counter import (
    BucketModel,
    PlayModel,
    RestrictedBucketSolver,
    bucket_counter_strategy,
    counter_strategy,
    parse_method,
)
from railbird.solve.counter.buckets import BucketEffort
from tests.reference.bucket_cfr import BucketTwin, RestrictedBuckets


@functools.cache
def leduc(spec: str = "buckets(by=class)") -> BucketGame:
    tree = public_tree(Spot("leduc"))
    cards = build_abstraction(tree.spot.game, spec)
    return BucketGame(tree, cards, joint_tables(cards))


def uniform(game: BucketGame) -> BucketStrategy:
    return BucketStrategy(game.tree, game.cards, np.ones(rows_needed(game.tree, game.cards)))


def random_model(game: BucketGame, seed: int) -> BucketModel:
    random = np.random.default_rng(seed)
    strategy = BucketStrategy(game.tree, game.cards, random.exponential(size=rows_needed(game.tree, game.cards)))
    return BucketModel(strategy, random.integers(0, 20, len(BucketModel.of(strategy).counts)).astype(float))


@pytest.mark.parametrize("method", ["fbr", "rnr(p=0.25)", "rnr(p=0.5)", "rnr(p=0.9)", "dbr(pmax=0.6)"])
def test_with_one_bucket_a_class_responses_are_worth_what_those_of_the_whole_game_are(method: str) -> None:
    game, tree = leduc(), GameTree.expand("leduc")
    chosen = parse_method(method)
    ours = bucket_counter_strategy(game, BucketModel.of(uniform(game)), chosen, BucketEffort(2e-5, bits=64))
    exact = counter_strategy(tree, PlayModel.of(tree, tree.uniform()), chosen, to=2e-5)
    assert ours.wins == pytest.approx(exact.wins, abs=2e-3)
    assert ours.exploitability == pytest.approx(exact.exploitability, abs=2e-3 if method != "fbr" else 1)
    assert ours.gap <= 2e-5


@pytest.mark.parametrize("p", [0.0, 0.3])
@pytest.mark.parametrize("player", [0, 1])
def test_iterations_are_those_of_the_plain_twin(p: float, player: int) -> None:
    game = leduc("buckets(preflop=2, flop=3, by=ehs)")
    model = random_model(game, 3)
    chosen = parse_method("dbr(pmax=0.9)")
    solver = RestrictedBucketSolver(game, model, chosen, player, bits=64)
    confidence = chosen.confidence_of(model.counts)
    solver.native.restrict(1 - player, p, to_entries(model.strategy), confidence)
    nodes = np.flatnonzero(game.tree.kind == DECISION).tolist()
    ends = np.cumsum([game.cards.counts[game.tree.round[node]] for node in nodes])[:-1]
    twin = BucketTwin(
        game,
        RestrictedBuckets(
            1 - player,
            p,
            {node: model.strategy.at(node).T.tolist() for node in nodes},
            dict(zip(nodes, map(np.ndarray.tolist, np.split(confidence, ends)), strict=True)),
        ),
    )
    factors = bucket_schedule(np.arange(1, 11, dtype=np.float64))
    for t in range(1, 11):
        twin.iterate(factors, t)
    evaluation = solver.run(iterations=10)
    assert evaluation.best_responses == pytest.approx([twin.value(each, "best") for each in range(2)], abs=1e-9)
    for stored, tables in zip(solver.native.memory(), (twin.regrets, twin.averages), strict=True):
        expected = np.concatenate([np.ravel(tables[node]) for node in sorted(tables)])
        assert np.abs(stored.view(np.float64) - expected).max() < 1e-9


def test_threads_do_not_change_a_bit() -> None:
    game = leduc()
    found = []
    for threads in (1, 2):
        solver = RestrictedBucketSolver(game, random_model(game, 1), parse_method("rnr(p=0.4)"), 0)
        solver.native.iterate(np.full((20, 3), 0.5), threads)
        values = [solver.native.value(best, player, threads) for best in (False, True) for player in (0, 1)]
        found.append((solver.native.strategies(True).tolist(), values, solver.native.respond(0, threads)[1].tolist()))
    assert found[0] == found[1]


@pytest.mark.parametrize("method", ["fbr", "rnr(p=0.5)", "rnr(p=0.999)", "dbr(pmax=0.6)"])
@pytest.mark.parametrize("stack", [3, 5])
def test_players_who_are_all_in_face_the_model_too(stack: int, method: str) -> None:
    short = replace(parse_game("leduc"), stacks=(stack, stack))
    tree = public_tree(Spot(short))
    cards = build_abstraction(short, "buckets(by=class)")
    game, chosen = BucketGame(tree, cards, joint_tables(cards)), parse_method(method)
    ours = bucket_counter_strategy(game, BucketModel.of(uniform(game)), chosen, BucketEffort(5e-5, bits=64))
    whole = GameTree.expand(str(short))
    exact = counter_strategy(whole, PlayModel.of(whole, whole.uniform()), chosen, to=5e-5)
    assert 0 <= ours.gap <= 5e-5
    assert ours.wins == pytest.approx(exact.wins, abs=3e-3)


def test_the_model_can_change_between_iterations() -> None:
    game = leduc()
    uniform_model = BucketModel.of(uniform(game))
    solver = RestrictedBucketSolver(game, random_model(game, 1), parse_method("rnr(p=0.5)"), 0, bits=64)
    solver.run(iterations=50)
    solver.restrict(uniform_model, parse_method("rnr(p=0.5)"))
    assert solver.run(to=1e-4).exploitability <= 1e-4


def test_counts_of_hands_become_a_model_with_a_default_where_nothing_was_seen() -> None:
    game = leduc("buckets(preflop=3, flop=2, by=ehs)")
    counts = BucketCounts(game.tree, game.cards)
    counts.learn(Hand.parse("leduc; Ks As / Qh; r c c r f"), 0)
    checked = Hand.parse("leduc; Ks As / Qh; r c c c")
    counts.learn(checked, 0)
    model = BucketModel.observed(counts)
    (_, (on_the_flop, _)) = counts.steps(checked, 0)
    bucket = game.cards.bucket("Ks", "Qh")
    assert model.strategy.at(on_the_flop)[bucket].tolist() == [1, 0]
    assert model.strategy.at(0)[game.cards.bucket("Ks")].tolist() == [0, 1]
    assert model.strategy.at(0)[game.cards.bucket("As")].tolist() == [1, 0]
    assert model.counts.sum() == counts.observations == 5


def test_only_hands_that_were_shown_are_counted_if_that_is_wanted() -> None:
    game = leduc()
    counts = BucketCounts(game.tree, game.cards)
    counts.learn(Hand.parse("leduc; Ks As / Qh; r c c r f"), 0, shown=True)
    counts.learn(Hand.parse("leduc; Ks As / Qh; r c c r f"), 1, shown=True)
    assert counts.observations == 0
    counts.learn(Hand.parse("leduc; Ks As / Qh; r c c c"), 1, shown=True)
    assert counts.observations == 2


def test_models_of_other_abstractions_are_refused() -> None:
    other = leduc("buckets(preflop=3, flop=2, by=ehs)")
    with pytest.raises(GameError, match="the model is of leduc with buckets"):
        bucket_counter_strategy(leduc(), BucketModel.of(uniform(other)), parse_method("fbr"), BucketEffort(1.0))
    counts = BucketCounts(leduc().tree, leduc().cards)
    with pytest.raises(GameError, match="the default strategy is of another abstract game"):
        BucketModel.observed(counts, uniform(other))
