"""A parallel map over processes: the same results in the same order on any number of workers."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, NamedTuple, TypeVar

from railbird._child import Child, end_with_parent
from railbird._progress import Progress, report_nothing
from railbird._threads import thread_count
from railbird.errors import RailbirdError

Item = TypeVar("Item")
Answer = TypeVar("Answer")


class _Failed(NamedTuple):
    """An error in a worker, and where it happened."""

    error: Exception
    where: str


def parallel_map(
    function: Callable[[Item], Answer],
    items: Sequence[Item],
    *,
    workers: int | None = None,
    progress: Progress = report_nothing,
) -> list[Answer]:
    """Apply a function to each item and return the results in order; with one worker, in this process.

    The function must be importable by name; items and results must be picklable. By default there is one worker per
    core. Ctrl-C and errors end all workers at once.
    """
    answers: dict[int, Answer] = {}
    for index, answer in as_completed(function, items, workers=workers):
        answers[index] = answer
        progress(len(answers) / len(items))
    return [answers[index] for index in range(len(items))]


def as_completed(
    function: Callable[[Item], Answer], items: Sequence[Item], *, workers: int | None = None
) -> Iterator[tuple[int, Answer]]:
    """Like ``parallel_map``, but yield each result with the index of its item as soon as it is there.

    Closing the iterator ends all workers.
    """
    count = min(thread_count(workers), len(items))
    if count <= 1:
        for index, item in enumerate(items):
            yield index, function(item)
        return
    waiting = list(reversed(range(len(items))))
    team: dict[Connection, tuple[Child, int]] = {}
    try:
        for _ in range(count):
            child = Child("railbird.arena.parallel:work")
            team[child.connection] = (child, _begin(child, function, items, waiting))
        while team:
            for connection in [each for each in wait(list(team)) if isinstance(each, Connection)]:
                child, index = team[connection]
                answer = _receive(child)
                if waiting:
                    team[connection] = (child, _begin(child, function, items, waiting))
                else:
                    team.pop(connection)
                    child.close()
                yield index, answer
    finally:
        for child, _ in team.values():
            child.close()


def _begin(child: Child, function: Callable[[Item], Any], items: Sequence[Item], waiting: list[int]) -> int:
    """Send the next item to a worker; returns its index."""
    index = waiting.pop()
    with suppress(OSError):  # a dead worker is noticed when its answer is read
        child.connection.send((function, items[index]))
    return index


def _receive(child: Child) -> Any:
    try:
        answer = child.connection.recv()
    except (EOFError, OSError):
        raise RailbirdError(f"a worker process has ended ({child.ending()})") from None
    if isinstance(answer, _Failed):
        answer.error.add_note(answer.where)
        raise answer.error
    return answer


def work(connection: Connection, _: memoryview) -> None:
    """The main loop of a worker: process items until the connection closes."""
    end_with_parent()
    try:
        while True:
            function, item = connection.recv()
            try:
                answer = function(item)
            except Exception as error:
                answer = _Failed(error, f"in a worker:\n{traceback.format_exc()}")
            connection.send(answer)
    except (EOFError, OSError):
        os._exit(1)
    finally:
        sys.stderr.flush()
