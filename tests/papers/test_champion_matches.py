"""Raven's matches: line-ups, claims and tables."""

from __future__ import annotations

import pytest

from railbird._progress import report_nothing
from railbird.gallery import parse_bot
from railbird.game import limit
from railbird.papers import champion_matches
from railbird.papers.champion_matches import (
    DUELS,
    LINE_UPS,
    PARTS,
    RIVALS,
    champion_baselines,
    champion_heads_up,
    champion_learning,
    champion_parts,
    champion_tables,
)
from railbird.papers.published import read_table

HANDS = 6


@pytest.fixture(autouse=True)
def _few_replicates(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setattr(champion_matches, "REPLICATES", 2)
    monkeypatch.setenv("RAILBIRD_STORE", str(tmp_path_factory.mktemp("store") / "matches.db"))


def test_there_are_three_line_ups_for_three_six_and_ten_players_who_all_play_there() -> None:
    assert sorted(1 + len(others) for others in LINE_UPS) == [3, 3, 3, 6, 6, 6, 10, 10, 10]
    for others in LINE_UPS:
        for bot in others:
            assert parse_bot(bot).refusal(limit(1 + len(others))) is None
    assert {bot for others in LINE_UPS for bot in others} >= {"poki", "simbot", "saukonoja", "magpie", "lain", "rezai"}


def test_tables_list_everybody_and_say_who_is_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(champion_matches, "LINE_UPS", (("simple", "jag"), ("simple", "jag", "chump", "flock", "rezai")))
    result = champion_tables(read_table("champion-tables"), False, report_nothing, hands=HANDS)
    assert [len(finding.rows) for finding in result.findings] == [3, 6]
    assert len(result.claims) == 2
    for finding, claim in zip(result.findings, result.claims, strict=True):
        rates = [float(row[1].split()[0]) for row in finding.rows]
        assert rates == sorted(rates, reverse=True)
        assert sum(rates) == pytest.approx(0, abs=0.01)
        assert not claim.holds or finding.rows[0][0] == "raven"


def test_baselines_are_played_by_raven_and_its_rivals_on_the_same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(champion_matches, "BASELINES", ("chump", "jag"))
    monkeypatch.setattr(champion_matches, "RIVALS", ("magpie",))
    result = champion_baselines(read_table("champion-baselines"), False, report_nothing, hands=HANDS)
    (finding,) = result.findings
    assert finding.columns == ("from 5 x", "raven", "magpie")
    assert [row[0] for row in finding.rows] == ["chump", "jag"]
    assert "simbot" in RIVALS


def test_duels_parts_and_learning_have_a_row_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(champion_matches, "DUELS", DUELS[-2:])
    monkeypatch.setattr(champion_matches, "PARTS", PARTS[:3])
    monkeypatch.setattr(champion_matches, "WITHOUT", ("simple", "jag"))
    monkeypatch.setattr(champion_matches, "LEARNERS", ("raven", "magpie"))
    duels = champion_heads_up(read_table("champion-heads-up"), False, report_nothing, hands=HANDS)
    assert [row[0] for row in duels.findings[0].rows] == list(DUELS[-2:])
    parts = champion_parts(read_table("champion-parts"), False, report_nothing, hands=HANDS)
    assert [row[0] for row in parts.findings[0].rows] == ["raven", *PARTS[:3]]
    learning = champion_learning(read_table("champion-learning"), False, report_nothing, hands=10 * HANDS)
    assert [row[0] for row in learning.findings[0].rows] == ["raven", "magpie"]
    assert [curve.name for curve in learning.curves] == ["raven", "magpie"]
