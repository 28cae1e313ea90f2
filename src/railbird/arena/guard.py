"""Runs bots safely: nothing that a bot does ends the hand, and its faults are recorded.

A bot that raises an exception, returns something illegal or takes too long checks or folds instead.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from railbird.agent import Bot, Decision
from railbird.agent.clock import Beacon, Clock, OutOfTime, StopNow
from railbird.agent.driver import SteppedHand, chosen_action
from railbird.agent.failure import failure_text, failure_trace, plain
from railbird.agent.outside_bot import OutsideBot, grace
from railbird.agent.seat import SeatedBot
from railbird.errors import ActionError
from railbird.game import CALL, Action

MOST_FAULTS = 30
OTHER_FAULTS = "other faults"
LONGEST_DECISION = 1_000_000
"""Characters of a saved decision."""
NO_FAILURES = Decision(CALL).failures
FAILED = object()
"""Stands for the answer of a bot that failed."""


class FaultKind(StrEnum):
    ERROR = "error"
    """The bot raised an exception."""
    ILLEGAL = "illegal"
    """The answer was not a legal action."""
    TIME = "time"
    """The bot took too long."""
    HANDLED = "handled"
    """Something failed, and the bot found an action all the same (``Decision.failures``)."""


@dataclass(slots=True)
class Fault:
    """Decisions that failed for one reason, so that the bot checked or folded, or handled the failure itself."""

    entrant: int
    hand: int
    """The first hand in which this happened."""
    kind: FaultKind
    message: str
    traceback: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class Explained:
    """A saved decision."""

    hand: int
    action: int
    """Its index among the actions of the hand."""
    entrant: int
    decision: str
    """As JSON."""


@dataclass(slots=True)
class Thinking:
    """The decision times of a bot, in the hands that were timed."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, other: Thinking) -> None:
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)


@dataclass(slots=True)
class Notes:
    """What is recorded about the bots: faults, explanations and thinking times."""

    faults: list[Fault] = field(default_factory=list)
    explained: list[Explained] = field(default_factory=list)
    thinking: dict[int, Thinking] = field(default_factory=dict)
    """By entrant."""


class Guard:
    """Protects a leg from faults of its bots."""

    def __init__(self, limit: float, beacon: Beacon | None = None) -> None:
        """``limit``: seconds for each call. A ``beacon`` shows another process which bot is running."""
        self.limit = limit
        self.clock = Clock(limit, __name__, beacon)
        self.watched = beacon is not None
        self.notes = Notes()
        self.hand = 0
        """The number of the current hand."""
        self.explains = self.times = False
        """Whether decisions of this hand are saved, and whether they are timed."""
        self._process = os.getpid()

    def call(self, entrant: int, call: Callable[..., Any], *arguments: object) -> Any:
        """Call a function that runs a bot's code. Returns ``FAILED`` and records a fault if it fails."""
        clock = self.clock
        try:
            clock.begin(entrant)
            answer = call(*arguments)
            clock.end()
        except BaseException as error:  # sys.exit() in a bot ends neither the match nor the program
            clock.end()
            self.failed(entrant, error)
            return FAILED
        return answer

    def failed(self, entrant: int, error: BaseException, *, answering: bool = False) -> None:
        """Record a fault: in the bot's code, or with ``answering`` in what it returned."""
        kind = type(error)
        if kind is StopNow and not self.watched:
            raise error
        if kind is OutOfTime:
            limit = f"took more than {self.limit:g} seconds"
            self.note(entrant, FaultKind.TIME, limit, self.describe(entrant, failure_trace, error))
        elif kind is ActionError and answering:
            self.note(entrant, FaultKind.ILLEGAL, plain(str(error)))
        elif answering:  # an answer of another type, which may fail when it is inspected
            what = self.describe(entrant, failure_text, error)
            self.note(entrant, FaultKind.ILLEGAL, f"returned something that is not an action: {what}")
        else:
            message = self.describe(entrant, failure_text, error)
            self.note(entrant, FaultKind.ERROR, message, self.describe(entrant, failure_trace, error))

    def describe(self, entrant: int, describe: Callable[[BaseException], str], error: BaseException) -> str:
        """Describe an exception; this runs code of the bot and may fail again."""
        clock = self.clock
        try:
            clock.begin(entrant)
            text = describe(error)
            clock.end()
        except BaseException as second:
            clock.end()
            if type(second) is StopNow and not self.watched:
                raise
            return "an exception that cannot be described"
        return text

    def note(self, entrant: int, kind: FaultKind, message: str, trace: str = "") -> None:
        """Record a fault; beyond ``MOST_FAULTS`` different ones, they are counted together."""
        faults = self.notes.faults
        for wanted in (message[:500], OTHER_FAULTS):
            for fault in faults:
                if (fault.entrant, fault.kind, fault.message) == (entrant, kind, wanted):
                    fault.count += 1
                    return
            if len(faults) < MOST_FAULTS or wanted == OTHER_FAULTS:
                faults.append(Fault(entrant, self.hand, kind, wanted, trace[-4000:]))
                return

    def leave_if_forked(self) -> None:
        """Exit if a bot forked this process: only the original may talk to the worker's parent."""
        if os.getpid() != self._process:
            os._exit(1)


class GuardedBot(SeatedBot):
    """A seated bot that is run under a guard."""

    def __init__(self, bot: Bot, memory: dict[str, Any], entrant: int, guard: Guard) -> None:
        super().__init__(bot, memory)
        self.entrant = entrant
        self._guard = guard
        self._outside = bot if isinstance(bot, OutsideBot) else None
        if self._outside is not None:  # its own process interrupts it first
            guard.clock.allow(entrant, 2 * grace(guard.limit))
            guard.call(entrant, self._outside.limit_to, guard.limit)

    def move(self, driver: SteppedHand) -> None:
        guard, bot, entrant = self._guard, self.bot, self.entrant
        clock, view = guard.clock, driver.view(self.position)
        if self._outside is not None:
            self._outside.explains = guard.explains
        events = iter(driver.events(self.position)) if self._observes else None
        choice: Any = None
        action: Action | None = None
        asked = answered = False
        start = 0.0
        while not asked:  # a bot that fails at an event still gets the rest, and is asked
            try:
                clock.begin(entrant)
                if events is not None:
                    for event in events:
                        bot.observe(event)
                    clock.again()
                asked = True
                if guard.times:
                    start = time.perf_counter()
                choice = bot.act(view)
                answered = True
                action = CALL if choice is CALL else chosen_action(choice)  # an answer may be anything
                clock.end()
            except BaseException as error:
                clock.end()
                guard.failed(entrant, error, answering=answered)
        if guard.times:
            seconds = time.perf_counter() - start
            guard.notes.thinking.setdefault(entrant, Thinking()).add(Thinking(1, seconds, seconds))
        self._note_more()
        if guard.watched:
            guard.leave_if_forked()
        if action is None or not self._submitted(driver, action):
            driver.check_or_fold()
        elif issubclass(type(choice), Decision):
            if guard.explains:
                text = guard.call(entrant, _as_json, choice)
                if text is not FAILED:
                    guard.notes.explained.append(Explained(guard.hand, driver.actions - 1, entrant, text))
            if type(choice) is not Decision or choice.failures is not NO_FAILURES:
                self._note_failures(choice)

    def _note_failures(self, choice: Decision) -> None:
        """Record the failures that the bot has handled."""
        failures = self._guard.call(self.entrant, _failures_of, choice)
        for failure in () if failures is FAILED else failures:
            self._guard.note(self.entrant, FaultKind.HANDLED, failure)

    def _submitted(self, driver: SteppedHand, action: Action) -> bool:
        """Submit the bot's action; False if it is illegal."""
        try:
            driver.submit(action)
        except Exception as error:
            self._guard.failed(self.entrant, error, answering=True)
            return False
        return True

    def inform(self, driver: SteppedHand) -> None:
        """Pass events to the bot; a bot that fails at one still gets the rest."""
        clock, bot, events = self._guard.clock, self.bot, iter(driver.events(self.position))
        done = False
        while not done:
            try:
                clock.begin(self.entrant)
                for event in events:
                    bot.observe(event)
                done = True
                clock.end()
            except BaseException as error:
                clock.end()
                self._guard.failed(self.entrant, error)

    def call(self, method: str, *arguments: object) -> Any:
        """Call a method of the bot. Returns ``FAILED`` and records a fault if it fails."""
        guard = self._guard
        clock = guard.clock
        try:
            clock.begin(self.entrant)
            answer = getattr(self.bot, method)(*arguments)
            clock.end()
        except BaseException as error:
            clock.end()
            guard.failed(self.entrant, error)
            answer = FAILED
        self._note_more()
        return answer

    def _note_more(self) -> None:
        """Note what a bot in another process reports beside its answer."""
        if self._outside is not None:
            for error in self._outside.faults():
                self._guard.failed(self.entrant, error)


def _failures_of(decision: Decision) -> list[str]:
    return [plain(str(each)) for each in list(decision.failures)[:MOST_FAULTS]]


def _as_json(decision: Decision) -> str:
    text = json.dumps(decision.to_json())
    if len(text) > LONGEST_DECISION:
        raise ValueError(f"the decision has {len(text):,} characters; the limit is {LONGEST_DECISION:,}")
    return text
