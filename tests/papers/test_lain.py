"""LAIN's matches."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.papers.lain import ROWS, lain_matches, so_far
from railbird.papers.published import read_table

SHARE = 0.0002
"""The share of the hands of the thesis."""


def test_lain_36_the_matches_have_all_rows_except_those_of_poki(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.papers.lain.REPLICATES", 2)
    shares: list[float] = []
    result = lain_matches(read_table("lain-matches"), True, shares.append, share=SHARE)
    assert [each.row for each in result.comparisons] == list(ROWS)
    assert {name.partition(":")[0] for name in ROWS} == {"1", "2", "3", "4", "5", "8", "9", "10"}
    assert [curve.name for curve in result.curves] == list(ROWS)
    assert all(curve.at[0] == 0 and curve.values[0] == 0 for curve in result.curves)
    assert len(result.claims) == 6
    assert shares == sorted(shares)
    assert result.to_json()["curves"][0]["hands"][-1] == 50


def test_cumulative_winnings_start_at_zero() -> None:
    marks, total = so_far(np.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]]))
    assert marks.tolist() == [0, 1, 2, 3]
    assert total.tolist() == [0, 2, 4, 6]
