"""A Python child process, which can be ended at any time together with everything it has started."""

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
"""The number of 64-bit integers that a child shares with its parent."""
_BYTES = 8 * SHARED_NUMBERS
MESSAGE_TIMEOUT = 10
"""Seconds to wait for the rest of a message; then reading it raises ``BlockingIOError``."""


class Child:
    """Runs ``module:function(connection, shared)`` in a new process.

    The child has its own session, so that Ctrl-C reaches only the parent and ``close`` ends everything that the child
    has started. It cannot read the terminal, and its output goes to standard error. ``shared`` is an array of integers
    that both can read and write; the parent can still read it after the child has died.
    """

    def __init__(self, entry: str) -> None:
        ours, theirs = socket.socketpair()
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", MESSAGE_TIMEOUT, 0))
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
        """Kill the child and everything it has started."""
        self.connection.close()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def ending(self) -> str:
        """How a child that ended by itself has ended, such as "exit code 3" or "SIGSEGV"."""
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
    """The entry point of the child process."""
    entry, connection, memory = sys.argv[1:]
    sys.argv[:] = [entry]
    module, _, function = entry.partition(":")
    work = getattr(import_module(module), function)
    shared = _numbers(int(memory))
    os.close(int(memory))
    work(Connection(int(connection)), shared)


def end_with_parent() -> None:
    """End this process when the thread that started it ends, even in code that never returns.

    This works only on Linux. Elsewhere a child ends when it next communicates with its parent.
    """
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


_PR_SET_PDEATHSIG = 1


def _numbers(file: int) -> memoryview[Any]:
    return memoryview(mmap.mmap(file, _BYTES)).cast("q")
