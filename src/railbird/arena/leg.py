"""Playing one leg of a match: hand after hand, with fresh bots, in order."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from enum import StrEnum
from io import StringIO
from typing import Any

from railbird._core import Window
from railbird.agent import Bot, Choice, Decision, MatchStart, Streams
from railbird.agent.bot import saved_by
from railbird.agent.clock import HAND, Beacon, Clock, OutOfTime, StopNow
from railbird.agent.failure import failure_text, failure_trace, plain
from railbird.agent.telling import as_seen
from railbird.arena.definition import Leg, MatchDefinition
from railbird.arena.seats import ResetSeats, seats_of
from railbird.errors import ActionError, MatchError
from railbird.game import CALL, Event, Hand, SeededDealing, View
from railbird.game.events import ChipAmount, chips
from railbird.game.public import narrate

MOST_FAULTS = 30
OTHER_FAULTS = "other faults"
LOOK = 0.05
"""Seconds between looks at the time, and at whether to stop."""

TIMED = 16
"""Of every how many hands decisions are timed."""

LOADING = 60.0
"""Seconds that a bot has to be made, if its limit for a decision is not longer."""
LONGEST_DECISION = 1_000_000
"""Characters of a decision that is kept."""
FAILED = object()
"""In place of what a bot answered, if it failed."""

Learned = dict[int, dict[str, bytes]]
"""What each entrant has learned, by the id of the player that it is about."""


class FaultKind(StrEnum):
    ERROR = "error"
    """The bot raised an exception."""
    ILLEGAL = "illegal"
    """The answer was no action that is allowed."""
    TIME = "time"
    """The bot took too long."""


@dataclass(slots=True)
class Fault:
    """Decisions that a bot could not make for one reason, so that it checked or folded."""

    entrant: int
    hand: int
    """The first hand in which this happened."""
    kind: FaultKind
    message: str
    traceback: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class Explained:
    """A decision that was kept."""

    hand: int
    action: int
    """Its place among the actions of the hand."""
    entrant: int
    decision: str
    """As JSON."""


@dataclass(slots=True)
class Thinking:
    """How long a bot took for its decisions, in the hands that were timed."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, other: Thinking) -> None:
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)


@dataclass(slots=True)
class Chunk:
    """Some hands of a leg that were played, and all that is needed to go on from there."""

    leg: int
    first: int
    hands: list[str] = field(default_factory=list)
    """Each hand as ``BETTING:CARDS:PAYOFFS``, by position; a split chip is written as a fraction."""
    payoffs: list[tuple[int, ...]] = field(default_factory=list)
    """What each entrant has won in each of them, in 2520ths of a chip."""
    faults: list[Fault] = field(default_factory=list)
    explained: list[Explained] = field(default_factory=list)
    learned: Learned = field(default_factory=dict)
    finished: bool = False
    thinking: dict[int, Thinking] = field(default_factory=dict)
    """By entrant."""


class LegRunner:
    """Plays a leg from some hand on; what bots had learned until then is given."""

    def __init__(
        self,
        definition: MatchDefinition,
        leg: Leg,
        *,
        start: int = 0,
        before: Sequence[Sequence[ChipAmount]] = (),
        learned: Mapping[int, Mapping[str, bytes]] | None = None,
        beacon: Beacon | None = None,
    ) -> None:
        """Begin with the hand ``start``; of a freeze-out, ``before`` has the payoffs of all before, by position.

        A ``beacon`` shows another process which bot is at work (``railbird.agent.clock``).
        """
        self._definition = definition
        self._leg = leg
        self._next = start
        self._explain_every = definition.explain_every
        self._clock = Clock(definition.time_limit, __name__, beacon)
        self._watched = beacon is not None
        self._process = os.getpid()
        self._dealing = SeededDealing(leg.cards_seed)
        self._chunk = Chunk(leg.number, start)
        with self._clock, redirect_stdout(sys.stderr):
            self._bots = [self._made(entrant) for entrant in range(len(definition.entrants))]
            self._memories = [self._memory(entrant) for entrant in range(len(self._bots))]
        self._windows = [Window(View) for _ in self._bots]
        self._seats = seats_of(definition, leg)
        if isinstance(self._seats, ResetSeats):
            self._seats.go_to(start)
        for payoffs in before:
            self._seats.next_hand()
            self._seats.settle(payoffs)
        self._observers = [entrant for entrant, bot in enumerate(self._bots) if _overrides(bot, "observe")]
        self._starters = [entrant for entrant, bot in enumerate(self._bots) if _overrides(bot, "start_hand")]
        self._enders = [entrant for entrant, bot in enumerate(self._bots) if _overrides(bot, "end_hand")]
        # Hands that were played, with all their cards: nothing that can be come across.
        self._texts = StringIO()
        ids = tuple(definition.entrants[entrant].player for entrant in leg.seating)
        with self._clock, redirect_stdout(sys.stderr):
            for seat, entrant in enumerate(leg.seating):
                self._memories[entrant]["look"] = self._windows[entrant].look
                start_of_match = MatchStart(definition.game, ids, seat, definition.hands)
                self._guarded(entrant, "start_match", start_of_match)
                brought = definition.entrants[entrant].bot.model
                if learned and entrant in learned:
                    self._restore(entrant, learned[entrant])
                elif brought is not None and start == 0:
                    self._restore(entrant, brought.records(definition.entrants[entrant].player))

    def _restore(self, entrant: int, learned: Mapping[str, bytes]) -> None:
        """Give a bot back what it had learned. Without it, it would play another match: the leg must not go on."""
        clock = self._clock
        try:
            clock.begin(entrant)
            self._bots[entrant].load(learned)
            clock.end()
        except BaseException as error:
            clock.end()
            if type(error) is StopNow and not self._watched:
                raise
            who = self._definition.entrants[entrant]
            late = f"load() took more than {self._definition.time_limit:g} seconds"
            why = late if type(error) is OutOfTime else self._words(entrant, failure_text, error)
            raise MatchError(
                f"{who.player} ({who.bot}) cannot load what it had learned before hand {self._next} of leg "
                f"{self._leg.number}: {why}. Without its memory it "
                "would play another match, so nothing more is played; what is kept stays as it is. If the bot or its "
                "settings have changed since, go back to those that learned it; otherwise mend its load(), or begin "
                "anew without that memory"
            ) from None

    def run(self, seconds: float, stop: Callable[[], bool] = lambda: False, upto: int | None = None) -> Chunk:
        """Play for about so long, to the end of the leg, up to some hand of it, or until told to stop."""
        chunk = self._chunk
        end = self._definition.hands if upto is None else upto
        now = time.monotonic()
        until, look = now + seconds, now + LOOK
        with self._clock, redirect_stdout(sys.stderr):  # what bots print must not get between our results
            while self._next < end and not self._seats.over:
                self._play_hand(self._next)
                self._next += 1
                now = time.monotonic()
                if now > look:
                    if now > until or stop():
                        break
                    look = now + LOOK
            chunk.finished = self._next >= self._definition.hands or self._seats.over
            chunk.hands = self._texts.getvalue().splitlines()
            self._texts = StringIO()
            for entrant, each in enumerate(self._definition.entrants):
                if each.bot.traits.learns:
                    saved = self._called(entrant, saved_by, self._bots[entrant])
                    chunk.learned[entrant] = {} if saved is FAILED else saved
            if chunk.finished:
                for entrant in range(len(self._bots)):
                    self._guarded(entrant, "end_match")
            self._leave_if_forked()
        self._chunk = Chunk(self._leg.number, self._next)
        return chunk

    def _leave_if_forked(self) -> None:
        """A bot may fork; its child has no part in the match, and must not talk to the parent of the worker."""
        if self._watched and os.getpid() != self._process:
            os._exit(1)

    @property
    def next_hand(self) -> int:
        """The hand that comes next."""
        return self._next

    def _play_hand(self, number: int) -> None:
        place = self._seats.next_hand()
        self._clock.beacon[HAND] = number + 1
        game, entrants, ids, positions = place
        hand = Hand(game, self._dealing.deal(game, number), players=ids)
        hand.seal()  # bots run in this process: whatever they reach must not have the others' cards in it
        seed = self._leg.streams_seed
        for entrant in entrants:
            self._memories[entrant]["streams"] = Streams(seed, number, entrant)
        for window, position in zip(self._windows, positions, strict=True):
            if position >= 0:
                window.show(hand, position)
            else:
                window.close()
        for entrant in self._starters:
            if positions[entrant] >= 0:
                self._guarded(entrant, "start_hand", View(hand, positions[entrant]))
        observers = [entrant for entrant in self._observers if positions[entrant] >= 0]
        if observers:
            news = narrate(hand)
            events = next(news)
            for entrant in observers:
                self._tell([entrant], as_seen(events, View(hand, positions[entrant])))
        explained = self._explain_every and number % self._explain_every == 0
        ask = self._timed if number % TIMED == 0 else self._guarded
        while not hand.over:
            position = hand.actor
            entrant = entrants[position]
            decision = ask(entrant, "act", View(hand, position))
            self._leave_if_forked()
            if decision is FAILED or not self._apply(hand, entrant, decision):
                _check_or_fold(hand)
            elif explained and _is_decision(decision):
                text = self._called(entrant, _as_json, decision)
                if text is not FAILED:
                    self._chunk.explained.append(Explained(number, len(hand.raw_actions) - 1, entrant, text))
            if observers:
                self._tell(observers, next(news))
        for entrant in self._enders:
            if positions[entrant] >= 0:
                self._guarded(entrant, "end_hand", View(hand, positions[entrant]))
        parts = hand.payoff_parts()
        amounts = [chips(each) for each in parts]
        self._seats.settle(amounts)
        self._chunk.payoffs.append(tuple([parts[place] if place >= 0 else 0 for place in positions]))
        self._texts.write(f"{hand.acpc_text()}:{'|'.join(map(str, amounts))}\n")

    def _apply(self, hand: Hand, entrant: int, choice: Choice) -> bool:
        """Do what a bot answered; says whether that was allowed."""
        clock = self._clock
        try:
            clock.begin(entrant)  # an answer may be anything, also something that never ends
            action = choice.action if isinstance(choice, Decision) else choice
            if action is CALL:
                hand.call()
            elif choice is None:
                raise TypeError("act() returned None; it must return an action or a decision")
            else:
                hand.act(action)
            clock.end()
        except BaseException as error:
            clock.end()
            self._failed(entrant, error, answering=True)
            return False
        return True

    def _tell(self, observers: list[int], events: list[Event]) -> None:
        """Tell bots what has happened; one that fails at an event is told the rest all the same."""
        clock, bots = self._clock, self._bots
        for entrant in observers:
            left = iter(events)
            try:
                clock.begin(entrant)
                observe = bots[entrant].observe
                for event in left:
                    observe(event)
            except BaseException as error:
                clock.end()
                self._failed(entrant, error)
                self._tell([entrant], list(left))
        clock.end()

    def _made(self, entrant: int) -> Bot:
        """A fresh bot; the match cannot go on without it."""
        with self._clock.patient(LOADING):
            try:
                self._clock.begin(entrant)
                return self._definition.entrants[entrant].bot.make()
            except OutOfTime:
                player = self._definition.entrants[entrant].player
                raise MatchError(f"{player} cannot be made: that took more than {LOADING:g} seconds") from None
            finally:
                self._clock.end()

    def _memory(self, entrant: int) -> dict[str, Any]:
        """The attributes of a bot, which are written to directly: those of a frozen bot can be, too."""
        memory = self._called(entrant, vars, self._bots[entrant])
        if type(memory) is not dict:
            player = self._definition.entrants[entrant].player
            raise MatchError(f"{player} has no attributes of its own, and so cannot be given what it needs to play")
        return memory

    def _guarded(self, entrant: int, method: str, *arguments: object) -> Any:
        """What a bot answers; ``FAILED`` if it fails, which is noted."""
        clock = self._clock
        try:
            clock.begin(entrant)
            answer = getattr(self._bots[entrant], method)(*arguments)
            clock.end()
        except BaseException as error:  # sys.exit() in a bot ends neither the match nor the program
            clock.end()
            self._failed(entrant, error)
            return FAILED
        return answer

    def _called(self, entrant: int, call: Callable[..., Any], *arguments: object) -> Any:
        """The same for a function that runs code of a bot."""
        clock = self._clock
        try:
            clock.begin(entrant)
            answer = call(*arguments)
            clock.end()
        except BaseException as error:
            clock.end()
            self._failed(entrant, error)
            return FAILED
        return answer

    def _timed(self, entrant: int, method: str, *arguments: object) -> Any:
        """``_guarded``, and how long it takes is taken down."""
        start = time.perf_counter()
        answer = self._guarded(entrant, method, *arguments)
        seconds = time.perf_counter() - start
        self._chunk.thinking.setdefault(entrant, Thinking()).add(Thinking(1, seconds, seconds))
        return answer

    def _failed(self, entrant: int, error: BaseException, *, answering: bool = False) -> None:
        """Note what a bot did wrong."""
        kind = type(error)
        if kind is StopNow and not self._watched:
            raise error
        if kind is OutOfTime:
            limit = f"took more than {self._definition.time_limit:g} seconds"
            self._fault(entrant, FaultKind.TIME, limit, self._words(entrant, failure_trace, error))
        elif kind is ActionError and answering:
            self._fault(entrant, FaultKind.ILLEGAL, plain(str(error)))
        elif answering:  # an answer of another kind, whatever it does when it is looked at
            what = self._words(entrant, failure_text, error)
            self._fault(entrant, FaultKind.ILLEGAL, f"answered with something that is not an action: {what}")
        else:
            message = self._words(entrant, failure_text, error)
            self._fault(entrant, FaultKind.ERROR, message, self._words(entrant, failure_trace, error))

    def _words(self, entrant: int, words: Callable[[BaseException], str], error: BaseException) -> str:
        """What an exception says of itself, which runs code of the bot and may fail again."""
        clock = self._clock
        try:
            clock.begin(entrant)
            text = words(error)
            clock.end()
        except BaseException as again:
            clock.end()
            if type(again) is StopNow and not self._watched:
                raise
            return "an exception that cannot be described"
        return text

    def _fault(self, entrant: int, kind: FaultKind, message: str, trace: str = "") -> None:
        faults = self._chunk.faults
        for wanted in (message[:500], OTHER_FAULTS):
            for fault in faults:
                if (fault.entrant, fault.kind, fault.message) == (entrant, kind, wanted):
                    fault.count += 1
                    return
            if len(faults) < MOST_FAULTS or wanted == OTHER_FAULTS:
                faults.append(Fault(entrant, self._next, kind, wanted, trace[-4000:]))
                return


def _is_decision(choice: object) -> bool:
    return issubclass(type(choice), Decision)


def _as_json(decision: Decision) -> str:
    text = json.dumps(decision.to_json())
    if len(text) > LONGEST_DECISION:
        raise ValueError(f"a decision has {len(text):,} characters; {LONGEST_DECISION:,} are the most")
    return text


def _check_or_fold(hand: Hand) -> None:
    legal = hand.legal
    if legal.fold and legal.call:
        hand.fold()
    else:
        hand.call()


def _overrides(bot: Bot, method: str) -> bool:
    return getattr(type(bot), method) is not getattr(Bot, method)
