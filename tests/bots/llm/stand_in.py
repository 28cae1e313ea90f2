"""A server on this machine that speaks the chat-completions dialect, well or badly, as a test wants it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Asked:
    """A request as the server got it."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def messages(self) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = self.body["messages"]
        return messages

    @property
    def said(self) -> str:
        """Everything that the model is told."""
        return "\n".join(str(each.get("content")) for each in self.messages)


Handler = BaseHTTPRequestHandler
Way = Callable[[Handler, Asked], None]
"""How a request is answered."""


@dataclass
class StandIn:
    """The server: it answers each request in the next of its ways; the last one goes on for ever."""

    ways: Sequence[Way]
    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    connections: int = 0


def completion(
    text: str | None, *, calls: Sequence[tuple[str, Any]] = (), usage: Any = (100, 10), **more: Any
) -> dict[str, Any]:
    """A chat completion, as servers write it."""
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if calls:
        message["tool_calls"] = [
            {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for number, (name, arguments) in enumerate(calls)
        ]
    data: dict[str, Any] = {"object": "chat.completion", "choices": [{"index": 0, "message": message}], **more}
    if usage:
        data["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1], "total_tokens": sum(usage)}
    return data


def send(handler: Handler, body: bytes, status: int = 200, headers: Mapping[str, str] | None = None) -> None:
    handler.send_response(status)
    for name, value in {
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        **(headers or {}),
    }.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(body)


def says(text: str | None, **more: Any) -> Way:
    """The model says this."""
    return lambda handler, _: send(handler, json.dumps(completion(text, **more)).encode())


def plays(action: str, to: int | None = None, reason: str = "as told") -> Way:
    """The model decides this."""
    return says(json.dumps({"action": action, "to": to, "reason": reason}))


def uses(*calls: tuple[str, Any]) -> Way:
    """The model wants these tools, each with its arguments as JSON data."""
    return says(None, calls=[(name, each if isinstance(each, str) else json.dumps(each)) for name, each in calls])


def refuses(status: int, **headers: str) -> Way:
    """An HTTP error."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda handler, _: send(handler, b'{"error": {"message": "no"}}', status, named)


def sends(body: bytes, status: int = 200, **headers: str) -> Way:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda handler, _: send(handler, body, status, named)


def waits(seconds: float, then: Way) -> Way:
    def answer(handler: Handler, asked: Asked) -> None:
        time.sleep(seconds)
        then(handler, asked)

    return answer


def drips(first: bytes, piece: bytes = b" ", pause: float = 0.01) -> Way:
    """An answer that never ends: something comes all the time."""

    def answer(handler: Handler, _: Asked) -> None:
        handler.wfile.write(first)
        while True:
            handler.wfile.write(piece)
            handler.wfile.flush()
            time.sleep(pause)

    return answer


def hangs_up(handler: Handler, _: Asked) -> None:
    """The connection is cut without an answer."""
    handler.close_connection = True
    handler.connection.close()


def says_nonsense(handler: Handler, _: Asked) -> None:
    """Something that is not HTTP."""
    handler.wfile.write(b"hello\r\n\r\n")


@contextmanager
def stand_in(*ways: Way) -> Iterator[StandIn]:
    """Serve on a free port of this machine."""
    server = StandIn(ways)

    class Answers(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def setup(self) -> None:
            super().setup()
            server.connections += 1

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            asked = Asked(self.path, {name.lower(): value for name, value in self.headers.items()}, json.loads(body))
            server.asked.append(asked)
            with suppress(OSError):  # whoever asked has gone
                server.ways[min(len(server.asked), len(server.ways)) - 1](self, asked)

        def log_message(self, *_: Any) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: Any) -> None:
            pass

    listening = Quiet(("127.0.0.1", 0), Answers)
    server.url = f"http://127.0.0.1:{listening.server_port}/v1"
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        listening.shutdown()
        listening.server_close()
