"""The main loop of a worker process: it does the tasks of one kind of work."""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from railbird._child import end_with_parent
from railbird.agent.failure import failure_text
from railbird.arena.backends.work import Perform, Work
from railbird.errors import RailbirdError
from railbird.gallery.files import receive

RESULT, ERROR, BROKEN = "result", "error", "broken"
"""Messages of a worker: a result and whether it is the last one; an exception and where it was raised; a text."""


def opening_of(work: Work[Any, Any]) -> bytes:
    """The first message to a worker after the copies of files."""
    return pickle.dumps((work.entry, work.setup, work.guarded), protocol=pickle.HIGHEST_PROTOCOL)


def serve(connection: Connection, beacon: memoryview[Any]) -> None:
    """Do tasks until the connection closes or a task fails."""
    end_with_parent()
    parent, guarded = _Parent(connection), True
    try:
        receive(parent.receive())
        entry, setup, guarded = parent.receive()
        perform = _perform(entry, setup, beacon)
        while True:
            task = parent.receive()
            if task is None:  # a stop request that arrived while idle
                continue
            parent.asks_to_stop = False
            for result, last in perform(task, parent.stopped):
                parent.send((RESULT, result, last))
    except RailbirdError as error:
        parent.send((ERROR, error, ""))
    except Exception as error:
        parent.send((BROKEN, failure_text(error)) if guarded else _exception(error))
    except BaseException as error:  # bots can break the code that runs them
        parent.send((BROKEN, failure_text(error)))
    sys.stderr.flush()
    os._exit(0)  # ignore threads and exit handlers that bots have left


class _Parent:
    """The connection to the parent; the process ends when the parent is gone."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.asks_to_stop = False

    def receive(self) -> Any:
        try:
            return self._connection.recv()
        except (EOFError, OSError):
            os._exit(1)

    def send(self, message: tuple[Any, ...]) -> None:
        try:
            self._connection.send(message)
        except OSError:
            os._exit(1)

    def stopped(self) -> bool:
        """Whether the parent has asked to stop the task."""
        try:
            waits = not self.asks_to_stop and self._connection.poll()
        except OSError:
            os._exit(1)
        if waits:
            self.asks_to_stop = self.receive() is None
        return self.asks_to_stop


def _exception(error: Exception) -> tuple[Any, ...]:
    """The message that carries an exception, or its text if it cannot be sent."""
    where = f"in a worker:\n{traceback.format_exc()}"
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return BROKEN, failure_text(error)
    return ERROR, error, where


def _perform(entry: str, setup: Any, beacon: memoryview[Any]) -> Perform:
    module, _, function = entry.partition(":")
    perform: Perform = getattr(import_module(module), function)(setup, beacon)
    return perform
