"""Builds of equilibria: stopped anywhere, they go on and give the same bytes."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from railbird.abstraction import load_strategies
from railbird.abstraction.cards import build_abstraction
from railbird.abstraction.cards.bucket_counts import bucket_counts
from railbird.errors import GameError
from railbird.solve.buckets import (
    BuildStep,
    EquilibriumBuild,
    EquilibriumPart,
    EquilibriumPlan,
    parse_plan,
    plan_size,
    reached_hands,
)

BUCKETS = "buckets(preflop=3, flop=2, by=ehs2, recall=perfect)"
PLAN = parse_plan("leduc; buckets(preflop=3, flop=2); to=310mb")
TWO_PARTS = EquilibriumPlan(
    (
        EquilibriumPart("first", "leduc", BUCKETS),
        EquilibriumPart("rc", "leduc; Qs; pot=6", BUCKETS, before=("first", "r c")),
    ),
    to=0.0,
    iterations=2,
    name="two",
)
"""The second part begins with the hands that the first one brings there."""
SAMPLED_PLAN = parse_plan("leduc; buckets(preflop=2, flop=3, recall=imperfect); iterations=8")
MEASURED_PLAN = parse_plan("leduc; buckets(preflop=2, flop=2); method=sampled, to=0, iterations=3")


class _KilledError(BaseException):
    """Stands for a kill, which no handler sees."""


def run(plan: EquilibriumPlan, path: Path, every: float = 1e9) -> bytes:
    EquilibriumBuild(plan, path, 1, every=every).run()
    return path.read_bytes()


@pytest.mark.parametrize(
    ("plan", "least"),
    [(PLAN, 11), (TWO_PARTS, 11), (SAMPLED_PLAN, 10), (MEASURED_PLAN, 6)],
    ids=["one part", "two parts", "sampled", "sampled and measured"],
)
def test_a_build_that_is_killed_at_any_write_goes_on_to_the_same_bytes(
    plan: EquilibriumPlan, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = [0]

    def sync(file: int) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise _KilledError

    monkeypatch.setattr(os, "fsync", sync)
    whole = run(plan, tmp_path / "whole")
    path, kills = tmp_path / "killed", 0
    while True:
        left[0] = kills + 1
        try:
            run(plan, path, every=0)
            break
        except _KilledError:
            kills += 1
            assert not path.exists()
            assert run(plan, path) == whole
            assert sorted(each.name for each in tmp_path.iterdir()) == ["killed", "whole"]
            path.unlink()
    assert path.read_bytes() == whole
    assert kills >= least


def test_a_build_stops_where_its_goal_is_reached(tmp_path: Path) -> None:
    steps: list[BuildStep] = []
    build = EquilibriumBuild(PLAN, tmp_path / "file", 1, steps.append)
    facts = build.run()["whole"].facts
    assert facts["iterations"] == build.points["whole"][-1].iterations == steps[-1].iterations
    found = [point.exploitability for point in build.points["whole"]]
    assert found[-1] <= 0.31 < min(found[:-1])
    assert facts["exploitability"] == pytest.approx(found[-1], abs=1e-8)
    assert "exploitability_mbb" not in facts  # no blinds
    assert next(step.iterations for step in steps if step.stage == "solving") == 0
    assert list(dict.fromkeys(step.stage for step in steps)) == ["buckets", "tables", "solving"]


def test_a_build_on_sampled_boards_ends_after_its_iterations(tmp_path: Path) -> None:
    steps: list[BuildStep] = []
    build = EquilibriumBuild(SAMPLED_PLAN, tmp_path / "file", 1, steps.append)
    assert build.run()["whole"].facts == {"iterations": 8, "method": "sampled"}
    assert build.points["whole"] == []
    assert list(dict.fromkeys(step.stage for step in steps)) == ["buckets", "solving"]
    assert [step.share for step in steps if step.stage == "solving"] == [done / 8 for done in range(9)]


def test_a_part_begins_with_the_hands_that_an_earlier_part_brings(tmp_path: Path) -> None:
    run(TWO_PARTS, tmp_path / "file")
    parts = load_strategies(tmp_path / "file")
    first = parts["first"]
    assert first.abstraction is parts["rc"].abstraction  # the file has it once
    weights = reached_hands(first, "r c")
    buckets = first.abstraction.of_board(b"")[0]
    start, answer = first.at(0), first.at(first.tree.node_of("r"))
    assert np.allclose(weights[0], start[buckets, 1])
    assert np.allclose(weights[1], answer[buckets, 1])


def test_a_damaged_file_of_finished_parts_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, done = tmp_path / "file", tmp_path / "file.parts-done"
    left = [7]

    def sync(file: int) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise _KilledError

    monkeypatch.setattr(os, "fsync", sync)
    with pytest.raises(_KilledError):
        run(TWO_PARTS, path, every=0)
    kept = done.read_bytes()
    for contents, reason in ((kept[:-5], "is damaged or was cut off"), (b"hello", "is not a file of the kind")):
        done.write_bytes(contents)
        with pytest.raises(GameError, match=rf"parts-done {reason}.*; delete \S+file.part to build from the start"):
            run(TWO_PARTS, path)
    done.write_bytes(kept)
    assert run(TWO_PARTS, path) == run(TWO_PARTS, tmp_path / "whole")


def test_checkpoints_are_written_when_it_is_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, written = [0.0], []

    def report(step: BuildStep) -> None:
        now[0] += 1
        written.append(build.checkpoint.stat().st_mtime_ns if build.checkpoint.exists() else 0)

    monkeypatch.setattr("railbird.solve.buckets.build.time.monotonic", lambda: now[0])
    build = EquilibriumBuild(TWO_PARTS, tmp_path / "file", 1, report, every=3)
    build.run()
    assert written[:3] == [0] * 3
    assert 3 <= len(set(written)) <= 5


@pytest.mark.parametrize(
    ("game", "spec"),
    [
        ("leduc", "buckets(by=class)"),
        ("leduc", "buckets(preflop=2, flop=3, by=ehs)"),
        ("leduc", "buckets(flop=4, recall=imperfect)"),
        ("kuhn", "buckets(preflop=2)"),
    ],
)
def test_numbers_of_buckets_are_known_before(game: str, spec: str) -> None:
    assert bucket_counts(game, spec) == build_abstraction(game, spec).counts


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("recall=imperfect); to=5mb", "exploitability cannot be computed, so that there is no to=: give iterations="),
        ("recall=imperfect); to=5mb, iterations=9", "exploitability cannot be computed, so that there is no to="),
        ("recall=imperfect)", "say how far to solve by sampled: give iterations="),
        ("recall=imperfect); iterations=9, method=tables", "joint tables do not describe imperfect recall"),
        ("recall=perfect); method=sampled", "say how far to solve by sampled: give iterations="),
        ("recall=perfect); method=magic", "method='magic': a plan is solved by tables, sampled, uct, smooth-uct"),
        ("recall=perfect); steps=0", "steps='0': expected a whole number from 1 on"),
    ],
)
def test_plans_that_no_method_solves_are_refused(options: str, reason: str) -> None:
    with pytest.raises(GameError) as caught:
        parse_plan(f"leduc; buckets(preflop=2, flop=2, {options}")
    assert reason in str(caught.value)


def test_parts_that_begin_with_some_hands_are_not_sampled() -> None:
    with pytest.raises(GameError, match="parts begin with all hands: use method=tables"):
        EquilibriumPlan(TWO_PARTS.parts, to=None, method="sampled")


def test_an_iteration_on_a_sampled_board_takes_the_same_time_with_any_number_of_buckets() -> None:
    few, many = (
        plan_size(
            parse_plan(f"limit; buckets(preflop=all, flop={n}, turn={n}, river={n}, recall=imperfect); iterations=9"), 1
        )
        for n in (10, 300)
    )
    assert few.parts[0].iteration_seconds == many.parts[0].iteration_seconds
    assert few.seconds == many.seconds
    assert few.parts[0].memory < many.parts[0].memory
    assert few.disk < many.disk


def test_the_size_of_a_plan_grows_with_its_buckets() -> None:
    small, large = (
        plan_size(parse_plan(f"limit(cap=2); buckets(preflop={n}, flop={n}, turn={n}, river={n})"), threads=1)
        for n in (2, 5)
    )
    assert small.decisions == large.decisions
    assert small.entries < large.entries
    assert small.disk < large.disk
    assert small.parts[0].iteration_seconds * 100 < large.parts[0].iteration_seconds
    two = plan_size(parse_plan("limit(cap=2); buckets(preflop=5, flop=5, turn=5, river=5)"), threads=2)
    assert two.parts[0].iteration_seconds == pytest.approx(large.parts[0].iteration_seconds / 2)
