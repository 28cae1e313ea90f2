"""Commands with bots in processes of their own: isolated by default in ratings and tournaments."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from railbird.processes.barriers import barriers_here
from railbird.store import Store
from tests.cli.test_commands import Command, command

__all__ = ["command"]

SHARK = "from railbird.bots.always import AlwaysCall\nclass Shark(AlwaysCall):\n    pass\n"
ISOLATES = pytest.mark.skipif(not barriers_here().isolates, reason="this system cannot isolate bots")


@pytest.fixture
def shark(tmp_path: Path) -> Path:
    """A bot of a file."""
    path = tmp_path / "shark.py"
    path.write_text(SHARK, encoding="utf-8")
    return path


@ISOLATES
def test_tournaments_isolate_bots_of_files_unless_told_otherwise(shark: Path, tmp_path: Path, command: Command) -> None:
    path = tmp_path / "matches.db"
    for option in (), ("--no-isolate",):
        command.json("tournament", str(shark), "random", "-n", "2", "--store", str(path), *option)
    played = [each.definition["players"] for each in reversed(Store(path).tournaments())]
    assert [each[0]["bot"] for each in played] == [f"isolated({shark})", f"{shark}:Shark"]
    assert [each[0]["player"] for each in played] == ["shark", "shark"]


@ISOLATES
@pytest.mark.slow
def test_ratings_isolate_bots_of_files(shark: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import railbird as rb

    assert rb.rate(str(shark), hands=2, workers=1, progress=False).bot == f"isolated({shark})"
    assert rb.rate(str(shark), hands=2, workers=1, progress=False, isolate=False).bot == f"{shark}:Shark"


def test_a_system_without_barriers_is_told_of_once(shark: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [
            *(sys.executable, "-c", "from railbird.cli import main; main()", "match", f"isolated({shark})"),
            *(f"isolated({shark}:Shark, memory=900)", "--hands", "4", "--no-keep", "--json"),
        ],
        env={**os.environ, "RAILBIRD_WITHOUT": "all"},
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert json.loads(done.stdout)["finished"]
    said = [line for line in done.stderr.splitlines() if line.startswith("railbird: ")]
    assert said == [
        "railbird: this system isolates bots only in part: they could read your files, such as the store with the seed "
        "of the match, write and delete your files, signal, trace and read your other processes, use the network, "
        "leave processes behind and start processes and take memory, as much as your user may have"
    ]


@pytest.mark.parametrize(
    ("bot", "line"),
    [
        ("process(no-such-program)", "there is no program 'no-such-program' on the PATH"),
        ("process(true)", "true ended before it said anything (exit code 0)"),
        ("isolated(./none.py)", "none.py cannot be read: No such file or directory"),
    ],
)
def test_what_is_wrong_is_one_line_with_exit_code_2(bot: str, line: str, command: Command) -> None:
    code, out, err = command.run("match", bot, "simple", "--hands", "2", "--no-keep")
    assert (code, out) == (2, "")
    assert line in err
    assert len(err.splitlines()) == 1


def test_check_bot_works_on_isolated_bots(shark: Path, command: Command) -> None:
    report = command.json("check-bot", f"isolated({shark})", "--hands", "8", "--game", "limit")
    assert report["passed"], report
    assert len(report["checks"]) == 5
