"""Matches against PsOpti, with very few hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.papers import psopti
from railbird.papers.built_equilibria import BuildPoint, BuiltEquilibrium
from railbird.papers.matches import STORE
from railbird.papers.published import read_table
from railbird.solve.buckets import parse_plan
from railbird.store import Store
from tests.bots.equilibrium.made import write_limit


@pytest.fixture(autouse=True)
def _few_replicates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(psopti, "REPLICATES", 2)


def test_saukonoja_44_the_match_with_sparbot_is_compared() -> None:
    result = psopti.saukonoja_sparbot(read_table("saukonoja-sparbot"), True, lambda _: None, hands=8)
    (sparbot,) = result.comparisons
    assert (sparbot.row, sparbot.published) == ("Sparbot", -0.023)
    assert result.curves[0].at[-1] == 8
    assert result.claims[0].holds == (abs(sparbot.ours.value) <= 0.2)


def test_an_equilibrium_plays_psopti_with_each_deal_in_both_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def made_up(text: str, progress: object) -> BuiltEquilibrium:
        asked.append(text)
        return BuiltEquilibrium(parse_plan(text), write_limit(tmp_path / "made.strategy"), (BuildPoint(30, 1.0, 19.5),))

    monkeypatch.setattr(psopti, "built", made_up)
    table = read_table("cfr5-psopti")
    result = psopti.cfr5_psopti(table, True, lambda _: None, deals=15)
    assert asked == [psopti.FEW_BUCKETS]
    assert "solved to 19.5 mb/h" in result.how
    assert psopti.FEW_BUCKETS in result.how
    (ours,) = result.comparisons
    assert (ours.row, ours.published) == ("PsOpti4", 75)
    assert result.findings[0].rows[0][2] == result.claims[0].result
    (match,) = Store(tmp_path / STORE).tournaments()
    assert match.definition["name"].startswith("cfr5-psopti with psopti ")


def test_new_models_of_psopti_are_played_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = []
    for number in range(2):
        path = tmp_path / "psopti.strategy"
        path.write_bytes(bytes([number]))
        monkeypatch.setattr(psopti, "strategy_path", lambda bot, given, path=path: path)
        names.append(psopti._with_models("match"))
    assert names[0] != names[1]
