"""Experiments that play matches, with as few hands as say anything; at length by the command."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from railbird.arena.definition import Adjustment
from railbird.arena.series import Series
from railbird.game import limit
from railbird.papers.experiments import EXPERIMENTS, GROUPS, LONG
from railbird.papers.lain import ROWS, lain_matches, rows_of, so_far
from railbird.papers.magpie import heads_up, magpie_change, magpie_learning, magpie_matches, regained
from railbird.papers.matches import STORE, first_of_replicates, first_without_luck, match_of, played
from railbird.papers.published import read_table
from railbird.store import Store

SHARE = 0.0002
"""Of the hands of the thesis."""


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_STORE", str(tmp_path / "railbird.db"))


def test_what_was_played_is_not_played_again(tmp_path: Path) -> None:
    tables = [match_of(("lain", "always-call"), limit(), 30, 1, 2)]
    first, second = (played("some", tables, lambda _: None) for _ in range(2))
    assert first.number == second.number
    assert first_of_replicates(first, 0).shape == (2, 30)
    other = played("some", [match_of(("lain", "always-call"), limit(), 31, 1, 2)], lambda _: None)
    assert other.number != first.number
    assert len(Store(tmp_path / STORE).tournaments()) == 2


def test_what_another_version_has_played_is_played_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [match_of(("lain", "always-call"), limit(), 30, 1, 2)]
    first = played("some", tables, lambda _: None)
    monkeypatch.setattr("railbird.papers.matches.__version__", "99")
    assert played("some", tables, lambda _: None).number != first.number


def test_an_experiment_that_is_stopped_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [match_of(("lain", "always-call"), limit(), 40, 1, 2)]
    whole = first_of_replicates(played("whole", tables, lambda _: None), 0)
    real = Series.play

    def stopped(self: Series, **_: object) -> None:
        """Nothing is played: as if somebody had pressed Ctrl-C at once."""

    monkeypatch.setattr(Series, "play", stopped)
    with pytest.raises(KeyboardInterrupt):
        played("stopped", tables, lambda _: None)
    monkeypatch.setattr(Series, "play", real)
    assert (first_of_replicates(played("stopped", tables, lambda _: None), 0) == whole).all()


def test_lain_36_its_matches_have_all_rows_but_those_of_poki() -> None:
    shares: list[float] = []
    found = lain_matches(read_table("lain-matches"), True, shares.append, share=SHARE)
    assert [each.row for each in found.comparisons] == list(ROWS)
    assert {name.partition(":")[0] for name in ROWS} == {"1", "2", "3", "4", "5", "8", "9", "10"}
    assert [curve.name for curve in found.curves] == list(ROWS)
    assert all(curve.at[0] == 0 and curve.values[0] == 0 for curve in found.curves)
    assert len(found.claims) == 6
    assert shares == sorted(shares)
    assert found.to_json()["curves"][0]["hands"][-1] == 50


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


def test_luck_is_taken_out_of_what_was_won() -> None:
    series = played("some", [match_of(("simple", "always-call"), limit(), 400, 1, 2)], lambda _: None)
    raw, (found,) = first_of_replicates(series, 0), first_without_luck(series, lambda _: None)
    assert found.shape == raw.shape == (2, 400)
    assert found.std() < 0.7 * raw.std()
    assert found.mean() == pytest.approx(raw.mean(), abs=4 * raw.std() / 800**0.5)
    assert (series.adjusted(0, Adjustment.LUCK)[:, 0].reshape(2, 400) == found).all()


def test_winnings_so_far_begin_with_nothing() -> None:
    marks, total = so_far(np.array([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0]]))
    assert marks.tolist() == [0, 1, 2, 3]
    assert total.tolist() == [0, 2, 4, 6]


def test_groups_and_long_experiments_are_experiments() -> None:
    assert set(LONG) <= set(EXPERIMENTS)
    assert all(name in EXPERIMENTS for names in GROUPS.values() for name in names)
    assert not set(GROUPS) & set(EXPERIMENTS)
