"""The chat-completions dialect: what is sent, and what is understood of the answer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from railbird.bots.llm.exchange import HttpAnswer, NoAnswerError

LONGEST_TEXT = 20_000
"""Characters of an answer that are read and sent back."""
MOST_CALLS = 8
"""Calls of tools in one answer; the others are ignored."""
MOST_TOKENS = 10**9
AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
"""HTTP statuses after which it may help to ask again."""
WORDS = {
    400: "does not understand the request",
    401: "refuses the key, or wants one",
    402: "wants to be paid",
    403: "forbids it",
    404: "knows no such address or model",
    408: "was too slow",
    413: "finds the request too large",
    422: "does not understand the request",
    429: "has had too many requests",
    500: "failed",
    502: "is not reached by its gateway",
    503: "is overloaded or away",
    504: "was too slow for its gateway",
    529: "is overloaded",
}
_THOUGHTS = re.compile(r"<(think|thinking|reasoning)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ToolCall:
    """The model wants something computed."""

    id: str
    name: str
    arguments: str
    """As JSON, if the model keeps to it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the model has said."""

    text: str
    calls: tuple[ToolCall, ...] = ()
    tokens: tuple[int, int] | None = None
    """Tokens in and out; None if the server does not count them."""

    @property
    def message(self) -> dict[str, Any]:
        """The reply as a message of the conversation."""
        message: dict[str, Any] = {"role": "assistant", "content": self.text}
        if self.calls:
            message["tool_calls"] = [
                {"id": each.id, "type": "function", "function": {"name": each.name, "arguments": each.arguments}}
                for each in self.calls
            ]
        return message


def request_body(
    model: str, messages: Sequence[Mapping[str, Any]], tools: Sequence[Mapping[str, Any]], more: Mapping[str, Any]
) -> bytes:
    """The body of a request; ``more`` has what only some requests say, without its None values."""
    data: dict[str, Any] = {"model": model, "messages": list(messages), "stream": False}
    if tools:
        data["tools"] = list(tools)
    data |= {name: value for name, value in more.items() if value is not None}
    return json.dumps(data).encode()


def request_headers(key: str) -> dict[str, str]:
    """The headers of a request."""
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json",
        "Accept-Encoding": "identity",
        "User-Agent": "railbird",
    }
    return headers | ({"Authorization": f"Bearer {key}"} if key else {})


def check_status(answer: HttpAnswer) -> None:
    """Raise NoAnswerError, without any word of the server's, unless the request succeeded."""
    status = answer.status
    if status == 200:
        return
    if 300 <= status < 400:
        raise NoAnswerError(f"HTTP {status}: the server sends us elsewhere, where we do not go", again=False)
    words = WORDS.get(status, "failed" if status >= 500 else "refuses")
    raise NoAnswerError(f"HTTP {status}: the server {words}", again=status in AGAIN)


def read_reply(answer: HttpAnswer) -> Reply:
    """What the model has said. Raises NoAnswerError if the answer cannot be understood."""
    try:
        data = json.loads(answer.body)
    except (ValueError, RecursionError):
        raise NoAnswerError("the server's answer is not JSON") from None
    try:
        tokens = _tokens(data.get("usage"))
        message = data["choices"][0]["message"]
        text, calls = _text(message.get("content")), _calls(message.get("tool_calls"))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise NoAnswerError("the server's answer is not a chat completion") from None
    return Reply(text, calls, tokens)


def _tokens(usage: Any) -> tuple[int, int] | None:
    if not isinstance(usage, dict):
        return None
    counts = usage.get("prompt_tokens"), usage.get("completion_tokens")
    whole = [count for count in counts if type(count) is int and 0 <= count <= MOST_TOKENS]
    return (whole[0], whole[1]) if len(whole) == 2 else None


def _text(content: Any) -> str:
    """The words of a message without its thoughts; some servers send them in parts."""
    if isinstance(content, list):
        content = "\n".join(part["text"] for part in content if part.get("type", "text") == "text")
    if content is not None and not isinstance(content, str):
        raise TypeError
    text = _THOUGHTS.sub("", content or "").strip()
    return text.encode("utf-8", "replace").decode()[-LONGEST_TEXT:]


def _calls(calls: Any) -> tuple[ToolCall, ...]:
    if calls is None:
        return ()
    return tuple(_call(each) for each in list(calls)[:MOST_CALLS])


def _call(call: Any) -> ToolCall:
    function, name = call["function"], call["function"]["name"]
    arguments, number = function.get("arguments") or "{}", call.get("id") or "call"
    if isinstance(arguments, dict):  # some servers do not write it as text
        arguments = json.dumps(arguments)
    if not all(isinstance(each, str) for each in (name, arguments, number)):
        raise TypeError
    name, arguments, number = (each.encode("utf-8", "replace").decode() for each in (name, arguments, number))
    return ToolCall(number[:200], name[:100], arguments[:LONGEST_TEXT])
