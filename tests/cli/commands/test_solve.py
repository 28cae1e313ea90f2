"""``railbird solve`` at the command line."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from railbird.cli.commands import solve
from railbird.cli.render.solve_progress import SolveProgress
from railbird.solve.spots.forecast import Measured
from tests.cli.test_commands import Command, command

__all__ = ["command"]

RIVER = "nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50"
RANGES = ("--ranges", "QQ+, 76s, AK", "JJ+, KQs")
SPOT = (RIVER, *RANGES, "--sizes", "75%, a")


def test_a_spot_is_solved_and_summed_up(command: Command) -> None:
    code, out, err = command.run("solve", *SPOT)
    assert code == 0
    for words in ("Kh 7d 2c 5s 9s   pot 20 (10 bb)   stacks 50 (25 bb)", "QQ+, AKs, 76s, AKo", "p1 acts", "all-in 50"):
        assert words in out
    assert "% of the pot" in out
    assert err == "nothing was saved: add --save FILE, then look at it with railbird solution show FILE\n"


def test_options_say_the_same_as_the_text_of_a_spot(command: Command) -> None:
    one = command.json("solve", *SPOT, "--iterations", "50")
    board = ("--board", "Kh7d2c5s9s", "--pot", "20", "--stacks", "50/50")
    two = command.json("solve", "nolimit(blinds=1/2)", *board, *RANGES, "--sizes", "75%, a", "--iterations", "50")
    assert (one["spot"], one["values"], one["iterations"]) == (two["spot"], two["values"], 50)
    assert sum(one["values"]) == pytest.approx(20)
    assert sum(one["first"]["actions"].values()) == pytest.approx(1)
    turned = command.json("solve", "nolimit(blinds=1/2)", *board, *RANGES, "--sizes", "75%, a", "--first", "p2")
    assert turned["first"]["player"] == "p2"


@pytest.mark.parametrize(("to", "most"), [("0.1%", 0.02), ("20mbb", 0.04), ("0.03", 0.03)])
def test_the_exploitability_is_reached_in_any_unit(command: Command, to: str, most: float) -> None:
    data = command.json("solve", *SPOT, "--to", to)
    assert data["reached"]
    assert data["exploitability"]["chips"] <= most < 10 * data["exploitability"]["chips"]
    assert data["exploitability"]["mbb"] == pytest.approx(500 * data["exploitability"]["chips"])


def test_a_small_game_is_solved_and_saved_as_a_strategy(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "kuhn.strategy"
    code, out, err = command.run("solve", "kuhn", "--save", str(path))
    assert code == 0
    assert "-0.0555" in out
    assert "1,000 iterations of cfr+" in out
    assert f"railbird solution show {path}" in err
    assert command.json("exploit", str(path))["exploitability"] < 1e-4
    data = command.json("solve", "leduc", "--solver", "dcfr", "--to", "0.01")
    assert data["exploitability"] <= 0.01
    assert data["values"][0] == pytest.approx(-0.0856, abs=0.01)
    assert command.json("solve", "rock-paper-scissors")["values"] == pytest.approx([0, 0], abs=1e-3)


def test_the_spot_solver_solves_poker_games_from_their_start(command: Command) -> None:
    data = command.json("solve", "leduc", "--solver", "vector", "--to", "0.01")
    assert data["values"][0] == pytest.approx(-0.0856, abs=0.01)


def test_a_dry_run_only_shows_the_size(command: Command) -> None:
    flop = ("nolimit(stack=50bb)", "--board", "Kh7d2c", "--pot", "6bb", "--ranges", "QQ+,AK", "22+,A2s+")
    code, out, err = command.run("solve", *flop, "--dry-run")
    assert (code, err) == (0, "")
    for words in ("151,908", "memory in 32 bits 189 MB", "memory in 16 bits", "free memory"):
        assert words in " ".join(out.split())
    assert command.json("solve", *flop, "--dry-run", "--bits", "16")["bytes"] < 1e8
    code, out, err = command.run("solve", *flop, "--memory", "100MB")
    assert (code, out) == (2, "")
    assert "needs 189 MB of memory, and 100 MB may be used" in err


def test_a_saved_solution_is_resumed(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "k72.solution"
    first = command.json("solve", *SPOT, "--iterations", "20", "--save", str(path))
    code, out, err = command.run("solve", *SPOT, "--save", str(path))
    assert (code, out) == (2, "")
    assert "exists already" in err
    more = command.json("solve", "--resume", str(path), "--iterations", "30")
    assert (first["iterations"], more["iterations"]) == (20, 50)
    once = command.json("solve", *SPOT, "--iterations", "50", "--save", str(path), "--overwrite")
    assert once["values"] == more["values"]
    code, _, err = command.run("solve", RIVER, "--resume", str(path), "--sizes", "a")
    assert code == 2
    assert "a resumed solution keeps its spot: leave out SPOT, --sizes" in err


def test_a_locked_player_keeps_to_the_lock(command: Command) -> None:
    data = command.json("solve", *SPOT, "--lock", "=r15:0.25, c:0.75", "--lock", "c=1, 0, 0")
    assert data["first"]["actions"] == pytest.approx({"c": 0.75, "r15": 0.25, "r50": 0})


class Interrupting(SolveProgress):
    """Presses Ctrl-C at a measurement."""

    presses = 1

    def __call__(self, point: Measured) -> None:
        super().__call__(point)
        for _ in range(self.presses):
            signal.raise_signal(signal.SIGINT)


@pytest.fixture
def hears_ctrl_c() -> Iterator[None]:
    """Programs that are started in the background ignore Ctrl-C, and so would the tests."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("hears_ctrl_c")
def test_ctrl_c_keeps_what_is_solved(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "SolveProgress", Interrupting)
    path = tmp_path / "k72.solution"
    code, out, err = command.run("solve", *SPOT, "--to", "0", "--save", str(path))
    assert code == 130
    assert "after 10 iterations" in out
    assert "stopping after this iteration" in err
    assert f"go on with: railbird solve --resume {path}" in err
    monkeypatch.undo()
    monkeypatch.setenv("COLUMNS", "120")
    assert command.json("solve", "--resume", str(path), "--iterations", "1")["iterations"] == 11


@pytest.mark.usefixtures("hears_ctrl_c")
def test_a_second_ctrl_c_leaves_the_earlier_file_whole(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "k72.solution"
    command.run("solve", *SPOT, "--iterations", "5", "--save", str(path))
    before = path.read_bytes()
    monkeypatch.setattr(solve, "SolveProgress", type("Twice", (Interrupting,), {"presses": 2}))
    code, out, err = command.run("solve", "--resume", str(path), "--to", "0")
    assert (code, out) == (130, "")
    assert f"stopped; nothing was saved; {path} is as it was" in err
    assert path.read_bytes() == before


@contextmanager
def small_files(most: int) -> Iterator[None]:
    """Like a full disk: no file can grow beyond this many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_leaves_the_earlier_file_whole(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "k72.solution"
    command.run("solve", *SPOT, "--iterations", "5", "--save", str(path))
    before = path.read_bytes()
    with small_files(2000):
        code, _, err = command.run("solve", "--resume", str(path), "--iterations", "5")
    assert code == 2
    assert f"{path} cannot be written" in err
    assert err.count("\n") == 1
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_kill_while_saving_leaves_the_earlier_file_whole(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "k72.solution"
    command.run("solve", *SPOT, "--iterations", "5", "--save", str(path))
    before = path.read_bytes()
    program = "import os; os.fsync = lambda file: os.kill(os.getpid(), 9); from railbird.cli import main; main()"
    resume = ("solve", "--resume", str(path), "--iterations", "5")
    done = subprocess.run([sys.executable, "-c", program, *resume], capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL
    assert path.read_bytes() == before
    assert command.json(*resume)["iterations"] == 10


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "give a spot or a game"),
        ((RIVER, "--ranges", "KhKs", "JJ"), "player 1 has no hand left on the board Kh7d2c5s9s"),
        ((RIVER, "--ranges", "QQ+", "ZZ"), "ZZ"),
        ((RIVER, *RANGES, "--sizes", "3x"), "no size of the bet menu"),
        ((RIVER, *RANGES, "--sizes", "lots"), "'lots' is not a bet size"),
        (("nolimit(stack=50bb)", "--board", "Kh7d2c", "--pot", "200bb"), "a pot of 20000 leaves nothing of stacks"),
        (("nolimit(stack=50bb)", "--board", "Kh7d2c"), "needs its pot, such as --pot 6bb"),
        (("nolimit(stack=50bb)", "--board", "Kh7d", "--pot", "6bb"), "has 0 or 3 or 4 or 5 cards, not 2"),
        ((RIVER, "--board", "Kh7d2c"), "is a whole spot: leave out --board"),
        (("limit(players=3); Kh7d2c; pot=60",), "a spot has two players"),
        (("limit",), "too large to be solved from its start"),
        (("checkers-of-my-own",), "there is no game"),
        (("kuhn", "--solver", "magic"), "there is no solver 'magic'"),
        (("kuhn", "--bits", "16"), "leave out --bits"),
        (("kuhn", "--to", "1%"), "no pot yet"),
        ((RIVER, *RANGES, "--solver", "cfr"), "leave out --solver cfr"),
        ((RIVER, *RANGES, "--bits", "8"), "16, 32 or 64 bits"),
        ((RIVER, *RANGES, "--to", "soon"), "--to takes an exploitability such as 0.5%"),
        ((RIVER, *RANGES, "--memory", "much"), "--memory takes an amount"),
        (("nolimit", "--board", "Kh7d2c", "--pot", "6bb", "--first", "p3"), "--first takes p1 or p2"),
        ((RIVER, *RANGES, "--lock", "r15"), "--lock takes LINE=PROBABILITIES"),
        ((RIVER, *RANGES, "--lock", "r15=f:2"), "not a probability"),
        ((RIVER, *RANGES, "--lock", "r15=x:1"), "'x' is not an action after 'r15'; there are f, c"),
        ((RIVER, *RANGES, "--lock", "=0.5"), "expected"),
        ((RIVER, *RANGES, "--save", "nowhere/k72.solution"), "there is no writable folder 'nowhere'"),
        ((RIVER, *RANGES, "--overwrite"), "--overwrite is only used with --save"),
        (("--resume", "nothing.solution"), "nothing.solution cannot be read"),
        (("--resume", __file__), "is not a solution file"),
        ((RIVER, *RANGES, "--report", "page.txt"), "page.txt"),
    ],
)
def test_bad_input_is_one_clear_line(command: Command, arguments: tuple[str, ...], reason: str) -> None:
    code, out, err = command.run("solve", *arguments)
    assert (code, out) == (2, "")
    assert reason in err
    assert err.count("\n") == 1


def test_a_damaged_solution_is_refused(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "k72.solution"
    command.run("solve", *SPOT, "--iterations", "5", "--save", str(path))
    data = path.read_bytes()
    for damaged in (data[:-9], data[:-9] + bytes([data[-9] ^ 1]) + data[-8:]):
        path.write_bytes(damaged)
        code, out, err = command.run("solve", "--resume", str(path))
        assert (code, out) == (2, "")
        assert "damaged or was cut off" in err
        assert err.count("\n") == 1
