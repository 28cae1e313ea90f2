"""Experiments with Saukonoja's bot, with very few hands."""

from __future__ import annotations

import pytest

from railbird.papers.published import read_table
from railbird.papers.saukonoja import (
    BASELINES,
    ESTIMATORS,
    OPPONENTS,
    PANEL,
    saukonoja_matches,
    saukonoja_parts,
)


@pytest.fixture(autouse=True)
def _few_replicates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.papers.saukonoja.REPLICATES", 2)


@pytest.mark.slow
def test_saukonoja_44_to_47_matches_have_published_numbers_curves_and_leaks() -> None:
    result = saukonoja_matches(read_table("saukonoja-matches"), True, lambda _: None, hands=(20, 60))
    assert [each.published for each in result.comparisons] == [0.015, -0.242]
    assert len(result.curves) == len(OPPONENTS)
    over_time, baselines, leaks = result.findings
    assert [row[0] for row in over_time.rows] == list(OPPONENTS)
    assert [row[0] for row in baselines.rows] == list(BASELINES)
    assert len(leaks.rows) == 2 * len(OPPONENTS)


def test_saukonoja_48_each_part_can_be_exchanged_and_is_measured_on_the_same_deals() -> None:
    result = saukonoja_parts(read_table("saukonoja-parts"), True, lambda _: None, hands=6)
    assert [row[0] for row in result.findings[0].rows] == list(ESTIMATORS)
    assert result.findings[0].columns == ("", *PANEL)


def test_poki_and_vexbot_have_a_claim_each() -> None:
    result = saukonoja_matches(read_table("saukonoja-matches"), True, lambda _: None, hands=(4, 8))
    named = [[name for name in OPPONENTS if name in claim.text] for claim in result.claims[1:]]
    assert named == [["Poki"], ["Vexbot"]]
