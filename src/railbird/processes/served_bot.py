"""The process of a bot: reads requests, runs the bot under a clock, and writes replies."""

from __future__ import annotations

import json
import marshal
import os
from collections.abc import Callable
from typing import Any, cast

from railbird.agent import Bot, Decision
from railbird.agent.bot import match_start_from_json, saved_by
from railbird.agent.clock import Clock, OutOfTime
from railbird.agent.driver import chosen_action
from railbird.agent.failure import failure_text, failure_trace
from railbird.errors import ActionError, RailbirdError
from railbird.game import parse_game
from railbird.processes.seen_hand import ToldHand
from railbird.processes.wire import ReplyKind, RequestKind, learned_bytes, reply_bytes

LOADING = 60.0
"""Seconds for creating a bot, unless its time limit for a decision is longer."""
TOO_LATE = "time"
LONGEST_DECISION = 1_000_000
"""Characters of a decision with its reasons."""
_HEAD = 5
_CHUNK = 65_536
_ACT = int(RequestKind.ACT)


class BotServer:
    """Serves one bot to the process at the other end of a connection."""

    def __init__(self, connection: int, make: Callable[[Any], tuple[Bot, dict[str, Any]]]) -> None:
        """``make`` creates a bot from the body of the first request, and says what must be known about it."""
        self._file, self._make = connection, make
        self._bot: Bot
        self._clock = Clock(LOADING, __name__)
        self._hand = ToldHand()
        self._faults: list[dict[str, Any]] = []
        self._observes = self._learns = False

    def serve(self) -> None:
        """Answer requests until the connection closes."""
        with self._clock:
            while True:
                kind, body = self._request()
                self._write(self._act(body) if kind == _ACT else self._answer(kind, body))

    def _request(self) -> tuple[int, Any]:
        data = os.read(self._file, _CHUNK)
        if not data:
            os._exit(0)
        while len(data) < _HEAD or len(data) < _HEAD + int.from_bytes(data[1:_HEAD], "little"):
            chunk = os.read(self._file, _CHUNK * 16)
            if not chunk:
                os._exit(0)
            data += chunk
        return data[0], marshal.loads(data[_HEAD:])

    def _write(self, reply: bytes) -> None:
        sent = os.write(self._file, reply)
        while sent < len(reply):
            sent += os.write(self._file, reply[sent:])

    def _act(self, body: tuple[Any, ...]) -> bytes:
        hand, seen, explains = body
        view = self._hand.follow(hand, seen)
        bot, clock = self._bot, self._clock
        if hand is not None:
            vars(bot)["streams"] = self._hand.streams
        if self._observes:
            self._inform()
        answered = False
        try:
            clock.begin()
            choice = bot.act(view)
            answered = True
            action = chosen_action(choice)
            clock.end()
        except BaseException as error:
            clock.end()
            return self._failure(error, answered=answered)
        decision = self._explained(cast(Decision, choice)) if explains and issubclass(type(choice), Decision) else ""
        if self._faults:
            return self._with_faults(str(action), decision)
        if decision:
            return reply_bytes(ReplyKind.DECISION, decision.encode())
        return reply_bytes(ReplyKind.ACTION, str(action).encode())

    def _explained(self, choice: Decision) -> str:
        """The whole decision as JSON. If that fails, the action still counts."""
        try:
            self._clock.begin()
            text = json.dumps(choice.to_json())
            if len(text) > LONGEST_DECISION:
                raise ValueError(f"the decision has {len(text):,} characters; the limit is {LONGEST_DECISION:,}")
            self._clock.end()
        except BaseException as error:
            self._clock.end()
            self._faults.append(self._described(error))
            return ""
        return text

    def _inform(self) -> None:
        """Pass on the events; a bot that fails at one still gets the rest."""
        events, clock, bot, done = iter(self._hand.events()), self._clock, self._bot, False
        while not done:
            try:
                clock.begin()
                for event in events:
                    bot.observe(event)
                done = True
                clock.end()
            except BaseException as error:
                clock.end()
                self._faults.append(self._described(error))

    def _answer(self, kind: int, body: Any) -> bytes:
        """Answer anything but a turn to act."""
        try:
            self._clock.begin()
            reply = self._answered(kind, body)
            self._clock.end()
        except BaseException as error:
            self._clock.end()
            return self._failure(error)
        faults, self._faults = self._faults, []
        if faults and reply[0] == ReplyKind.DONE:
            return reply_bytes(ReplyKind.DATA, json.dumps({"faults": faults}).encode())
        return reply

    def _answered(self, kind: int, body: Any) -> bytes:
        bot = self._bot if kind != RequestKind.CREATE else None
        match kind:
            case RequestKind.CREATE:
                self._bot, known = self._make(body["bot"])
                vars(self._bot)["look"] = self._hand.look
                changed = type(self._bot)
                self._observes = changed.observe is not Bot.observe
                self._clock = self._clock_of(body["limit"])
                known |= {
                    "starts": changed.start_hand is not Bot.start_hand,
                    "ends": self._observes or changed.end_hand is not Bot.end_hand,
                }
                return reply_bytes(ReplyKind.DATA, json.dumps(known).encode())
            case RequestKind.REFUSAL:
                assert bot
                game = parse_game(body)
                plays = bool(bot.plays(game))
                reason = None if plays else str(bot.refusal(game))
                return reply_bytes(ReplyKind.DATA, json.dumps({"refusal": reason}).encode())
            case RequestKind.START_MATCH:
                assert bot
                bot.start_match(match_start_from_json(json.loads(body)))
            case RequestKind.START_HAND:
                assert bot
                hand, seen = body
                view = self._hand.follow(hand, seen)
                vars(bot)["streams"] = self._hand.streams
                bot.start_hand(view)
            case RequestKind.END_HAND:
                self._end_hand(*body)
            case RequestKind.END_MATCH:
                assert bot
                bot.end_match()
            case RequestKind.SAVE:
                assert bot
                return reply_bytes(ReplyKind.LEARNED, learned_bytes(saved_by(bot)))
            case RequestKind.LOAD:
                assert bot
                bot.load(body)
            case RequestKind.LIMIT:
                self._clock = self._clock_of(body)
        return reply_bytes(ReplyKind.DONE)

    def _end_hand(self, hand: Any, seen: Any) -> None:
        view = self._hand.follow(hand, seen)
        if hand is not None:
            vars(self._bot)["streams"] = self._hand.streams
        if self._observes:
            self._inform()
            self._clock.begin()
        self._bot.end_hand(view)

    def _clock_of(self, limit: float) -> Clock:
        """The clock for all calls after the first."""
        self._clock.__exit__(None, None, None)
        clock = Clock(limit, __name__)
        clock.__enter__()
        return clock

    def _described(self, error: BaseException) -> dict[str, Any]:
        """An exception as data; to describe it may run the bot's code."""
        if type(error) is OutOfTime:
            return {"kind": TOO_LATE, "text": "", "trace": self._safely(failure_trace, error)}
        return {
            "kind": type(error).__name__ if isinstance(error, RailbirdError) else "",
            "text": self._safely(failure_text, error),
            "trace": self._safely(failure_trace, error),
        }

    def _safely(self, describe: Callable[[BaseException], str], error: BaseException) -> str:
        try:
            self._clock.begin()
            text = describe(error)
            self._clock.end()
        except BaseException:
            self._clock.end()
            return "an exception that cannot be described"
        return text

    def _failure(self, error: BaseException, *, answered: bool = False) -> bytes:
        if answered and type(error) is not OutOfTime:
            known = type(error) is ActionError
            text = str(error) if known else self._safely(failure_text, error)
            data: dict[str, Any] = {"legal": known, "text": text}
            kind = ReplyKind.UNUSABLE
        else:
            data, kind = self._described(error), ReplyKind.FAILED
        faults, self._faults = self._faults, []
        return reply_bytes(kind, json.dumps({**data, "faults": faults}).encode())

    def _with_faults(self, action: str, decision: str) -> bytes:
        faults, self._faults = self._faults, []
        data = {"action": action, "decision": decision, "faults": faults}
        return reply_bytes(ReplyKind.DATA, json.dumps(data).encode())
