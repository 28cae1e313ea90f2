"""A bot whose decisions are made in another process, behind barriers: the dealer's side."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from railbird.agent import Choice, MatchStart, decision_from_json
from railbird.agent.clock import OutOfTime
from railbird.agent.driver import UnusableChoice
from railbird.agent.failure import ReportedError, plain
from railbird.agent.outside_bot import OutsideBot, grace
from railbird.errors import ActionError, BotError, RailbirdError
from railbird.game import CALL, FOLD, Action, Game, View
from railbird.processes.launcher import BotProcess, launcher
from railbird.processes.seen_hand import Telling
from railbird.processes.served_bot import LOADING, TOO_LATE
from railbird.processes.supervisor import StartOrder
from railbird.processes.wire import NonsenseError, ReplyKind, RequestKind, Wire, read_json, read_learned

MOST_ENDINGS = 10
"""A bot whose process ends more often than this in a leg is not started again."""
KNOWN = ("learns", "repeatable", "starts", "ends")
"""What a process says of its bot."""
_ACTION = int(ReplyKind.ACTION)
_PLAIN = {b"c": CALL, b"f": FOLD}


class RemoteBot(OutsideBot):
    """A bot in a process that may end at any time.

    If it ends, or has to be ended, the bot checks or folds until the hand is over. Then it gets a new process, unless
    it learns: what it knew is lost, so the match cannot go on.
    """

    def __init__(self, order: StartOrder, bot: Any, name: str) -> None:
        """``bot`` is what the process is told to create; ``name`` is for messages."""
        super().__init__()
        self._order, self._created, self._name = order, bot, name
        self._process: BotProcess | None = None
        self._line: Wire
        self._telling = Telling()
        self._noted: list[BaseException] = []
        self._start: MatchStart | None = None
        self._endings = 0
        self._ended_in: Any = None
        self.known = self._create()
        self.learns, self.repeatable = bool(self.known["learns"]), bool(self.known["repeatable"])

    # The process

    def _create(self) -> dict[str, Any]:
        """Start the process and create the bot there. Raises BotError."""
        self._process = launcher().start(self._order)
        self._line = Wire(self._process.connection)
        self._telling.forget()
        try:
            known = self._asked(RequestKind.CREATE, {"bot": self._created, "limit": self.time_limit}, LOADING)
            if known is None or not all(isinstance(known.get(each), bool) for each in KNOWN):
                raise self._nonsense("not what is known of a bot")
        except ReportedError as error:
            self.close()
            raise BotError(_reason(self._name, error)) from None
        except OutOfTime:
            self.close()
            raise BotError(f"{self._name} could not be created within {LOADING:g} seconds") from None
        except BaseException:
            self.close()
            raise
        return dict(known)

    def _again(self) -> None:
        """Start the bot again for a new hand."""
        self._create()
        if self._start is not None:
            self._asked(RequestKind.START_MATCH, json.dumps(self._start.to_json()))

    def _ready(self) -> None:
        """Make sure that there is a process. Raises ReportedError if it ended in this hand, or too often."""
        if self._process is not None:
            return
        if self.lost or self._ended_in is self.streams:
            raise ReportedError("its process has ended")
        self.renew()

    @property
    def ended(self) -> bool:
        return self._process is None and not self.lost

    def renew(self) -> None:
        try:
            self._again()
        except (BotError, ReportedError, OutOfTime) as error:
            self._gone(f"could not be started again: {error}")
            raise ReportedError(f"its process could not be started again: {error}") from None

    def _gone(self, how: str) -> None:
        """The process has ended, or must: it said something impossible, or nothing for too long."""
        self._endings += 1
        self._ended_in = self.streams
        if getattr(self, "learns", False):
            self.lost = f"{how}; what it had learned is lost"
        elif self._endings > MOST_ENDINGS:
            self.lost = f"{how}; that was the {self._endings}th time"
        self.close()

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.close()

    def __del__(self) -> None:
        if getattr(self, "_process", None) is not None:
            with suppress(Exception):  # the interpreter may be ending
                self.close()

    # Questions and answers

    def _asked(self, kind: RequestKind, body: Any, limit: float = 0.0) -> Any:
        """RequestKind, and read an answer that is data; None if it is none. Raises what the bot raised."""
        kind_of_reply, reply = self._exchange(kind, body, limit or self.time_limit)
        if kind_of_reply == ReplyKind.DONE:
            return None
        if kind_of_reply == ReplyKind.LEARNED:
            return self._read(read_learned, reply)
        data = self._read(read_json, reply)
        if not isinstance(data, dict):
            raise self._nonsense("data of another kind")
        if kind_of_reply == ReplyKind.FAILED:
            raise self._reported(data)
        self._note(data)
        return data

    def _exchange(self, kind: RequestKind, body: Any, limit: float) -> tuple[int, bytes]:
        self._noted = []
        began = time.monotonic()
        try:
            answer = self._line.ask(kind, body, limit + grace(limit))
        except (TimeoutError, OutOfTime):
            self._gone(f"did not answer for {limit:g} seconds, and could not be interrupted")
            raise OutOfTime from None
        except NonsenseError as error:
            raise self._nonsense(str(error)) from None
        except (EOFError, OSError):
            how = "a closed connection"
            try:
                if self._process:
                    how = self._process.ending(min(grace(limit) / 2, 2.0))
            finally:  # the time may be up
                self._gone(f"ended its process ({how})")
            raise ReportedError(f"it ended its process ({how})") from None
        except BaseException:  # Ctrl-C: the rest of the answer would be taken for the next one
            self._gone("was interrupted")
            raise
        if time.monotonic() - began > limit + grace(limit) / 2:  # its own clock was stopped
            raise OutOfTime
        return answer

    def _read(self, read: Callable[[bytes], Any], body: bytes) -> Any:
        try:
            return read(body)
        except NonsenseError as error:
            raise self._nonsense(str(error)) from None

    def _nonsense(self, what: str) -> ReportedError:
        self._gone(f"sent something that is not an answer ({what})")
        return ReportedError(f"it sent something that is not an answer ({what})")

    def _note(self, data: Mapping[str, Any]) -> None:
        faults = data.get("faults", ())
        if isinstance(faults, list):
            self._noted = [self._error(each) for each in faults[:1000] if isinstance(each, dict)]

    def _reported(self, data: Mapping[str, Any]) -> BaseException:
        self._note(data)
        return self._error(data)

    def _error(self, data: Mapping[str, Any]) -> BaseException:
        if data.get("kind") == TOO_LATE:
            return OutOfTime()
        return ReportedError(_text(data, "text") or "an exception without text", _text(data, "trace"))

    def limit_to(self, seconds: float) -> None:
        self.time_limit = seconds
        if self._process is not None:
            self._asked(RequestKind.LIMIT, seconds)

    def faults(self) -> list[BaseException]:
        noted, self._noted = self._noted, []
        return noted

    # What a bot does

    def refusal(self, game: Game) -> str:
        self._ready()
        answer = self._asked(RequestKind.REFUSAL, str(game)) or {}
        reason = answer.get("refusal")
        return "" if reason is None else plain(str(reason))[:500] or "it gives no reason"

    def act(self, view: View) -> Choice:
        if self._process is None:
            self._ready()
        hand, seen = self._telling.news(view, self.streams)
        kind, reply = self._exchange(RequestKind.ACT, (hand, seen, self.explains), self.time_limit)
        if kind == _ACTION:
            action = _PLAIN.get(reply)
            return action if action is not None else self._parsed(reply)
        choice: Choice = self._other(kind, reply)
        return choice

    def _parsed(self, text: bytes) -> Choice:
        try:
            return Action.parse(text.decode("ascii"))
        except (ActionError, UnicodeDecodeError) as error:
            return UnusableChoice(ActionError(plain(str(error))))  # type: ignore[return-value]

    def _other(self, kind: int, reply: bytes) -> Any:
        data = self._read(read_json, reply)
        if not isinstance(data, dict):
            raise self._nonsense("data of another kind")
        if kind == ReplyKind.DECISION:
            return self._decision(data)
        if kind == ReplyKind.FAILED:
            raise self._reported(data)
        self._note(data)
        if kind == ReplyKind.UNUSABLE:
            text = _text(data, "text")
            return UnusableChoice(ActionError(text) if data.get("legal") is True else ReportedError(text))
        if kind != ReplyKind.DATA:
            raise self._nonsense("a reply of another kind")
        if _text(data, "decision"):
            return self._decision(self._read(read_json, _text(data, "decision").encode()))
        return self._parsed(_text(data, "action").encode())

    def _decision(self, data: Any) -> Any:
        try:
            return decision_from_json(data)
        except RailbirdError as error:
            return UnusableChoice(ReportedError(plain(str(error))))

    def start_match(self, match: MatchStart) -> None:
        self._start = match
        self._ready()
        self._asked(RequestKind.START_MATCH, json.dumps(match.to_json()))

    def end_match(self) -> None:
        if self._process is not None:
            try:
                self._asked(RequestKind.END_MATCH, None)
            finally:
                self.close()

    def save(self) -> dict[str, bytes]:
        self._ready()
        learned = self._asked(RequestKind.SAVE, None)
        if not isinstance(learned, dict):
            raise self._nonsense("no record of what it learned")
        return learned

    def load(self, learned: Mapping[str, bytes]) -> None:
        self._ready()
        self._asked(RequestKind.LOAD, dict(learned))

    def _start_hand(self, view: View) -> None:
        self._ready()
        self._asked(RequestKind.START_HAND, self._telling.news(view, self.streams))

    def _end_hand(self, view: View) -> None:
        if self._process is not None or self._ended_in is not self.streams:
            self._ready()
            self._asked(RequestKind.END_HAND, self._telling.news(view, self.streams))


class _Starts(RemoteBot):
    def start_hand(self, view: View) -> None:
        self._start_hand(view)


class _Ends(RemoteBot):
    def end_hand(self, view: View) -> None:
        self._end_hand(view)


class _StartsAndEnds(_Starts, _Ends):
    pass


def started(order: StartOrder, bot: Any, name: str) -> RemoteBot:
    """A bot in a process of its own. Raises BotError if it cannot be created."""
    remote = RemoteBot(order, bot, name)
    remote.__class__ = kind_of(remote.known)
    return remote


def kind_of(known: Mapping[str, Any]) -> type[RemoteBot]:
    """The class whose methods tell which messages a bot wants: each costs a round trip."""
    if known["starts"]:
        return _StartsAndEnds if known["ends"] else _Starts
    return _Ends if known["ends"] else RemoteBot


def _reason(name: str, error: ReportedError) -> str:
    return error.text if name in error.text else f"{name}: {error.text}"


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name, "")
    return plain(value, lines=True) if isinstance(value, str) else ""
