"""The railbird command in a pseudo-terminal, with scripted input."""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from types import TracebackType
from typing import Self

from tests.cli.table.scenes import ESCAPE

PATIENCE = 120.0
"""Seconds without output before giving up."""
PROMPT = re.compile(r"(c \((?:check|call)[^>]*)\n> $")
"""The options, followed by the prompt."""
INTERRUPT, END_OF_INPUT = "\x03", "\x04"

LEFT_OUT = ("COLUMNS", "LINES", "NO_COLOR", "PYTHONUNBUFFERED")
"""Variables of the environment that users do not have."""


class Terminal:
    """Starts a command in its own terminal, so that Ctrl-C and resizing reach it as usual.

    ``log`` is the whole output, with colours.
    """

    def __init__(self, *arguments: str, columns: int = 80, lines: int = 24) -> None:
        self.log = ""
        self._fresh = ""
        self._closed = False
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._master, slave = pty.openpty()
        self.resize(columns, lines)
        kept = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "railbird", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**kept, "TERM": "xterm-256color"},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        if not self._closed:
            os.close(self._master)

    def resize(self, columns: int, lines: int) -> None:
        """Resize the window; the command receives SIGWINCH."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def hang_up(self, times: int = 1) -> None:
        """Close the window: nothing can be read or written any more, and the command receives SIGHUP."""
        os.close(self._master)
        self._closed = True
        for _ in range(times - 1):
            time.sleep(0.005)
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGHUP)

    def until_asked(self) -> tuple[str, str | None]:
        """The output since the last call, without colours, and the options; None when the command has ended."""
        while self._read():
            asked = PROMPT.search(_plain(self._fresh))
            if asked:
                return self._taken(), asked[1]
        return self._taken(), None

    def code(self) -> int:
        """The exit code."""
        return self._process.wait(PATIENCE)

    def _read(self) -> bool:
        """Read some output; False at the end."""
        ready, _, _ = select.select([self._master], [], [], PATIENCE)
        if not ready:
            raise TimeoutError(f"no output after:\n{_plain(self.log)[-2000:]}")
        try:
            data = os.read(self._master, 65_536)
        except OSError:  # Linux raises this when the other side is closed
            return False
        text = self._decoder.decode(data)
        self.log += text
        self._fresh += text
        return bool(data)

    def _taken(self) -> str:
        text, self._fresh = _plain(self._fresh), ""
        return text


def _plain(text: str) -> str:
    return ESCAPE.sub("", text).replace("\r\n", "\n")
