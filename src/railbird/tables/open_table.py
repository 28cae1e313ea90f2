"""A table that is being played: it deals hand after hand, asks people and bots, and tells everybody what they may know.

One coroutine plays (``run``); what people do comes in through methods, which answer at once or raise TableError. Bots
think in another process. Every hand is kept before its end is told, so a hand that was seen to end is never lost; a
hand that did not end has never changed any stack.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from railbird.agent import HandDriver, decision_from_json
from railbird.errors import ActionError, RailbirdError, StoreError, TableError
from railbird.game import Dealing, EntropyDealing, View
from railbird.policies import check_or_fold
from railbird.tables.audience import Announcement, Audience, Listener
from railbird.tables.bot_host import Bots, TableBots
from railbird.tables.bot_worker import About, Answer, Begin, End, SetStyle
from railbird.tables.deals import NumberedDeals
from railbird.tables.pace import Pace
from railbird.tables.record import StateRecord, TableRecord
from railbird.tables.running_hand import RunningHand
from railbird.tables.setup import TableSetup
from railbird.tables.table_seats import SeatedPerson, TableSeats
from railbird.tables.turn_timer import TurnTimer

LOG = logging.getLogger(__name__)
IDLE = 600.0
"""Seconds in which nothing happens at a table: then it is closed if nobody sits or looks there, or its bots rest."""


class OpenTable:
    """People and bots at one table. Its ``owner`` may pause a table without people, and close it."""

    def __init__(
        self,
        number: int,
        setup: TableSetup,
        bots: Bots,
        record: TableRecord,
        *,
        owner: str = "",
        dealing: Dealing | None = None,
    ) -> None:
        self.number, self.setup, self.owner = number, setup, owner
        self.hands = 0
        self.hand: RunningHand | None = None
        self.ending: str | None = None
        """Why the table is closed."""
        self._pace = Pace(lambda: self._goes_on, paused=setup.practice)
        """A practice game begins when the person starts it."""
        self._audience = Audience()
        self._bots = TableBots(bots, partial(self._audience.tell_fault, number), self.close)
        self._record = record
        self._deals = NumberedDeals(dealing or EntropyDealing())
        self._seats = TableSeats(setup)
        self._acted = asyncio.Event()
        self._reveals = self._anew = False
        self.states = StateRecord(record, self.state)
        self._timer = TurnTimer()

    @property
    def known(self) -> set[str]:
        """The people whose names this table needs: those who have sat here, and its owner."""
        return {*self._seats.known, self.owner}

    @property
    def faults(self) -> list[str]:
        """What went wrong with its bots."""
        return self._bots.faults

    def state(self) -> dict[str, Any]:
        """What is needed to continue after the last finished hand."""
        return {**self._seats.state(), **self._deals.state(), "owner": self.owner}

    def restore(self, state: Mapping[str, Any], hands: int) -> None:
        """Continue from a state and a number of hands."""
        self._seats.restore(state)
        self._deals.restore(state)
        self.owner, self.hands = str(state["owner"]), hands

    # Who looks at the table

    def attach(self, listener: Listener) -> None:
        """Somebody looks at the table: they are sent everything as it is now."""
        self._audience.add(listener)
        if person := self._seats.people.get(listener.player or ""):
            person.connections += 1
            self._seats_changed()
        listener.send(self.snapshot(listener.player))
        self._pace.wake()

    def detach(self, listener: Listener) -> None:
        """Somebody looks away."""
        if self._audience.remove(listener) and (person := self._seats.people.get(listener.player or "")):
            person.connections -= 1
            self._seats_changed()

    def snapshot(self, player: str | None) -> dict[str, Any]:
        """The table as somebody may see it."""
        hand = self.hand if self.hand and self.hand.is_told else None
        running = hand and hand.whole(hand.perspective_of(player), self._opened_bots(hand))
        head = {"type": "table", **self.summary(), "setup": self.setup.to_json(), "you": player}
        return {**head, "running": running, **self._timer.to_json()}

    def summary(self) -> dict[str, Any]:
        """The table in a list of tables."""
        return {
            "table": self.number,
            "title": self.setup.title,
            "game": str(self.setup.definition),
            "kind": self.setup.kind.value,
            "glass_box": self.setup.glass_box,
            "practice": self.setup.practice,
            "bots_alone": self.setup.bots_alone,
            "hands": self.hands,
            "watchers": self._seats.outsiders(self._audience.players),
            "seats": self._seats.to_json(),
            "paused": self._pace.paused,
            "revealed": self._reveals,
            "speed": self._pace.speed,
            "owner": self.owner,
            "ending": self.ending,
        }

    # What people do

    def sit(self, player: str, seat: int | None = None) -> None:
        """Take a seat: the given one, or the first that is free."""
        self._check_going_on()
        self._seats.sit(player, seat, begun=self._begun, connections=self._audience.players.count(player))
        self._seats_changed(keep=True)

    def leave(self, player: str) -> None:
        """Give up a seat, at the end of the hand if it is being played."""
        person = self._person(player)
        if self.hand and not self.hand.driver.over and player in self.hand.players:
            person.leaving = True
            self._act_if_asked(player)
        else:
            self._seats.remove(person, begun=self._begun)
        self._seats_changed(keep=True)

    def sit_out(self, player: str, *, away: bool) -> None:
        """Sit out, or come back."""
        person = self._person(player)
        if away:
            self._seats.sit_out(person)
            self._act_if_asked(player)
        else:
            self._seats.sit_in(person)
        self._seats_changed(keep=True)

    def rebuy(self, player: str) -> None:
        """Buy a new stack, without any chips left."""
        self._check_going_on()
        self._seats.rebuy(player)
        self._seats_changed(keep=True)

    def act(self, player: str, hand: int, turn: int, action: str) -> None:
        """Take a person's action in the running hand. Raises TableError if it is not theirs to take now."""
        person = self._person(player)
        if self.hand is None or self.hand.number != hand or self.hand.driver.over:
            raise TableError(f"hand {hand} is not being played", "wrong-hand")
        self.hand.take(player, turn, action)
        self._use_bank(person)
        if person.away:
            self._seats.sit_in(person)
        self._acted.set()

    def ready(self, player: str) -> None:
        """A person does not want to wait for the next hand."""
        self._person(player).ready = True
        self._pace.wake()

    def view_of(self, player: str) -> View:
        """The view of a player in the running hand. Raises TableError if there is none."""
        if self.hand is None or self.hand.driver.over:
            raise TableError("no hand is being played", "no-hand")
        return self.hand.view_of(player)

    async def portraits(self, player: str) -> list[dict[str, Any]]:
        """What the bots have learned about a person with a seat, at a table where that may be seen."""
        self._person(player)
        if not (self.setup.glass_box or self.setup.practice or self.setup.bots_alone):
            raise TableError("this table was not opened as a glass-box table", "not-glass-box")
        portraits: list[dict[str, Any]] = await self._bots.ask(About(player)) if self.setup.bots else []
        return portraits

    # Control

    def control(self, player: str, *, paused: bool | None = None, step: bool = False, speed: float = 0.0) -> None:
        """Pause a table of bots alone, go one step further, or change its speed."""
        self._check_owner(player)
        if not self.setup.bots_alone and not self.setup.practice:
            raise TableError("only tables of bots alone, and practice tables, can be paused", "not-alone")
        self._pace.control(paused=paused, step=step, speed=speed)
        self._seats_changed()

    def close_for(self, player: str) -> None:
        """Close the table for its owner."""
        self._check_owner(player)
        self.close(f"{player} closed it")

    def close(self, why: str) -> None:
        """Close the table; a running hand changes no stack."""
        self.ending = self.ending or why
        self._pace.wake()
        self._acted.set()

    # Practice (Kotsalidis 2013, §3.3)

    async def set_style(self, player: str, style: str) -> None:
        """Choose RezAI's style; empty for changing styles."""
        self._check_practice(player)
        await self._bots.ask(SetStyle(self.setup.bot_ids[0], style))

    def reveal(self, player: str, *, shown: bool) -> None:
        """Show the bot's cards, or hide them."""
        self._check_practice(player)
        self._reveals = shown
        if self.hand:
            self.hand.revealed = shown
        self._audience.tell_each(lambda each: each, lambda each: Announcement(self.snapshot(each)))

    def restart(self, player: str) -> None:
        """Start the game, or begin it anew: both players have their first stacks."""
        self._check_practice(player)
        self._anew = True
        self._pace.control(paused=False)
        self._acted.set()
        self._seats_changed()

    # Playing

    async def run(self) -> None:
        """Play until the table is closed."""
        closed = True
        try:
            while self.ending is None:
                await self._until_there_are_players()
                if self.ending is None:
                    await self._play_hand()
                    await self._after_hand()
        except StoreError as error:  # the table can be continued when the store can be used again
            LOG.warning("table %d stops: %s", self.number, error)
            self.ending, closed = self.ending or str(error), False
        except RailbirdError as error:
            self.ending = self.ending or str(error)
        except Exception:
            LOG.exception("table %d has a fault", self.number)
            self.ending = self.ending or "the server has a fault, which its log describes"
        finally:
            self.hand = None
            self._bots.close()
            self._audience.tell({"type": "closed", "table": self.number, "why": self.ending or "the server stops"})
        if closed:
            await self._record.end(self.ending or "")

    async def _until_there_are_players(self) -> None:
        while self.ending is None:
            if self._anew:
                self._anew = False
                self._seats.begin_anew()
                self._seats_changed(keep=True)
            if self._seats.can_play(watched=len(self._audience) > 0) and self._pace.takes_step():
                return
            await self._until_changed()

    async def _until_changed(self, *, in_hand: bool = False) -> None:
        """Wait until something changes. If nothing does, a table that nobody needs is closed, or its bots rest."""
        try:
            async with asyncio.timeout(IDLE):
                await self._pace.until_changed()
        except TimeoutError:
            if not len(self._audience) and not self._seats.people:
                self.ending = "nobody was there any more"
            elif not in_hand:
                await self._bots.rest()

    async def _play_hand(self) -> None:
        seating = self._seats.table.next_hand()
        deal, cards = self._deals.next(seating.game)
        driver = HandDriver(seating.game, cards, players=seating.players)
        hand = RunningHand(self.hands + 1, seating, driver, open_to_watchers=not self._seats.people)
        hand.revealed = self._reveals
        self.hand = hand
        bots = [player for player in seating.players if player in self.setup.bot_ids]
        if bots:
            await self._bots.inform(Begin(deal, {player: hand.view_of(player) for player in bots}))
        hand.advance()
        head = {"type": "hand", "table": self.number, "time_left": None}
        self._audience.tell_each(hand.perspective_of, lambda who: Announcement({**head, **hand.whole(who)}))
        while not driver.over and self._goes_on:
            await self._next_action(hand)
        if driver.over:
            await self._end_hand(hand, bots)
        else:  # the table closes, or the game begins anew: this hand has never been
            self._seats.table.cancel()
            self.hand = None

    async def _next_action(self, hand: RunningHand) -> None:
        player, turn, since = hand.actor, hand.driver.actions, time.monotonic()
        assert player is not None
        if player in self._seats.people:
            await self._person_acts(hand, self._seats.people[player])
        else:
            answer = await self._bots.act(player, hand.view_of(player), hand.events_for([player])[player])
            await self._before_action(since)
            if self._goes_on:
                self._submit(hand, player, answer)
        if hand.driver.actions > turn and not hand.driver.over:  # the end of a hand is told when it has been kept
            hand.advance()
            self._tell_action(hand, turn, {"type": "events"})

    async def _before_action(self, since: float) -> None:
        """Wait until people could follow the last action, and while the table is paused."""
        if not self._pace.paused:
            await self._pace.wait(since, self.setup.pace)
        while self._goes_on and not self._pace.takes_step():
            await self._until_changed(in_hand=True)

    async def _person_acts(self, hand: RunningHand, person: SeatedPerson) -> None:
        """Wait until a person has acted, their time is over, or they have left."""
        self._acted.clear()
        turn = hand.driver.actions
        limit = None if self.setup.practice else self.setup.seconds + person.bank
        if limit is not None:
            self._timer.start(self.setup.seconds, person.bank)
            self._audience.tell(
                {"type": "turn", "table": self.number, "hand": hand.number, "turn": turn, **self._timer.to_json()}
            )
        if not person.away and not person.leaving:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(limit):
                    await self._acted.wait()
        if hand.driver.actions == turn and self._goes_on:
            self._use_bank(person)
            if not person.leaving and not person.away:
                self._seats.sit_out(person)
                self._seats_changed()
            hand.driver.check_or_fold()
        self._timer.stop()

    def _use_bank(self, person: SeatedPerson) -> None:
        person.bank -= min(self._timer.stop(), person.bank)

    def _submit(self, hand: RunningHand, player: str, answer: Answer | None) -> None:
        turn = hand.driver.actions
        try:
            hand.driver.submit(check_or_fold(hand.view_of(player)) if answer is None else answer.action)
        except ActionError as error:
            self._bots.note([f"{player}: {error}"])
            hand.driver.check_or_fold()
        if answer is not None and answer.decision is not None:
            hand.decisions[turn] = (player, decision_from_json(answer.decision))

    async def _end_hand(self, hand: RunningHand, bots: list[str]) -> None:
        self._seats.table.settle(hand.driver.payoffs)
        self._seats.remove_leaving(begun=True)
        await self._record.keep_hand(hand.to_keep(), self.state())
        self.hands = hand.number
        hand.advance()
        for person in self._seats.people.values():
            person.ready = False
        head: dict[str, Any] = {"type": "hand-over", "hands": self.hands, "table_seats": self._seats.to_json()}
        if self._opened_bots(hand) is not None:
            head["decisions"] = hand.explanations(hand.perspective_of(None), over=True)
        self._tell_action(hand, hand.driver.actions - 1, head)
        if bots:
            views = {player: hand.view_of(player) for player in bots}
            await self._bots.inform(End(views, hand.events_for(bots)))

    async def _after_hand(self) -> None:
        """Leave people time to look at the end of the hand; then see who goes on."""
        if self.hand is None:
            return
        await self._pace.wait_for(time.monotonic(), self.setup.between, self._seats.all_ready)
        self.hand = None
        winner = self._seats.winner()
        if winner is None:
            self._seats.bots_buy_chips()
        elif self.setup.practice:
            await self._until_anew(f"{winner} has won all chips")
        else:
            self.ending = self.ending or f"{winner} has won all chips"

    async def _until_anew(self, why: str) -> None:
        """The final state of a practice game: nothing happens until it begins anew (Kotsalidis 2013, §3.3)."""
        self._audience.tell({"type": "game-over", "table": self.number, "why": why})
        while self._goes_on:
            await self._until_changed()

    # Telling

    def _tell_action(self, hand: RunningHand, turn: int, head: dict[str, Any]) -> None:
        head |= {"table": self.number, **self._timer.to_json()}
        opened, shared, sees = self._opened_bots(hand), hand.shared_news(), hand.perspective_of
        self._audience.tell_each(sees, lambda who: Announcement({**head, **hand.news(who, turn, opened)}, shared))

    def _opened_bots(self, hand: RunningHand) -> tuple[str, ...] | None:
        """The bots whose cards and thoughts everybody may see now: when a hand is kept, at a table that shows them."""
        shows = self.setup.glass_box or self.setup.practice or hand.open_to_watchers
        return self.setup.bot_ids if shows and self.hands == hand.number else None

    def _seats_changed(self, *, keep: bool = False) -> None:
        self._audience.tell({"type": "seats", **self.summary()})
        self._pace.wake()
        if keep and self.ending is None:
            self.states.keep_soon()

    # Helpers

    @property
    def _begun(self) -> bool:
        """Whether any hand has been dealt."""
        return self.hands > 0 or self.hand is not None

    @property
    def _goes_on(self) -> bool:
        """Whether the running hand is to be played to its end."""
        return self.ending is None and not self._anew

    def _act_if_asked(self, player: str) -> None:
        if self.hand and self.hand.actor == player:
            self._acted.set()

    def _person(self, player: str) -> SeatedPerson:
        self._check_going_on()
        return self._seats.person(player)

    def _check_going_on(self) -> None:
        if self.ending is not None:
            raise TableError(f"this table is closed: {self.ending}", "closed")

    def _check_owner(self, player: str) -> None:
        self._check_going_on()
        if player != self.owner:
            raise TableError(f"only {self.owner or 'its owner'} can do this at this table", "not-owner")

    def _check_practice(self, player: str) -> None:
        self._person(player)
        if not self.setup.practice:
            raise TableError("this is not a practice table", "not-practice")
