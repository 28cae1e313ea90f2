"""Counter-strategies at the table, in Leduc hold'em instead of limit hold'em: the same steps, in seconds."""

from __future__ import annotations

import pytest

from railbird.papers.counter_hands import counter_hands
from railbird.papers.counter_holdem import counter_holdem
from railbird.papers.counter_teams import counter_teams
from railbird.papers.counter_world import SAFE_MB, SHARES, CounterWorld
from railbird.papers.published import read_table

LEDUC = CounterWorld("leduc", "buckets(by=class)", hands=1000)


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """One cache and one store for all tests here."""
    folder = tmp_path_factory.getbasetemp() / "counter"
    folder.mkdir(exist_ok=True)
    monkeypatch.setattr("railbird.papers.counter_world.cache_folder", lambda: folder)
    monkeypatch.setattr("railbird.papers.matches.default_store", lambda: folder / "matches.db")


def test_responses_are_computed_once() -> None:
    files = LEDUC.responses("always-call", ("fbr", "rnr(p=0.5)"))
    stamps = [file.stat().st_mtime_ns for file in files]
    assert LEDUC.responses("always-call", ("fbr", "rnr(p=0.5)")) == files
    assert [file.stat().st_mtime_ns for file in files] == stamps
    (won, lost), (safer_won, safer_lost) = map(LEDUC.mbb, files)
    assert won > safer_won
    assert lost > safer_lost


def test_a_safe_response_is_the_boldest_that_can_lose_little() -> None:
    share, file = LEDUC.safe("random")
    assert LEDUC.mbb(file)[1] <= SAFE_MB
    bolder = next(each for each in SHARES if each > share)
    (too_bold,) = LEDUC.responses("random", (f"rnr(p={bolder:g})",))
    assert LEDUC.mbb(too_bold)[1] > SAFE_MB


def test_responses_win_most_from_their_own_target() -> None:
    result = counter_holdem(
        read_table("counter-holdem"),
        True,
        lambda share: None,
        world=LEDUC,
        bots=(("always-call", "always-raise"), ("random",)),
        deals=500,
    )
    best, _ = result.claims
    assert best.holds
    assert best.result == "2 of 2"
    (finding,) = result.findings
    assert [row[0] for row in finding.rows][:2] == ["equilibrium", "FBR to always-call"]
    assert not result.comparisons


def test_teams_and_portfolios_play_strangers() -> None:
    bots = (("always-call", "always-raise"), ("random",))
    result = counter_teams(read_table("counter-teams"), True, lambda share: None, world=LEDUC, bots=bots, hands=60)
    (finding,) = result.findings
    assert [row[0] for row in finding.rows] == [
        *("equilibrium", "team of FBRs", "team of RNRs", "portfolio of all", "small portfolio")
    ]
    assert all(len(row) == 3 for row in finding.rows)
    assert [curve.name for curve in result.curves] == [
        "team, turncoat(first=always-call, then=always-raise, after=30)",
        "team with a window, turncoat(first=always-call, then=always-raise, after=30)",
    ]
    assert [curve.at[-1] for curve in result.curves] == [60, 60]


def test_values_are_exact_inside_the_abstraction() -> None:
    table = read_table("counter-hands")
    result = counter_hands(table, True, lambda share: None, world=LEDUC, target="random", counts=(50, 1000))
    rises, little, safer, *_ = result.claims
    assert rises.holds
    assert little.holds
    assert safer.holds
    curve, few = result.findings
    assert curve.rows[0][0] == "0"
    assert float(curve.rows[-1][1]) == pytest.approx(2374, abs=2)  # the best response to random play, in mb/g
    assert [row[0] for row in few.rows] == ["50", "1,000"]
