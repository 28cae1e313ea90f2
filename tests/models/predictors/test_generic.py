"""The generic predictor: everybody plays like the expert policy."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.models.predictors import GenericPredictor, Observations
from tests.models.predictors.made_up import by_last_action, drawn, records, seen, taught


def test_it_predicts_the_expert_policy_made_legal() -> None:
    expert = np.array([0.2, 0.5, 0.3])
    predictor = GenericPredictor()
    assert predictor.predict(replace(seen(1), expert=expert)).tolist() == pytest.approx([0.2, 0.5, 0.3])
    assert predictor.predict(replace(seen(0), expert=expert)).tolist() == pytest.approx([0, 0.7, 0.3])
    assert predictor.predict(replace(seen(1, can_raise=False), expert=expert)).tolist() == pytest.approx([0.2, 0.8, 0])


def test_many_situations_at_once_equal_each_alone() -> None:
    chance = np.random.default_rng(1)
    given = [drawn(chance) for _ in range(40)]
    predictor = GenericPredictor()
    alone = np.stack([predictor.predict(each) for each in given])
    assert predictor.predict_many(Observations.of(given)) == pytest.approx(alone, abs=1e-12)


def test_it_neither_learns_nor_counts() -> None:
    known = records(by_last_action, 30, 2)
    predictor = taught(GenericPredictor(), known)
    assert predictor.counts().shape == (4, 3, 3)
    assert not predictor.counts().any()
    assert predictor.observations == 0
    for each in known:
        assert (predictor.predict(each.seen) == GenericPredictor().predict(each.seen)).all()
