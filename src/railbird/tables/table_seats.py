"""Who sits where at a live table: people, bots and their chips between hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from railbird.errors import GameError, TableError
from railbird.game.table import Table
from railbird.tables.setup import TableKind, TableSetup


@dataclass(slots=True)
class SeatedPerson:
    """A person with a seat."""

    player: str
    bank: float
    """Seconds that they have left beyond the time for each decision."""
    connections: int = 0
    leaving: bool = False
    """They leave as soon as the hand allows it."""
    away: bool = False
    """They missed their turn, or asked to sit out: they check or fold until they are back."""
    ready: bool = False
    """They do not want to wait for the next hand."""

    @property
    def here(self) -> bool:
        """Whether a hand is worth waiting for them."""
        return self.connections > 0 and not self.away and not self.leaving


class TableSeats:
    """The seats of a table. ``table`` deals with the button, the blinds and the stacks."""

    def __init__(self, setup: TableSetup) -> None:
        self.setup = setup
        self.table = Table(setup.definition, seats=setup.seats)
        self.people: dict[str, SeatedPerson] = {}
        self.known: set[str] = set()
        """Everybody who has ever had a seat here."""
        self._specs = dict(zip(setup.bot_ids, setup.bots, strict=True))
        first = setup.seats - len(setup.bots)
        for seat, player in enumerate(setup.bot_ids):
            self.table.sit(first + seat, player, setup.chips)

    @property
    def freeze_out(self) -> bool:
        return self.setup.kind is TableKind.FREEZE_OUT

    def state(self) -> dict[str, Any]:
        """What is needed to continue after the last finished hand."""
        people = {
            player: {"bank": each.bank, "away": each.away or each.leaving} for player, each in self.people.items()
        }
        return {"table": self.table.state(), "people": people, "known": sorted(self.known)}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue from ``state()``. Raises GameError, KeyError or TypeError if it is malformed."""
        self.table.restore(state["table"])
        self.people = {
            str(player): SeatedPerson(str(player), float(each["bank"]), away=bool(each["away"]))
            for player, each in state["people"].items()
        }
        self.known = {str(player) for player in state["known"]}

    # What people do

    def sit(self, player: str, seat: int | None, *, begun: bool, connections: int) -> None:
        """Take a seat: the given one, or the first that is free."""
        if player in self.table.stacks():
            raise TableError("you already have a seat at this table", "seated")
        if self.freeze_out and begun:
            raise TableError("this freeze-out has begun", "has-begun")
        free = [number for number, guest in enumerate(self.table.guests) if guest is None]
        if not free:
            raise TableError("every seat is taken", "full")
        try:
            self.table.sit(free[0] if seat is None else seat, player, self.setup.chips, post=True)
        except GameError as error:
            raise TableError(str(error), "seat-taken") from None
        self.people[player] = SeatedPerson(player, self.setup.bank, connections=connections)
        self.known.add(player)

    def person(self, player: str) -> SeatedPerson:
        """A person with a seat. Raises TableError if they have none."""
        if player not in self.people:
            raise TableError("you have no seat at this table", "not-seated")
        return self.people[player]

    def remove(self, person: SeatedPerson, *, begun: bool) -> None:
        """Free a person's seat. In a freeze-out their chips stay, and go to the others blind by blind."""
        if self.freeze_out and begun:
            person.away, person.leaving = True, False
            return
        self.table.leave(person.player)
        del self.people[person.player]

    def remove_leaving(self, *, begun: bool) -> None:
        """Free the seats of all who want to leave."""
        for person in [each for each in self.people.values() if each.leaving]:
            self.remove(person, begun=begun)

    def sit_out(self, person: SeatedPerson) -> None:
        """A person is away: they are not dealt in, except in a freeze-out."""
        person.away = True
        if not self.freeze_out:
            self.table.sit_out(person.player)

    def sit_in(self, person: SeatedPerson) -> None:
        """A person is back."""
        person.away = False
        self.table.sit_in(person.player, post=True)

    def rebuy(self, player: str) -> None:
        """Buy a new stack, without any chips left."""
        self.person(player)
        if self.freeze_out:
            raise TableError("there are no more chips to buy in a freeze-out", "no-rebuy")
        if self.table.stacks()[player]:
            raise TableError("you still have chips", "has-chips")
        try:
            self.table.add_chips(player, self.setup.chips)
        except GameError as error:
            raise TableError(str(error), "in-hand") from None

    # Between hands

    def can_play(self, *, watched: bool) -> bool:
        """Whether there are players for a hand, and somebody for whom it is worth playing."""
        guests = [guest for guest in self.table.guests if guest]
        if sum(guest.present for guest in guests) < 2:
            return False
        if self.setup.bots_alone:
            return watched
        if self.freeze_out:
            return len(guests) == self.setup.seats and any(each.connections for each in self.people.values())
        stacks = self.table.stacks()
        return any(person.here and stacks[person.player] for person in self.people.values())

    def all_ready(self) -> bool:
        """Whether every person who is here wants the next hand."""
        here = [person for person in self.people.values() if person.here]
        return bool(here) and all(person.ready for person in here)

    def bots_buy_chips(self) -> None:
        """At a cash table, bots without chips buy new ones."""
        for player, stack in self.table.stacks().items():
            if not stack and player in self._specs and not self.freeze_out:
                self.table.add_chips(player, self.setup.chips)

    def winner(self) -> str | None:
        """Who has won all chips of a freeze-out."""
        left = [player for player, stack in self.table.stacks().items() if stack]
        return left[0] if self.freeze_out and len(left) == 1 else None

    def begin_anew(self) -> None:
        """Everybody has their first stack again."""
        for guest in self.table.guests:
            if guest:
                guest.stack = self.setup.chips

    # Telling

    def to_json(self) -> list[dict[str, Any] | None]:
        """Every seat, and who is there."""
        return [None if guest is None else self._guest(guest.player, guest.stack) for guest in self.table.guests]

    def _guest(self, player: str, stack: int) -> dict[str, Any]:
        person = self.people.get(player)
        return {
            "player": player,
            "stack": stack,
            "bot": self._specs.get(player),
            "away": bool(person and (person.away or person.leaving)),
            "connected": person is None or person.connections > 0,
        }

    def outsiders(self, players: Iterable[str | None]) -> int:
        """How many of these have no seat."""
        return sum(player not in self.people for player in players)
