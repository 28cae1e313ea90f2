"""A WebSocket that speaks the table protocol: it reads, answers in order, and drops a reader that is too slow."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.types import Message as ReceivedMessage
from starlette.websockets import WebSocket, WebSocketDisconnect

from railbird.tables.audience import Message, encoded
from railbird.tables.lobby import Lobby
from railbird.tables.processes import AnsweringProcess
from railbird.tables.protocol import LONGEST, Client

MOST_WAITING = 2000
"""Messages that may wait for a client; one that lets more wait is dropped, and can come back."""
SILENCE = 60.0
"""Seconds in which a new connection has to say something."""
LEAVING = 5.0
"""Seconds for the last messages of a connection that ends."""
TOO_SLOW, SILENT, TOO_BIG = 4008, 4009, 1009
"""Close codes."""


async def talk(socket: WebSocket, lobby: Lobby, advice: AnsweringProcess, access: str) -> None:
    """Serve one connection until it ends."""
    await socket.accept()
    waiting: asyncio.Queue[str | int] = asyncio.Queue()

    def out(message: Message) -> None:
        if waiting.qsize() < MOST_WAITING:
            waiting.put_nowait(encoded(message))
        else:
            writer.cancel()

    client = Client(lobby, out, advice=advice, access=access)
    writer = asyncio.create_task(_write(socket, waiting))
    try:
        silence: float | None = SILENCE
        while received := await _received(socket, writer, silence):
            if received["type"] == "websocket.disconnect":
                break
            text = received.get("text")
            if text is not None and len(text) > 8 * LONGEST:
                waiting.put_nowait(TOO_BIG)
                break
            await client.take(received["bytes"] if text is None else text)
            silence = None
    except TimeoutError:
        waiting.put_nowait(SILENT)
    except (WebSocketDisconnect, RuntimeError):
        pass
    except asyncio.CancelledError:  # the server stops, and waits for this client no longer
        writer.cancel()
    finally:
        client.close()
        with contextlib.suppress(TimeoutError, asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
            async with asyncio.timeout(LEAVING):
                if writer.cancelled():
                    await socket.close(TOO_SLOW)
                waiting.put_nowait(1000)
                await writer
        writer.cancel()


async def _received(socket: WebSocket, writer: asyncio.Task[None], silence: float | None) -> ReceivedMessage | None:
    """The next message; None if nothing can be sent any more. Raises TimeoutError after too long a silence."""
    reading = asyncio.ensure_future(socket.receive())
    done, _ = await asyncio.wait({reading, writer}, timeout=silence, return_when=asyncio.FIRST_COMPLETED)
    if reading in done and writer not in done:
        return reading.result()
    if not reading.cancel():
        reading.exception()  # of no interest any more
    if not done:
        raise TimeoutError
    return None


async def _write(socket: WebSocket, waiting: asyncio.Queue[str | int]) -> None:
    """Send what waits, in order; a number closes the connection."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
        while True:
            message = await waiting.get()
            if isinstance(message, int):
                await socket.close(message)
                return
            await socket.send_text(message)
