"""The open protocol: what a browser or any other program says to a table server, and what it is told.

Messages are JSON objects with a ``type``; docs/reference/table-protocol.md describes every one. A ``Client`` is one
connection: it takes texts and answers by ``out``, whatever carries them. A message that is malformed, not allowed or
too late is answered by an ``error`` with a code, and changes nothing.
"""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from railbird.bots.shared.advice import COACH
from railbird.errors import RailbirdError, TableError, quoted
from railbird.gallery.catalogue import BUILT_IN
from railbird.policies.rezai.rules import PlayingStyle
from railbird.tables.audience import Message
from railbird.tables.lobby import Lobby
from railbird.tables.open_table import OpenTable
from railbird.tables.processes import AnsweringProcess
from railbird.tables.second_opinion import SECONDS, Question
from railbird.tables.setup import setup_from_json

LOG = logging.getLogger(__name__)
VERSION = 1
LONGEST = 16_384
"""Characters of a message from a client."""
LARGEST = 2**53
"""Of numbers in messages, since programs in other languages read no larger ones exactly."""
PER_SECOND, AT_ONCE = 25.0, 100.0
"""Messages that a client may send in the long run, and at once."""
MOST_WATCHED = 16
"""Tables that one connection may look at."""
_FILE_SETTINGS = frozenset({"file", "net", "trees", "model", "strategy", "url", "key", "prompt"})

TEXT, NUMBER, WHOLE, SWITCH, OBJECT = str, (int, float), int, bool, dict
FIELDS: dict[str, dict[str, Any]] = {
    "hello": {"protocol": WHOLE, "name?": TEXT, "token?": TEXT, "access?": TEXT},
    "ping": {},
    "tables": {},
    "open": {"setup": OBJECT},
    "close": {"table": WHOLE},
    "watch": {"table": WHOLE},
    "unwatch": {"table": WHOLE},
    "sit": {"table": WHOLE, "seat?": WHOLE},
    "leave": {"table": WHOLE},
    "sit-out": {"table": WHOLE},
    "sit-in": {"table": WHOLE},
    "rebuy": {"table": WHOLE},
    "ready": {"table": WHOLE},
    "act": {"table": WHOLE, "hand": WHOLE, "turn": WHOLE, "action": TEXT},
    "hint": {"table": WHOLE},
    "opinion": {"table": WHOLE, "bot": TEXT},
    "portraits": {"table": WHOLE},
    "control": {"table": WHOLE, "paused?": SWITCH, "step?": SWITCH, "speed?": NUMBER},
    "practice": {"table": WHOLE, "style?": TEXT, "reveal?": SWITCH, "restart?": SWITCH},
}
"""The messages of a client and their fields; a field with ? may be left out. Every message may have an ``id``."""


class Client:
    """One connection to a lobby. It is a listener of the tables that it watches."""

    def __init__(
        self,
        lobby: Lobby,
        out: Callable[[Message], None],
        *,
        advice: AnsweringProcess,
        access: str = "",
    ) -> None:
        """``advice`` gives hints and second opinions; ``access`` is what a client must know to enter, if anything."""
        self.player: str | None = None
        self._lobby, self._out, self._advice, self._access = lobby, out, advice, access
        self._admitted, self._asking = not access, False
        self._greeted = False
        self._watched: dict[int, OpenTable] = {}
        self._allowance, self._since = AT_ONCE, time.monotonic()

    def send(self, message: Message) -> None:
        """Tell the client something."""
        if message["type"] == "closed":
            self._watched.pop(message["table"], None)
        self._out(message)

    def close(self) -> None:
        """The connection is gone."""
        for table in self._watched.values():
            table.detach(self)
        self._watched.clear()
        if self.player is not None:
            self._lobby.people.go(self.player)
            self.player = None

    async def take(self, text: str | bytes) -> None:
        """Answer one message."""
        number: object = None
        try:
            message = _parsed(text)
            number = message.pop("id", None)
            self._count()
            kind = _kind_of(message)
            if not self._greeted and kind != "hello":
                raise TableError("say hello first", "no-hello")
            answer = await self._HANDLERS[kind](self, message)
        except RailbirdError as error:
            code = error.code if isinstance(error, TableError) else "refused"
            self._answer({"type": "error", "code": code, "text": str(error)}, number)
            return
        except Exception:
            LOG.exception("a message could not be answered")
            self._answer({"type": "error", "code": "internal", "text": "the server has a fault"}, number)
            return
        self._answer(answer if answer is not None else {"type": "done"}, number)

    def _answer(self, answer: Mapping[str, Any], number: object) -> None:
        self._out(answer if number is None else {**answer, "re": number})

    def _count(self) -> None:
        now = time.monotonic()
        self._allowance = min(AT_ONCE, self._allowance + PER_SECOND * (now - self._since))
        self._since = now
        if self._allowance < 1:
            raise TableError(f"at most {PER_SECOND:g} messages a second, please", "too-fast")
        self._allowance -= 1

    # Entering

    async def _hello(self, message: dict[str, Any]) -> Message:
        if message["protocol"] != VERSION:
            raise TableError(f"this server speaks protocol {VERSION}, not {message['protocol']}", "wrong-protocol")
        if not self._admitted:
            if not self._lobby.check_secret(message.get("access", ""), self._access):
                raise TableError("this server needs the access code that it printed when it started", "no-access")
            self._admitted = True
        token = None
        if "token" in message or "name" in message:
            if self.player is not None:
                raise TableError(f"you are {self.player} already", "has-name")
            self.player, token = self._lobby.enter(message.get("name", ""), message.get("token"))
            self._lobby.people.arrive(self.player)
        self._greeted = True
        return {"type": "welcome", "protocol": VERSION, "name": self.player, "token": token}

    async def _ping(self, message: dict[str, Any]) -> Message:
        return {"type": "pong"}

    async def _tables(self, message: dict[str, Any]) -> Message:
        return {"type": "tables", "tables": self._lobby.lists()}

    # Tables

    async def _open(self, message: dict[str, Any]) -> Message:
        setup = setup_from_json(message["setup"]) if is_ours(message["setup"]) else None
        if setup is None:
            raise TableError("a client can seat bots of the gallery only, without files", "foreign-bot")
        table = await self._lobby.open(setup, self._name())
        return {"type": "opened", "table": table.number}

    async def _close(self, message: dict[str, Any]) -> None:
        self._table(message).close_for(self._name())

    async def _watch(self, message: dict[str, Any]) -> None:
        table = self._table(message)
        if table.number in self._watched:
            self.send(table.snapshot(self.player))
            return
        if len(self._watched) >= MOST_WATCHED:
            raise TableError(f"one connection can watch {MOST_WATCHED} tables", "too-many-tables")
        self._watched[table.number] = table
        table.attach(self)

    async def _unwatch(self, message: dict[str, Any]) -> None:
        table = self._watched.pop(message["table"], None)
        if table is not None:
            table.detach(self)

    async def _sit(self, message: dict[str, Any]) -> None:
        self._table(message).sit(self._name(), message.get("seat"))

    async def _leave(self, message: dict[str, Any]) -> None:
        self._table(message).leave(self._name())

    async def _sit_out(self, message: dict[str, Any]) -> None:
        self._table(message).sit_out(self._name(), away=True)

    async def _sit_in(self, message: dict[str, Any]) -> None:
        self._table(message).sit_out(self._name(), away=False)

    async def _rebuy(self, message: dict[str, Any]) -> None:
        self._table(message).rebuy(self._name())

    async def _ready(self, message: dict[str, Any]) -> None:
        self._table(message).ready(self._name())

    async def _act(self, message: dict[str, Any]) -> None:
        self._table(message).act(self._name(), message["hand"], message["turn"], message["action"])

    # Advice

    async def _hint(self, message: dict[str, Any]) -> Message:
        view = self._table(message).view_of(self._name())
        hint = await self._advised(Question(COACH, view, hint=True))
        return {"type": "hint", "table": message["table"], "turn": len(view.actions), **hint}

    async def _advised(self, question: Question) -> dict[str, Any]:
        """Ask for advice, one thing at a time."""
        if self._asking:
            raise TableError("your last question is not answered yet", "busy")
        self._asking = True
        try:
            answer: dict[str, Any] = await self._advice.ask(question, SECONDS)
        finally:
            self._asking = False
        return answer

    async def _opinion(self, message: dict[str, Any]) -> Message:
        bot = message["bot"]
        check_adviser(bot)
        view = self._table(message).view_of(self._name())
        told = await self._advised(Question(bot, view))
        return {"type": "opinion", "table": message["table"], "turn": len(view.actions), "explanation": told}

    async def _portraits(self, message: dict[str, Any]) -> Message:
        portraits = await self._table(message).portraits(self._name())
        return {"type": "portraits", "table": message["table"], "portraits": portraits}

    # Control

    async def _control(self, message: dict[str, Any]) -> None:
        options = {name: message[name] for name in ("paused", "step", "speed") if name in message}
        self._table(message).control(self._name(), **options)

    async def _practice(self, message: dict[str, Any]) -> None:
        table = self._table(message)
        if "style" in message:
            if message["style"] not in ("", *PlayingStyle):
                raise TableError(f"a style is {', '.join(PlayingStyle)}, or empty", "bad-style")
            await table.set_style(self._name(), message["style"])
        if "reveal" in message:
            table.reveal(self._name(), shown=message["reveal"])
        if message.get("restart"):
            table.restart(self._name())

    def _table(self, message: Mapping[str, Any]) -> OpenTable:
        return self._lobby.table(message["table"])

    def _name(self) -> str:
        if self.player is None:
            raise TableError("say hello with a name first", "no-name")
        return self.player

    _HANDLERS: Mapping[str, Callable[[Client, dict[str, Any]], Awaitable[Message | None]]] = {
        "hello": _hello,
        "ping": _ping,
        "tables": _tables,
        "open": _open,
        "close": _close,
        "watch": _watch,
        "unwatch": _unwatch,
        "sit": _sit,
        "leave": _leave,
        "sit-out": _sit_out,
        "sit-in": _sit_in,
        "rebuy": _rebuy,
        "ready": _ready,
        "act": _act,
        "hint": _hint,
        "opinion": _opinion,
        "portraits": _portraits,
        "control": _control,
        "practice": _practice,
    }


def _parsed(text: str | bytes) -> dict[str, Any]:
    if isinstance(text, bytes):
        raise TableError("messages are texts, not bytes", "malformed")
    if len(text) > LONGEST:
        raise TableError(f"a message has at most {LONGEST:,} characters, not {len(text):,}", "too-long")
    try:
        message = json.loads(text)
    except (RecursionError, ValueError):
        raise TableError(f"a message is a JSON object, not {quoted(text[:80])}", "malformed") from None
    if not isinstance(message, dict):
        raise TableError(f"a message is a JSON object, not {quoted(text[:80])}", "malformed")
    return message


def _kind_of(message: dict[str, Any]) -> str:
    """The type of a message whose fields are as they should be."""
    kind = message.pop("type", None)
    if not isinstance(kind, str) or kind not in FIELDS:
        raise TableError(f"there is no message {quoted(str(kind))}: there are {', '.join(FIELDS)}", "unknown-type")
    fields = FIELDS[kind]
    known = {name.removesuffix("?"): wanted for name, wanted in fields.items()}
    for name, value in message.items():
        if name not in known:
            raise TableError(f"{kind} has no field {quoted(name)}", "malformed")
        fits = isinstance(value, known[name]) and (known[name] is bool or not isinstance(value, bool))
        if not fits or (isinstance(value, (int, float)) and not -LARGEST <= value <= LARGEST):
            raise TableError(f"{name} of {kind} cannot be {quoted(str(value))}", "malformed")
    missing = [name for name in fields if not name.endswith("?") and name not in message]
    if missing:
        raise TableError(f"{kind} needs {', '.join(missing)}", "malformed")
    return kind


def check_adviser(bot: str) -> None:
    """Raise TableError unless this is a bot of the gallery, as it is: settings could make it think for long."""
    if bot not in BUILT_IN:
        raise TableError(f"{quoted(bot)} is no bot of the gallery; give its name alone", "foreign-bot")


def is_ours(setup: Mapping[str, Any]) -> bool:
    """Whether all bots are of the gallery, and none reads a file: a client must not choose what the server runs."""
    bots = setup.get("bots", ())
    if not isinstance(bots, (list, tuple)):
        return True  # refused later, with the reason
    for bot in bots:
        if not isinstance(bot, str):
            return True
        name, _, options = bot.partition("(")
        if name.strip() not in BUILT_IN or _FILE_SETTINGS & set(re.findall(r"(\w+)\s*=", options)):
            return False
        if options and any(mark in options for mark in ("/", "\\", ".py", ":")):
            return False
    return True
