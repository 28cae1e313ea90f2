"""Bots that break their worker in several ways, for matches from this file."""

import os
import signal
import time
from collections import deque
from itertools import count
from typing import Any

from railbird.agent import Bot
from railbird.game import View


class _Counts(Bot):
    decisions = 0

    def act(self, view: View) -> Any:
        self.decisions += 1
        if self.decisions == 20:
            self.strike()
        return "c"

    def strike(self) -> None:
        raise NotImplementedError


class Exits(_Counts):
    def strike(self) -> None:
        os._exit(3)


class KillsItself(_Counts):
    def strike(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class IsKilledOnce(_Counts):
    """The first of its processes is killed, as by a machine that is out of memory."""

    def strike(self) -> None:
        mark = os.environ["RAILBIRD_TEST_MARK"]
        if not os.path.exists(mark):  # noqa: PTH110
            with open(mark, "x"):  # noqa: PTH123
                os.kill(os.getpid(), signal.SIGKILL)


class Fails(Bot):
    def act(self, view: View) -> Any:
        raise ValueError(type(globals()["__loader__"]).__name__)


class IsSlow(Bot):
    def act(self, view: View) -> Any:
        time.sleep(5)
        return "c"


class Calls(Bot):
    def act(self, view: View) -> Any:
        return "c"


class CannotBeInterrupted(Bot):
    def act(self, view: View) -> Any:
        deque(count(), maxlen=0)
        return "c"
