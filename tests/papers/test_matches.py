"""Experiments that play matches, with very few hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.arena.definition import Adjustment
from railbird.arena.series import Series
from railbird.game import limit
from railbird.papers.matches import STORE, first_of_replicates, first_without_luck, match_of, played
from railbird.store import Store


def test_stored_matches_are_not_played_again(tmp_path: Path) -> None:
    tables = [match_of(("lain", "always-call"), limit(), 30, 1, 2)]
    first, second = (played("some", tables, lambda _: None) for _ in range(2))
    assert first.number == second.number
    assert first_of_replicates(first, 0).shape == (2, 30)
    other = played("some", [match_of(("lain", "always-call"), limit(), 31, 1, 2)], lambda _: None)
    assert other.number != first.number
    assert len(Store(tmp_path / STORE).tournaments()) == 2


def test_matches_of_another_version_are_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [match_of(("lain", "always-call"), limit(), 30, 1, 2)]
    first = played("some", tables, lambda _: None)
    monkeypatch.setattr("railbird.papers.matches.__version__", "99")
    assert played("some", tables, lambda _: None).number != first.number


def test_a_stopped_experiment_is_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [match_of(("lain", "always-call"), limit(), 40, 1, 2)]
    whole = first_of_replicates(played("whole", tables, lambda _: None), 0)
    real = Series.play

    def stopped(self: Series, **_: object) -> None:
        """Play nothing, as after an immediate Ctrl-C."""

    monkeypatch.setattr(Series, "play", stopped)
    with pytest.raises(KeyboardInterrupt):
        played("stopped", tables, lambda _: None)
    monkeypatch.setattr(Series, "play", real)
    assert (first_of_replicates(played("stopped", tables, lambda _: None), 0) == whole).all()


def test_luck_adjustment_reduces_variance_and_keeps_the_mean() -> None:
    series = played("some", [match_of(("simple", "always-call"), limit(), 400, 1, 2)], lambda _: None)
    raw, (adjusted,) = first_of_replicates(series, 0), first_without_luck(series, lambda _: None)
    assert adjusted.shape == raw.shape == (2, 400)
    assert adjusted.std() < 0.7 * raw.std()
    assert adjusted.mean() == pytest.approx(raw.mean(), abs=4 * raw.std() / 800**0.5)
    assert (series.adjusted(0, Adjustment.LUCK)[:, 0].reshape(2, 400) == adjusted).all()


def test_aivat_is_used_where_all_others_state_their_policies() -> None:
    pairs = (("chump", "simple"), ("simple", "chump"))
    series = played("some", [match_of(pair, limit(), 100, 1, 2) for pair in pairs], lambda _: None)
    used = first_without_luck(series, lambda _: None, aivat=True)
    for index, adjust in enumerate((Adjustment.AIVAT, Adjustment.LUCK)):
        assert (series.adjusted(index, adjust)[:, 0].reshape(2, 100) == used[index]).all()
    assert (first_without_luck(series, lambda _: None)[0] != used[0]).any()
