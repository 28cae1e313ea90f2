"""The number of threads for native work, and pools of threads that end early."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from railbird.errors import RailbirdError, quoted

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor  # imported late where it is used


def thread_count(threads: int | None) -> int:
    """Return the given number; by default ``RAILBIRD_THREADS``, otherwise the number of cores of this process."""
    if threads is None:
        setting = os.environ.get("RAILBIRD_THREADS", "")
        if setting:
            if not (setting.isdecimal() and len(setting) < 10 and int(setting) >= 1):
                raise RailbirdError(f"RAILBIRD_THREADS must be a whole number of 1 or more, not {quoted(setting)}")
            return min(int(setting), _MOST_THREADS)
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    if threads < 1:
        raise RailbirdError(f"the number of threads must be 1 or more, not {threads}")
    return min(threads, _MOST_THREADS)


@contextmanager
def thread_pool(threads: int) -> Iterator[ThreadPoolExecutor]:
    """A pool of threads. If an exception leaves the block, as after Ctrl-C, the tasks that wait are never started."""
    from concurrent.futures import ThreadPoolExecutor

    pool = ThreadPoolExecutor(threads)
    try:
        yield pool
    except BaseException:
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


_MOST_THREADS = 1024
