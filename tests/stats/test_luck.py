"""The luck adjustment."""

import numpy as np
import pytest

from railbird.stats.luck import hole_card_functions


def test_functions_of_hole_cards_are_zero_on_average() -> None:
    functions = hole_card_functions()
    assert functions.shape == (8, 1326)
    assert functions.mean(axis=1) == pytest.approx(np.zeros(8), abs=1e-12)
