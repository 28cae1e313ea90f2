"""A program that is spoken to in lines, over its standard input and output."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress

from railbird.errors import BotError
from railbird.processes.launcher import ending_text

LONGEST_LINE = 65_536
MOST_LINES = 1_000
"""Lines that a program may write for one answer."""
FAREWELL = 0.5
"""Seconds in which a program must end when its input is closed, or when it has closed its output itself."""
_CHUNK = 65_536


class ProgramEndedError(Exception):
    """The program has ended, or closed its input or output."""


class FloodError(Exception):
    """The program writes too much."""


class ProgramProcess:
    """A running program. It has a session of its own, and ends with everything that it has started."""

    def __init__(self, words: Sequence[str], folder: str) -> None:
        """Start it. Raises BotError if the system refuses."""
        try:
            self._process = subprocess.Popen(
                list(words),
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BotError(f"{words[0]} cannot be started: {reason}") from None
        assert self._process.stdin
        assert self._process.stdout
        self._in, self._out = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._in, False)
        os.set_blocking(self._out, False)
        self._received = b""

    def write(self, text: str, until: float) -> None:
        """Write lines. Raises ProgramEndedError, and TimeoutError if the program does not read them in time."""
        data = text.encode()
        while data:
            try:
                data = data[os.write(self._in, data) :]
            except BlockingIOError:
                self._wait(self._in, select.POLLOUT, until)
            except OSError:
                raise ProgramEndedError(self.ending()) from None

    def read(self, until: float) -> str:
        """The next line without its end. Raises ProgramEndedError, TimeoutError and FloodError."""
        while b"\n" not in self._received:
            if len(self._received) > LONGEST_LINE:
                raise FloodError(f"a line of more than {LONGEST_LINE:,} characters")
            try:
                chunk = os.read(self._out, _CHUNK)
            except BlockingIOError:
                self._wait(self._out, select.POLLIN, until)
                continue
            except OSError:
                chunk = b""
            if not chunk:
                raise ProgramEndedError(self.ending())
            self._received += chunk
        line, _, self._received = self._received.partition(b"\n")
        return line.decode("utf-8", "backslashreplace").rstrip("\r")

    def _wait(self, file: int, event: int, until: float) -> None:
        poll = select.poll()
        poll.register(file, event)
        if not poll.poll(max(1000 * (until - time.monotonic()), 0)):
            raise TimeoutError

    def ending(self) -> str:
        """How it has ended, such as "exit code 3" or "SIGSEGV"."""
        try:
            code = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return "its input or output is closed"
        return ending_text(-code if code < 0 else code << 8)

    def close(self) -> None:
        """End it: its input is closed, and what still runs after a moment is killed."""
        assert self._process.stdin
        assert self._process.stdout
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(FAREWELL)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process.stdout.close()
