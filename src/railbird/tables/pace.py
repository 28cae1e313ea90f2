"""How fast a table goes on: its speed, whether it is paused, and the steps of a paused table."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable

from railbird.errors import TableError

FASTEST, SLOWEST = 100.0, 0.1


class Pace:
    """Waits between the steps of a table: a step deals a hand, or takes an action. It waits while the table goes on."""

    def __init__(self, goes_on: Callable[[], bool], *, paused: bool) -> None:
        self.paused, self.speed = paused, 1.0
        self._goes_on, self._steps = goes_on, 0
        self._changed = asyncio.Event()

    def control(self, *, paused: bool | None = None, step: bool = False, speed: float = 0.0) -> None:
        """Pause, go one step further, or change the speed."""
        if speed and not SLOWEST <= speed <= FASTEST:
            raise TableError(f"a speed is between {SLOWEST} and {FASTEST:g}, not {speed:g}", "bad-speed")
        self.paused = self.paused if paused is None else paused
        self.speed = speed or self.speed
        self._steps = self._steps + step if self.paused else 0
        self.wake()

    def takes_step(self) -> bool:
        """Take the next step if it may be taken now: a paused table takes as many as it was asked for."""
        if self.paused and not self._steps:
            return False
        self._steps -= self.paused
        return True

    def wake(self) -> None:
        """Something has changed: whoever waits looks again."""
        self._changed.set()

    async def until_changed(self) -> None:
        """Wait until something has changed."""
        self._changed.clear()
        await self._changed.wait()

    async def wait(self, since: float, seconds: float) -> None:
        """Wait so long at the speed of the table, unless it does not go on."""
        await self._wait(since, seconds, lambda: False)

    async def wait_for(self, since: float, seconds: float, ready: Callable[[], bool]) -> None:
        """The same, but no longer than until everybody is ready, or somebody asks for a step."""
        await self._wait(since, seconds, lambda: self._steps > 0 or ready())

    async def _wait(self, since: float, seconds: float, enough: Callable[[], bool]) -> None:
        while self._goes_on() and not enough() and (left := since + seconds / self.speed - time.monotonic()) > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self.until_changed()
