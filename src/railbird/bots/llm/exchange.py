"""One HTTP request and its answer before a deadline, whatever the server does: plain sockets and the standard library.

The deadline covers everything: looking up the name, connecting, encrypting, sending, and each byte of the answer.
Redirects are not followed, so that no other server ever gets the request or its key. Proxies are not used.
"""

from __future__ import annotations

import io
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection, HTTPException, RemoteDisconnected
from typing import Any

from railbird.bots.llm.address import Address

LARGEST = 2_000_000
"""Bytes of an answer."""
UNREACHED = "the server cannot be reached"
_PIECE = 65_536

Found = tuple[int, Any]
"""An address of a host: its family, and what a socket connects to."""


class NoAnswerError(Exception):
    """There is no answer; the message says why, in the same words each time."""

    def __init__(self, why: str, *, again: bool = True) -> None:
        """``again``: whether it may help to ask again."""
        super().__init__(why)
        self.again = again


class TooLateError(NoAnswerError):
    """The deadline has passed."""

    def __init__(self) -> None:
        super().__init__("no answer in time", again=False)


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """What a server has answered."""

    status: int
    headers: Mapping[str, str]
    """With names in lower case."""
    body: bytes


class Exchange:
    """Asks one server; the connection stays open from one request to the next."""

    def __init__(self, address: Address) -> None:
        self._address = address
        self._connection: HTTPConnection | None = None
        self._socket: _TimedSocket | None = None

    def post(self, body: bytes, headers: Mapping[str, str], deadline: float) -> HttpAnswer:
        """Send a request, and return the answer. Raises NoAnswerError; ``deadline`` is by ``time.monotonic``."""
        used = self._connection is not None
        try:
            return self._post(body, headers, deadline)
        except (ConnectionError, RemoteDisconnected) as error:  # a server may close a connection that has rested
            self.close()
            if used:
                return self.post(body, headers, deadline)
            raise NoAnswerError("the server cut the connection") from error
        except NoAnswerError:
            self.close()
            raise
        except TimeoutError:
            self.close()
            raise TooLateError from None
        except ssl.SSLError as error:
            self.close()
            raise NoAnswerError("no encrypted connection: the server's certificate or TLS failed") from error
        except (OSError, HTTPException, ValueError) as error:
            self.close()
            raise NoAnswerError("the server did not answer as HTTP asks") from error
        except BaseException:  # interrupted: the rest of the answer is still on its way
            self.close()
            raise

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        if self._socket is not None:
            self._socket.inner.close()
        self._connection = self._socket = None

    def _post(self, body: bytes, headers: Mapping[str, str], deadline: float) -> HttpAnswer:
        connection = self._open(deadline)
        connection.request("POST", self._address.path, body, {"Host": self._address.name, **headers})
        response = connection.getresponse()
        text = response.read(LARGEST + 1)
        if len(text) > LARGEST:
            raise NoAnswerError(f"the answer has more than {LARGEST:,} bytes")
        answer = HttpAnswer(response.status, {name.lower(): value for name, value in response.getheaders()}, text)
        if response.will_close or not response.isclosed():
            self.close()
        return answer

    def _open(self, deadline: float) -> HTTPConnection:
        if self._connection is None or self._socket is None:
            self._socket = _TimedSocket(_connected(self._address, deadline), deadline)
            self._connection = HTTPConnection(self._address.host, self._address.port)
            self._connection.auto_open = 0
            self._connection.sock = self._socket
        self._socket.deadline = deadline
        return self._connection


class _TimedSocket:
    """What the HTTP client needs of a socket, with a deadline for each byte."""

    def __init__(self, inner: socket.socket, deadline: float) -> None:
        self.inner = inner
        self.deadline = deadline

    def wait(self) -> socket.socket:
        """The socket, which waits until the deadline and no longer."""
        self.inner.settimeout(_left(self.deadline))
        return self.inner

    def sendall(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self.wait().send(rest[:_PIECE]) :]

    def makefile(self, *_: object, **__: object) -> io.BufferedReader:
        return io.BufferedReader(_TimedReader(self), _PIECE)

    def close(self) -> None:
        """The HTTP client has done with it; but the rest of an answer may be unread, and ``Exchange`` closes it."""


class _TimedReader(io.RawIOBase):
    def __init__(self, source: _TimedSocket) -> None:
        self._source = source

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._source.wait().recv_into(buffer)


def _left(deadline: float) -> float:
    """The seconds to the deadline. Raises TooLateError if there are none."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TooLateError
    return left


def _connected(address: Address, deadline: float) -> socket.socket:
    """A socket that is connected, and encrypted if it must be."""
    found = _addresses(address.host, address.port, deadline)
    for number, (family, where) in enumerate(found):
        plain = socket.socket(family, socket.SOCK_STREAM)
        try:
            plain.settimeout(_left(deadline) / (len(found) - number))
            plain.connect(where)
            plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            plain.settimeout(_left(deadline))
            return _trusted().wrap_socket(plain, server_hostname=address.host) if address.secure else plain
        except BaseException as error:
            plain.close()
            if not isinstance(error, OSError) or isinstance(error, ssl.SSLError):
                raise
            if number + 1 == len(found):
                raise error if isinstance(error, TimeoutError) else NoAnswerError(UNREACHED) from None
    raise NoAnswerError("the server's name is not known")


def _addresses(host: str, port: int, deadline: float) -> list[Found]:
    """The addresses of a host. The system's look-up knows no deadline, so it is left behind in a thread."""
    found: list[Found] = []

    def ask() -> None:
        with suppress(OSError, UnicodeError):
            known = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found.extend((family, where) for family, *_, where in known)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join(_left(deadline))
    if thread.is_alive():
        raise TooLateError
    return found


@cache
def _trusted() -> ssl.SSLContext:
    """Checks certificates as the system does."""
    return ssl.create_default_context()
