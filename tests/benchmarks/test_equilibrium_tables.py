"""The page of results for equilibrium play: which matches it has, and how they are written."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks import equilibrium_tables, match_runs
from benchmarks.equilibrium_tables import FIXED, Choice, limit_runs, others
from benchmarks.match_runs import MatchRun
from railbird.errors import MatchError
from railbird.gallery import bot_names, parse_bot
from railbird.game import limit

OPPONENTS = ("random", "flock", "chump")
RUNS = [MatchRun(bot="simple", opponent=name, game="limit", deals=30, replicates=3) for name in OPPONENTS]


@pytest.fixture(autouse=True)
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three short matches, and a page of its own."""
    page = tmp_path / "page.md"
    monkeypatch.setattr(match_runs, "CACHE", tmp_path)
    monkeypatch.setattr(match_runs, "RESULTS", tmp_path)
    monkeypatch.setattr(equilibrium_tables, "DOCUMENT", page)
    monkeypatch.setattr(equilibrium_tables, "limit_runs", lambda: (RUNS[:1], RUNS[1:]))
    return page


def test_opponents_play_limit_heads_up_and_all_that_learn_are_among_them() -> None:
    full, short = limit_runs()
    assert [run.opponent for run in full] == list(FIXED)
    assert {"lain", "vexbot", "brplayer", "magpie"} <= {run.opponent for run in short}
    assert {run.opponent for run in short} == set(others())
    assert full[0].deals > short[0].deals >= 5_000
    every = {name for name in bot_names() if parse_bot(name).refusal(limit()) is None}
    combined = {"best-response", "implicit", "like", "team", "turncoat"}
    assert {*FIXED, *others(), "kestrel", "peregrine"} - {"simple(bluff=off)"} == every - combined


def test_a_section_says_what_was_played_and_what_is_missing(small: Path) -> None:
    text = equilibrium_tables.matches(Choice(only=("random",), workers=1))
    first, second = text.split("Against ")
    assert "3 replicates of 30 deals, each played in both seats" in first
    assert "| random | +" in first
    assert "| 180 |" in first
    assert "Not played yet: flock, chump." in second
    assert equilibrium_tables.matches(Choice(play=False)) == text


def test_only_opponents_of_the_section_can_be_chosen() -> None:
    with pytest.raises(MatchError, match="'poki' is no opponent of this section: there are random, flock, chump"):
        equilibrium_tables.matches(Choice(only=("poki",)))


def test_other_sections_of_the_page_stay(small: Path) -> None:
    heading, _ = equilibrium_tables.SECTIONS[equilibrium_tables.Section.NO_LIMIT]
    small.write_text(f"# Old\n\n## {heading}\n\nas it was\n", encoding="utf-8")
    app = equilibrium_tables.app
    done = CliRunner().invoke(app, ["matches", "--workers", "1", "--no-adjust"])
    assert done.exit_code == 0, done.output
    text = small.read_text(encoding="utf-8")
    assert "as it was" in text
    assert "| flock | " in text
    assert "| chump | " in text
