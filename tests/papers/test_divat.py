"""DIVAT beside the luck adjustment, with as few hands as say anything; at length by the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.papers.divat import PAIRS, divat
from railbird.papers.published import read_table


@pytest.mark.slow
def test_both_adjustments_are_found_on_the_same_hands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_STORE", str(tmp_path / "railbird.db"))
    monkeypatch.setattr("railbird.papers.divat.PAIRS", PAIRS[:1])
    monkeypatch.setattr("railbird.papers.divat.REPLICATES", 2)
    found = divat(read_table("divat"), True, lambda _: None, hands=40)
    (row,) = found.findings[0].rows
    assert row[0] == "simple against flock"
    assert len(row) == len(found.findings[0].columns)
    assert found.claims[0].text == "both narrow every interval"
    assert found.claims[1].holds
