"""The seating and the stacks of each hand of a leg."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from railbird.arena.definition import Leg, MatchDefinition, StackRule
from railbird.game import Game
from railbird.game.events import ChipAmount
from railbird.game.table import Table


class HandSeats(NamedTuple):
    """The game and the players of one hand."""

    game: Game
    entrants: tuple[int, ...]
    """By position."""
    ids: tuple[str, ...]
    positions: tuple[int, ...]
    """By entrant; -1 for those who are out."""


class Seats(Protocol):
    """The seats of a leg. Call ``next_hand`` and ``settle`` once for each hand, in order."""

    @property
    def over(self) -> bool:
        """Whether no further hand can be played."""

    def next_hand(self) -> HandSeats: ...

    def settle(self, payoffs: Sequence[ChipAmount]) -> None: ...


def seats_of(definition: MatchDefinition, leg: Leg) -> Seats:
    """Return the seats of a leg at its start."""
    return ResetSeats(definition, leg) if definition.stacks is StackRule.RESET else KeptSeats(definition, leg)


class ResetSeats:
    """All players have the same stack in every hand; the button moves round."""

    over = False

    def __init__(self, definition: MatchDefinition, leg: Leg) -> None:
        players = len(leg.seating)
        self._next = 0
        self._turns = []
        for turn in range(players):
            entrants = tuple(leg.seating[(turn + position) % players] for position in range(players))
            ids = tuple(definition.entrants[entrant].player for entrant in entrants)
            positions = tuple(entrants.index(entrant) for entrant in range(players))
            self._turns.append(HandSeats(definition.game, entrants, ids, positions))

    def go_to(self, number: int) -> None:
        """Continue at a later hand; earlier hands do not matter."""
        self._next = number

    def next_hand(self) -> HandSeats:
        seats = self._turns[self._next % len(self._turns)]
        self._next += 1
        return seats

    def settle(self, payoffs: Sequence[ChipAmount]) -> None:
        pass


class KeptSeats:
    """A freeze-out: stacks carry over, and players without chips are out, until one player has all chips."""

    def __init__(self, definition: MatchDefinition, leg: Leg) -> None:
        self._ids = [entrant.player for entrant in definition.entrants]
        self._table = Table(definition.game, seats=len(leg.seating))
        for seat, entrant in enumerate(leg.seating):
            self._table.sit(seat, self._ids[entrant], definition.game.stacks[seat])

    @property
    def over(self) -> bool:
        return sum(stack > 0 for stack in self._table.stacks().values()) < 2

    def next_hand(self) -> HandSeats:
        seating = self._table.next_hand()
        entrants = tuple(self._ids.index(player) for player in seating.players)
        positions = tuple(entrants.index(each) if each in entrants else -1 for each in range(len(self._ids)))
        return HandSeats(seating.game, entrants, seating.players, positions)

    def settle(self, payoffs: Sequence[ChipAmount]) -> None:
        self._table.settle(payoffs)
