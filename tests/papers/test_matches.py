"""Experiments that play matches, with as few hands as say anything; at length by the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.arena.definition import Adjustment
from railbird.arena.series import Series
from railbird.game import limit
from railbird.papers.matches import STORE, first_of_replicates, first_without_luck, match_of, played
from railbird.store import Store


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


def test_luck_is_taken_out_of_what_was_won() -> None:
    series = played("some", [match_of(("simple", "always-call"), limit(), 400, 1, 2)], lambda _: None)
    raw, (found,) = first_of_replicates(series, 0), first_without_luck(series, lambda _: None)
    assert found.shape == raw.shape == (2, 400)
    assert found.std() < 0.7 * raw.std()
    assert found.mean() == pytest.approx(raw.mean(), abs=4 * raw.std() / 800**0.5)
    assert (series.adjusted(0, Adjustment.LUCK)[:, 0].reshape(2, 400) == found).all()
