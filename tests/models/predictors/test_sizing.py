"""How large a player's raises are."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.models.predictors import Observations, StatisticsPredictor
from railbird.models.predictors.sizing import RaiseSizes, SizingPredictor
from tests.models.predictors.made_up import by_last_action, log_loss, records, seen, taught


def test_an_unknown_player_raises_every_size_alike() -> None:
    assert RaiseSizes([0.5, 1, 2]).shares() == pytest.approx([1 / 3] * 3)


def test_a_raise_counts_for_the_size_that_it_is_translated_to() -> None:
    """Between 0.5 and 1 pots the border is at 5/7, between 1 and 2 at 7/5."""
    sizes = RaiseSizes([0.5, 1, 2])
    for pots in (0.1, 0.71, 0.72, 1.39, 1.41, 30, 0.0):
        sizes.learn(pots)
    assert sizes.counts.tolist() == [3, 2, 2]


def test_it_predicts_and_learns_like_the_predictor_within() -> None:
    known, held_out = records(by_last_action, 100, 1), records(by_last_action, 50, 2)
    plain, sized = StatisticsPredictor(), SizingPredictor(StatisticsPredictor(), [0.5, 1])
    for predictor in (plain, sized):
        taught(predictor, known)
    assert log_loss(plain, held_out) == log_loss(sized, held_out)
    assert sized.observations == plain.observations == 100
    assert (sized.counts() == plain.counts()).all()
    both = Observations.of([seen(1), seen(2)])
    assert (sized.predict_many(both) == plain.predict_many(both)).all()


def test_what_it_has_learned_reads_back() -> None:
    sized = taught(SizingPredictor(StatisticsPredictor(), [0.5, 1]), records(by_last_action, 100, 1))
    assert isinstance(sized, SizingPredictor)
    sized.sizes.learn(2.0)
    again = SizingPredictor(StatisticsPredictor(), [0.5, 1])
    again.restore(sized.state())
    assert (again.sizes.shares() == sized.sizes.shares()).all()
    assert (again.predict(seen(1)) == sized.predict(seen(1))).all()


@pytest.mark.parametrize(
    "raises", [np.array([1.0]), np.array([1.0, -1.0]), np.array([1.0, np.nan]), np.array([1.0, 1e13])]
)
def test_malformed_counts_are_refused(raises: np.ndarray) -> None:
    sized = SizingPredictor(StatisticsPredictor(), [0.5, 1])
    with pytest.raises(ValueError, match="malformed"):
        sized.restore({**sized.state(), "raises": raises})


def test_counts_of_other_sizes_are_refused() -> None:
    state = SizingPredictor(StatisticsPredictor(), [0.5, 2]).state()
    with pytest.raises(ValueError, match="other sizes"):
        SizingPredictor(StatisticsPredictor(), [0.5, 1]).restore(state)
