"""What is kept of a table: its hands, and the state to continue from."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from railbird.store import SessionHand
from railbird.tables.audience import Message


class TableRecord(Protocol):
    """Keeps what must not be lost of a table."""

    async def keep_hand(self, hand: SessionHand, state: Message) -> None: ...
    async def keep_state(self, state: Message) -> None: ...
    async def end(self, why: str) -> None: ...


class StateRecord:
    """Keeps the state of a table between hands, beside the play."""

    def __init__(self, record: TableRecord, state: Callable[[], Message]) -> None:
        self._record, self._state = record, state
        self._tasks: set[asyncio.Future[None]] = set()

    def keep_soon(self) -> None:
        """Keep the state as it is when its turn comes."""
        task = asyncio.ensure_future(self._keep())
        self._tasks.add(task)  # the loop itself does not hold on to it
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Wait until everything is kept."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep(self) -> None:
        await self._record.keep_state(self._state())
