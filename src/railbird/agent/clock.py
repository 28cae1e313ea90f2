"""A limit on the time that a bot takes: a signal interrupts it, unless it catches even that."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Protocol

TICKS = 20
"""How often the clock ticks in the time that a bot has."""
FASTEST = 2e-5
"""Seconds between ticks at which a bot is interrupted that catches interruptions."""


class OutOfTime(BaseException):
    """Raised inside a bot that has taken too long."""


class StopNow(BaseException):
    """Raised where a match is to end at once, whatever a bot is doing."""


TURN, ENTRANT, MILLISECONDS, HAND = range(4)
"""Numbers of a beacon: which turn it is, whose (counted from 1, 0 if nobody's), how long it may take, in which hand."""


class Beacon(Protocol):
    """A row of numbers: a list, or memory that is shared with another process."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


class Clock:
    """Interrupts what goes on between ``begin`` and ``end`` for longer than a limit, to a twentieth of it.

    It ticks only while it is entered. To begin costs next to nothing: the time is looked at when it ticks, and what
    has begun since the last tick counts from that one. A bot that catches its interruption is interrupted again,
    sooner and sooner, until it is while it does so. Code of the module that owns the clock is never interrupted.
    Signals reach the main thread alone, and only on systems that have interval timers; elsewhere nothing is
    interrupted.
    """

    def __init__(self, limit: float, owner: str, beacon: Beacon | None = None) -> None:
        """``beacon`` is where others can see which bot is at work; whoever it outlasts can say which one it was."""
        self._ours = (owner, __name__)
        self.show_on([0, 0, 0, 0] if beacon is None else beacon, limit)
        self._tick = self._pace = max(limit / TICKS, 0.001)
        self._limit = limit + self._tick
        self._turn = self._seen = self._interrupted = 0
        self._last_tick = self._since = 0.0
        self._before: Any = None

    def show_on(self, beacon: Beacon, limit: float | None = None) -> None:
        """Show on a beacon from now on which bot is at work."""
        self.beacon = beacon
        beacon[MILLISECONDS] = int(1000 * (self._limit if limit is None else limit))

    def begin(self, entrant: int = 0) -> None:
        """A bot is at work from now on."""
        beacon = self.beacon
        self._turn = beacon[TURN] = self._turn + 1
        beacon[ENTRANT] = entrant + 1

    def again(self) -> None:
        """The bot that is at work has the whole time anew."""
        self._turn = self.beacon[TURN] = self._turn + 1

    def end(self) -> None:
        """No bot is at work any more."""
        self.beacon[ENTRANT] = 0

    @contextmanager
    def patient(self, seconds: float) -> Iterator[None]:
        """For what may take longer than a decision."""
        before = self._limit
        self._limit = max(before, seconds)
        self.beacon[MILLISECONDS] = int(1000 * self._limit)
        try:
            yield
        finally:
            self._limit = before
            self.beacon[MILLISECONDS] = int(1000 * before)

    def __enter__(self) -> None:
        if threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer"):
            self._last_tick = time.monotonic()
            self._before = signal.signal(signal.SIGALRM, self._ring)
            self._set(self._tick)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.beacon[ENTRANT] = 0
        if self._before is not None:
            self._pace = self._tick  # a last tick must not set the timer again
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._before)
            self._before = None

    def _set(self, pace: float) -> None:
        self._pace = pace
        signal.setitimer(signal.ITIMER_REAL, pace, pace)

    def _ring(self, _: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self._seen != self._turn:
            self._seen, self._since = self._turn, self._last_tick
        self._last_tick = now
        if not self.beacon[ENTRANT] or now - self._since <= self._limit:
            if self._pace < self._tick:
                self._set(self._tick)
        elif frame is None or frame.f_globals.get("__name__") not in self._ours:
            if self._interrupted == self._turn:
                self._set(max(self._pace / 2, FASTEST))
            self._interrupted = self._turn
            raise OutOfTime


class Watch:
    """Looks at a beacon from outside: has the same bot been at work for much too long?

    It has if the clock inside its process has failed to interrupt it.
    """

    def __init__(self, beacon: Beacon) -> None:
        self._beacon = beacon
        self._turn = (0, 0)
        self._since = 0.0

    def overdue(self) -> float:
        """For how many seconds it has, or 0. To be asked several times a second."""
        now, turn = time.monotonic(), (self._beacon[TURN], self._beacon[ENTRANT])
        if turn != self._turn or not turn[1]:
            self._turn, self._since = turn, now
        waited = now - self._since
        return waited if waited > 1.5 * self._beacon[MILLISECONDS] / 1000 + 1 else 0.0
