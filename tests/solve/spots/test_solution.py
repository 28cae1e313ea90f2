"""Files of solutions, and what they refuse."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from railbird.errors import GameError
from railbird.solve.spots import SpotSolution, SpotSolver

RIVER = "nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50"


def solved(bits: int = 32) -> SpotSolver:
    solver = SpotSolver(RIVER, ("AA, 76s:0.5", "JJ, KQs"), "50%, a", bits=bits, locks={"c": [0.5, 0.25, 0.25]})
    solver.run(iterations=20)
    return solver


@pytest.mark.parametrize("bits", [16, 32, 64])
def test_a_loaded_solution_goes_on_as_if_never_stopped(tmp_path: Path, bits: int) -> None:
    solver = solved(bits)
    SpotSolution(solver).save(tmp_path / "river.solution")
    loaded = SpotSolution.load(tmp_path / "river.solution").solver
    assert (loaded.iterations, loaded.points, loaded.bits) == (20, solver.points, bits)
    for each in (solver, loaded):
        each.run(iterations=7)
    assert [part.tobytes() for part in loaded.native.memory()] == [part.tobytes() for part in solver.native.memory()]
    assert str(loaded.problem.spot) == str(solver.problem.spot)


def test_any_changed_or_missing_byte_is_noticed(tmp_path: Path) -> None:
    SpotSolution(solved()).save(tmp_path / "a")
    data = (tmp_path / "a").read_bytes()
    bad = tmp_path / "bad"
    for place in range(0, len(data), 97):
        bad.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(GameError, match="bad"):
            SpotSolution.load(bad)
        bad.write_bytes(data[:place])
        with pytest.raises(GameError, match="bad"):
            SpotSolution.load(bad)


def test_foreign_files_and_folders_are_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("strategy for kuhn\n")
    (tmp_path / "new").write_bytes(b"railbird solution 99\n")
    for name, message in (
        ("text", "is not a solution file"),
        ("new", "has version '99'; only version 1 can be read"),
        ("none", "cannot be read: No such file"),
        ("", "cannot be read: Is a directory"),
    ):
        with pytest.raises(GameError, match=message):
            SpotSolution.load(tmp_path / name)


def test_a_full_disk_leaves_the_earlier_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "river.solution"
    solver = solved()
    SpotSolution(solver).save(path)
    before = path.read_bytes()
    solver.run(iterations=1)

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(GameError, match="cannot be written: No space left on device"):
        SpotSolution(solver).save(path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["river.solution"]
