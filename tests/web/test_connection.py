"""A connection ends in order, whatever its client does."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from railbird.store import Store
from railbird.tables import Lobby
from railbird.tables.bot_host import BotsHere
from railbird.tables.processes import AnsweringProcess
from railbird.web import connection
from railbird.web.connection import TOO_SLOW, talk


class Deaf:
    """A client that asks and asks, reads nothing, and may be gone when its connection is closed."""

    def __init__(self, *, gone: bool) -> None:
        self.gone, self.closed = gone, list[int]()
        self._ids = itertools.count()

    async def accept(self) -> None:
        """Nothing to do."""

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(0)
        return {"type": "websocket.receive", "bytes": None, "text": f'{{"type": "ping", "id": {next(self._ids)}}}'}

    async def send_text(self, text: str) -> None:
        await asyncio.Event().wait()

    async def close(self, code: int) -> None:
        self.closed.append(code)
        if self.gone:
            raise WebSocketDisconnect(1006)


@pytest.mark.parametrize("gone", [False, True])
def test_who_does_not_read_is_dropped_even_if_they_are_gone_by_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gone: bool
) -> None:
    monkeypatch.setattr(connection, "MOST_WAITING", 20)
    socket = Deaf(gone=gone)

    async def served() -> None:
        advice = AnsweringProcess("railbird.tables.second_opinion:work")
        with Store(tmp_path / "tables.db") as store:
            async with asyncio.timeout(20):
                await talk(socket, Lobby(store, make_bots=BotsHere), advice, "")  # type: ignore[arg-type]

    asyncio.run(served())
    assert socket.closed == [TOO_SLOW]


class Waiting(Deaf):
    """A client that says nothing, and does not answer when its connection is closed."""

    async def receive(self) -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError

    async def close(self, code: int) -> None:
        await asyncio.Event().wait()


def test_a_server_that_stops_leaves_who_does_not_answer_without_a_fault(tmp_path: Path) -> None:
    async def served() -> None:
        advice = AnsweringProcess("railbird.tables.second_opinion:work")
        with Store(tmp_path / "tables.db") as store:
            talking = asyncio.create_task(
                talk(Waiting(gone=False), Lobby(store, make_bots=BotsHere), advice, "")  # type: ignore[arg-type]
            )
            await asyncio.sleep(0.05)
            talking.cancel("timeout graceful shutdown exceeded")
            async with asyncio.timeout(1):
                await talking

    asyncio.run(served())
