"""Ctrl-C is acknowledged at once, and the output says how to resume."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from railbird.store import Store


class Running:
    """A command in its own process."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._errors = folder / "errors.txt"
        self._store = folder / "matches.db"
        program = "from railbird.cli import main; main()"
        with self._errors.open("w") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-c", program, *arguments, "--store", self._store],
                stdout=errors,
                stderr=errors,
                start_new_session=True,
            )

    def press(self) -> None:
        self._process.send_signal(signal.SIGINT)

    def wait_for(self, text: str, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while text not in self._errors.read_text():
            if time.monotonic() > end or self._process.poll() is not None:
                pytest.fail(f"no {text!r} in {self._errors.read_text()!r}")
            time.sleep(0.02)

    def wait_for_hands(self) -> None:
        """Wait until a hand is stored."""
        end = time.monotonic() + 60
        while not (self._store.exists() and any(each.done for each in Store(self._store).matches())):
            assert time.monotonic() < end
            time.sleep(0.05)

    def finish(self) -> tuple[int, str]:
        code = self._process.wait(60)
        return code, self._errors.read_text()

    def kill(self) -> None:
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()


@pytest.mark.parametrize(
    "command",
    [
        ("tournament", "simple", "flock", "jag", "--hands", "100000"),
        ("compare", "simple", "jag", "--hands", "100000"),
        ("match", "simple", "flock", "--hands", "1000000"),
    ],
)
def test_ctrl_c_is_acknowledged_and_a_second_one_says_how_to_resume(command: tuple[str, ...], tmp_path: Path) -> None:
    running = Running(tmp_path, *command)
    try:
        running.wait_for_hands()
        running.press()
        running.wait_for("stopping after this hand; press Ctrl-C again to stop at once")
        running.press()
        code, output = running.finish()
    finally:
        running.kill()
    assert code == 130
    assert f"railbird {command[0]} --resume 1" in output.replace("\n", " ")
    assert "Traceback" not in output


def stopped_while_shown(folder: Path, command: str, *arguments: str) -> str:
    """What a command says if Ctrl-C comes while its results are shown."""
    program = (
        f"import railbird.cli.commands.{command} as command\n"
        "from railbird.cli import main\n"
        "def display(*_):\n    raise KeyboardInterrupt\n"
        "command.display = display\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, command, *arguments, "--hands", "2"],
        env={**os.environ, "RAILBIRD_STORE": str(folder / "matches.db")},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr.replace("\n", " ")


@pytest.mark.parametrize("command", ["tournament", "compare", "match"])
def test_ctrl_c_while_results_are_shown_says_how_to_resume(command: str, tmp_path: Path) -> None:
    assert f"railbird {command} --resume 1" in stopped_while_shown(tmp_path, command, "simple", "jag")


def test_a_match_that_remembers_is_resumed_with_its_memory(tmp_path: Path) -> None:
    bots = ("magpie", "simple", "--remember", "my friends")
    assert "railbird match --resume 1 --remember 'my friends'" in stopped_while_shown(tmp_path, "match", *bots)
    assert "its hands are not saved" in stopped_while_shown(tmp_path, "match", *bots, "--no-keep")


def test_a_bot_that_breaks_the_match_leaves_a_resume_command(tmp_path: Path) -> None:
    path = tmp_path / "exits.py"
    path.write_text(
        "import os\nfrom railbird.agent import Bot\nclass Exits(Bot):\n    def act(self, view):\n        os._exit(0)\n"
    )
    running = Running(tmp_path, "compare", f"{path}:Exits", "simple", "--versus", "jag", "--hands", "10")
    code, output = running.finish()
    assert code == 1
    assert f"{path}:Exits" in output
    assert "railbird compare --resume 1" in output
