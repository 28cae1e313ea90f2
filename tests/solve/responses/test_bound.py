"""Bounds on exploitability from some flops."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.errors import MatchError
from railbird.game import limit
from railbird.solve.responses.boards import board_classes
from railbird.solve.responses.bound import flop_bound
from railbird.solve.responses.flops import FlopResponses, FlopValues
from railbird.solve.responses.sample import FlopSample, sample_flops
from tests.solve.responses.policies import random_policy, small_holdem
from tests.solve.responses.test_policy_response import won


@pytest.fixture(scope="module")
def responses() -> FlopResponses:
    return FlopResponses(random_policy(small_holdem(), seed=7), bits=64)


@pytest.fixture(scope="module")
def values(responses: FlopResponses) -> list[FlopValues]:
    return [responses.on(flop).values for flop in responses.flops]


def test_all_flops_together_are_exact(responses: FlopResponses, values: list[FlopValues]) -> None:
    policy = random_policy(small_holdem(), seed=7)
    exact = (won(policy, 0) + won(policy, 1)) / 2
    assert responses.exploitability(values) == pytest.approx(exact, abs=1e-9)


def test_the_bound_is_below_the_exact_value_in_nine_of_ten_samples(
    responses: FlopResponses, values: list[FlopValues]
) -> None:
    exact = responses.exploitability(values)
    below, means = 0, []
    for seed in range(100):
        sample = sample_flops(responses.flops, 8, seed)
        bound = flop_bound(responses.trunks, sample, [values[flop] for flop in sample.draws])
        below += bound.low < exact
        means.append(bound.mean)
        assert sum(bound.by_position) / 2 == pytest.approx(bound.mean)
    assert below >= 90
    assert 0.5 * exact < np.mean(means) <= exact + 3 * np.std(means) / 10


def test_a_reply_is_never_valued_on_a_flop_that_it_was_fitted_on(responses: FlopResponses) -> None:
    """Values of pure noise: a reply that knew them would win."""
    generator, trunk = np.random.default_rng(1), responses.trunks[0]
    shape = (len(trunk.leaves), len(trunk.classes))
    sample = FlopSample(np.array([0, 1] * 20), np.repeat(np.arange(20), 2), np.full(20, 0.05))
    noise = generator.normal(scale=1e4, size=(2, *shape))
    twice = [(noise[flop], np.zeros((len(responses.trunks[1].leaves), len(trunk.classes)))) for flop in sample.draws]
    apart = flop_bound(responses.trunks, sample, twice)
    best = trunk.value(trunk.best(noise.mean(axis=0)), noise.mean(axis=0))
    assert apart.by_position[0] < best


def test_a_sample_is_seeded_and_stratified() -> None:
    flops = board_classes(limit()).after(())
    first, again, other = (sample_flops(flops, 40, seed) for seed in (1, 1, 2))
    assert first.draws.tolist() == again.draws.tolist() != other.draws.tolist()
    assert np.bincount(first.strata).tolist() == [2] * 20
    assert first.weights.sum() == pytest.approx(1)
    odd = sample_flops(flops, 41, 1)
    assert len(odd.draws) == 41


def test_each_flop_comes_as_often_as_it_is_dealt() -> None:
    flops = board_classes(small_holdem()).after(())
    drawn = np.concatenate([sample_flops(flops, 8, seed).draws for seed in range(2000)])
    expected = np.array([flop.ways for flop in flops]) / sum(flop.ways for flop in flops)
    assert np.bincount(drawn, minlength=len(flops)) / len(drawn) == pytest.approx(expected, abs=0.01)


def test_a_sample_of_three_flops_is_refused() -> None:
    with pytest.raises(MatchError, match="4 flops or more, not 3"):
        sample_flops(board_classes(small_holdem()).after(()), 3, 1)
