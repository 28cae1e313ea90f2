"""A sample of ``python -m tests.game.oracles``, and a search for counter-examples."""

import random
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.game.oracles import OTHER_RULE, SAME, play_with_openspiel, play_with_pokerkit


@pytest.mark.parametrize("block", range(3))
def test_casino_rules_equal_pokerkit(block: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        outcomes = [play_with_pokerkit(random.Random(seed)) for seed in range(60 * block, 60 * block + 60)]
    assert set(outcomes) <= {SAME, OTHER_RULE}
    assert outcomes.count(SAME) > 48


@pytest.mark.parametrize("block", range(3))
def test_acpc_rules_equal_openspiel(block: int) -> None:
    assert {play_with_openspiel(random.Random(seed)) for seed in range(250 * block, 250 * block + 250)} == {SAME}


@given(st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_no_difference_to_pokerkit_is_found(choose: random.Random) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert play_with_pokerkit(choose) in (SAME, OTHER_RULE)


@given(st.randoms(use_true_random=False))
@settings(max_examples=300, deadline=None)
def test_no_difference_to_openspiel_is_found(choose: random.Random) -> None:
    assert play_with_openspiel(choose) == SAME
