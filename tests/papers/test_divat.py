"""DIVAT and the luck adjustment, with very few hands; the full length is run by the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.papers.divat import PAIRS, divat
from railbird.papers.published import read_table


@pytest.mark.slow
def test_both_adjustments_are_measured_on_the_same_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_STORE", str(tmp_path / "railbird.db"))
    monkeypatch.setattr("railbird.papers.divat.PAIRS", PAIRS[:1])
    monkeypatch.setattr("railbird.papers.divat.REPLICATES", 2)
    result = divat(read_table("divat"), True, lambda _: None, hands=40)
    (row,) = result.findings[0].rows
    assert row[0] == "simple against flock"
    assert len(row) == len(result.findings[0].columns)
    assert result.claims[0].text == "both adjustments narrow every interval"
    assert result.claims[1].holds
