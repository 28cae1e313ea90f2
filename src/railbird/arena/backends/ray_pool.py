"""Workers on the nodes of a Ray cluster, one for each of its cores."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from railbird.arena.backends import ray_node
from railbird.arena.backends.choice import Workers
from railbird.arena.backends.ray_cluster import connected
from railbird.arena.backends.ray_node import code_state
from railbird.arena.backends.serve import opening_of
from railbird.arena.backends.work import Event, Idle, Lost, Work
from railbird.errors import RailbirdError
from railbird.gallery.travel import packed

ROOM_PATIENCE = 60.0
"""Seconds to wait for the first free core of a cluster, or for another one after all workers were lost."""
START_PATIENCE = 300.0
"""Seconds to wait for the first worker to start: busy machines are slow."""
LOOK_AGAIN, LOOK_FIRST = 5.0, 0.2
"""Seconds between looks at how many cores the cluster has, and while there is no worker."""


class RayWorker:
    """A worker on a node, as this process sees it."""

    def __init__(self, actor: Any) -> None:
        self.actor = actor
        self.node = ""
        """Its machine, once it has said so."""
        self.at_work = False
        self.waits = True
        """Whether an answer of it is expected."""


class RayPool:
    """Workers on a cluster. Nodes may come and go."""

    def __init__(self, work: Work[Any, Any], workers: Workers) -> None:
        self._address = workers.ray or ""
        self._ray = connected(self._address)
        self._most = workers.count
        self._all: list[RayWorker] = []
        self._answers: dict[Any, RayWorker] = {}
        """The workers that are starting or at work, by the answer that is expected of them."""
        self._alone_since = time.monotonic()
        self._looked = 0.0
        self._cores = self._free = 0
        self._last_loss = ""
        ray = self._ray
        ray.cloudpickle.register_pickle_by_value(ray_node)
        try:
            self._kind = ray.remote(num_cpus=1, max_concurrency=2, max_restarts=0)(ray_node.NodeWorker)
            self._opening = ray.put(opening_of(work))
            self._files = ray.put(packed(work.bots))
        except ray.exceptions.RayError as error:
            raise RailbirdError(f"the Ray cluster has no room for the work: {_first_line(error)}") from None
        self._wanted = code_state()

    def grow(self, wanted: int) -> None:
        """Start workers on cores that are free now: others may use the cluster, too."""
        now = time.monotonic()
        if now - self._looked > (LOOK_AGAIN if self._all else LOOK_FIRST):
            self._looked = now
            self._cores = int(self._ray.cluster_resources().get("CPU", 0))
            self._free = int(self._ray.available_resources().get("CPU", 0))
        most = wanted if self._most is None else min(wanted, self._most)
        while len(self._all) < most and self._free > 0:
            self._free -= 1
            worker = RayWorker(self._kind.remote(self._opening, self._files, self._wanted))
            self._all.append(worker)
            self._answers[worker.actor.hello.remote()] = worker

    @property
    def _where(self) -> str:
        return f" at {self._address}" if self._address else ""

    def send(self, slot: RayWorker, message: bytes) -> None:
        if slot.at_work:
            slot.actor.send.remote(message)
        else:
            slot.at_work = True
            self._expect(slot, message)

    def rest(self, slot: RayWorker) -> None:
        slot.at_work = False

    def _expect(self, worker: RayWorker, message: bytes | None = None) -> None:
        worker.waits = True
        self._answers[worker.actor.next.remote(message)] = worker

    def events(self, seconds: float) -> Sequence[tuple[RayWorker, Event]]:
        for worker in self._all:
            if worker.at_work and not worker.waits:
                self._expect(worker)
        self._check_room()
        if not self._answers:
            time.sleep(seconds)
            return []
        ready, _ = self._ray.wait(list(self._answers), num_returns=1, timeout=seconds)
        return [self._event(answer) for answer in ready]

    def _event(self, answer: Any) -> tuple[RayWorker, Event]:
        worker = self._answers.pop(answer)
        worker.waits = False
        errors = self._ray.exceptions
        try:
            value = self._ray.get(answer)
        except errors.OutOfMemoryError:
            return worker, Lost(f"out of memory, {self._name(worker)}", outside=True)
        except errors.RayTaskError as error:
            return worker, Lost(f"{_first_line(error.cause)}, {self._name(worker)}", outside=True)
        except errors.RayError as error:
            how = "out of memory" if "memory" in str(error) else "killed, or its node is gone"
            self._last_loss = f"{how}, {self._name(worker)}"
            return worker, Lost(self._last_loss, outside=True)
        if not worker.node:
            worker.node, problem = value
            if problem:
                raise RailbirdError(f"the node {worker.node} of the Ray cluster{self._where} {problem}")
            return worker, Idle()
        return worker, value

    def _name(self, worker: RayWorker) -> str:
        return f"on {worker.node}" if worker.node else "at its start"

    def _check_room(self) -> None:
        """Raise RailbirdError if there has been no core for this work, or no worker on it, for a long time."""
        now = time.monotonic()
        if any(worker.node for worker in self._all):
            self._alone_since = now
            return
        waited = now - self._alone_since
        if not self._all and waited > ROOM_PATIENCE:
            raise RailbirdError(
                f"the Ray cluster{self._where} has no room: none of its {self._cores} cores is free after "
                f"{ROOM_PATIENCE:g} seconds; wait until others are done, or add a node"
            )
        if waited > START_PATIENCE:
            raise RailbirdError(
                f"no worker has started on the Ray cluster{self._where} in {START_PATIENCE:g} seconds"
                f"{self._last_loss and ': the last one was '}{self._last_loss}"
            )

    def drop(self, slot: RayWorker) -> None:
        self._answers = {answer: worker for answer, worker in self._answers.items() if worker is not slot}
        if slot in self._all:
            self._all.remove(slot)
        with suppress(Exception):  # it may be gone
            self._ray.kill(slot.actor)

    def close(self) -> None:
        closing = []
        with suppress(Exception):  # the cluster may be gone
            closing = [worker.actor.close.remote() for worker in self._all if worker.node]
            if closing:
                self._ray.wait(closing, num_returns=len(closing), timeout=5)
        for worker in list(self._all):
            self.drop(worker)


def _first_line(error: object) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:300] if lines else type(error).__name__
