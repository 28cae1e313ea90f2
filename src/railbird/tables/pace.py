"""How fast a table goes on: its speed, whether it is paused, and the steps of a paused table."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable

from railbird.errors import TableError

FASTEST, SLOWEST = 100.0, 0.1


class Pace:
    """Waits between the steps of a table. It waits no longer than the table goes on."""

    def __init__(self, goes_on: Callable[[], bool], *, paused: bool) -> None:
        self.paused, self.speed = paused, 1.0
        self._goes_on, self._steps = goes_on, 0
        self._changed = asyncio.Event()

    def control(self, *, paused: bool | None = None, step: bool = False, speed: float = 0.0) -> None:
        """Pause, go one action further, or change the speed."""
        if speed and not SLOWEST <= speed <= FASTEST:
            raise TableError(f"a speed is between {SLOWEST} and {FASTEST:g}, not {speed:g}", "bad-speed")
        self.paused = self.paused if paused is None else paused
        self.speed = speed or self.speed
        self._steps = self._steps + step if self.paused else 0
        self.wake()

    @property
    def may_deal(self) -> bool:
        """Whether a hand may begin."""
        return self._steps > 0 or not self.paused

    def wake(self) -> None:
        """Something has changed: whoever waits looks again."""
        self._changed.set()

    async def until_changed(self) -> None:
        """Wait until something has changed."""
        self._changed.clear()
        await self._changed.wait()

    async def before_action(self, since: float, seconds: float) -> None:
        """Wait until people could follow the last action; stop here while the table is paused."""
        while self.paused and self._goes_on():
            if self._steps:
                self._steps -= 1
                return
            await self.until_changed()
        await self.wait(since, seconds)

    async def wait(self, since: float, seconds: float, enough: Callable[[], bool] = lambda: False) -> None:
        """Wait so long at the speed of the table, unless it does not go on, or it is enough."""
        while self._goes_on() and not enough() and (left := since + seconds / self.speed - time.monotonic()) > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self.until_changed()
