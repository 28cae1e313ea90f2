"""Matches for the pages of results: kept, continued, and the same as those of the arena."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import match_runs
from benchmarks.match_runs import MatchRun, forget, result_of, without_luck
from railbird.arena import play_match
from railbird.arena.definition import Adjustment
from railbird.papers.matches import stored_series
from railbird.store import Store

RUN = MatchRun(bot="simple", opponent="always-call", game="limit", deals=60, replicates=3, seed=5)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(match_runs, "CACHE", tmp_path)
    monkeypatch.setattr(match_runs, "RESULTS", tmp_path)
    return tmp_path


def test_a_result_is_that_of_the_arena_with_an_interval_over_replicates() -> None:
    result = result_of(RUN, workers=1)
    whole = play_match(RUN.definition)
    assert result.hands == whole.hands == 360
    assert result.rate.samples == 3
    assert result.rate.mean == pytest.approx(whole["simple"].rate.mean)
    assert result.faults == 0


def test_luck_is_removed_as_the_arena_does_it() -> None:
    result_of(RUN, workers=1)
    assert without_luck([RUN], compute=False) == [None]
    (adjusted,) = without_luck([RUN], workers=1)
    assert adjusted is not None
    whole = play_match(replace(RUN.definition, adjust=Adjustment.LUCK))
    assert adjusted.samples == 3
    assert adjusted.mean == pytest.approx(whole["simple"].rate.mean)


def test_a_match_that_was_stopped_goes_on(cache: Path) -> None:
    series = stored_series(Store(cache / "matches.db", create=True), RUN.marks, [RUN.definition])

    class StoppedError(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise StoppedError

    with pytest.raises(StoppedError):
        series.play(chunk_seconds=0, report=stop)
    begun = stored_series(Store(cache / "matches.db"), RUN.marks, [RUN.definition])
    assert 0 < begun.hands < 360
    assert result_of(RUN, workers=1).replicates == _played_at_once(cache / "other")


def _played_at_once(cache: Path) -> tuple[float, ...]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match_runs, "CACHE", cache)
        patch.setattr(match_runs, "RESULTS", cache)
        return result_of(RUN, workers=1).replicates


def test_a_kept_result_is_read_until_it_is_forgotten(cache: Path) -> None:
    first = result_of(RUN, workers=1)
    RUN.file.write_text(RUN.file.read_text().replace(f'"hands": {first.hands}', '"hands": 1'))
    assert result_of(RUN).hands == 1
    forget(RUN)
    assert not Store(cache / "matches.db").tournaments()
    assert result_of(RUN, workers=1) == first


def test_another_strategy_is_another_match() -> None:
    kestrel, psopti = (MatchRun(bot=name, opponent="simple", game="limit") for name in ("kestrel", "psopti"))
    assert RUN.marks["strategies"] == []
    assert len(kestrel.marks["strategies"]) == 1
    assert kestrel.marks["strategies"] != psopti.marks["strategies"]
