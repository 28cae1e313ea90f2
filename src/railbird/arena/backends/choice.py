"""How many workers do a piece of batch work, and where: a number of processes, or a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from railbird._threads import thread_count
from railbird.errors import RailbirdError, quoted

RAY = "ray"
SETTING = "RAILBIRD_WORKERS"
"""The environment variable with the usual workers."""


@dataclass(frozen=True, slots=True)
class Workers:
    """Processes of this machine, or workers on a Ray cluster.

    >>> Workers.parse("4"), Workers.parse("ray").remote
    (Workers(count=4, ray=None), True)
    """

    count: int | None = None
    """How many at most; None for one per core of the machine or of the cluster."""
    ray: str | None = None
    """The address of a Ray cluster, empty for the one that runs on this machine; None for processes."""

    def __post_init__(self) -> None:
        if self.count is not None and self.count < 1:
            raise RailbirdError(f"the number of workers must be 1 or more, not {self.count}")

    @classmethod
    def parse(cls, text: str, ray: str | None = None) -> Workers:
        """Parse a number of workers, or ``ray``; ``ray`` is the address of a cluster, if one is given."""
        if text.strip().lower() == RAY:
            return cls(ray=ray or "")
        if not (text.isascii() and text.strip().isdecimal() and len(text) < 10):
            raise RailbirdError(f"the workers are a number of processes, or ray, not {quoted(text)}")
        return cls(int(text), ray)

    @property
    def remote(self) -> bool:
        """Whether they are on a cluster."""
        return self.ray is not None

    @property
    def alone(self) -> bool:
        """Whether this process does all work itself."""
        return not self.remote and thread_count(self.count) == 1

    @property
    def threads(self) -> int:
        """How many threads of this machine do what is not split into tasks."""
        return thread_count(None if self.remote else self.count)

    def at_most(self, count: int) -> Workers:
        """These workers, but no more than there are tasks."""
        most = thread_count(self.count) if not self.remote else self.count
        return replace(self, count=max(1, count if most is None else min(most, count)))


WorkersLike = Workers | int | str | None
"""A number of processes, ``"ray"``, or Workers; None for the usual ones."""


def check_workers(workers: Workers) -> None:
    """Raise RailbirdError if they are on a cluster that cannot be reached, or that has no core for tasks."""
    if workers.ray is not None:
        from railbird.arena.backends.ray_cluster import check_cluster  # Ray is an extra

        check_cluster(workers.ray)


def cores_of(workers: WorkersLike) -> int:
    """How many tasks are done at a time, at most."""
    chosen = workers_of(workers)
    if chosen.ray is None:
        return thread_count(chosen.count)
    from railbird.arena.backends.ray_cluster import cluster_cores  # Ray is an extra

    cores = cluster_cores(chosen.ray)
    return max(1, cores if chosen.count is None else min(cores, chosen.count))


_usual: list[Workers] = []


def workers_of(given: WorkersLike) -> Workers:
    """The workers that are meant.

    By default those of ``using``, otherwise those of ``RAILBIRD_WORKERS``, otherwise one process per core.
    """
    if isinstance(given, Workers):
        return given
    if isinstance(given, str):
        return Workers.parse(given)
    if given is not None:
        return Workers(given)
    if _usual:
        return _usual[-1]
    setting = os.environ.get(SETTING, "")
    if not setting:
        return Workers()
    try:
        return Workers.parse(setting)
    except RailbirdError:
        raise RailbirdError(f"{SETTING} must be a number of processes, or ray, not {quoted(setting)}") from None


@contextmanager
def using(workers: Workers) -> Iterator[None]:
    """Inside the block, work that names no workers is done by these."""
    _usual.append(workers)
    try:
        yield
    finally:
        _usual.pop()
