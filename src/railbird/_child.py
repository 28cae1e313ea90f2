"""A Python process of our own, which can be ended at any moment together with all that it has started."""

from __future__ import annotations

import mmap
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

SHARED_NUMBERS = 8
"""How many 64-bit numbers a child and its parent have in common."""
_BYTES = 8 * SHARED_NUMBERS
HALF_A_MESSAGE = 10
"""Seconds to wait for the rest of a message that has begun; then reading it raises ``BlockingIOError``."""


class Child:
    """Runs ``module:function(connection, shared)`` in a new process.

    The child has a session of its own, so that Ctrl-C reaches the parent alone and ``close`` ends whatever the child
    has started. It cannot read the terminal, and what it prints goes to standard error. ``shared`` is a row of numbers
    that both can read and write; the parent can still read it when the child has died.
    """

    def __init__(self, entry: str) -> None:
        ours, theirs = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", HALF_A_MESSAGE, 0))
        with tempfile.TemporaryFile() as memory, theirs:
            memory.truncate(_BYTES)
            self.shared = _numbers(memory.fileno())
            code = f"import sys; sys.path[:] = {sys.path!r}; from railbird._child import run; run()"
            numbers = (theirs.fileno(), memory.fileno())
            self._process = subprocess.Popen(
                [sys.executable, "-c", code, entry, *map(str, numbers)],
                stdin=subprocess.DEVNULL,
                stdout=2,
                pass_fds=numbers,
                start_new_session=True,
            )
        self.connection = Connection(ours.detach())

    def close(self) -> None:
        """End it at once, whatever it is doing."""
        self.connection.close()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def ending(self) -> str:
        """How a child that is ending by itself has ended, as in "exit code 3" or "SIGSEGV"."""
        try:
            code = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            return "a closed connection"
        if code >= 0:
            return f"exit code {code}"
        with suppress(ValueError):
            return signal.Signals(-code).name
        return f"signal {-code}"


def run() -> None:
    """What the new process does."""
    entry, connection, memory = sys.argv[1:]
    sys.argv[:] = [entry]
    module, _, function = entry.partition(":")
    work = getattr(import_module(module), function)
    shared = _numbers(int(memory))
    os.close(int(memory))
    work(Connection(int(connection)), shared)


def end_with_parent() -> None:
    """End this process when the thread that started it ends, even while it runs code that never returns.

    Only Linux can do that. Elsewhere a child ends when it next talks to its parent.
    """
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


_PR_SET_PDEATHSIG = 1


def _numbers(file: int) -> memoryview[Any]:
    return memoryview(mmap.mmap(file, _BYTES)).cast("q")
