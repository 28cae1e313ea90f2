"""Processes that answer questions: started when the first one comes, ended when they take too long."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from railbird._child import Child, end_with_parent
from railbird.agent.failure import failure_text
from railbird.errors import BrokenBotError, RailbirdError

GRACE = 2.0
"""Seconds in which a process must answer beyond the time that it was given."""


class AnsweringProcess:
    """A process with one entry point, which answers one question after the other.

    ``hello`` is its first question whenever it has been started.
    """

    def __init__(self, entry: str, hello: object = None, hello_seconds: float = 0.0) -> None:
        self.hello = hello
        self._entry, self._hello_seconds = entry, hello_seconds
        self._child: Child | None = None
        self._lock = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, entry)

    @property
    def runs(self) -> bool:
        """Whether the process has been started, and not ended."""
        return self._child is not None

    async def ask(self, question: object, seconds: float) -> Any:
        """The answer. Raises the RailbirdError that is the answer, or BrokenBotError if the process has ended."""
        async with self._lock:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, self._exchange, question, seconds)

    def _exchange(self, question: object, seconds: float) -> Any:
        if self._child is None:
            try:
                self._child = Child(self._entry)
            except OSError as error:
                raise BrokenBotError(f"no process could be started: {error.strerror or error}") from None
            if self.hello is not None:
                try:
                    self._answer(self.hello, self._hello_seconds)
                except RailbirdError:
                    self._end()
                    raise
        return self._answer(question, seconds)

    def _answer(self, question: object, seconds: float) -> Any:
        assert self._child is not None
        connection, until = self._child.connection, time.monotonic() + seconds + GRACE
        try:
            connection.send(question)
            if not connection.poll(max(until - time.monotonic(), 0)):
                self._end()
                raise BrokenBotError(f"there was no answer for {seconds + GRACE:.0f} seconds")
            answer = connection.recv()
        except (EOFError, OSError):
            ending = self._child.ending() if self._child else "closed"
            self._end()
            raise BrokenBotError(f"the process that should answer has ended ({ending})") from None
        except BrokenBotError:
            raise
        except Exception as error:  # something that cannot be read back
            self._end()
            raise BrokenBotError(f"the answer cannot be read: {failure_text(error)}") from None
        if isinstance(answer, RailbirdError):
            raise answer
        return answer

    def _end(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None

    async def rest(self) -> None:
        """End the process until the next question comes."""
        async with self._lock:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._end)

    def close(self) -> None:
        """End the process."""
        self._end()
        self._thread.shutdown(wait=False)


def serve(connection: Connection, answer: Callable[[Any], Any]) -> None:
    """The main loop of such a process: answer questions until the connection closes; errors are answers too."""
    end_with_parent()
    try:
        while True:
            question = connection.recv()
            try:
                result = answer(question)
            except RailbirdError as error:
                result = error
            except Exception as error:  # bots can break the code that runs them
                result = BrokenBotError(failure_text(error))
            connection.send(result)
    except (EOFError, OSError):
        os._exit(0)  # ignore threads and exit handlers that bots have left
