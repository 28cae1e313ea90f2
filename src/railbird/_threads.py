"""The number of threads for native work."""

import os

from railbird.errors import RailbirdError, quoted


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


_MOST_THREADS = 1024
