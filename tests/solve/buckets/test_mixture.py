"""Mixtures of strategies: they win what their parts win, and are no more exploitable."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from railbird.abstraction import BucketStrategy, Spot, public_tree
from railbird.abstraction.bucket_strategy import rows_needed
from railbird.abstraction.cards import build_abstraction
from railbird.errors import GameError
from railbird.solve.buckets import BucketGame, joint_tables
from railbird.solve.buckets.mixture import mixture
from railbird.solve.counter.buckets import what_it_is_worth_in_buckets

TREE = public_tree(Spot("leduc"))


@functools.cache
def game() -> BucketGame:
    cards = build_abstraction(TREE.spot.game, "buckets(by=class)")
    return BucketGame(TREE, cards, joint_tables(cards))


def random_strategy(seed: int) -> BucketStrategy:
    cards = game().cards
    return BucketStrategy(TREE, cards, np.random.default_rng(seed).random(rows_needed(TREE, cards)) ** 4)


@pytest.mark.parametrize("weight", [0.0, 0.3, 1.0])
def test_a_mixture_wins_the_mean_of_what_its_parts_win(weight: float) -> None:
    first, second, other = map(random_strategy, (1, 2, 3))
    won = [what_it_is_worth_in_buckets(game(), each, other, bits=64)[0] for each in (first, second)]
    mixed, _ = what_it_is_worth_in_buckets(game(), mixture(first, second, weight), other, bits=64)
    assert mixed == pytest.approx((1 - weight) * won[0] + weight * won[1], abs=1e-9)


def test_the_exploitability_of_a_mixture_is_at_most_the_mean() -> None:
    for seed in range(5):
        first, second = random_strategy(2 * seed), random_strategy(2 * seed + 1)
        lost = [what_it_is_worth_in_buckets(game(), each, first, bits=64)[1] for each in (first, second)]
        _, mixed = what_it_is_worth_in_buckets(game(), mixture(first, second, 0.4), first, bits=64)
        assert mixed <= 0.6 * lost[0] + 0.4 * lost[1] + 1e-9


def test_strategies_of_other_games_are_refused() -> None:
    first = random_strategy(1)
    small = build_abstraction(TREE.spot.game, "buckets(preflop=3, flop=2, by=ehs)")
    with pytest.raises(GameError, match="same abstract game"):
        mixture(first, BucketStrategy(TREE, small, np.ones(rows_needed(TREE, small))), 0.5)
    with pytest.raises(GameError, match="a weight is a probability from 0 to 1, not 2"):
        mixture(first, first, 2)
