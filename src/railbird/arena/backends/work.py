"""The interface between batch work and what runs it: work, its tasks, and what can happen to a task."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from railbird.errors import RailbirdError

Task = TypeVar("Task")
Result = TypeVar("Result")
_Result = TypeVar("_Result", contravariant=True)

Perform = Callable[[Any, Callable[[], bool]], Iterator[tuple[Any, bool]]]
"""Does a task: yields each result, and whether it is the last one. It ends early, with a last result, once its second
argument returns true."""


class Work(Protocol[Task, _Result]):
    """A kind of work: how its tasks are done, and what becomes of a task whose worker ends.

    Workers may be other processes on other machines, so a task carries all data that it needs.
    """

    @property
    def entry(self) -> str:
        """The ``module:function`` that a worker calls with ``setup`` and its beacon; it returns a ``Perform``."""

    @property
    def setup(self) -> Any:
        """What a worker gets once, at its start."""

    @property
    def bots(self) -> Sequence[str]:
        """The specs of the bots whose files the workers need."""

    @property
    def guarded(self) -> bool:
        """Whether it runs other people's code, whose exceptions are reported as text."""

    def here(self) -> Perform:
        """Do the tasks in this process."""

    def rest(self, task: Task, result: _Result) -> Task:
        """What is left of a task after one of its results."""

    def blame(self, task: Task, beacon: Sequence[int], what: str) -> RailbirdError:
        """The error that says who did this. ``beacon`` shows who was at work; it is empty if nobody knows."""


class Message(NamedTuple):
    """What a worker has sent, and what its beacon showed then."""

    data: bytes
    beacon: tuple[int, ...]


class Idle(NamedTuple):
    """A worker that waits for its first task."""


class Lost(NamedTuple):
    """A worker that has ended."""

    how: str
    beacon: tuple[int, ...] = ()
    outside: bool = False
    """Whether somebody else ended it, or its machine, so that the task may succeed elsewhere."""


class Late(NamedTuple):
    """A worker in which one bot has been running for much too long."""

    seconds: float
    allowed: float
    beacon: tuple[int, ...]


class Garbled(NamedTuple):
    """A worker that sent something that is not a result."""

    beacon: tuple[int, ...]


Event = Message | Idle | Lost | Late | Garbled
"""What happens to a worker."""
Slot = Any
"""A worker, as its pool knows it."""


class WorkerPool(Protocol):
    """The workers of one kind of work, somewhere."""

    def grow(self, wanted: int) -> None:
        """Start workers until there are this many, as far as there is room."""

    def send(self, slot: Slot, message: bytes) -> None:
        """Send a worker a task, or the request to stop."""

    def rest(self, slot: Slot) -> None:
        """Expect nothing more from a worker until it gets its next task."""

    def events(self, seconds: float) -> Sequence[tuple[Slot, Event]]:
        """What has happened to the workers that are starting or at work; wait this long for something."""

    def drop(self, slot: Slot) -> None:
        """End a worker."""

    def close(self) -> None:
        """End all workers."""
