"""Buckets for potential, nested buckets and k-means, against their definitions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.abstraction.cards import build_abstraction
from railbird.abstraction.cards.centroids import Centroids, k_means, nearest_cuts
from railbird.abstraction.cards.outlooks import FULL, cumulative
from railbird.abstraction.cards.potential_cuts import PotentialCuts
from railbird.abstraction.cards.street_buckets import Deals
from railbird.game import leduc
from railbird.game.dealing import deck
from tests.reference.card_buckets import earth_movers_distance, nested_buckets, potential_buckets

GAME = replace(
    leduc(),
    hole_cards=1,
    ranks=4,
    board_cards=(0, 1, 1),
    bets=(2, 4, 4),
    most_raises=(2, 2, 2),
    first=(0, 0, 0),
    most_actions=(0, 0, 0),
)
"""Leduc with four ranks and a second board card."""
CARDS = [int(card) for card in deck(GAME)]


def found(spec: str) -> dict[tuple[frozenset[int], ...], int]:
    abstraction = build_abstraction(GAME, spec)
    return {
        (frozenset([held]), frozenset([board])): abstraction.bucket(bytes([held]), bytes([board]))
        for held in CARDS
        for board in CARDS
        if held != board
    }


@pytest.mark.parametrize("buckets", [2, 3, 4])
def test_weak_hands_of_high_potential_have_the_last_bucket(buckets: int) -> None:
    wanted = potential_buckets(CARDS, (1, 1, 1), buckets)
    assert found(f"buckets(preflop=2, flop={buckets}, turn=2, by=potential, recall=imperfect)") == wanted
    assert buckets - 1 in wanted.values()


@pytest.mark.parametrize("numbers", [(2, 2), (3, 2)])
def test_nested_buckets_are_split_by_the_mean_within_those_of_the_square(numbers: tuple[int, int]) -> None:
    wanted = nested_buckets(CARDS, (1, 1, 1), numbers)
    size = "x".join(map(str, numbers))
    assert found(f"buckets(preflop=2, flop={size}, turn=2, by=nested, recall=imperfect)") == wanted


def test_a_potential_bucket_has_its_share_of_deals_and_only_weak_hands() -> None:
    generator = np.random.default_rng(1)
    features = {name: generator.integers(0, 2**14, 30_000).astype(np.uint16) for name in ("hs", "gain")}
    deals = Deals(np.ones(30_000, dtype=np.int64), generator.integers(0, 2, 30_000).astype(np.int32), features)
    rule = PotentialCuts.fit(6, 2, lambda: iter([deals]))
    buckets = rule.of(deals.before, features)
    assert np.bincount(buckets, minlength=12) == pytest.approx(np.full(12, 2500), abs=150)
    drawing = buckets % 6 == 5
    assert (features["hs"][drawing] < 2**13).all()
    others = ~drawing & (features["hs"] < 2**13) & (deals.before == 0)
    assert features["gain"][drawing & (deals.before == 0)].min() > features["gain"][others].max() - 1


def histograms(generator: np.random.Generator, count: int) -> np.ndarray:
    """Histograms of 46 rivers, each around a mean of its own."""
    means = generator.choice([5, 20, 40], count)
    draws = np.clip(generator.normal(means[:, None], 3, (count, 46)), 0, 49).astype(int)
    return np.array([np.bincount(row, minlength=50) for row in draws])


def test_the_distance_is_the_earth_movers() -> None:
    first, second = histograms(np.random.default_rng(2), 2)
    rows = cumulative(np.array([first, second]), 46).astype(float)
    exact = earth_movers_distance((first / 46).tolist(), (second / 46).tolist())
    assert np.abs(rows[0] - rows[1]).sum() / FULL == pytest.approx(exact, abs=50 / FULL)


def test_k_means_finds_clusters_that_lie_apart() -> None:
    generator = np.random.default_rng(3)
    counts = histograms(generator, 600)
    rows = cumulative(counts, 46)
    deals = Deals(np.ones(600, dtype=np.int64), np.zeros(600, dtype=np.int32), {"histogram": rows})
    rule = Centroids.fit(3, 1, lambda: iter([deals]))
    kinds = (counts * np.arange(50)).sum(axis=1) / 46
    wanted = np.digitize(kinds, [12, 30])
    assert (rule.of(deals.before, deals.features) == wanted).all()


def test_no_mean_of_k_means_is_better_moved_and_the_seed_decides() -> None:
    rows = cumulative(histograms(np.random.default_rng(4), 400), 46)
    weights = np.ones(400, dtype=np.int64)
    centers = k_means(rows, weights, 7, np.random.default_rng(5))
    assert (centers == k_means(rows, weights, 7, np.random.default_rng(5))).all()
    nearest = np.abs(rows[:, None].astype(int) - centers).sum(axis=2).argmin(axis=1)
    for bucket in range(7):
        assert (np.rint(rows[nearest == bucket].mean(axis=0)) == centers[bucket]).all()


def test_k_means_of_fewer_different_rows_than_buckets_leaves_buckets_empty() -> None:
    rows = np.repeat(cumulative(histograms(np.random.default_rng(6), 2), 46), 5, axis=0)
    centers = k_means(rows, np.ones(10, dtype=np.int64), 4, np.random.default_rng(7))
    assert {tuple(row) for row in rows.tolist()} <= {tuple(row) for row in centers.tolist()}


def test_k_means_of_one_number_cuts_halfway_between_the_means() -> None:
    counts = np.zeros((2, 100), dtype=np.int64)
    counts[0, [10, 12, 60, 62]] = 5, 5, 1, 1
    counts[1, [0, 1, 98]] = 1, 1, 100
    assert nearest_cuts(counts, 2).tolist() == [[36], [50]]
