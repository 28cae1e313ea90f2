"""Context models: what players did and showed after each betting sequence."""

from __future__ import annotations

import numpy as np
import pytest

from railbird import _core
from railbird.abstraction import AbstractBetting
from railbird.errors import ModelError
from railbird.game import ActionKind, limit
from railbird.models import ContextModels, Seeds
from tests.reference.miximax import Trie

BETTING = AbstractBetting(limit(3))
LEAF = BETTING.node_of("ccc" * 4)


def model(seeds: Seeds | None = None) -> _core.ContextModel:
    chosen = seeds or Seeds()
    return _core.ContextModel(BETTING.tree, chosen.actions, chosen.histogram)


def test_lain_22_ranks_and_bins() -> None:
    seeds = Seeds()
    assert [seeds.bin_of(rank) for rank in (0.0, 0.049, 0.05, 0.5, 0.999, 1.0)] == [0, 0, 1, 10, 19, 19]
    assert [seeds.bins_below(rank) for rank in (0.0, 0.5, 0.99, 1.0)] == [0, 10, 19, 20]
    assert model().below(LEAF, seeds.bins_below(0.5)) == 0.5
    assert model().below(LEAF, seeds.bins_below(1.0)) == 1


def test_lain_25_seeds_are_one_call_and_two_middling_hands() -> None:
    fresh = model()
    children = [BETTING.tree.child(0, kind) for kind in ActionKind]
    assert [fresh.frequency(child) for child in children] == [0, 1, 0]
    for _ in range(3):
        fresh.count(children[2])
    shares = np.array([fresh.frequency(child) for child in children])
    assert (shares / shares.sum()).tolist() == [0, 0.25, 0.75]
    assert Seeds().histogram == [0.0] * 9 + [1.0, 1.0] + [0.0] * 9
    assert Seeds(bins=5).histogram == [0, 0, 1, 0, 0]


def test_lain_21_counts_after_some_hands() -> None:
    fresh = model()
    for letters in ("crc", "crc", "cc"):
        for end in range(1, len(letters) + 1):
            fresh.count(BETTING.node_of(letters[:end]))
    counted = {BETTING.letters(node): fresh.counted(node) for node in fresh.counted_nodes}
    assert counted == {"c": 3, "cr": 2, "crc": 2, "cc": 1}


def test_lain_24_each_player_has_their_own_histogram() -> None:
    models = ContextModels(BETTING, Seeds())
    models.of("ann", 2, 0).show(LEAF, 3)
    models.of("bob", 2, 1).show(LEAF, 17)
    assert models.of("ann", 2, 0).histogram(LEAF)[3] == 1
    assert models.of("bob", 2, 1).histogram(LEAF)[3] == 0
    assert models.of("ann", 1, 0).shown(LEAF) == 0  # other positions share nothing


def test_lain_30_with_few_known_hands_hidden_ones_are_spread_evenly() -> None:
    fresh = model()
    fresh.spread(LEAF, 18, 10)
    assert fresh.histogram(LEAF) == pytest.approx([1 / 18] * 18 + [0, 0])
    assert fresh.shown(LEAF) == pytest.approx(1)


def test_lain_31_many_known_hands_spread_hidden_ones_by_their_distribution() -> None:
    fresh, trie = model(), Trie()
    for bin_number in (2, 2, 2, 5, 5, 9, 9, 9, 9, 11, 18):
        fresh.show(LEAF, bin_number)
        trie.histogram("x")[bin_number] += 1
    before = np.array(fresh.histogram(LEAF)) + Seeds().histogram
    fresh.spread(LEAF, 16, 10)
    trie.add_unknown("x", 16.5 / 20)
    after = np.array(fresh.histogram(LEAF)) + Seeds().histogram
    assert after == pytest.approx(trie.histogram("x"))
    assert (after - before)[:16] == pytest.approx(before[:16] / before[:16].sum())
    assert (after - before).sum() == pytest.approx(1, rel=1e-6)


def test_lain_32_below_the_lowest_bin_there_is_only_itself() -> None:
    fresh = model()
    fresh.spread(LEAF, 0, 10)
    assert fresh.histogram(LEAF)[0] == 1


def test_lain_27_observations_may_decay() -> None:
    fresh = model()
    node = BETTING.node_of("r")
    for _ in range(10):
        fresh.count(node)
        fresh.show(LEAF, 4)
    fresh.decay(0.5)
    fresh.count(node)
    fresh.show(LEAF, 4)
    assert fresh.counted(node) == pytest.approx(6)
    assert fresh.histogram(LEAF)[4] == pytest.approx(6)
    assert fresh.frequency(BETTING.node_of("c")) == 1  # seeds do not decay
    for _ in range(2000):
        fresh.decay(0.5)
    fresh.count(node)
    assert fresh.counted(node) == pytest.approx(1)


def filled(seed: int) -> ContextModels:
    chance = np.random.default_rng(seed)
    models = ContextModels(AbstractBetting(limit(3)), Seeds())
    betting = models.betting
    for player, position in (("ann", 0), ("bob", 1)):
        mine = models.of(player, 2, position)
        for letters in ("c", "cr", "crc", "r", "rcc", "cccrcc"):
            mine.count(betting.node_of(letters), float(chance.integers(1, 50)))
        mine.show(betting.node_of("ccc" * 4), int(chance.integers(20)))
        mine.spread(betting.node_of("rcc" + "ccc" * 3), 12, 10)
    return models


def contents(models: ContextModels) -> dict[object, object]:
    betting = models.betting
    return {
        (player, key): (
            {betting.letters(node): mine.counted(node) for node in mine.counted_nodes},
            {betting.letters(leaf): tuple(mine.histogram(leaf)) for leaf in mine.shown_leaves},
        )
        for player in models.players()
        for key, mine in models.models_of(player)
    }


def test_lain_28_saved_models_load_into_any_tree() -> None:
    models = filled(1)
    other = ContextModels(AbstractBetting(limit(3)), Seeds())
    other.betting.tree.expand_all(5000)  # its nodes are numbered differently
    other.add(models.save())
    assert contents(other) == contents(models)


def test_merging_adds_counts() -> None:
    one, two = filled(1), filled(2)
    both = ContextModels(AbstractBetting(limit(3)), Seeds())
    for models in (one, two):
        both.add(models.save())
    node = both.betting.node_of("crc")
    counts = [models.of("ann", 2, 0).counted(models.betting.node_of("crc")) for models in (one, two)]
    assert both.of("ann", 2, 0).counted(node) == sum(counts)


@pytest.mark.parametrize("harm", ["empty", "text", "cut", "flipped", "another cap", "other bins", "other players"])
def test_damaged_or_foreign_records_are_refused_and_change_nothing(harm: str) -> None:
    models = filled(3)
    before = contents(models)
    data = filled(4).save()["ann"]
    if harm == "empty":
        data = b""
    elif harm == "text":
        data = b"this is not a model"
    elif harm == "cut":
        data = data[: len(data) // 2]
    elif harm == "flipped":
        data = data[:300] + bytes(255 - byte for byte in data[300:400]) + data[400:]
    else:
        betting = AbstractBetting(limit(4 if harm == "other players" else 3), 3 if harm == "another cap" else 2)
        seeds = Seeds(bins=10) if harm == "other bins" else Seeds()
        foreign = ContextModels(betting, seeds)
        foreign.of("ann", 2, 0).count(betting.node_of("c"))
        data = foreign.save()["ann"]
    with pytest.raises(ModelError, match="the record about ann"):
        models.add({"bob": filled(5).save()["bob"], "ann": data})
    assert contents(models) == before


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (([-1, 5], [1, 1], [0, 1], [], []), "no beginning"),
        (([-1, 0], [1, 9], [0, 1], [], []), "no beginning"),
        (([-1, 0], [1, 1], [0, -1], [], []), "not a number of hands"),
        (([-1, 0], [1, 1], [0, float("nan")], [], []), "not a number of hands"),
        (([-1, 0, 1], [1, 2, 2], [0, 1, 1], [], []), "not possible in this game"),
        (([-1, 0], [1, 1], [0, 1], [1], [0.0] * 21), "showdowns only"),
        (([-1, 0], [1], [0, 1], [], []), "do not fit together"),
        (([], [], [], [], []), "do not fit together"),
    ],
)
def test_broken_parts_are_refused(parts: tuple[list[float], ...], message: str) -> None:
    kinds = (np.int32, np.uint8, np.float64, np.int32, np.float32)
    arrays = [np.array(part, dtype=kind) for part, kind in zip(parts, kinds, strict=True)]
    fresh = model()
    with pytest.raises(ValueError, match=message):
        fresh.add(*arrays)
    assert not fresh.counted_nodes
