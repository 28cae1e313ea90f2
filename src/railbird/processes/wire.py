"""Messages between the dealer's process and the process of a bot.

A request is read by code of ours that has not run the bot yet, or by the bot itself; it holds only what the bot's seat
may see. A reply may come from hostile code: it is read as plain bytes, and anything unexpected in it raises
``NonsenseError``.
"""

from __future__ import annotations

import json
import marshal
import math
import socket
import struct
import time
from enum import IntEnum
from typing import Any

LONGEST_REPLY = 1_100_000_000
"""Bytes: what a bot saves, with names."""
LONGEST_ANSWER = 4_000_000
"""Bytes of any other reply."""
_AT_ONCE = socket.MSG_DONTWAIT | getattr(socket, "MSG_NOSIGNAL", 0)
_HEAD = 5
_CHUNK = 65_536


class RequestKind(IntEnum):
    """What is asked of a bot's process."""

    CREATE = 0
    REFUSAL = 1
    START_MATCH = 2
    START_HAND = 3
    ACT = 4
    END_HAND = 5
    END_MATCH = 6
    SAVE = 7
    LOAD = 8
    LIMIT = 9


class ReplyKind(IntEnum):
    """What a process answers."""

    DONE = 0
    ACTION = 1
    """An action alone, as text."""
    DECISION = 2
    """A whole decision, as JSON."""
    DATA = 3
    """JSON."""
    LEARNED = 4
    """What the bot saves: for each player, lengths of id and record, then both."""
    FAILED = 5
    """The bot raised an exception, as JSON: kind, text, trace."""
    UNUSABLE = 6
    """The answer was no action, as JSON: whether it had the type of one, text."""


class NonsenseError(Exception):
    """A process sent something that is not an answer."""


Hand = tuple[tuple[int, int, int], bytes, tuple[str, ...], tuple[int, ...], int]
"""A hand begins: the numbers of its random streams (seed, hand, seat), the game (pickled; empty if it is the last one
again), the ids of the players, the stacks, and the position of the bot."""
Seen = tuple[list[tuple[int, int, int, int]], bytes, tuple[bytes, ...] | None, bytes | None]
"""What is new in a hand: actions, the board, the hole cards that may be seen (None if they are as before), and the
settlement, pickled, once the hand is over."""


class Wire:
    """The dealer's end of a connection to a process."""

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(True)
        self._connection, self._patience = connection, -1.0

    def ask(self, kind: RequestKind, body: Any, seconds: float) -> tuple[int, bytes]:
        """Send a request and wait for the reply: its kind and body.

        Raises TimeoutError, NonsenseError, and EOFError or OSError if the process has ended.
        """
        self.send(kind, body, seconds)
        return self.receive(seconds, LONGEST_REPLY if kind is RequestKind.SAVE else LONGEST_ANSWER)

    def send(self, kind: RequestKind, body: Any, seconds: float) -> None:
        """Send a request."""
        data = marshal.dumps(body)
        request = bytes((kind,)) + len(data).to_bytes(4, "little") + data
        if len(request) <= 4096:  # fits into any buffer: the process has read the last request
            sent = self._connection.send(request, _AT_ONCE)
            request = request[sent:]
        if request:
            self._connection.settimeout(seconds)
            try:
                self._connection.sendall(request)
            finally:
                self._connection.settimeout(None)

    def receive(self, seconds: float, most: int) -> tuple[int, bytes]:
        """Wait for a reply."""
        if seconds != self._patience:  # the kernel keeps the time: one call less for each decision
            whole, rest = divmod(max(seconds, 0.001), 1)
            timeout = struct.pack("ll", int(whole), int(rest * 1_000_000))
            self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, timeout)
            self._patience = seconds
        data = self._read()
        if len(data) >= _HEAD and len(data) == _HEAD + int.from_bytes(data[1:_HEAD], "little"):
            return data[0], data[_HEAD:]
        return self._rest(data, time.monotonic() + seconds, most)

    def _rest(self, data: bytes, until: float, most: int) -> tuple[int, bytes]:
        """The reply that has begun, when all of it is there."""
        while len(data) < _HEAD:
            data += self._read(until)
        size = int.from_bytes(data[1:_HEAD], "little")
        if size > most:
            raise NonsenseError(f"a reply of {size:,} bytes")
        if len(data) < _HEAD + size:
            parts, have = [data], len(data)
            while have < _HEAD + size:
                parts.append(self._read(until))
                have += len(parts[-1])
            data = b"".join(parts)
        if len(data) > _HEAD + size:
            raise NonsenseError("more than one reply")
        return data[0], data[_HEAD:]

    def _read(self, until: float = math.inf) -> bytes:
        if until < math.inf and time.monotonic() > until:
            raise TimeoutError
        try:
            chunk = self._connection.recv(_CHUNK)
        except BlockingIOError:
            raise TimeoutError from None
        if not chunk:
            raise EOFError
        return chunk


def reply_bytes(kind: ReplyKind, body: bytes = b"") -> bytes:
    """A reply as it is sent."""
    return bytes((kind,)) + len(body).to_bytes(4, "little") + body


def read_json(body: bytes) -> Any:
    """The JSON of a reply. Raises NonsenseError."""
    try:
        return json.loads(body)
    except (RecursionError, UnicodeDecodeError, ValueError):
        raise NonsenseError("text that is not JSON") from None


def learned_bytes(learned: dict[str, bytes]) -> bytes:
    """What a bot saves, as bytes."""
    parts: list[bytes] = []
    for about, record in learned.items():
        name = about.encode()
        parts += [len(name).to_bytes(4, "little"), len(record).to_bytes(4, "little"), name, record]
    return b"".join(parts)


def read_learned(body: bytes) -> dict[str, bytes]:
    """What a bot saves, from ``learned_bytes``. Raises NonsenseError."""
    learned, start = {}, 0
    while start < len(body):
        name_size = int.from_bytes(body[start : start + 4], "little")
        size = int.from_bytes(body[start + 4 : start + 8], "little")
        middle, end = start + 8 + name_size, start + 8 + name_size + size
        if end > len(body):
            raise NonsenseError("a record that is cut off")
        try:
            learned[body[start + 8 : middle].decode()] = body[middle:end]
        except UnicodeDecodeError:
            raise NonsenseError("the name of a player that is not text") from None
        start = end
    return learned
