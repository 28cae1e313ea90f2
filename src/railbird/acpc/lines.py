"""Lines over a socket, with a limit on time and on length."""

from __future__ import annotations

import socket
import time

VERSION = "VERSION:2.0.0"
"""A player's first line."""
LONGEST_LINE = 4095
"""Bytes of a line with its end, as in the reference dealer; a longer one arrives in pieces, each a line of its own."""
_CHUNK = 16_384


class LineSocket:
    """One end of a connection. Reading and writing raise TimeoutError, and OSError if the connection is broken."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = connection
        self._received = bytearray()
        self._ended = False

    def read(self, seconds: float | None = None) -> bytes:
        """The next line with its end; nothing at the end of the connection, after what came before it.

        ``seconds`` is how long to wait for it, None for as long as it takes.
        """
        until = None if seconds is None else time.monotonic() + seconds
        searched = 0
        while (end := self._received.find(b"\n", searched)) < 0 and len(self._received) < LONGEST_LINE:
            if self._ended:
                return self._taken(len(self._received))
            searched = len(self._received)
            self._wait_until(until)
            chunk = self._socket.recv(_CHUNK)
            self._ended = not chunk
            self._received += chunk
        return self._taken(LONGEST_LINE if end < 0 else min(end + 1, LONGEST_LINE))

    def write(self, line: str, seconds: float | None = None) -> None:
        """Send a line; its end is added."""
        self._socket.settimeout(seconds)
        self._socket.sendall(f"{line}\r\n".encode("ascii", "backslashreplace"))

    def close(self) -> None:
        self._socket.close()

    def _taken(self, size: int) -> bytes:
        line = bytes(self._received[:size])
        del self._received[:size]
        return line

    def _wait_until(self, until: float | None) -> None:
        if until is None:
            self._socket.settimeout(None)
            return
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError("no line in time")
        self._socket.settimeout(left)


def is_comment(line: bytes) -> bool:
    """Whether a line is a comment, which either side ignores."""
    return line[:1] in (b"#", b";")


def text_of(line: bytes) -> str:
    """A line as text, up to its end."""
    return line.decode("ascii", "backslashreplace").rstrip("\r\n")
