"""The client over a socket, at dealers that are not what they should be."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable

import pytest

from railbird.acpc.client import BotClient, JoinOptions, play_at
from railbird.errors import AcpcError
from railbird.gallery import parse_bot
from railbird.game import limit

Serve = Callable[[socket.socket], None]


def joined(serve: Serve) -> BotClient:
    """A client that has played at a dealer."""
    client = BotClient(parse_bot("always-call"), limit(), JoinOptions())
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def run() -> None:
            connection, _ = listening.accept()
            with connection:
                serve(connection)

        thread = threading.Thread(target=run)
        thread.start()
        try:
            play_at(client, "127.0.0.1", listening.getsockname()[1])
        finally:
            thread.join(10)
    return client


def saying(*parts: bytes) -> Serve:
    def serve(connection: socket.socket) -> None:
        for part in parts:
            connection.sendall(part)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(4096):
            pass

    return serve


def test_comments_of_the_dealer_are_ignored_and_answers_have_their_line_ends() -> None:
    received: list[bytes] = []

    def serve(connection: socket.socket) -> None:
        connection.sendall(b"# welcome\r\n; to the table\r\nMATCHSTATE:0:0:r:TdAs|\r\n")
        while b":c\r\n" not in b"".join(received):
            received.append(connection.recv(4096))
        connection.sendall(b"MATCHSTATE:0:0:rc/:TdAs|/2c3c4c\n")
        while b"".join(received).count(b":c\r\n") < 2:
            received.append(connection.recv(4096))
        connection.sendall(b"MATCHSTATE:0:0:rc/crf:TdAs|/2c3c4c\r\n")

    assert joined(serve).hands == 1
    answers = ["VERSION:2.0.0", "MATCHSTATE:0:0:r:TdAs|:c", "MATCHSTATE:0:0:rc/:TdAs|/2c3c4c:c"]
    assert b"".join(received).decode() == "".join(f"{answer}\r\n" for answer in answers)


def test_a_line_may_come_in_pieces() -> None:
    def serve(connection: socket.socket) -> None:
        for letter in b"MATCHSTATE:0:0:f:TdAs|\r\n":
            connection.sendall(bytes([letter]))
            time.sleep(0.001)
        assert connection.recv(100) == b"VERSION:2.0.0\r\n"

    assert joined(serve).hands == 1


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ([b"MATCHSTATE:0:0:r:TdAs|"], "a line of the dealer is cut off"),
        ([b"x" * 10_000], "a line of the dealer is too long"),
        ([b"\xff\xfe\0\r\n"], "is not a state"),
        ([b"\r\n"], "is not a state"),
        ([b"MATCHSTATE:0:0:r:TdAs|\r\n"], "the dealer has ended the match in the middle of hand 0"),
        ([b"MATCHSTATE:0:0:f:TdAs|\r\n", b"MATCHSTATE:0:0::TdAs|\r\n"], "does not go on from"),
    ],
)
def test_a_dealer_that_says_something_impossible_is_left_with_a_clear_error(parts: list[bytes], why: str) -> None:
    with pytest.raises(AcpcError, match=why) as refused:
        joined(saying(*parts))
    assert len(str(refused.value)) < 400
    assert "\n" not in str(refused.value)


def test_a_match_without_hands_is_no_error() -> None:
    assert joined(saying()).hands == 0


def test_a_dealer_that_closes_with_lines_unread_has_ended_the_match() -> None:
    def serve(connection: socket.socket) -> None:
        connection.sendall(b"MATCHSTATE:0:0:f:TdAs|\r\n")
        time.sleep(0.2)  # the version is there, and is not read: the connection is reset

    assert joined(serve).hands == 1


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 1), ("no such host", 18000), ("127.0.0.1", 10**6)])
def test_a_dealer_that_is_not_there_is_an_error_in_one_line(host: str, port: int) -> None:
    client = BotClient(parse_bot("always-call"), limit(), JoinOptions())
    with pytest.raises(AcpcError, match="there is no dealer at"):
        play_at(client, host, port)
