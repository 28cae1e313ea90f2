"""Messages of a bot's process: whatever comes is read or refused, and nothing is waited for too long."""

from __future__ import annotations

import random
import socket
import time

import pytest

from railbird.processes.wire import (
    NonsenseError,
    ReplyKind,
    RequestKind,
    Wire,
    learned_bytes,
    read_json,
    read_learned,
    reply_bytes,
)


def test_what_a_bot_saves_comes_back() -> None:
    learned = {"ann": b"\0\1", "Bjørn ♠": b"", "": b"x" * 100_000}
    assert read_learned(learned_bytes(learned)) == learned


def test_malformed_records_are_refused_and_never_break_the_reader() -> None:
    choose, good = random.Random(1), learned_bytes({"ann": b"12345", "bob": b"6"})
    refused = 0
    for _ in range(2_000):
        data = bytearray(good[: choose.randrange(len(good) + 1)])
        for _each in range(choose.randrange(3)):
            if data:
                data[choose.randrange(len(data))] = choose.randrange(256)
        try:
            read_learned(bytes(data))
        except NonsenseError:
            refused += 1
    assert refused > 500


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 100_000])
def test_text_that_is_not_json_is_refused(body: bytes) -> None:
    with pytest.raises(NonsenseError, match="not JSON"):
        read_json(body)


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (b"", TimeoutError),
        (b"\1\5\0\0\0c", TimeoutError),
        (b"\1\1\0\0\0cc", NonsenseError),
        (b"\1\xff\xff\xff\xff", NonsenseError),
    ],
)
def test_a_reply_that_is_cut_off_too_long_or_doubled_is_refused_in_time(reply: bytes, error: type[Exception]) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(reply)
        start = time.monotonic()
        with pytest.raises(error):
            Wire(ours).ask(RequestKind.ACT, None, 0.1)
        assert time.monotonic() - start < 5


def test_large_messages_go_both_ways() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(reply_bytes(ReplyKind.DATA, b"x" * 50_000))
        assert Wire(ours).ask(RequestKind.SAVE, b"y" * 50_000, 5) == (ReplyKind.DATA, b"x" * 50_000)
    with pytest.raises((EOFError, OSError)):
        Wire(socket.socketpair()[0]).receive(1, 100)
