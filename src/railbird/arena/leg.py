"""Playing one leg of a match: hand after hand, with fresh bots, in order."""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from enum import StrEnum
from io import StringIO
from typing import Any

from railbird.agent import Bot, Choice, Decision, MatchStart, Streams
from railbird.agent.bot import saved_by
from railbird.agent.clock import Clock, OutOfTime, StopNow
from railbird.agent.telling import as_seen
from railbird.arena.definition import Leg, MatchDefinition
from railbird.arena.seats import Place, ResetSeats, seats_of
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
    ) -> None:
        """Begin with the hand ``start``; of a freeze-out, ``before`` has the payoffs of all before, by position."""
        self._definition = definition
        self._leg = leg
        self._next = start
        self._explain_every = definition.explain_every
        self._clock = Clock(definition.time_limit, __name__)
        self._dealing = SeededDealing(leg.cards_seed)
        self._bots: list[Bot] = [entrant.bot.make() for entrant in definition.entrants]
        self._seats = seats_of(definition, leg)
        if isinstance(self._seats, ResetSeats):
            self._seats.go_to(start)
        for payoffs in before:
            self._seats.next_hand()
            self._seats.settle(payoffs)
        self._hand: Hand | None = None
        self._place: Place | None = None
        self._observers = [entrant for entrant, bot in enumerate(self._bots) if _overrides(bot, "observe")]
        self._starters = [entrant for entrant, bot in enumerate(self._bots) if _overrides(bot, "start_hand")]
        self._enders = [entrant for entrant, bot in enumerate(self._bots) if _overrides(bot, "end_hand")]
        self._chunk = Chunk(leg.number, start)
        # Hands that were played, with all their cards: nothing that can be come across.
        self._texts = StringIO()
        ids = tuple(definition.entrants[entrant].player for entrant in leg.seating)
        with self._clock, redirect_stdout(sys.stderr):
            for seat, entrant in enumerate(leg.seating):
                bot = self._bots[entrant]
                bot.look = self._looking(entrant)
                start_of_match = MatchStart(definition.game, ids, seat, definition.hands)
                self._guarded(entrant, bot.start_match, start_of_match)
                if learned and entrant in learned:
                    self._restore(entrant, learned[entrant])

    def _restore(self, entrant: int, learned: Mapping[str, bytes]) -> None:
        """Give a bot back what it had learned. Without it, it would play another match: the leg must not go on."""
        clock = self._clock
        try:
            clock.begin()
            self._bots[entrant].load(learned)
            clock.end()
        except BaseException as error:
            clock.end()
            if isinstance(error, StopNow):
                raise
            who = self._definition.entrants[entrant]
            late = f"load() took more than {self._definition.time_limit:g} seconds"
            raise MatchError(
                f"{who.player} ({who.bot}) cannot load what it had learned before hand {self._next} of leg "
                f"{self._leg.number}: {late if isinstance(error, OutOfTime) else _told(error)}. Without its memory it "
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
            for entrant, bot in enumerate(self._bots):
                if bot.learns:
                    chunk.learned[entrant] = self._guarded(entrant, saved_by, bot) or {}
            if chunk.finished:
                for entrant, bot in enumerate(self._bots):
                    self._guarded(entrant, bot.end_match)
        self._chunk = Chunk(self._leg.number, self._next)
        return chunk

    @property
    def next_hand(self) -> int:
        """The hand that comes next."""
        return self._next

    def _play_hand(self, number: int) -> None:
        self._place = place = self._seats.next_hand()
        game, entrants, ids, positions = place
        hand = Hand(game, self._dealing.deal(game, number), players=ids)
        hand.seal()  # bots run in this process: whatever they reach must not have the others' cards in it
        self._hand = hand
        seed = self._leg.streams_seed
        for entrant in entrants:
            self._bots[entrant].streams = Streams(seed, number, entrant)
        for entrant in self._starters:
            if positions[entrant] >= 0:
                self._guarded(entrant, self._bots[entrant].start_hand, View(hand, positions[entrant]))
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
            decision = ask(entrant, self._bots[entrant].act, View(hand, position))
            if decision is None or not self._apply(hand, entrant, decision):
                _check_or_fold(hand)
            elif explained and isinstance(decision, Decision):
                text = self._guarded(entrant, _as_json, decision)
                if text is not None:
                    self._chunk.explained.append(Explained(number, len(hand.raw_actions) - 1, entrant, text))
            if observers:
                self._tell(observers, next(news))
        for entrant in self._enders:
            if positions[entrant] >= 0:
                self._guarded(entrant, self._bots[entrant].end_hand, View(hand, positions[entrant]))
        parts = hand.payoff_parts()
        amounts = [chips(each) for each in parts]
        self._seats.settle(amounts)
        self._chunk.payoffs.append(tuple([parts[place] if place >= 0 else 0 for place in positions]))
        self._texts.write(f"{hand.acpc_text()}:{'|'.join(map(str, amounts))}\n")

    def _apply(self, hand: Hand, entrant: int, choice: Choice) -> bool:
        """Do what a bot answered; says whether that was allowed."""
        clock = self._clock
        try:
            clock.begin()  # an answer may be anything, also something that never ends
            action = choice.action if isinstance(choice, Decision) else choice
            if action is CALL:
                hand.call()
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
            observe = bots[entrant].observe
            left = iter(events)
            try:
                clock.begin()
                for event in left:
                    observe(event)
            except BaseException as error:
                clock.end()
                self._failed(entrant, error)
                self._tell([entrant], list(left))
        clock.end()

    def _looking(self, entrant: int) -> Callable[[], View]:
        def look() -> View:
            if self._hand is None or self._place is None or self._place.positions[entrant] < 0:
                raise MatchError("there is no hand to look at")
            return View(self._hand, self._place.positions[entrant])

        return look

    def _guarded(self, entrant: int, call: Callable[..., Any], *arguments: object) -> Any:
        """What a bot answers; None if it fails, which is noted."""
        clock = self._clock
        try:
            clock.begin()
            answer = call(*arguments)
            clock.end()
        except BaseException as error:  # sys.exit() in a bot ends neither the match nor the program
            clock.end()
            self._failed(entrant, error)
            return None
        return answer

    def _timed(self, entrant: int, call: Callable[..., Any], *arguments: object) -> Any:
        """The same, and how long it takes is taken down."""
        start = time.perf_counter()
        answer = self._guarded(entrant, call, *arguments)
        seconds = time.perf_counter() - start
        self._chunk.thinking.setdefault(entrant, Thinking()).add(Thinking(1, seconds, seconds))
        return answer

    def _failed(self, entrant: int, error: BaseException, *, answering: bool = False) -> None:
        """Note what a bot did wrong."""
        match error:
            case StopNow():
                raise error
            case OutOfTime():
                limit = f"took more than {self._definition.time_limit:g} seconds"
                self._fault(entrant, FaultKind.TIME, limit, traceback.format_exc())
            case ActionError() if answering:
                self._fault(entrant, FaultKind.ILLEGAL, str(error))
            case _ if answering:  # an answer of another kind, whatever it does when it is looked at
                told = f"answered with something that is not an action: {_told(error)}"
                self._fault(entrant, FaultKind.ILLEGAL, told)
            case _:
                self._fault(entrant, FaultKind.ERROR, _told(error), traceback.format_exc())

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


def _as_json(decision: Decision) -> str:
    return json.dumps(decision.to_json())


def _check_or_fold(hand: Hand) -> None:
    legal = hand.legal
    if legal.fold and legal.call:
        hand.fold()
    else:
        hand.call()


def _overrides(bot: Bot, method: str) -> bool:
    return getattr(type(bot), method) is not getattr(Bot, method)


def _told(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__
