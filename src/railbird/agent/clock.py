"""A limit on the time that a bot takes: a signal interrupts it, unless it catches even that."""

from __future__ import annotations

import signal
import threading
import time
from types import FrameType, TracebackType
from typing import Any

TICKS = 20
"""How often a time limit is looked at while it passes."""


class OutOfTime(BaseException):
    """Raised inside a bot that has taken too long."""


class StopNow(BaseException):
    """Raised where a match is to end at once, whatever a bot is doing."""


class _Deciding:
    """A stretch of time in which a bot is at work."""

    __slots__ = ("_limit", "since")

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self.since = 0.0

    def begin(self) -> None:
        """The time counts from now on."""
        self.since = time.monotonic()

    __enter__ = begin

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.since = 0.0

    def check(self) -> None:
        if self.since and time.monotonic() - self.since > self._limit:
            self.since = time.monotonic()  # it may catch this one; the next comes after the same time
            raise OutOfTime


class Clock:
    """Interrupts what goes on in ``deciding`` for longer than a limit. It ticks only while it is entered.

    Signals reach the main thread alone, and only on systems that have interval timers; elsewhere nothing is
    interrupted.
    """

    def __init__(self, limit: float) -> None:
        self.deciding = _Deciding(limit)
        self._tick = max(limit / TICKS, 0.001)
        self._before: Any = None

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
            self._before = signal.signal(signal.SIGALRM, self._ring)
            signal.setitimer(signal.ITIMER_REAL, self._tick, self._tick)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
            self._before = None

    def _ring(self, _: int, frame: FrameType | None) -> None:
        self.deciding.check()
