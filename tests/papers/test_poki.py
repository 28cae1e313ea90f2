"""Experiments with Poki, Simbot and AKI-RealBot, with very few hands."""

from __future__ import annotations

import json

import numpy as np
import pytest

from railbird.game import limit
from railbird.papers.matches import match_of, played
from railbird.papers.poki_matches import (
    BASELINES,
    PANEL,
    RING,
    VARIANTS,
    _flows,
    lain_poki,
    poki_ablation,
    poki_matches,
    ring_of_six,
)
from railbird.papers.poki_models import READINGS, poki_prediction, poki_reading
from railbird.papers.published import read_table


@pytest.fixture(autouse=True)
def _few_replicates(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in (("matches", "REPLICATES"), ("matches", "RING_REPLICATES"), ("matches", "LAIN_REPLICATES")):
        monkeypatch.setattr(f"railbird.papers.poki_{module}.{name}", 2)
    monkeypatch.setattr("railbird.papers.poki_matches.RING_OF_SIX_REPLICATES", 2)
    monkeypatch.setattr("railbird.papers.poki_models.READING_REPLICATES", 2)


@pytest.mark.slow
def test_poki_plays_one_two_and_nine_baselines() -> None:
    result = poki_matches(read_table("poki-matches"), True, lambda _: None, hands=2)
    assert len(result.findings[0].rows) == 2 * len(BASELINES) + 1
    assert result.findings[0].rows[-1][0] == "9 x simple"


@pytest.mark.slow
def test_poki_23_each_part_has_a_switch_and_is_measured_on_the_same_deals() -> None:
    result = poki_ablation(read_table("poki-ablation"), True, lambda _: None, hands=2)
    assert [row[0] for row in result.findings[0].rows] == list(VARIANTS)
    assert result.findings[0].columns == ("Poki", *PANEL)
    assert [row[0] for row in result.findings[1].rows] == ["roll-outs", "iterated", "iterated minus roll-outs"]


@pytest.mark.slow
def test_lain_34_rows_6_and_7_are_compared_with_the_published_ones() -> None:
    result = lain_poki(read_table("lain-poki"), True, lambda _: None, hands=4)
    assert [each.published for each in result.comparisons] == [0.131, 0.15]
    assert len(result.curves) == 2
    assert result.findings[0].rows[0][0] == "Simbot against Poki"


@pytest.mark.slow
def test_a_ring_of_six_has_winnings_by_opponent() -> None:
    result = ring_of_six(read_table("ring-of-six"), True, lambda _: None, hands=5)
    assert [[row[0] for row in finding.rows] for finding in result.findings[:2]] == [list(RING)] * 2
    assert result.findings[2].rows[0][0] == "gain from AKI-RealBot's bounds"
    assert json.loads(json.dumps(result.to_json()))["claims"][0]["holds"] in (True, False)


def test_winnings_by_opponent_sum_to_the_totals() -> None:
    series = played("flows", [match_of(("simple", "chump", "random"), limit(3), 60, 1, 2)], lambda _: None)
    flows = _flows(series, 0)
    assert flows.shape == (2, 3, 3)
    assert np.allclose(flows, -flows.transpose(0, 2, 1))
    means = series.payoffs(0).samples(by_replicate=True)
    assert np.allclose(flows.sum(axis=2), means)


@pytest.mark.slow
def test_predictors_are_shown_by_bot() -> None:
    result = poki_prediction(read_table("poki-prediction"), True, lambda _: None, replicates=2, hands=(12, 12))
    assert [row[0] for row in result.findings[0].rows] == [*BASELINES, "jag"]
    assert result.findings[0].rows[0][1] == "100%"


@pytest.mark.slow
def test_the_reading_is_compared_with_what_is_attainable() -> None:
    result = poki_reading(read_table("poki-reading"), True, lambda _: None, hands=(20, 20))
    rows = result.findings[0].rows
    assert len(rows) == 2 * len(READINGS)
    assert all(float(row[2]) > 0 for row in rows)
    assert all(float(row[3]) < float(row[2]) for row in rows)
