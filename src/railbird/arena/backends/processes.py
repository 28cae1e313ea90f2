"""Workers in processes of this machine."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait

from railbird._child import Child
from railbird.agent.clock import MILLISECONDS, Watch
from railbird.arena.backends.work import Event, Garbled, Idle, Late, Lost, Message

ENTRY = "railbird.arena.backends.serve:serve"
KILLED = ("SIGKILL", "SIGTERM")
"""Signals with which people and full machines end a process; a bot that breaks its process ends it in other ways."""


class WorkerProcess:
    """A worker in a process, which can be ended at any time."""

    def __init__(self, opening: bytes, copies: Mapping[str, str]) -> None:
        """``copies``: of files that came from another machine, by their path there."""
        self.child = Child(ENTRY)
        self._watch = Watch(self.child.shared)
        self.send(pickle.dumps(dict(copies)))
        self.send(opening)

    @property
    def connection(self) -> Connection:
        return self.child.connection

    def send(self, message: bytes) -> None:
        with suppress(OSError):  # a dead worker is noticed when its answer is read
            self.connection.send_bytes(message)

    def event(self, seconds: float) -> Event | None:
        """What has happened to it; None if nothing happens for this long."""
        return self.received() if wait([self.connection], seconds) else self.late()

    def received(self) -> Event:
        """Read the message that waits."""
        try:
            return Message(self.connection.recv_bytes(), self._beacon)
        except BlockingIOError:  # bots can write to any open file of their process
            return Garbled(self._beacon)
        except (EOFError, OSError):
            how = self.child.ending()
            return Lost(how, self._beacon, outside=how in KILLED)

    def late(self) -> Late | None:
        """That the same bot has been running for much too long, if it has."""
        seconds = self._watch.overdue()
        return Late(seconds, self.child.shared[MILLISECONDS] / 1000, self._beacon) if seconds else None

    @property
    def _beacon(self) -> tuple[int, ...]:
        return tuple(self.child.shared)

    def close(self) -> None:
        self.child.close()


class Processes:
    """Worker processes, which are started on demand."""

    def __init__(self, opening: bytes, most: int) -> None:
        self._opening = opening
        self._most = most
        self._all: dict[Connection, WorkerProcess] = {}
        self._started: deque[WorkerProcess] = deque()
        self._busy: dict[Connection, WorkerProcess] = {}

    def grow(self, wanted: int) -> None:
        while len(self._all) < min(wanted, self._most):
            worker = WorkerProcess(self._opening, {})
            self._all[worker.connection] = worker
            self._started.append(worker)

    def send(self, slot: WorkerProcess, message: bytes) -> None:
        slot.send(message)
        self._busy[slot.connection] = slot

    def rest(self, slot: WorkerProcess) -> None:
        self._busy.pop(slot.connection, None)

    def events(self, seconds: float) -> Sequence[tuple[WorkerProcess, Event]]:
        if self._started:
            found: list[tuple[WorkerProcess, Event]] = [(worker, Idle()) for worker in self._started]
            self._started.clear()
            return found
        ready = wait(list(self._busy), seconds)
        late = [(worker, worker.late()) for each, worker in self._busy.items() if each not in ready]
        return [
            *((worker, event) for worker, event in late if event is not None),
            *((worker, worker.received()) for each, worker in self._busy.items() if each in ready),
        ]

    def drop(self, slot: WorkerProcess) -> None:
        self._busy.pop(slot.connection, None)
        self._all.pop(slot.connection, None)
        slot.close()

    def close(self) -> None:
        for worker in self._all.values():
            worker.close()
        self._all.clear()
        self._busy.clear()
