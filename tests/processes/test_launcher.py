"""The launcher: an interrupted question never spoils the next one, and nothing outlives its owner."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from railbird.agent.clock import OutOfTime
from railbird.errors import BotError
from railbird.gallery import load_bot
from railbird.gallery.isolated import ENTRY
from railbird.processes import launcher
from railbird.processes.barriers import Barriers
from railbird.processes.limits import ProcessLimits
from railbird.processes.supervisor import StartOrder

ORDER = StartOrder(ENTRY, Barriers(), ProcessLimits(), ())


def test_an_answer_that_nobody_read_is_not_taken_for_the_next_one() -> None:
    """A clock may interrupt a bot's call anywhere; a wrong number here would be a wrong process to kill."""
    here = launcher.launcher()
    first = here.start(ORDER)
    here._connection.sendall(here._request(b"w", (2**22 + 1, 0.0)))  # interrupted before it read the answer
    second = here.start(ORDER)
    assert len({first._supervisor, second._supervisor, os.getpid()}) == 3
    assert second._supervisor > 1
    here._connection.sendall(here._request(b"w", (second._supervisor, 0.0)))
    here._received += here._connection.recv(5)  # interrupted in the middle of it
    first.close()
    second.close()
    assert first.ending(2.0) == second.ending(2.0) == "SIGKILL"


def test_a_number_that_is_no_process_is_never_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launcher.Launcher, "_answer", lambda _: 0)
    with pytest.raises(BotError, match="no process for a bot could be started: the launcher gave no process"):
        launcher.launcher().start(ORDER)
    monkeypatch.undo()
    launcher.close()


def test_a_bot_that_is_interrupted_while_it_ends_harms_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> str:
        raise OutOfTime

    bot = load_bot("isolated(simple)").make()
    monkeypatch.setattr(launcher.Launcher, "wait", interrupted)
    with pytest.raises(OutOfTime):
        bot.close()  # type: ignore[attr-defined]
    monkeypatch.undo()
    again = load_bot("isolated(simple)").make()
    again.close()  # type: ignore[attr-defined]


def test_orders_can_be_sent() -> None:
    assert pickle.loads(pickle.dumps(ORDER)) == ORDER


def test_processes_end_with_their_owner_even_if_it_is_killed(tmp_path: Path) -> None:
    code = (
        "import time\nfrom pathlib import Path\nfrom railbird.gallery import load_bot\n"
        "bot = load_bot('isolated(simple)').make()\n"
        f"Path({str(tmp_path / 'pid')!r}).write_text(str(bot._process._supervisor))\ntime.sleep(100)\n"
    )
    owner = subprocess.Popen([sys.executable, "-c", code])
    until = time.monotonic() + 100
    while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
        assert time.monotonic() < until
        time.sleep(0.05)
    supervisor = int((tmp_path / "pid").read_text())
    os.kill(supervisor, 0)
    owner.send_signal(signal.SIGKILL)
    owner.wait()
    while time.monotonic() < until:
        try:
            os.kill(supervisor, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("the process of the bot outlived its owner")
