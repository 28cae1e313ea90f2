"""How many threads native work may use."""

import os

from railbird.errors import RailbirdError, quoted


def thread_count(threads: int | None) -> int:
    """The number asked for; by default ``RAILBIRD_THREADS``, else every core this process may run on."""
    if threads is None:
        setting = os.environ.get("RAILBIRD_THREADS", "")
        if setting:
            if not (setting.isdecimal() and len(setting) < 10 and int(setting) >= 1):
                raise RailbirdError(f"RAILBIRD_THREADS must be a whole number from 1 on, not {quoted(setting)}")
            return min(int(setting), _MOST_THREADS)
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    if threads < 1:
        raise RailbirdError(f"the number of threads must be 1 or more, not {threads}")
    return min(threads, _MOST_THREADS)


_MOST_THREADS = 1024
