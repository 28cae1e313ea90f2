"""Magpie and LAIN, and Vexbot and BRPlayer heads-up."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.papers.lain import ROWS, rows_of
from railbird.papers.magpie import heads_up, magpie_change, magpie_learning, magpie_matches, recovery
from railbird.papers.published import read_table

SHARE = 0.0002
"""The share of the hands of the thesis."""


@pytest.mark.slow
def test_magpie_is_compared_with_lain_on_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.papers.lain.REPLICATES", 2)
    result = magpie_matches(read_table("magpie-matches"), True, lambda _: None, share=SHARE)
    (finding,) = result.findings
    assert [row[0] for row in finding.rows] == list(ROWS)
    ours, theirs = rows_of("magpie", "magpie", SHARE), rows_of("lain", "lain", SHARE)
    for one, other in zip(ours, theirs, strict=True):
        assert one.leg(1).cards_seed == other.leg(1).cards_seed
        assert one.leg(1).streams_seed == other.leg(1).streams_seed


@pytest.mark.slow
def test_lain_37_learning_has_an_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.papers.magpie.LEARNING_HANDS", 150)
    result = magpie_learning(read_table("magpie-learning"), True, lambda _: None, replicates=3)
    assert [curve.name for curve in result.curves] == ["LAIN", "Magpie"]
    assert len(result.findings[0].rows) == 2
    assert "to" in result.findings[0].rows[0][2]


@pytest.mark.slow
def test_after_a_change_bots_continue_with_what_they_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.papers.magpie.AFTER", 100)
    result = magpie_change(read_table("magpie-change"), True, lambda _: None, replicates=2, before=60, continuations=1)
    assert [row[0] for row in result.findings[0].rows] == ["with decay", "without"]
    assert result.curves[0].at[-1] == 100


@pytest.mark.slow
def test_vexbot_and_brplayer_are_shown_by_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.papers.magpie.HEADS_UP_REPLICATES", 2)
    result = heads_up(read_table("heads-up-learning"), True, lambda _: None, hands=10)
    rates, profit = result.findings
    assert len(rates.rows) == len(profit.rows) == 7
    assert rates.columns[1:] == ("always-call", "always-raise", "simple", "simple(bluff=off)")


def test_an_informed_bot_removes_the_luck_of_the_deals() -> None:
    """A bot that plays as well from the second of four windows on has recovered by then, whatever the deals."""
    chance = np.random.default_rng(1)
    luck = 50 * chance.standard_normal((6, 40))
    luck -= luck.mean(axis=1, keepdims=True)
    informed = 2.0 + luck
    changed = informed - np.repeat([2.0, 0.0, 0.0, 0.0], 10)
    result = recovery(changed, informed, 4)
    assert result.hands == 20
    assert result.interval == (20, 20)
    assert result.final == pytest.approx(informed.mean())
    assert result.rates == pytest.approx([informed.mean() - 2, *[informed.mean()] * 3])
