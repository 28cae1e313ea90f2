"""A sample of what ``python -m tests.game.oracles`` does at length."""

import warnings

import pytest

from tests.game.oracles import OTHER_RULE, SAME, play_with_openspiel, play_with_pokerkit


@pytest.mark.parametrize("block", range(6))
def test_casino_rules_equal_pokerkit(block: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        outcomes = [play_with_pokerkit(seed) for seed in range(100 * block, 100 * block + 100)]
    assert set(outcomes) <= {SAME, OTHER_RULE}
    assert outcomes.count(SAME) > 80


@pytest.mark.parametrize("block", range(6))
def test_acpc_rules_equal_openspiel(block: int) -> None:
    assert {play_with_openspiel(seed) for seed in range(500 * block, 500 * block + 500)} == {SAME}
