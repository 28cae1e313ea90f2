"""Portfolios of responses, chosen greedily."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.errors import GameError
from railbird.solve.counter.portfolio import greedy_portfolio


def test_the_first_member_is_the_best_single_response() -> None:
    assert greedy_portfolio([[1, 2], [3, 3], [4, 0]], most=1) == [1]


def test_members_that_add_too_little_are_left_out() -> None:
    table: list[list[float]] = [[10, 0, 0], [0, 10, 0], [0, 0, 0.3]]
    assert greedy_portfolio(table) == [0, 1]
    assert greedy_portfolio(table, least_gain=0) == [0, 1, 2]


def test_responses_that_are_best_nowhere_are_never_chosen() -> None:
    random = np.random.default_rng(1)
    table = random.normal(size=(6, 5))
    table = np.vstack([table, table.min(axis=0) - 1])
    chosen = greedy_portfolio(table, least_gain=0)
    assert 6 not in chosen
    assert table[chosen].max(axis=0).tolist() == table.max(axis=0).tolist()


@pytest.mark.parametrize(
    ("table", "least"), [([], 0.05), ([1.0, 2.0], 0.05), ([[np.nan]], 0.05), ([[1.0]], -1), ([[1.0]], 2)]
)
def test_a_wrong_table_is_refused(table: list[object], least: float) -> None:
    with pytest.raises(GameError):
        greedy_portfolio(table, least_gain=least)  # type: ignore[arg-type]
