"""Playing one leg of a match: fresh bots, hand after hand in order."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO

from railbird.agent import HandDriver, MatchStart, Streams, play_hand
from railbird.agent.bot import saved_by
from railbird.agent.clock import HAND, Beacon, OutOfTime, StopNow
from railbird.agent.failure import failure_text
from railbird.agent.outside_bot import OutsideBot
from railbird.arena.definition import Leg, MatchDefinition
from railbird.arena.guard import FAILED, Guard, GuardedBot, Notes
from railbird.arena.seats import ResetSeats, seats_of
from railbird.errors import BrokenBotError, MatchError
from railbird.game.events import ChipAmount, chips
from railbird.histories.hand_line import hand_line

CHECK_SECONDS = 0.05
"""Seconds between checks of the time and of whether to stop."""

TIMED = 16
"""Decisions are timed in every n-th hand."""

LOADING = 60.0
"""Seconds for creating a bot, unless its time limit for a decision is longer."""

Learned = dict[int, dict[str, bytes]]
"""What each entrant has learned, by the id of the opponent."""


@dataclass(slots=True, kw_only=True)
class Chunk(Notes):
    """Played hands of a leg, and everything needed to continue from there."""

    leg: int
    first: int
    hands: list[str] = field(default_factory=list)
    """Each hand as a line (``railbird.histories.hand_line``)."""
    payoffs: list[tuple[int, ...]] = field(default_factory=list)
    """What each entrant has won in each hand, in 2520ths of a chip."""
    learned: Learned = field(default_factory=dict)
    finished: bool = False


class LegRunner:
    """Plays a leg, from its start or from a later hand with what the bots had learned by then."""

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
        """Start at hand ``start``; in a freeze-out, ``before`` has the payoffs of all earlier hands, by position.

        A ``beacon`` shows another process which bot is running (``railbird.agent.clock``).
        """
        self._definition = definition
        self._leg = leg
        self._next = start
        self._dealing = definition.cards_of(leg)
        self._guard = Guard(definition.time_limit, beacon)
        self._begin_chunk()
        with self._guard.clock, redirect_stdout(sys.stderr):
            self._bots = [self._seated(entrant) for entrant in range(len(definition.entrants))]
        self._outside = [(each.entrant, each.bot) for each in self._bots if isinstance(each.bot, OutsideBot)]
        self._seats = seats_of(definition, leg)
        if isinstance(self._seats, ResetSeats):
            self._seats.go_to(start)
        for payoffs in before:
            self._seats.next_hand()
            self._seats.settle(payoffs)
        ids = tuple(definition.entrants[entrant].player for entrant in leg.seating)
        limit = definition.time_limit
        with self._guard.clock, redirect_stdout(sys.stderr):
            for seat, entrant in enumerate(leg.seating):
                self._bots[entrant].call("start_match", MatchStart(definition.game, ids, seat, definition.hands, limit))
                model = definition.entrants[entrant].bot.model
                if learned and entrant in learned:
                    self._restore(entrant, learned[entrant])
                elif model is not None and start == 0:
                    self._restore(entrant, model.records(definition.entrants[entrant].player))

    def _begin_chunk(self) -> None:
        self._chunk = self._guard.notes = Chunk(leg=self._leg.number, first=self._next)
        # Played hands with all their cards, in a form that bots do not come across.
        self._lines = StringIO()

    def _seated(self, entrant: int) -> GuardedBot:
        """Make a fresh bot. Raises MatchError if that fails."""
        clock, who = self._guard.clock, self._definition.entrants[entrant]
        with clock.patient(LOADING):
            try:
                clock.begin(entrant)
                bot = who.bot.make()
            except OutOfTime:
                raise MatchError(f"{who.player} could not be created within {LOADING:g} seconds") from None
            finally:
                clock.end()
        memory = self._guard.call(entrant, vars, bot)
        if type(memory) is not dict:
            raise MatchError(f"{who.player} has no __dict__, so it cannot be given what it needs to play")
        return GuardedBot(bot, memory, entrant, self._guard)

    def _restore(self, entrant: int, learned: Mapping[str, bytes]) -> None:
        """Restore what a bot had learned. Raises MatchError if that fails: without it, it would play differently."""
        guard = self._guard
        try:
            guard.clock.begin(entrant)
            self._bots[entrant].bot.load(learned)
            guard.clock.end()
        except BaseException as error:
            guard.clock.end()
            if type(error) is StopNow and not guard.watched:
                raise
            who = self._definition.entrants[entrant]
            late = f"load() took more than {self._definition.time_limit:g} seconds"
            why = late if type(error) is OutOfTime else guard.describe(entrant, failure_text, error)
            raise MatchError(
                f"{who.player} ({who.bot}) cannot load what it had learned before hand {self._next} of leg "
                f"{self._leg.number}: {why}. Without it, it would play differently, so the match is not continued; the "
                "saved hands stay as they are. If the bot or its settings have changed since, restore the old ones; "
                "otherwise fix its load(), or start a new match without what it had learned"
            ) from None

    def run(self, seconds: float, stop: Callable[[], bool] = lambda: False, upto: int | None = None) -> Chunk:
        """Play for about this long, to the end of the leg, up to hand ``upto``, or until ``stop`` returns true."""
        chunk, guard = self._chunk, self._guard
        end = self._definition.hands if upto is None else upto
        now = time.monotonic()
        until, next_check = now + seconds, now + CHECK_SECONDS
        with guard.clock, redirect_stdout(sys.stderr):  # output of bots must not mix with the results
            while self._next < end and not self._seats.over:
                self._play_hand(self._next)
                self._next += 1
                now = time.monotonic()
                if now > next_check:
                    if now > until or stop():
                        break
                    next_check = now + CHECK_SECONDS
            chunk.finished = self._next >= self._definition.hands or self._seats.over
            chunk.hands = self._lines.getvalue().splitlines()
            for entrant, each in enumerate(self._definition.entrants):
                if each.bot.traits.learns:
                    saved = guard.call(entrant, saved_by, self._bots[entrant].bot)
                    chunk.learned[entrant] = {} if saved is FAILED else saved
            if chunk.finished:
                for bot in self._bots:
                    bot.call("end_match")
            if guard.watched:
                guard.leave_if_forked()
        self._begin_chunk()
        return chunk

    @property
    def next_hand(self) -> int:
        """The number of the next hand."""
        return self._next

    def _play_hand(self, number: int) -> None:
        guard, explain_every = self._guard, self._definition.explain_every
        guard.clock.beacon[HAND] = number + 1
        guard.hand = number
        guard.explains = explain_every > 0 and number % explain_every == 0
        guard.times = number % TIMED == 0
        for entrant, outside in self._outside:
            if outside.ended:
                with guard.clock.patient(LOADING):
                    guard.call(entrant, outside.renew)
        game, entrants, ids, positions = self._seats.next_hand()
        driver = HandDriver(game, self._dealing.deal(game, number), players=ids)
        seed, bots = self._leg.streams_seed, self._bots
        for entrant, position in enumerate(positions):
            if position >= 0:
                bots[entrant].deal_in(driver, position, Streams(seed, number, entrant))
            else:
                bots[entrant].sit_out()
        play_hand(driver, [bots[entrant] for entrant in entrants])
        for entrant, outside in self._outside:
            if outside.lost:  # the hand is not kept: a resumed match plays it again
                who = self._definition.entrants[entrant]
                name = who.player if who.player == str(who.bot) else f"{who.player} ({who.bot})"
                raise BrokenBotError(f"{name}, in hand {number + 1:,} of leg {self._leg.number + 1}, {outside.lost}")
        hand = driver.finished()
        parts = hand.payoff_parts()
        amounts = [chips(each) for each in parts]
        self._seats.settle(amounts)
        self._chunk.payoffs.append(tuple([parts[position] if position >= 0 else 0 for position in positions]))
        self._lines.write(hand_line(hand, amounts) + "\n")
