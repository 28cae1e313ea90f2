"""Regression trees: how they grow, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from railbird.models.predictors.regression_tree import GrowthSettings, RegressionTree, check_tree, grow

FEW = GrowthSettings(least=5, gain=0.5)


def made(count: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Folds where the first input is low; else raises where the third is high, and calls."""
    rows = np.random.default_rng(seed).random((count, 4))
    kinds = np.where(rows[:, 0] < 0.3, 0, np.where(rows[:, 2] > 0.6, 2, 1))
    return rows, kinds


def plain_split(rows: NDArray[np.float64], kinds: NDArray[np.intp], least: int) -> tuple[float, int, float]:
    """The best gain, its input and threshold, by trying every split."""

    def squares(chosen: NDArray[np.intp]) -> float:
        actions = np.eye(3)[chosen]
        return float(((actions - actions.mean(axis=0)) ** 2).sum())

    best = (0.0, -1, 0.0)
    for feature in range(rows.shape[1]):
        values = np.unique(rows[:, feature])
        for threshold in (values[1:] + values[:-1]) / 2:
            above = rows[:, feature] > threshold
            if min(above.sum(), (~above).sum()) >= least:
                gain = squares(kinds) - squares(kinds[above]) - squares(kinds[~above])
                best = max(best, (gain, feature, float(threshold)), key=lambda each: each[0] - 1e-9 * each[1])
    return best


@pytest.mark.parametrize("seed", range(5))
def test_the_root_is_split_where_the_sum_of_squares_falls_most(seed: int) -> None:
    chance = np.random.default_rng(seed)
    rows, kinds = chance.integers(0, 4, (60, 3)) / 4, chance.integers(0, 3, 60)
    _, feature, threshold = plain_split(rows, kinds, 5)
    tree = grow(rows, kinds, GrowthSettings(least=5, gain=0.0, depth=1))
    assert (tree.feature[0], tree.threshold[0]) == (feature, pytest.approx(threshold))


def test_a_tree_finds_the_rule_behind_the_actions() -> None:
    tree = grow(*made(1000, 1), FEW)
    rows, kinds = made(500, 2)
    assert (tree.shares[tree.leaves_of(rows)].argmax(axis=1) == kinds).mean() > 0.97
    assert {0, 2} <= set(tree.feature.tolist()) <= {-1, 0, 2}


def test_the_leaf_of_a_row_ends_its_path() -> None:
    tree, rows = grow(*made(1000, 1), FEW), made(50, 3)[0]
    assert [tree.path_of(row)[-1] for row in rows] == tree.leaves_of(rows).tolist()
    parents = tree.parents()
    for row in rows:
        path = tree.path_of(row)
        assert [parents[node] for node in path[1:]] == path[:-1]
    assert sorted(np.concatenate(tree.levels()).tolist()) == list(range(len(tree)))


def test_growth_stops_at_few_actions_at_a_depth_and_without_gain() -> None:
    rows, kinds = made(1000, 1)
    assert len(grow(rows, kinds, GrowthSettings(depth=0))) == 1
    assert len(grow(rows, kinds, GrowthSettings(depth=1, least=5))) == 3
    assert len(grow(rows, kinds, GrowthSettings(least=501))) == 1
    assert len(grow(rows, kinds, GrowthSettings(gain=1e6))) == 1
    assert len(grow(np.ones((50, 2)), np.arange(50) % 3, FEW)) == 1  # nothing to split at
    tree = grow(rows, kinds, GrowthSettings(least=40, gain=0.0))
    assert np.bincount(tree.leaves_of(rows))[tree.feature < 0].min() >= 40


def test_actions_that_were_never_seen_keep_a_small_share() -> None:
    tree = grow(np.ones((50, 1)), np.ones(50, dtype=np.intp))
    assert tree.shares[0] == pytest.approx([0.001, 0.998, 0.001], abs=1e-4)


def test_a_tree_reads_back_from_its_arrays() -> None:
    tree, rows = grow(*made(1000, 1), FEW), made(50, 3)[0]
    again = check_tree(tree.arrays(), 4)
    assert (again.leaves_of(rows) == tree.leaves_of(rows)).all()


def _spoiled(tree: RegressionTree) -> dict[str, dict[str, Any]]:
    good = tree.arrays()
    loop, twice = tree.child.copy(), tree.child.copy()
    loop[0] = [0, 1]
    twice[0] = twice[0, 0]
    return {
        "no nodes": {name: part[:0] for name, part in good.items()},
        "fewer thresholds": {**good, "threshold": good["threshold"][1:]},
        "fewer shares": {**good, "shares": good["shares"][1:]},
        "shares of pairs": {**good, "shares": good["shares"][:, 1:]},
        "an unknown input": {**good, "feature": np.where(tree.feature >= 0, 4, -1)},
        "an input below -1": {**good, "feature": tree.feature - 1},
        "a threshold that is no number": {**good, "threshold": good["threshold"] * np.nan},
        "shares below 0": {**good, "shares": good["shares"] - 0.5},
        "shares that sum to more": {**good, "shares": good["shares"] * 2},
        "a loop": {**good, "child": loop},
        "a node with two parents": {**good, "child": twice},
        "children beyond the end": {**good, "child": good["child"] + len(tree)},
        "nodes in two dimensions": {**good, "feature": tree.feature[None]},
        "words": {**good, "shares": np.full((len(tree), 3), "much")},
    }


@pytest.mark.parametrize("what", _spoiled(grow(*made(1000, 1), FEW)))
def test_malformed_trees_are_refused(what: str) -> None:
    with pytest.raises(ValueError, match=r"regression tree|could not convert"):
        check_tree(_spoiled(grow(*made(1000, 1), FEW))[what], 4)


@pytest.mark.parametrize("name", ["feature", "threshold", "child", "shares"])
def test_a_missing_part_is_refused(name: str) -> None:
    parts = grow(*made(1000, 1), FEW).arrays()
    del parts[name]
    with pytest.raises(KeyError):
        check_tree(parts, 4)
