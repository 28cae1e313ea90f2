"""The page of results for Peregrine: which matches it has, and how they are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import champion_tables, match_runs
from benchmarks.bounded_play import Bounded
from benchmarks.champion_tables import WEAK, Choice, opponents
from benchmarks.match_runs import MatchRun
from railbird.gallery import parse_bot
from railbird.game import limit


@pytest.fixture(autouse=True)
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache of its own, and fewer hands."""
    monkeypatch.setattr(match_runs, "CACHE", tmp_path)
    monkeypatch.setattr(match_runs, "RESULTS", tmp_path)
    for name, value in {"LONG": 40, "SKIP": 20, "REPLICATES": 2, "BOUNDED_HANDS": 40, "EVERY": 20}.items():
        monkeypatch.setattr(champion_tables, name, value)


def test_all_opponents_play_limit_heads_up() -> None:
    assert {"vexbot", "brplayer", "simbot", "magpie", "kestrel"} <= set(opponents())
    for name in {*opponents(), *WEAK}:
        assert parse_bot(name).refusal(limit()) is None


def test_hands_are_compared_with_magpie_on_the_same_deals_after_both_have_learned() -> None:
    text = champion_tables.weak(Choice(only=("always-call",), workers=1))
    assert "hands 21 to 40 of 2 replicates" in text
    assert "| always-call | " in text
    assert text.count("\n| ") == 3  # head, line, and one row
    assert "Still to be played: always-fold, always-raise" in text


def test_exploitability_is_measured_while_it_learns() -> None:
    text = champion_tables.safety(Choice(only=("always-call",)))
    assert "| always-call | 20 | 0 | 0.000 | 2." in text
    assert "most against always-call" in text
    assert Bounded(opponent="always-call", bound=20, hands=40, every=20).file.exists()


def test_the_first_deals_may_not_count() -> None:
    whole = MatchRun(bot="always-raise", opponent="always-fold", game="limit", deals=20, replicates=2, dealing="plain")
    late = MatchRun(
        bot="always-raise", opponent="always-fold", game="limit", deals=20, replicates=2, dealing="plain", skip=19
    )
    assert whole.file != late.file
    assert set(match_runs.result_of(late, 1).replicates) <= {0.5, 1.0}  # one hand: a blind was won
    assert match_runs.result_of(whole, 1).replicates == (0.75, 0.75)


def test_results_from_before_a_change_are_marked_and_played_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(champion_tables, "opponents", lambda: ["always-fold"])
    monkeypatch.setattr(
        champion_tables, "champion_run", lambda bot: MatchRun(bot="always-raise", opponent=bot, game="limit", deals=10)
    )
    first = champion_tables.gallery(Choice(workers=1))
    assert "†" not in first
    monkeypatch.setattr(champion_tables, "CHANGED", "2999-01-01")
    marked = champion_tables.gallery(Choice(workers=1, play=False))
    assert "| always-fold† | +0.7500" in marked
    played: list[MatchRun] = []
    monkeypatch.setattr(champion_tables, "forget", played.append)
    champion_tables.gallery(Choice(only=("always-call",), workers=1))
    assert not played
    champion_tables.gallery(Choice(only=("always-fold",), workers=1))
    assert [run.opponent for run in played] == ["always-fold"]
