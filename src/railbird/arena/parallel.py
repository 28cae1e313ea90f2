"""A parallel map: the same results in the same order in this process, in others, and on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from railbird._progress import Progress, report_nothing
from railbird.arena.backends import Perform, WorkersLike, team_for, workers_of
from railbird.errors import RailbirdError

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def parallel_map(
    function: Callable[[Item], Answer],
    items: Sequence[Item],
    *,
    workers: WorkersLike = None,
    progress: Progress = report_nothing,
    bots: Sequence[str] = (),
) -> list[Answer]:
    """Apply a function to each item and return the results in order; with one worker, in this process.

    The function must be importable by name; items and results must be picklable. By default there is one worker per
    core, or what the user has chosen. ``bots`` are those whose files the function needs. Ctrl-C and errors end all
    workers at once.
    """
    answers: dict[int, Answer] = {}
    for index, answer in as_completed(function, items, workers=workers, bots=bots):
        answers[index] = answer
        progress(len(answers) / len(items))
    return [answers[index] for index in range(len(items))]


def as_completed(
    function: Callable[[Item], Answer],
    items: Sequence[Item],
    *,
    workers: WorkersLike = None,
    bots: Sequence[str] = (),
) -> Iterator[tuple[int, Answer]]:
    """Like ``parallel_map``, but yield each result with the index of its item as soon as it is there.

    Closing the iterator ends all workers.
    """
    if not items:
        return
    chosen = workers_of(workers).at_most(len(items))
    with team_for(Calls(function, tuple(bots)), chosen) as team:
        yield from team.run(items)


class Later(Sequence[Item]):
    """Items that are made when their turn comes, so that not all of them are in memory."""

    def __init__(self, count: int, make: Callable[[int], Item]) -> None:
        self._count, self._make = count, make

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: Any) -> Any:
        if not 0 <= index < self._count:
            raise IndexError(index)
        return self._make(index)


@dataclass(frozen=True, slots=True)
class Calls(Generic[Item, Answer]):
    """Calls of a function, one for each item."""

    setup: Callable[[Item], Answer]
    """The function."""
    bots: tuple[str, ...] = ()
    entry: str = "railbird.arena.parallel:calls"
    guarded: bool = False

    def here(self) -> Perform:
        return calls(self.setup)

    def rest(self, task: Item, result: Answer) -> Item:
        return task

    def blame(self, task: Item, beacon: Sequence[int], what: str) -> RailbirdError:
        of = f", at work on {', '.join(self.bots)}," if self.bots else ""
        ended = what.replace("ended the worker process", "has ended").replace("the worker process", "its process")
        return RailbirdError(f"a worker process{of} {ended}")


def calls(function: Callable[[Any], Any], _: object = None) -> Perform:
    """Calls a function with each task."""

    def call(task: Any, stopped: Callable[[], bool]) -> Iterator[tuple[Any, bool]]:
        yield function(task), True

    return call
