"""Sizes, builds and pictures of the shipped strategies, as the page of results has them."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import build_runs
from benchmarks.build_runs import BuildRun, build_result, forget_builds, known_builds
from benchmarks.equilibrium_tables import Choice, strategy_sizes
from benchmarks.preflop_squares import SQUARES, preflop
from benchmarks.strategy_sizes import sizes
from railbird.abstraction import load_strategies
from railbird.abstraction.public_tree import DECISION
from railbird.bots.equilibrium.strategies import DATA
from railbird.errors import GameError
from railbird.solve.buckets import shipped_plans

PLAN = "leduc; buckets(preflop=3, flop=2); to=310mb"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(build_runs, "CACHE", tmp_path)
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path / "unused"))  # a build sets it
    return tmp_path


def test_sizes_have_every_part_of_the_files() -> None:
    text = sizes()
    for bot in ("kestrel", "psopti"):
        for name, part in load_strategies(DATA / f"{bot}.strategy").items():
            buckets = " · ".join(f"{count:,}" for count in part.abstraction.counts[part.tree.spot.first_round :])
            decisions = int((part.tree.kind == DECISION).sum())
            label = bot if bot == "kestrel" else f"{bot}, {name}"
            assert f"| {label} | {buckets} | {decisions:,} | {len(part.rows):,} |" in text
    assert "What building takes" not in text


def test_a_build_adds_up_the_time_of_all_its_starts(cache: Path) -> None:
    run = BuildRun(plan=PLAN, threads=1)
    run.folder.mkdir(parents=True)
    (run.folder / "time.json").write_text(json.dumps([50.0, 40.0, 3e12]))
    result = build_runs._build(run)
    assert 50 < result.seconds < 100
    assert 40 < result.cpu_seconds < 100
    assert result.peak_bytes == 3e12
    assert not result.same
    assert (run.folder / "new.strategy").is_file()


def test_builds_that_are_known_are_listed_until_they_are_forgotten(cache: Path) -> None:
    run = BuildRun(plan="kestrel", threads=1)
    known = {"seconds": 720.0, "cpu_seconds": 1350.0, "peak_bytes": 4 * 10**8, "same": True, "where": "then and there"}
    run.file.write_text(json.dumps(known))
    assert [result.seconds for _, result in known_builds("kestrel")] == [720]
    assert build_result(run).same
    text = sizes()
    assert "then and there" in text
    assert "| kestrel | 1 | 720 s | 1,350 s | 400 MB | yes |" in text
    forget_builds("kestrel")
    assert known_builds("kestrel") == []


def test_another_plan_of_the_same_name_is_another_build(monkeypatch: pytest.MonkeyPatch) -> None:
    run = BuildRun(plan="kestrel", threads=1)
    before = run.file
    changed = replace(shipped_plans()["kestrel"], to=1.0)
    monkeypatch.setattr(build_runs, "parse_plan", lambda name: changed)
    assert run.file != before


def test_only_plans_of_the_package_are_built() -> None:
    with pytest.raises(
        GameError, match="'owl' is no plan of the package: there are kestrel, merlin, peregrine, psopti, smooth-uct"
    ):
        strategy_sizes(Choice(build=("owl",)))


def test_squares_show_all_classes_and_the_shares_of_the_whole(tmp_path: Path) -> None:
    text = preflop(tmp_path)
    for name in SQUARES:
        svg = (tmp_path / f"kestrel-{name}.svg").read_text(encoding="utf-8")
        assert svg.count("<g><title>") + svg.count('class="dim"') == 169
        assert f"(../images/kestrel-{name}.svg)" in text
    assert "% raise to 20" in text
