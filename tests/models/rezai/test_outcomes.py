"""The store of (state, action, outcome), and its choice of the best action."""

from __future__ import annotations

import json
import random
import statistics
from collections.abc import Sequence
from typing import Any

import pytest

from railbird.game import ActionKind
from railbird.models.rezai.outcomes import OutcomeStore

FOLD, CALL, RAISE = ActionKind


def stored(calls: Sequence[float] = (), raises: Sequence[float] = (), folds: Sequence[float] = ()) -> OutcomeStore:
    store = OutcomeStore()
    for kind, values in ((CALL, calls), (RAISE, raises), (FOLD, folds)):
        for value in values:
            store.add("here", kind, value)
    return store


def best(store: OutcomeStore, ruled: ActionKind, **how: Any) -> ActionKind:
    return store.best("here", ruled, **{"least": 2, "sure": 0.0, "can_fold": True} | how)


def test_means_and_their_variances_are_those_of_the_outcomes() -> None:
    drawn = random.Random(1)
    values = [drawn.gauss(1, 3) for _ in range(50)]
    result = stored(values).known("here", least=2, can_fold=False)[CALL]
    assert result.mean == pytest.approx(statistics.mean(values))
    assert result.variance == pytest.approx(statistics.variance(values) / 50)
    assert result.count == 50


def test_the_action_with_the_highest_mean_is_best() -> None:
    store = stored([1, 2, 3], [4, 5, 6])
    assert best(store, CALL) is RAISE
    assert best(store, RAISE) is RAISE
    assert best(store, FOLD) is RAISE


def test_a_fold_is_worth_0_and_needs_no_outcomes() -> None:
    losing = stored([-1, -2, -3])
    assert best(losing, CALL) is FOLD
    assert best(losing, CALL, can_fold=False) is CALL
    assert best(stored([-1, -2, -3], folds=[-9, -9, -9]), CALL) is FOLD


def test_an_action_with_few_outcomes_is_taken_as_ruled_and_never_chosen() -> None:
    store = stored([1, 2, 3], [9, 9])
    assert best(store, CALL, least=3) is CALL
    assert best(store, RAISE, least=3) is RAISE
    assert best(OutcomeStore(), CALL) is CALL


@pytest.mark.parametrize(("sure", "wanted"), [(0.0, RAISE), (1.0, RAISE), (1.9, RAISE), (2.1, CALL)])
def test_an_action_must_beat_the_ruled_one_by_some_standard_errors(sure: float, wanted: ActionKind) -> None:
    """Two outcomes each, means 2 and 4, variances 1: the standard error of the difference is √(1/2 + 1/2)."""
    half = 2**0.5 / 2
    store = stored([2 - half, 2 + half], [4 - half, 4 + half])
    assert best(store, CALL, sure=sure) is wanted


def test_states_do_not_mix() -> None:
    store = stored([1, 2, 3], [4, 5, 6])
    assert store.best("there", CALL, least=2, sure=0, can_fold=True) is CALL


def test_a_store_is_restored_and_merged() -> None:
    one, other = stored([1, 2, 3]), stored([7.5], [4])
    read = OutcomeStore.from_json(json.loads(json.dumps(one.to_json())))
    assert read == one
    read.merge(other)
    assert read == stored([1, 2, 3, 7.5], [4])
    assert other == stored([7.5], [4])


@pytest.mark.parametrize(
    "record",
    [
        *([], 7, {"x": 7}, {"x": {"call": 7}}, {"x": {"call": [1, 2]}}, {"x": {"jump": [1, 2, 4]}}),
        *({"x": {"call": [0, 0, 0]}}, {"x": {"call": [1.5, 1, 1]}}, {"x": {"call": [True, 1, 1]}}),
        *({"x": {"call": [2, float("nan"), 1]}}, {"x": {"call": [2, 1, float("inf")]}}, {"x": {"call": [2, 4, 1]}}),
        *({"x": {"call": [2, "1", 1]}}, {7: {7: [1, 1, 1]}}),
    ],
)
def test_damaged_stores_are_refused(record: Any) -> None:
    with pytest.raises((AttributeError, KeyError, TypeError, ValueError)):
        OutcomeStore.from_json(record)
