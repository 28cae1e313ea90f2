"""Equilibria that experiments build: once, and on after a stop."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.abstraction import load_strategies
from railbird.papers.built_equilibria import built
from railbird.solve.buckets import EquilibriumBuild

PLAN = "leduc; buckets(preflop=3, flop=2); to=2mb"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path / "cache"))


def test_an_equilibrium_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    shares: list[float] = []
    first = built(PLAN, shares.append)
    assert first.points[-1].mb <= 2 < first.points[-2].mb
    assert load_strategies(first.path)["whole"].facts["iterations"] == first.points[-1].iterations
    assert shares == sorted(shares)
    assert shares[-1] == 1
    monkeypatch.delattr(EquilibriumBuild, "run")
    assert built(PLAN, lambda _: None) == first


def test_a_plan_has_its_own_file() -> None:
    assert built(PLAN, lambda _: None).path != built(f"{PLAN}, iterations=20", lambda _: None).path


def test_a_build_that_was_stopped_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(work: EquilibriumBuild) -> None:
        work.interrupted = True

    with monkeypatch.context() as patch:
        patch.setattr(EquilibriumBuild, "run", stopped)
        with pytest.raises(KeyboardInterrupt):
            built(PLAN, lambda _: None)
    assert built(PLAN, lambda _: None).points


def test_without_a_cache_it_is_kept_beside_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_CACHE", "off")
    assert built(PLAN, lambda _: None).path.parent == tmp_path / "equilibria"
