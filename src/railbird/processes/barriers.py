"""What this system can keep a bot's process from doing, and what it cannot, in words."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from railbird.processes import landlock, seccomp
from railbird.processes.syscalls import SUPPORTED

NAMES = ("namespaces", "landlock", "seccomp")
SWITCH = "RAILBIRD_WITHOUT"
"""Environment variable that switches barriers off, as in ``namespaces,landlock``: for systems where one misbehaves."""


@dataclass(frozen=True, slots=True)
class Barriers:
    """What stands between the process of a bot and everything else."""

    namespaces: bool = False
    """It sees no other processes, no network and no shared memory; all files are read-only."""
    landlock: bool = False
    """It can open only the files that it needs."""
    seccomp: bool = False
    """It cannot make system calls that reach other processes, start programs, or change the system."""

    @property
    def isolates(self) -> bool:
        """Whether a bot can reach neither the dealer nor your files."""
        return self.landlock and (self.seccomp or self.namespaces)

    @property
    def gaps(self) -> tuple[str, ...]:
        """What a bot could still do here."""
        gaps = []
        if not self.landlock:
            gaps.append("read your files, such as the store with the seed of the match")
        if not (self.landlock or self.namespaces):
            gaps.append("write and delete your files")
        if not (self.namespaces or self.seccomp):
            gaps += ["signal, trace and read your other processes", "use the network", "leave processes behind"]
        if not self.seccomp:
            gaps.append("start processes and take memory, as much as your user may have")
        return tuple(gaps)

    def __str__(self) -> str:
        there = ", ".join(name for name in NAMES if getattr(self, name)) or "none of its own"
        return f"barriers: {there}"


@cache
def barriers_here() -> Barriers:
    """The barriers that work on this system, tried out once."""
    off = switched_off(os.environ.get(SWITCH, ""))
    if not SUPPORTED:
        return Barriers()
    return Barriers(
        "namespaces" not in off and _namespaces_work(),
        "landlock" not in off and landlock.version() > 0,
        "seccomp" not in off and seccomp.works(),
    )


def switched_off(text: str) -> Collection[str]:
    """The barriers that a text such as ``namespaces,landlock`` names; ``all`` names every one."""
    return NAMES if text.strip() == "all" else tuple(each.strip() for each in text.split(",") if each.strip())


def _namespaces_work() -> bool:
    """Whether a new process can enter namespaces and mount there; it has one thread only, as is needed."""
    import subprocess  # slow to import

    code = (
        f"import sys; sys.path[:] = {sys.path!r}; import os; from railbird.processes import namespaces\n"
        "try:\n    namespaces.enter()\n"
        "except OSError:\n    os._exit(1)\n"
        "if not os.fork():\n"
        "    try:\n        namespaces.hide_the_rest(1)\n"
        "    except OSError:\n        os._exit(1)\n"
        "    os._exit(0)\n"
        "os._exit(os.waitstatus_to_exitcode(os.wait()[1]) != 0)"
    )
    try:
        done = subprocess.run(
            [sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, timeout=30, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
