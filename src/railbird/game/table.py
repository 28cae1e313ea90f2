"""A table at which people come and go: who gets the button, who posts what, and who is dealt in.

The rules are Robert's (button and blind use), with either of the two ways to move the button that they allow:

* *dead button*: the big blind goes to the next player, the small blind to where the big blind was, and the button to
  where the small blind was, even if nobody sits there any more; then nobody posts it.
* *moving button*: the button goes to the next player and the blinds follow. A player who would have the small blind
  without having paid the big one posts a big blind, so that there can be two.

Who sits down later, or has missed blinds, waits for the big blind, or posts: the big blind live, a missed small blind
dead. He is not dealt in between the button and the big blind.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from railbird.errors import GameError, quoted
from railbird.game.definition import MOST_CHIPS, MOST_PLAYERS, Game
from railbird.game.events import ChipAmount


class ButtonRule(StrEnum):
    """How the button goes on from hand to hand."""

    DEAD = "dead"
    MOVING = "moving"


@dataclass(slots=True)
class Guest:
    """A player at the table."""

    player: str
    stack: int
    sits_out: bool = False
    posts: bool = False
    """Posts what is due to be dealt in at once, in place of waiting for the big blind."""
    settled: bool = False
    """Has come in by a blind or a post, or sat there from the beginning."""
    owes_big: bool = False
    owes_small: bool = False
    paid_big: bool = False
    """Has paid the big blind since he last had the button."""

    @property
    def present(self) -> bool:
        return self.stack > 0 and not self.sits_out

    @property
    def in_play(self) -> bool:
        """Is dealt in without more ado."""
        return self.present and self.settled and not self.owes_big and not self.owes_small


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays the next hand, by position, and what is played; ``game`` has all that is posted."""

    game: Game
    seats: tuple[int, ...]
    players: tuple[str, ...]
    button: int
    """The seat of the button, which may be empty."""


class Table:
    """Seats 0, 1, … clockwise, and the players in them.

    >>> from railbird.game import nolimit
    >>> table = Table(nolimit(), seats=6)
    >>> for seat, player in enumerate(["Ann", "Bob", "Cy"]):
    ...     table.sit(seat, player, 10_000)
    >>> seating = table.next_hand()
    >>> seating.players, seating.game.blinds
    (('Bob', 'Cy', 'Ann'), (50, 100, 0))
    """

    def __init__(self, game: Game, *, seats: int = MOST_PLAYERS, button: ButtonRule = ButtonRule.DEAD) -> None:
        if not 2 <= seats <= MOST_PLAYERS:
            raise GameError(f"a table has 2 to {MOST_PLAYERS} seats, not {seats}")
        heads_up = game.players == 2
        posted = game.blinds[::-1] if heads_up else game.blinds
        first = (1 if heads_up else 2 % game.players, *([0] * (game.rounds - 1)))
        if any(posted[2:]) or not 0 < posted[0] <= posted[1] or game.first != first or len(set(game.antes)) > 1:
            raise GameError(f"a table needs a game with a small and a big blind and the usual order, not {game}")
        self.game = game
        self.rule = button
        self.small, self.big = posted[:2]
        self.guests: list[Guest | None] = [None] * seats
        self.button: int | None = None
        self._small_seat = self._big_seat = 0

    # People

    def sit(self, seat: int, player: str, chips: int, *, post: bool = False) -> None:
        """Sit down. Once the game has begun, a player waits for the big blind unless he posts."""
        if not 0 <= seat < len(self.guests):
            raise GameError(f"seats go from 0 to {len(self.guests) - 1}, not {seat}")
        if self.guests[seat] is not None:
            raise GameError(f"seat {seat} is taken")
        if any(guest and guest.player == player for guest in self.guests):
            raise GameError(f"{quoted(player)} has a seat already")
        if not 0 < chips <= MOST_CHIPS:
            raise GameError(f"a player sits down with 1 to 2^40 chips, not {chips}")
        self.guests[seat] = Guest(player, chips, posts=post, settled=self.button is None)

    def leave(self, player: str) -> int:
        """Leave the table; gives back the chips."""
        seat = self._seat_of(player)
        guest = self.guests[seat]
        assert guest
        self.guests[seat] = None
        return guest.stack

    def sit_out(self, player: str) -> None:
        self._guest(player).sits_out = True

    def sit_in(self, player: str, *, post: bool = False) -> None:
        """Come back. Who has missed blinds waits for the big blind unless he posts."""
        guest = self._guest(player)
        guest.sits_out, guest.posts = False, post

    def add_chips(self, player: str, chips: int) -> None:
        guest = self._guest(player)
        if not 0 < chips <= MOST_CHIPS - guest.stack:
            raise GameError(f"chips to add are at least 1, and at most 2^40 in a stack, not {chips}")
        guest.stack += chips

    def stacks(self) -> dict[str, int]:
        return {guest.player: guest.stack for guest in self.guests if guest}

    # Hands

    def next_hand(self) -> Seating:
        """Move button and blinds on, and say who plays and posts what."""
        present = [seat for seat, guest in enumerate(self.guests) if guest and guest.present]
        if len(present) < 2:
            raise GameError(f"a hand needs two players who are there and have chips, not {len(present)}")
        if sum(self._at(seat).in_play for seat in present) < 2:
            self._begin_anew(present)
        if self.button is None:
            button, small, big = self._first_places(present)
        elif self.rule is ButtonRule.DEAD:
            button, small, big = self._dead_button_places(present)
        else:
            button, small, big = self._moving_button_places(present)
        dealt = [seat for seat in present if seat == big or self._is_dealt_in(seat, button, big)]
        if len(dealt) == 2 or button == small:
            small = small if button == small else next(seat for seat in dealt if seat != big)
            button, dealt = small, [big, small]
        elif button == big:  # after a heads-up hand: the button goes to the last to act
            button = max(dealt, key=lambda seat: (seat - small) % len(self.guests))
        self._note_missed_blinds(small, big)
        seating = self._seating(dealt, button, small, big)
        self.button, self._small_seat, self._big_seat = button, small, big
        return seating

    def settle(self, seating: Seating, payoffs: Iterable[ChipAmount]) -> None:
        """Book what each player of a hand has won or lost."""
        booked = []
        for seat, player, payoff in zip(seating.seats, seating.players, payoffs, strict=True):
            guest = self.guests[seat]
            if guest is None or guest.player != player:
                raise GameError(f"{quoted(player)} has left seat {seat} during the hand")
            if payoff != int(payoff):
                raise GameError(f"a table pays whole chips, not {payoff}: play with split=odd-chips")
            booked.append((guest, int(payoff)))
        for guest, chips in booked:
            guest.stack += chips

    # Where button and blinds go

    def _first_places(self, present: list[int]) -> tuple[int, int, int]:
        button = present[0]
        small = button if len(present) == 2 else self._next(present, button)
        return button, small, self._next(present, small)

    def _dead_button_places(self, present: list[int]) -> tuple[int, int, int]:
        return self._small_seat, self._big_seat, self._next(present, self._big_seat)

    def _moving_button_places(self, present: list[int]) -> tuple[int, int, int]:
        assert self.button is not None
        in_play = [seat for seat in present if self._at(seat).in_play]
        button = self._next(in_play, self.button)
        for _ in range(2):
            small = self._next(in_play, button)
            others = [seat for seat in present if self._between(small, seat, button)]
            big = self._next(others, small) if others else small
            if big != self._big_seat:
                break
            button = self._next(in_play, button)  # nobody has the big blind twice in a row
        return button, small if others else button, big

    def _begin_anew(self, present: list[int]) -> None:
        """With less than two players in play, all who are there begin as at a new table."""
        for seat in present:
            guest = self._at(seat)
            guest.settled = guest.paid_big = True
            guest.owes_big = guest.owes_small = False

    def _is_dealt_in(self, seat: int, button: int, big: int) -> bool:
        guest = self._at(seat)
        return guest.in_play or (guest.posts and not self._between(button, seat, big))

    def _note_missed_blinds(self, small: int, big: int) -> None:
        """Who sits out, or waits, while a blind passes his seat owes it; a new player never owes."""
        if self.button is None:
            return
        for seat, guest in enumerate(self.guests):
            if not guest or not guest.settled or guest.in_play:
                continue
            guest.owes_big |= self._between(self._big_seat, seat, big)
            guest.owes_small |= self._between(self._small_seat, seat, small) or seat == small

    def _was_skipped(self, guest: Guest) -> bool:
        """Has the big blind passed over a player who is now due for the small one?"""
        return self.rule is ButtonRule.MOVING and self.button is not None and not guest.paid_big

    def _seating(self, dealt: list[int], button: int, small: int, big: int) -> Seating:
        heads_up = len(dealt) == 2
        start = big if heads_up or small not in dealt else small
        seats = sorted(dealt, key=lambda seat: (seat - start) % len(self.guests))
        blinds, dead = [], []
        for seat in seats:
            guest = self._at(seat)
            live = dead_post = 0
            if seat == big:
                live = self.big
            elif seat == small and (heads_up or guest.in_play):
                live = self.big if self._was_skipped(guest) and not heads_up else self.small
            elif not guest.in_play:  # comes in by a post
                live = self.big if guest.owes_big or not guest.settled else 0
                dead_post = self.small if guest.owes_small else 0
            blinds.append(live)
            dead.append(dead_post)
            guest.settled, guest.owes_big, guest.owes_small, guest.posts = True, False, False, False
            guest.paid_big = live == self.big or (guest.paid_big and seat != button)
        order = (seats.index(big) + 1) % len(seats)
        game = replace(
            self.game,
            blinds=tuple(blinds),
            stacks=tuple(self._at(seat).stack for seat in seats),
            antes=tuple(self.game.antes[0] + each for each in dead),
            first=(order, *([0] * (self.game.rounds - 1))),
        )
        return Seating(game, tuple(seats), tuple(self._at(seat).player for seat in seats), button)

    # Seats

    def _next(self, seats: Iterable[int], after: int) -> int:
        """The first of some seats clockwise after one."""
        return min(seats, key=lambda seat: (seat - after - 1) % len(self.guests))

    def _between(self, first: int, seat: int, last: int) -> bool:
        """Is a seat passed on the way clockwise from one to another, neither of the two counting?"""
        return 0 < (seat - first) % len(self.guests) < (last - first) % len(self.guests)

    def _at(self, seat: int) -> Guest:
        guest = self.guests[seat]
        assert guest
        return guest

    def _seat_of(self, player: str) -> int:
        for seat, guest in enumerate(self.guests):
            if guest and guest.player == player:
                return seat
        raise GameError(f"{quoted(player)} has no seat at this table")

    def _guest(self, player: str) -> Guest:
        return self._at(self._seat_of(player))
