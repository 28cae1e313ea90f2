"""One decision: asking, computing what the model wants, asking again, and giving up in time.

Everything is bounded: seconds, retries, rounds of tools, bytes, and what it may cost. Every failure is noted, each time
in the same words and without any of the server's, which may repeat the key.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from email.utils import parsedate_to_datetime
from typing import Any

from railbird.bots.llm.address import key_from, without_key
from railbird.bots.llm.answers import Fitted, ModelWish, fitted, read_wish
from railbird.bots.llm.dialect import (
    LONGEST_TEXT,
    Reply,
    check_status,
    read_reply,
    request_body,
    request_headers,
)
from railbird.bots.llm.exchange import Exchange, HttpAnswer, NoAnswerError, TooLateError
from railbird.bots.llm.settings import LlmSettings
from railbird.bots.llm.tools import NO_MORE, Desk
from railbird.game import Action
from railbird.policies import check_or_fold

FIRST_WAIT = 0.25
"""Seconds before a failed request is tried again, if the server does not say; each time twice as long."""
SHORTEST = 0.02
"""With fewer seconds left nothing is asked."""
LONGEST_REASON = 600
GAVE_UP = "checked or folded without an answer"
OVER_BUDGET = "the budget is used up"
UNCOUNTED = "the server counts no tokens, so the budget cannot be kept"
ENDLESS = "the model wanted more tools than it may use"


@dataclass(slots=True)
class Spent:
    """What requests have used."""

    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    counted: int = 0
    """Answers whose tokens the server counted."""
    answers: int = 0

    def add(self, other: Spent) -> None:
        """Count this too."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def become(self, other: Spent) -> None:
        """Take over its counts."""
        for each in fields(self):
            setattr(self, each.name, getattr(other, each.name))


@dataclass(slots=True)
class Talk:
    """What happened in one decision."""

    wish: ModelWish | None = None
    spent: Spent = field(default_factory=Spent)
    tools: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    action: Action | None = None
    seconds: float = 0.0


class Asking:
    """Asks a model for decisions."""

    def __init__(self, exchange: Exchange, settings: LlmSettings, total: Spent) -> None:
        """``total`` is what was spent before, and what this spends too."""
        self._exchange = exchange
        self._settings = settings
        self._total = total

    def decide(self, messages: list[dict[str, Any]], desk: Desk, seconds: float) -> Talk:
        """Find an action within so many seconds; it checks or folds if there is no answer."""
        start = time.monotonic()
        talk = Talk()
        try:
            self._discuss(talk, list(messages), desk, start + seconds)
        except NoAnswerError as error:
            talk.failures.append(str(error))
        finally:  # also if the match interrupts it
            self._total.add(talk.spent)
        if talk.action is None:
            talk.failures.append(GAVE_UP)
            talk.action = check_or_fold(desk.view)
        talk.seconds = time.monotonic() - start
        return talk

    def _discuss(self, talk: Talk, messages: list[dict[str, Any]], desk: Desk, deadline: float) -> None:
        """Ask until there is an action. Raises NoAnswerError when there will be none."""
        mine = self._settings
        retries, rounds = mine.retries, 0
        tools = [tool.schema for tool in desk.tools] if mine.tools else []
        while talk.action is None:
            self._check_budget(talk)
            body = request_body(
                mine.model, messages, tools, {"max_tokens": mine.tokens, "temperature": mine.temperature}
            )
            try:
                reply = self._reply(talk, body, deadline)
            except _LaterError as later:
                talk.failures.append(str(later))
                if retries <= 0:
                    return
                wait = FIRST_WAIT * 2 ** (mine.retries - retries) if later.wait is None else later.wait
                retries -= 1
                self._pause(wait, deadline)
                continue
            if reply.calls and tools:
                rounds += 1
                if rounds > mine.tools + 1:
                    raise NoAnswerError(ENDLESS)
                messages.append(reply.message)
                messages += _computed(talk, reply, desk, last=rounds > mine.tools)
                continue
            talk.wish = read_wish(reply.text)
            result = fitted(talk.wish, desk.view)
            if result.failure:
                talk.failures.append(result.failure)
            talk.action = result.action
            if result.action is None:
                if retries <= 0:
                    return
                retries -= 1
                messages += _asked_again(reply, result, desk)

    def _check_budget(self, talk: Talk) -> None:
        budget = self._settings.budget
        if budget is None:
            return
        both = [self._total, talk.spent]
        if any(each.answers > each.counted for each in both):
            raise NoAnswerError(UNCOUNTED)
        spent = sum(self._settings.cost(each.tokens_in, each.tokens_out) for each in both)
        if spent >= budget:
            raise NoAnswerError(OVER_BUDGET)

    def _reply(self, talk: Talk, body: bytes, deadline: float) -> Reply:
        """One request. Raises _LaterError if it may be tried again, and NoAnswerError if not."""
        if deadline - time.monotonic() < SHORTEST:
            raise TooLateError
        answer: HttpAnswer | None = None
        talk.spent.requests += 1
        try:
            headers = request_headers(_key(self._settings.key))
            answer = self._exchange.post(body, headers, deadline)
            check_status(answer)
            reply = read_reply(answer)
        except NoAnswerError as error:
            if not error.again:
                raise
            raise _LaterError(str(error), _retry_after(answer.headers) if answer else None) from None
        spent = talk.spent
        spent.answers += 1
        if reply.tokens is not None:
            spent.counted += 1
            spent.tokens_in += reply.tokens[0]
            spent.tokens_out += reply.tokens[1]
        return reply

    def _pause(self, wait: float, deadline: float) -> None:
        """Wait before asking again. Raises NoAnswerError if there would be no time left."""
        if wait > deadline - time.monotonic() - SHORTEST:
            raise NoAnswerError("no time to ask again")
        time.sleep(wait)

    def reason(self, talk: Talk) -> str:
        """The model's reason, in one line; a key that a server has sent back is taken out."""
        text = " ".join((talk.wish.reason if talk.wish else "").split())
        shown = "".join(letter for letter in text if letter.isprintable())
        return without_key(shown, self._settings.key)[:LONGEST_REASON]


class _LaterError(Exception):
    """A request failed, and may be tried again."""

    def __init__(self, why: str, wait: float | None) -> None:
        """``wait``: the seconds that the server wants, if it says."""
        super().__init__(why)
        self.wait = wait


def _key(name: str) -> str:
    try:
        return key_from(name)
    except ValueError:
        raise NoAnswerError("the key in the environment is not a key", again=False) from None


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that a server wants us to wait: a number of seconds, or a date."""
    text = headers.get("retry-after", "").strip()[:100]
    try:
        seconds = float(text) if text[:1].isdigit() else parsedate_to_datetime(text).timestamp() - time.time()
    except (OverflowError, TypeError, ValueError):
        return None
    return max(seconds, 0.0)


def _computed(talk: Talk, reply: Reply, desk: Desk, *, last: bool) -> list[dict[str, Any]]:
    """The answers to the model's calls; after the last round there are none."""
    known = {tool.name for tool in desk.tools}
    results = []
    for call in reply.calls:
        if not last:
            talk.tools[call.name if call.name in known else "unknown"] += 1
        text = NO_MORE if last else desk.use(call)
        results.append({"role": "tool", "tool_call_id": call.id, "content": text[:LONGEST_TEXT]})
    return results


def _asked_again(reply: Reply, result: Fitted, desk: Desk) -> list[dict[str, Any]]:
    again = f"That cannot be played ({result.failure}). You may: {desk.view.legal}. Answer with one JSON object."
    return [{"role": "assistant", "content": reply.text or "(nothing)"}, {"role": "user", "content": again}]
