"""A team of workers does the tasks of one kind of work: who does which task, and what becomes of those that fail."""

from __future__ import annotations

import logging
import pickle
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeVar

from railbird.agent.failure import failure_text
from railbird.arena.backends.choice import Workers
from railbird.arena.backends.processes import Processes
from railbird.arena.backends.serve import BROKEN, ERROR, RESULT, opening_of
from railbird.arena.backends.work import Event, Garbled, Idle, Late, Lost, Message, Result, Slot, Task, Work, WorkerPool

TRIES = 3
"""How often a task is begun before its end is reported. Ours."""
WAIT = 0.1
"""Seconds between checks of whether to stop."""
STOP = pickle.dumps(None)

_Task = TypeVar("_Task", contravariant=True)
_Result = TypeVar("_Result", covariant=True)

_log = logging.getLogger("railbird.arena")


def never() -> bool:
    return False


class Team(Protocol[_Task, _Result]):
    """Does tasks of one kind, in any order."""

    def run(self, tasks: Sequence[_Task], stopped: Callable[[], bool] = never) -> Iterator[tuple[int, _Result]]:
        """Do tasks: yield each result with the index of its task as soon as it is there.

        Once ``stopped`` returns true, tasks at work end early with what they have, and no other task begins.
        """

    def close(self) -> None:
        """Release the workers, at once."""


@contextmanager
def team_for(work: Work[Task, Result], workers: Workers, *, apart: bool = False) -> Iterator[Team[Task, Result]]:
    """A team for some work. A single local worker is this process, unless the work must run ``apart`` from it."""
    team: Team[Task, Result]
    if workers.remote:
        from railbird.arena.backends.ray_pool import RayPool  # Ray is an extra

        team = PoolTeam(work, RayPool(work, workers))
    elif (count := workers.at_most(1 << 30).count or 1) > 1 or apart:
        team = PoolTeam(work, Processes(opening_of(work), count))
    else:
        team = Alone(work)
    try:
        yield team
    finally:
        team.close()


class Alone(Generic[Task, Result]):
    """Does tasks in this process, one after the other."""

    def __init__(self, work: Work[Task, Result]) -> None:
        self._perform = work.here()

    def run(self, tasks: Sequence[Task], stopped: Callable[[], bool] = never) -> Iterator[tuple[int, Result]]:
        for index, task in enumerate(tasks):
            if stopped():
                return
            for result, _ in self._perform(task, stopped):
                yield index, result

    def close(self) -> None:
        pass


class PoolTeam(Generic[Task, Result]):
    """Does tasks in the workers of a pool."""

    def __init__(self, work: Work[Task, Result], pool: WorkerPool) -> None:
        self._work, self._pool = work, pool
        self._idle: list[Slot] = []

    def run(self, tasks: Sequence[Task], stopped: Callable[[], bool] = never) -> Iterator[tuple[int, Result]]:
        left: dict[int, Task] = {}
        """What is left of the tasks that were begun."""
        waiting, losses = deque(range(len(tasks))), Counter[int]()
        busy: dict[Slot, int] = {}
        stopping = False
        while waiting or busy:
            if not stopping and stopped():
                stopping = True
                waiting.clear()
                for slot in busy:
                    self._pool.send(slot, STOP)
            self._pool.grow(len(waiting) + len(busy))
            while waiting and self._idle:
                slot = self._idle.pop()
                busy[slot] = index = waiting.popleft()
                task = left.setdefault(index, tasks[index])
                self._pool.send(slot, pickle.dumps(task, protocol=pickle.HIGHEST_PROTOCOL))
            for slot, event in self._pool.events(WAIT) if waiting or busy else ():
                if isinstance(event, Idle):
                    self._idle.append(slot)
                    continue
                if slot not in busy:  # a worker that ended before its first task
                    self._pool.drop(slot)
                    continue
                index = busy[slot]
                if isinstance(event, Lost) and event.outside:
                    losses[index] += 1
                    if losses[index] < TRIES:
                        _log.warning("a worker was lost (%s); its task is done again", event.how)
                        del busy[slot]
                        self._pool.drop(slot)
                        if not stopping:
                            waiting.appendleft(index)
                        continue
                result, last = self._result(left[index], event)
                left[index] = self._work.rest(left[index], result)
                if last:
                    self._pool.rest(slot)
                    self._idle.append(slot)
                    del busy[slot], left[index]
                yield index, result

    def _result(self, task: Task, event: Event) -> tuple[Any, bool]:
        """The result in a message, and whether it is the last one. Raises the error of any other event."""
        blame = self._work.blame
        match event:
            case Lost(how, beacon, outside):
                times = f", {TRIES} times" if outside else ""
                raise blame(task, beacon, f"ended the worker process ({how}{times})")
            case Late(seconds, allowed, beacon):
                late = f"did not answer for {seconds:.1f} seconds (the limit is {allowed:g})"
                raise blame(task, beacon, f"{late}, and could not be interrupted")
            case Garbled(beacon):
                raise blame(task, beacon, "sent something that is not a result")
        assert isinstance(event, Message)
        try:
            kind, *values = pickle.loads(event.data)
        except Exception as error:
            what = f"sent something that is not a result ({failure_text(error)})"
            raise blame(task, event.beacon, what) from None
        if kind == RESULT:
            result, last = values
            return result, last
        if kind == ERROR:
            failure, where = values
            if where:
                failure.add_note(where)
            raise failure
        assert kind == BROKEN
        raise blame(task, event.beacon, f"broke the worker process: {values[0]}")

    def close(self) -> None:
        self._pool.close()
