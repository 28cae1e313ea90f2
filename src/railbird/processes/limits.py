"""How much a bot's process may use."""

from __future__ import annotations

import os
import platform
import re
from contextlib import suppress
from dataclasses import dataclass

OPEN_FILES = 128
LEAST_MEMORY, LEAST_SCRATCH = 200, 1
MOST = 1_000_000
THREADS = 64
"""Of one bot, with its supervisor. Ours: numerical libraries start one a core."""
_MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """The most that one process of a bot may use, in megabytes."""

    memory: int = 2_000
    """Address space."""
    scratch: int = 64
    """All temporary files together; also the largest file."""

    def apply(self) -> None:
        """Limit this process. Raises OSError or ValueError if the system refuses a limit."""
        import resource  # POSIX only

        _lower(resource.RLIMIT_CORE, 0)
        _lower(resource.RLIMIT_NOFILE, OPEN_FILES)
        _lower(resource.RLIMIT_FSIZE, self.scratch * _MEGABYTE)
        _lower(resource.RLIMIT_AS, self.memory * _MEGABYTE)
        for name in ("RLIMIT_MEMLOCK", "RLIMIT_MSGQUEUE", "RLIMIT_SIGPENDING"):
            if hasattr(resource, name):
                _lower(getattr(resource, name), 0 if name != "RLIMIT_SIGPENDING" else 100)

    def bound_threads(self) -> None:
        """Bound the threads of this process; call it in a user namespace of its own, where only its own count.

        Before Linux 5.14 all processes of the user count, so nothing is bounded there; nor for an administrator.
        """
        if _linux() >= (5, 14):
            import resource

            _lower(resource.RLIMIT_NPROC, THREADS)

    def forbid_processes(self) -> None:
        """Allow no more processes of this user to be started from here; without effect for an administrator."""
        import resource

        _lower(resource.RLIMIT_NPROC, 0)


def _lower(kind: int, most: int) -> None:
    import resource

    hard = resource.getrlimit(kind)[1]
    least = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(ValueError, OSError):  # some systems know a limit and do not enforce it, such as memory on macOS
        resource.setrlimit(kind, (least, least))


def _linux() -> tuple[int, ...]:
    """The version of the kernel."""
    return tuple(int(each) for each in re.findall(r"\d+", platform.release())[:2])


def is_administrator() -> bool:
    """Whether the limit on processes does not hold for this user."""
    return os.geteuid() == 0
