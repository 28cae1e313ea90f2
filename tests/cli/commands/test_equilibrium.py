"""``railbird equilibrium`` at the command line."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from railbird._array_file import ArrayFile
from railbird.abstraction import BucketStrategy, Spot, load_strategies, public_tree, save_strategies
from railbird.abstraction.bucket_strategy import rows_needed
from railbird.abstraction.cards import build_abstraction
from railbird.cli.commands import equilibrium
from railbird.cli.render.build_progress import BuildProgress
from railbird.solve.buckets import BuildStep, parse_plan, plan_size
from tests.bots.equilibrium.made import at_random, holdem_cards
from tests.cli.commands.test_solve import hears_ctrl_c, small_files
from tests.cli.test_commands import Command, command

__all__ = ["command", "hears_ctrl_c"]

PLAN = "leduc; buckets(preflop=3, flop=2); to=1mb"
SHORT = "leduc; buckets(preflop=3, flop=2); to=0, iterations=20"
CHECKPOINT = ArrayFile("railbird checkpoint", 1, "railbird equilibrium build writes them")


@pytest.fixture(autouse=True)
def fast_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a power failure needs files on the disk itself, and that takes most of the time."""
    monkeypatch.setattr(os, "fsync", lambda file: None)


def built(command: Command, path: Path, plan: str = SHORT, *options: str) -> bytes:
    assert command.run("equilibrium", "build", plan, "-o", str(path), *options)[0] == 0
    return path.read_bytes()


def test_an_equilibrium_is_built_and_its_size_stated_first(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "leduc.equilibrium"
    code, out, err = command.run("equilibrium", "build", PLAN, "-o", str(path))
    assert code == 0
    first, last = err.splitlines()
    assert first.startswith("36 decisions, 462 pairs of a bucket and an action, ")
    assert first.endswith(" of disk, roughly a moment")
    assert last == f"look at it: railbird equilibrium show {path}"
    assert "exploitability inside the abstraction" in out
    facts = load_strategies(path)["whole"].facts
    assert 0 < float(facts["exploitability"]) <= 0.001
    assert f"{facts['exploitability']:.3g} chips" in out
    assert list(tmp_path.iterdir()) == [path]


def test_a_dry_run_builds_nothing(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "kestrel.equilibrium"
    code, out, err = command.run("equilibrium", "build", "kestrel", "-o", str(path), "--dry-run")
    assert (code, err) == (0, "")
    for words in ("8 · 48 · 240 · 1,200", "pairs of a bucket and an action 18,092,424", "free memory", "time, roughly"):
        assert words in " ".join(out.split())
    data = command.json("equilibrium", "build", PLAN, "--dry-run", "--threads", "1")
    assert (data["decisions"], data["pairs"], data["parts"][0]["buckets"]) == (36, 462, [3, 6])
    assert list(tmp_path.iterdir()) == []


def test_json_has_the_parts_and_their_convergence(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "leduc.equilibrium"
    data = command.json("equilibrium", "build", SHORT, "-o", str(path))
    assert (data["interrupted"], data["file"], data["bytes"]) == (False, str(path), path.stat().st_size)
    assert data["parts"][0]["facts"]["iterations"] == 20
    assert [point["iterations"] for point in data["convergence"]["whole"]] == [10, 12, 15, 18, 20]


def test_a_killed_build_goes_on_and_gives_the_same_bytes(command: Command, tmp_path: Path) -> None:
    whole = built(command, tmp_path / "whole")
    path = tmp_path / "killed"
    arguments = ("equilibrium", "build", SHORT, "-o", str(path))
    program = (
        "import os, sys\n"
        "left = [int(sys.argv.pop(1))]\n"
        "def sync(file):\n"
        "    left[0] -= 1\n"
        "    if left[0] == 0: os.kill(os.getpid(), 9)\n"
        "os.fsync = sync\n"
        "from railbird.cli import main; main()"
    )
    command_line = [sys.executable, "-c", program, "14", *arguments, "--every", "0"]
    child = subprocess.run(command_line, capture_output=True, check=False)
    assert child.returncode == -signal.SIGKILL, child.stderr
    assert not path.exists()
    assert CHECKPOINT.read_head(tmp_path / "killed.part")["iterations"] == 12
    code, _, err = command.run(*arguments)
    assert code == 0
    assert f"going on from {path}.part" in err
    assert path.read_bytes() == whole
    assert not (tmp_path / "killed.part").exists()


def test_a_strategy_with_imperfect_recall_is_built_shown_played_and_exploited(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "forgetful"
    plan = "leduc; buckets(preflop=3, flop=4, recall=imperfect); iterations=30"
    bytes_by_threads = [built(command, path, plan, "--threads", str(n), "--overwrite") for n in (1, 2)]
    assert bytes_by_threads[0] == bytes_by_threads[1]
    code, out, _ = command.run("equilibrium", "show", str(path), "--line", "c c / r")
    assert code == 0
    assert "not computable: imperfect recall" in out
    data = command.json("equilibrium", "show", str(path), "--line", "c c / r")
    assert list(data["place"]["buckets"]) == ["1", "2", "3", "4"]
    won = command.json("exploit", f"kestrel(strategy={path})", "--game", "leduc")
    assert 0.1 < won["exploitability"] < 3


class Interrupting(BuildProgress):
    """Presses Ctrl-C in a stage."""

    stage, iterations, presses = "solving", 10, 1

    def __call__(self, step: BuildStep) -> None:
        super().__call__(step)
        if step.stage == self.stage and step.iterations >= self.iterations:
            while self.presses:
                self.presses -= 1
                signal.raise_signal(signal.SIGINT)


@pytest.mark.usefixtures("hears_ctrl_c")
@pytest.mark.parametrize(("stage", "iterations"), [("buckets", 0), ("tables", 0), ("solving", 10)])
def test_ctrl_c_writes_a_checkpoint_and_says_how_to_go_on(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str, iterations: int
) -> None:
    path = tmp_path / "leduc.equilibrium"
    kind = type("AtStage", (Interrupting,), {"stage": stage, "iterations": iterations})
    with monkeypatch.context() as patch:
        patch.setattr(equilibrium, "BuildProgress", kind)
        code, out, err = command.run("equilibrium", "build", SHORT, "-o", str(path))
    assert (code, out) == (130, "")
    assert "stopping after this step" in err
    assert f"stopped; {path}.part is the checkpoint" in err
    assert "run the same command again to go on" in err
    assert CHECKPOINT.read_head(tmp_path / f"{path.name}.part").get("iterations", 0) == iterations
    assert built(command, path) == built(command, tmp_path / "whole")


@pytest.mark.usefixtures("hears_ctrl_c")
def test_a_second_ctrl_c_leaves_the_last_checkpoint(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "leduc.equilibrium"
    with monkeypatch.context() as patch:
        patch.setattr(equilibrium, "BuildProgress", type("TwiceAtStage", (Interrupting,), {"presses": 2}))
        code, _, err = command.run("equilibrium", "build", SHORT, "-o", str(path), "--every", "0")
    assert code == 130
    assert f"stopped; {path}.part is the checkpoint" in err
    assert built(command, path) == built(command, tmp_path / "whole")


def test_damaged_and_foreign_checkpoints_are_one_clear_line(command: Command, tmp_path: Path) -> None:
    path, part = tmp_path / "leduc.equilibrium", tmp_path / "leduc.equilibrium.part"
    with small_files(20_000):
        whole = built(command, path)
    path.unlink()
    head = {"plan": parse_plan(SHORT).text, "finished": [], "part": "whole", "boards": 6}
    tables = {"meetings": np.zeros((6, 6)), "wins": np.zeros((6, 6))}
    memory = {"memory0": np.zeros(3, dtype=np.uint8)}
    solved = {"iterations": 3, "seconds": 0.1, "points": []}
    contents: list[tuple[dict[str, object], dict[str, NDArray[Any]], str]] = [
        ({**head, "plan": "another"}, tables, "belongs to another build"),
        ({**head, "boards": 7}, tables, "does not match its plan"),
        ({**head, "boards": "many"}, tables, "does not match its plan"),
        (head, {"meetings": np.zeros((5, 5)), "wins": np.zeros((5, 5))}, "does not match its plan"),
        (head, {"meetings": np.zeros((6, 6))}, "does not match its plan"),
        ({"plan": head["plan"]}, {}, "does not match its plan"),
        ({**head, "finished": ["whole"]}, {}, "parts-done cannot be read"),
        ({**head, **solved}, tables | memory, "no two hands"),
    ]
    for given, arrays, reason in contents:
        CHECKPOINT.write(part, given, arrays)
        code, out, err = command.run("equilibrium", "build", SHORT, "-o", str(path))
        assert (code, out) == (2, ""), reason
        assert reason in err.splitlines()[-1]
        assert "Traceback" not in err
    CHECKPOINT.write(part, head, {})
    data = part.read_bytes()
    for damaged, reason in (
        (data[:-3], "damaged or was cut off"),
        (b"", "is not a file of the kind 'railbird checkpoint'"),
        (whole, "is not a file of the kind 'railbird checkpoint'"),
        (data.replace(b"checkpoint 1", b"checkpoint 2"), "has version '2', not 1: update railbird"),
    ):
        part.write_bytes(damaged)
        code, out, err = command.run("equilibrium", "build", SHORT, "-o", str(path))
        assert (code, out) == (2, "")
        last = err.splitlines()[-1]
        assert reason in last
        assert last.endswith(f"; delete {part} to build from the start")
    part.unlink()
    assert built(command, path) == whole


def test_a_full_disk_leaves_the_last_checkpoint_whole(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "leduc.equilibrium"
    with small_files(1200):
        code, out, err = command.run("equilibrium", "build", SHORT, "-o", str(path), "--every", "0")
    assert (code, out) == (2, "")
    assert "cannot be written" in err.splitlines()[-1]
    assert not path.exists()
    assert {each.name for each in tmp_path.iterdir()} <= {"leduc.equilibrium.part"}
    assert built(command, path) == built(command, tmp_path / "whole")


def test_too_little_memory_or_disk_is_refused_before_the_work(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("equilibrium", "build", SHORT, "-o", str(tmp_path / "leduc.equilibrium"))
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda path: usage)
        code, out, err = command.run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("railbird: the build needs 4.01 MB, and the disk of ")
    with monkeypatch.context() as patch:
        patch.setattr(sys.modules[plan_size.__module__], "available_memory", lambda: 1e6)
        code, out, err = command.run(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "of memory, and 900 kB may be used" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("nonsense",), "'nonsense' is not a plan"),
        (("leduc; buckets(preflop=3)",), "has 2 betting rounds"),
        (("leduc; buckets(preflop=3, flop=2)",), "name the file to write: -o FILE"),
        (("leduc; buckets(preflop=3, flop=2); speed=9", "--dry-run"), "a plan has no option 'speed'"),
        (("limit; buckets(flop=5, turn=5, river=5); 50%; to=1", "--dry-run"), "leave out the menu"),
        (("nolimit; buckets(flop=5, turn=5, river=5)", "--dry-run"), "needs a bet menu"),
        (
            ("leduc; buckets(preflop=3, flop=2, recall=imperfect); to=5mb", "--dry-run"),
            "so that there is no to=: give iter",
        ),
        ((SHORT, "-o", "nowhere/leduc.equilibrium"), "there is no writable folder 'nowhere'"),
        ((SHORT, "-o", "."), "is a folder"),
    ],
)
def test_bad_input_is_one_clear_line(command: Command, arguments: tuple[str, ...], reason: str) -> None:
    code, out, err = command.run("equilibrium", "build", *arguments)
    assert (code, out) == (2, "")
    assert reason in err
    assert err.count("\n") == 1


def test_a_file_is_replaced_only_if_told(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "leduc.equilibrium"
    path.write_text("mine")
    code, out, err = command.run("equilibrium", "build", SHORT, "-o", str(path))
    assert (code, out) == (2, "")
    assert err == f"railbird: {path} exists already: give another name, or --overwrite\n"
    assert path.read_text() == "mine"
    assert built(command, path, SHORT, "--overwrite").startswith(b"railbird strategy 1\n")


def test_small_games_are_shown_by_bucket(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "leduc.equilibrium"
    built(command, path, PLAN)
    code, out, _ = command.run("equilibrium", "show", str(path), "--line", "c r")
    assert code == 0
    lines = [line.split() for line in out.splitlines()]
    assert ["bucket", "hands", "gets", "here", "fold", "call", "2", "raise", "to", "4"] in lines
    assert any(line[:2] == ["3", "AhAs"] for line in lines)
    data = command.json("equilibrium", "show", str(path), "--line", "c r c / c")
    assert list(data["place"]["buckets"]) == ["1.1", "1.2", "2.1", "2.2", "3.1", "3.2"]
    strategy = load_strategies(path)["whole"]
    raised = strategy.at(strategy.tree.node_of("c"))[:, 1]
    assert [each["reach"] for each in data["place"]["buckets"].values()] == pytest.approx(raised.repeat(2))
    code, out, _ = command.run("equilibrium", "show", str(path), "--line", "c c", "--top", "2")
    assert "4 more: --top 6 shows all" in out
    held = command.json("equilibrium", "show", str(path), "--line", "c c /", "--board", "Ks")["place"]
    assert set(held["classes"]) == {"A", "K", "Q"}
    for line, reason in (("c f", "it is not in the tree"), ("r f", "the hand is over after 'r f'")):
        code, out, err = command.run("equilibrium", "show", str(path), "--line", line)
        assert (code, out) == (2, "")
        assert reason in err
    code, _, err = command.run("equilibrium", "show", str(path), "--board", "Ks")
    assert (code, "the board has 0 cards, not 1" in err) == (2, True)


def test_one_of_several_parts_is_shown(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "two.equilibrium"
    cards = build_abstraction("leduc", "buckets(preflop=3, flop=2)")
    spots = {"first": Spot("leduc"), "rc": Spot("leduc", "Qs", pot=6)}
    save_strategies(path, {name: at_random(public_tree(spot), cards) for name, spot in spots.items()})
    code, out, _ = command.run("equilibrium", "show", str(path), "--part", "rc", "--line", "c")
    assert code == 0
    assert "part rc" in out
    assert "after c   round 2   p2 acts   pot 6" in out
    code, _, err = command.run("equilibrium", "show", str(path), "--part", "cc")
    assert (code, "has no part 'cc': there are first, rc" in err) == (2, True)


def test_holdem_is_shown_as_squares(command: Command, tmp_path: Path) -> None:
    cards = holdem_cards()
    tree = public_tree(Spot("limit(cap=2)"))
    rows = np.random.default_rng(5).exponential(size=rows_needed(tree, cards)).astype(np.float32)
    strategy = BucketStrategy(tree, cards, rows)
    path = tmp_path / "limit.equilibrium"
    save_strategies(path, {"whole": strategy})
    code, out, _ = command.run("equilibrium", "show", str(path), "--line", "c r")
    assert code == 0
    assert "after c r20   preflop   p2 acts" in out
    assert "AKs" in out
    assert "72o" in out
    saved = load_strategies(path)["whole"]
    place = command.json("equilibrium", "show", str(path), "--line", "c r")["place"]
    node, start = saved.tree.node_of("c r"), saved.tree.node_of("")
    bucket = cards.bucket("AhKh")
    assert place["classes"]["AKs"]["probabilities"] == pytest.approx(saved.at(node)[bucket])
    assert place["classes"]["AKs"]["reach"] == pytest.approx(saved.at(start)[bucket, 1])
    flop = command.json("equilibrium", "show", str(path), "--line", "c c / c", "--board", "Kh7d2c")["place"]
    shares = saved.at(saved.tree.node_of("c c / c"))
    kings = [shares[cards.bucket(hand, "Kh7d2c")] for hand in ("KsKd", "KsKc", "KdKc")]
    assert flop["classes"]["KK"]["probabilities"] == pytest.approx(np.mean(kings, axis=0))
    assert sum(flop["frequencies"]) == pytest.approx(1)


def test_foreign_and_damaged_files_are_refused(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "leduc.equilibrium"
    data = built(command, path)
    for contents, reason in ((data[:-5], "damaged or was cut off"), (b"hello", "is not a file of the kind")):
        path.write_bytes(contents)
        code, out, err = command.run("equilibrium", "show", str(path))
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert reason in err
    code, _, err = command.run("equilibrium", "show", str(tmp_path / "nothing"))
    assert (code, "cannot be read: No such file" in err) == (2, True)
