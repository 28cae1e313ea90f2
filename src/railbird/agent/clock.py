"""A time limit for bots: a signal interrupts a bot that takes too long."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, Protocol

TICKS = 20
"""Clock ticks per time limit."""
FASTEST = 2e-5
"""The shortest interval between ticks, in seconds, for a bot that keeps catching interruptions."""


class OutOfTime(BaseException):
    """Raised inside a bot that has taken too long."""


class StopNow(BaseException):
    """Raised to end a match at once, whatever a bot is doing."""


TURN, ENTRANT, MILLISECONDS, HAND = range(4)
"""Fields of a beacon: number of the turn, entrant at work (from 1; 0 for none), time limit, number of the hand."""


class Beacon(Protocol):
    """Four numbers that show which bot is at work: a list, or memory shared with another process."""

    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


class Clock:
    """Interrupts code between ``begin`` and ``end`` that exceeds a time limit, with a precision of a twentieth of it.

    It ticks only inside its ``with`` block. ``begin`` costs next to nothing: the clock reads the time only when it
    ticks, and a turn that began since the last tick counts from that tick. A bot that catches the interruption is
    interrupted again at ever shorter intervals, until one lands inside its handler. Code of the module that owns the
    clock is never interrupted. Signals reach only the main thread, and only on systems with interval timers; elsewhere
    nothing is interrupted.
    """

    def __init__(self, limit: float, owner: str, beacon: Beacon | None = None) -> None:
        """``beacon`` shows other processes which bot is at work, so that they can name a bot that hangs."""
        self._ours = (owner, __name__)
        self.show_on([0, 0, 0, 0] if beacon is None else beacon, limit)
        self._tick = self._pace = max(limit / TICKS, 0.001)
        self._limit = limit + self._tick
        self._allowed: dict[int, float] = {}
        self._turn = self._seen = self._interrupted = 0
        self._last_tick = self._since = 0.0
        self._before: Any = None

    def show_on(self, beacon: Beacon, limit: float | None = None) -> None:
        """Use this beacon from now on to show which bot is at work."""
        self.beacon = beacon
        beacon[MILLISECONDS] = int(1000 * (self._limit if limit is None else limit))

    def begin(self, entrant: int = 0) -> None:
        """Start a bot's turn."""
        beacon = self.beacon
        self._turn = beacon[TURN] = self._turn + 1
        beacon[ENTRANT] = entrant + 1

    def again(self) -> None:
        """Give the bot that is at work its full time again."""
        self._turn = self.beacon[TURN] = self._turn + 1

    def end(self) -> None:
        """End the bot's turn."""
        self.beacon[ENTRANT] = 0

    def allow(self, entrant: int, seconds: float) -> None:
        """Give the calls of one entrant so many seconds beyond the limit: somebody else interrupts it first."""
        self._allowed[entrant + 1] = seconds

    @contextmanager
    def patient(self, seconds: float) -> Iterator[None]:
        """Raise the time limit inside a ``with`` block, for calls that may take longer than a decision."""
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
        entrant = self.beacon[ENTRANT]
        if not entrant or now - self._since <= self._limit + self._allowed.get(entrant, 0.0):
            if self._pace < self._tick:
                self._set(self._tick)
        elif frame is None or frame.f_globals.get("__name__") not in self._ours:
            if self._interrupted == self._turn:
                self._set(max(self._pace / 2, FASTEST))
            self._interrupted = self._turn
            raise OutOfTime


class Watch:
    """Watches a beacon from outside, for a bot that its own clock has failed to interrupt."""

    def __init__(self, beacon: Beacon) -> None:
        self._beacon = beacon
        self._turn = (0, 0)
        self._since = 0.0

    def overdue(self) -> float:
        """Seconds that one bot has been at work if that is far too long, else 0. Call it several times a second."""
        now, turn = time.monotonic(), (self._beacon[TURN], self._beacon[ENTRANT])
        if turn != self._turn or not turn[1]:
            self._turn, self._since = turn, now
        waited = now - self._since
        return waited if waited > 1.5 * self._beacon[MILLISECONDS] / 1000 + 1 else 0.0
