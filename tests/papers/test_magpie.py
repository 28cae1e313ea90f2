"""Magpie beside LAIN, and Vexbot and BRPlayer heads-up."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.papers.lain import ROWS, rows_of
from railbird.papers.magpie import heads_up, magpie_change, magpie_learning, magpie_matches, regained
from railbird.papers.published import read_table

SHARE = 0.0002
"""Of the hands of the thesis."""


@pytest.mark.slow
def test_magpie_is_held_against_lain_on_the_same_deals() -> None:
    found = magpie_matches(read_table("magpie-matches"), True, lambda _: None, share=SHARE)
    (finding,) = found.findings
    assert [row[0] for row in finding.rows] == list(ROWS)
    ours, theirs = rows_of("magpie", "magpie", SHARE), rows_of("lain", "lain", SHARE)
    for one, other in zip(ours, theirs, strict=True):
        assert one.leg(3).cards_seed == other.leg(3).cards_seed
        assert one.leg(3).streams_seed == other.leg(3).streams_seed


@pytest.mark.slow
def test_lain_37_learning_is_told_with_an_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.papers.magpie.LEARNING_HANDS", 150)
    found = magpie_learning(read_table("magpie-learning"), True, lambda _: None, replicates=3)
    assert [curve.name for curve in found.curves] == ["LAIN", "Magpie"]
    assert len(found.findings[0].rows) == 2
    assert "to" in found.findings[0].rows[0][2]


@pytest.mark.slow
def test_a_change_is_gone_on_from_with_what_was_learned() -> None:
    found = magpie_change(read_table("magpie-change"), True, lambda _: None, replicates=2, before=60, again=1)
    assert [row[0] for row in found.findings[0].rows] == ["with decay", "without"]
    assert found.curves[0].at[-1] == 400


@pytest.mark.slow
def test_vexbot_and_brplayer_are_told_by_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.papers.magpie.HEADS_UP_REPLICATES", 2)
    found = heads_up(read_table("heads-up-learning"), True, lambda _: None, hands=10)
    rates, profit = found.findings
    assert len(rates.rows) == len(profit.rows) == 7
    assert rates.columns[1:] == ("always-call", "always-raise", "simple", "simple(bluff=off)")


def test_the_luck_of_the_deals_is_taken_out_by_one_who_knows() -> None:
    """He who comes to know from the second of four windows on has regained all by then, whatever the deals were."""
    chance = np.random.default_rng(1)
    luck = 50 * chance.standard_normal((6, 40))
    luck -= luck.mean(axis=1, keepdims=True)
    known = 2.0 + luck
    here = known - np.repeat([2.0, 0.0, 0.0, 0.0], 10)
    found = regained(here, known, 4)
    assert found.hands == 20
    assert found.interval == (20, 20)
    assert found.final == pytest.approx(known.mean())
    assert found.rates == pytest.approx([known.mean() - 2, *[known.mean()] * 3])
