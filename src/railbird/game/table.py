"""A table at which people come and go: who gets the button, who posts what, and who is dealt in.

The rules are Robert's (button and blind use), with either of the two ways to move the button that they allow:

* *dead button*: the big blind goes to the next player, the small blind to where the big blind was, and the button to
  where the small blind was, even if nobody sits there any more; then nobody posts it.
* *moving button*: the button goes to the next player and the blinds follow. A player who would have the small blind
  without having paid the big one posts a big blind, so that there can be two.

Heads-up the button has the small blind; but there is also a game for two in which the dealer has the big blind and acts
last in every round.

Who sits down later, or has missed blinds, waits for the big blind, or posts: the big blind live, a missed small blind
dead. He is not dealt in between the button and the big blind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    """Has been dealt in before; a new player has not."""
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

    def comes_in(self, *, paid_big: bool, has_button: bool) -> None:
        """Has been dealt in, all that was due being posted."""
        self.settled = True
        self.owes_big = self.owes_small = self.posts = False
        self.paid_big = paid_big or (self.paid_big and not has_button)


@dataclass(frozen=True, slots=True)
class Places:
    """The seats of button and blinds; seats of the button and the small blind may be empty."""

    button: int
    small: int
    big: int
    fresh: bool = False
    """All begin as at a new table, whatever they owe."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays the next hand, by position, and what is played; ``game`` has all that is posted."""

    game: Game
    seats: tuple[int, ...]
    players: tuple[str, ...]
    button: int
    """The seat of the button, which may be empty."""


def _such_as(game: str) -> str:
    """As in nolimit(rules=casino)."""
    if not game.startswith(("limit", "nolimit", "potlimit")) or "rules=" in game or "split=" in game:
        return ""
    return f", such as {game[:-1]}, rules=casino)" if game.endswith(")") else f", such as {game}(rules=casino)"


class Table:
    """Seats 0, 1, … clockwise, and the players in them.

    Chips are whole: a table needs rules that do not split them.

    >>> from railbird.game import nolimit
    >>> table = Table(nolimit(rules="casino"), seats=6)
    >>> for seat, player in enumerate(["Ann", "Bob", "Cy"]):
    ...     table.sit(seat, player, 10_000)
    >>> seating = table.next_hand()
    >>> seating.players, seating.game.blinds
    (('Bob', 'Cy', 'Ann'), (50, 100, 0))
    >>> table.settle([-50, 150, -100])
    >>> table.stacks()
    {'Ann': 9900, 'Bob': 9950, 'Cy': 10150}
    """

    def __init__(self, game: Game, *, seats: int = MOST_PLAYERS, button: ButtonRule = ButtonRule.DEAD) -> None:
        if not 2 <= seats <= MOST_PLAYERS:
            raise GameError(f"a table has 2 to {MOST_PLAYERS} seats, not {seats}")
        if not game.rules.odd_chips:
            raise GameError(f"a table needs rules that do not split chips{_such_as(str(game))}, not {game}")
        heads_up = game.players == 2
        self._dealer_has_big = heads_up and seats == 2 and not any(game.first)
        posted = game.blinds[::-1] if heads_up and not self._dealer_has_big else game.blinds
        first = (0 if self._dealer_has_big else 1 if heads_up else 2 % game.players, *([0] * (game.rounds - 1)))
        if any(posted[2:]) or not 0 < posted[0] <= posted[1] or game.first != first or len(set(game.antes)) > 1:
            raise GameError(f"a table needs a game with a small and a big blind and the usual order, not {game}")
        self.game = game
        self.rule = button
        self.small, self.big = posted[:2]
        self.guests: list[Guest | None] = [None] * seats
        self.button: int | None = None
        self.playing: Seating | None = None
        """The hand that has begun and is not settled."""
        self._small_seat = self._big_seat = 0
        full = range(seats)  # a game that does not fit so many players is refused now
        self._game_for(dict.fromkeys(full, (self.big, 0)), 0, dict.fromkeys(full, 1))

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
        self.guests[seat] = Guest(player, chips, posts=post)

    def leave(self, player: str) -> int:
        """Leave the table between hands; gives back the chips."""
        self._check_not_playing(player)
        seat = self._seat_of(player)
        chips = self._at(seat).stack
        self.guests[seat] = None
        return chips

    def sit_out(self, player: str) -> None:
        """Be dealt no further hands, until ``sit_in``."""
        self._guest(player).sits_out = True

    def sit_in(self, player: str, *, post: bool = False) -> None:
        """Come back. Who has missed blinds waits for the big blind unless he posts."""
        guest = self._guest(player)
        guest.sits_out, guest.posts = False, post

    def add_chips(self, player: str, chips: int) -> None:
        """Bring more chips to the table between hands."""
        self._check_not_playing(player)
        guest = self._guest(player)
        if not 0 < chips <= MOST_CHIPS - guest.stack:
            raise GameError(f"chips to add are at least 1, and at most 2^40 in a stack, not {chips}")
        guest.stack += chips

    def stacks(self) -> dict[str, int]:
        """What each player has, without the results of a hand that is being played."""
        return {guest.player: guest.stack for guest in self.guests if guest}

    # Hands

    def next_hand(self) -> Seating:
        """Move button and blinds on, and say who plays and posts what."""
        if self.playing:
            raise GameError("the last hand is not settled yet")
        present = [seat for seat, guest in enumerate(self.guests) if guest and guest.present]
        if len(present) < 2:
            raise GameError(f"a hand needs two players who are there and have chips, not {len(present)}")
        places = self._places(present)
        dealt = [seat for seat in present if self._is_dealt_in(seat, places)]
        if len(dealt) < 2:
            places = self._fresh_places(present)
            dealt = present
        if len(dealt) == 2:
            other = next(seat for seat in dealt if seat != places.big)
            places = Places(places.big if self._dealer_has_big else other, other, places.big, places.fresh)
        else:
            first = self._first(dealt, places)
            if places.button == places.big or self._between(first, places.button, places.big):
                # Two players have become more: the button, last with the small blind, goes to who acts last.
                last = max(dealt, key=lambda seat: (seat - first) % len(self.guests))
                places = replace(places, button=last)
        self.playing = self._begin_hand(dealt, places)
        return self.playing

    def settle(self, payoffs: Sequence[ChipAmount]) -> None:
        """Book what each player of the hand has won or lost, by position."""
        seating = self.playing
        if seating is None:
            raise GameError("there is no hand to settle")
        if len(payoffs) != len(seating.seats) or any(not isinstance(each, int) for each in payoffs):
            raise GameError(f"{len(seating.seats)} players get as many whole amounts, not {quoted(str(payoffs))}")
        stacks = [self._at(seat).stack + int(payoff) for seat, payoff in zip(seating.seats, payoffs, strict=True)]
        if min(stacks) < 0 or sum(payoffs) > 0:
            raise GameError(f"nobody loses more than he has, and nobody wins what others have not lost: {payoffs}")
        for seat, stack in zip(seating.seats, stacks, strict=True):
            self._at(seat).stack = stack
        self.playing = None

    # Where button and blinds go

    def _places(self, present: list[int]) -> Places:
        in_play = [seat for seat in present if self._at(seat).in_play]
        if len(in_play) < 2:
            return self._fresh_places(present)
        if self.rule is ButtonRule.DEAD:
            return Places(self._small_seat, self._big_seat, self._next(present, self._big_seat))
        return self._moving_places(present, in_play)

    def _fresh_places(self, present: list[int]) -> Places:
        """All begin as at a new table; nobody has the big blind twice in a row."""
        button = len(self.guests) - 1 if self.button is None else self.button
        for _ in range(2):
            button = self._next(present, button)
            small = button if len(present) == 2 else self._next(present, button)
            places = Places(button, small, self._next(present, small), fresh=True)
            if self.button is None or places.big != self._big_seat:
                break
        return places

    def _moving_places(self, present: list[int], in_play: list[int]) -> Places:
        """The button goes to the next player, or one further so that nobody has the big blind twice in a row."""
        assert self.button is not None
        button = self.button
        for _ in range(2):
            button = self._next(in_play, button)
            small = self._next(in_play, button)
            others = [seat for seat in present if self._between(small, seat, button)]
            places = Places(button, small, self._next(others, small)) if others else Places(button, button, small)
            if places.big != self._big_seat:
                break
        return places

    def _is_dealt_in(self, seat: int, places: Places) -> bool:
        """Is this player dealt in? Between button and big blind only the small blind is."""
        guest = self._at(seat)
        if places.fresh or seat == places.big:
            return True
        if seat == places.small:
            return guest.in_play
        return (guest.in_play or guest.posts) and not self._between(places.button, seat, places.big)

    def _note_missed_blinds(self, big: int) -> None:
        """Who is not in play while the big blind passes his seat owes both; who had it and goes owes the small one."""
        for seat, guest in enumerate(self.guests):
            if not guest or not guest.settled or guest.in_play or seat == big:
                continue
            if self._between(self._big_seat, seat, big):
                guest.owes_big = guest.owes_small = True
            elif seat == self._big_seat:
                guest.owes_small = True

    def _begin_hand(self, dealt: list[int], places: Places) -> Seating:
        first = self._first(dealt, places)
        seats = sorted(dealt, key=lambda seat: (seat - first) % len(self.guests))
        posts = {seat: self._posts(seat, places, heads_up=len(dealt) == 2) for seat in seats}
        game = self._game_for(posts, seats.index(places.big), {seat: self._at(seat).stack for seat in seats})
        if self.button is not None:
            self._note_missed_blinds(places.big)
        for seat, (live, _) in posts.items():
            self._at(seat).comes_in(paid_big=live >= self.big, has_button=seat == places.button)
        self.button, self._small_seat, self._big_seat = places.button, places.small, places.big
        return Seating(game, tuple(seats), tuple(self._at(seat).player for seat in seats), places.button)

    def _first(self, dealt: list[int], places: Places) -> int:
        """The seat of position 0: the small blind, or the big blind if that is dead or two players are left."""
        if self._dealer_has_big:
            return places.small
        return places.big if len(dealt) == 2 or places.small not in dealt else places.small

    def _posts(self, seat: int, places: Places, *, heads_up: bool) -> tuple[int, int]:
        """What a player posts, live and dead."""
        guest = self._at(seat)
        if seat == places.big:
            return self.big, 0
        if seat == places.small:
            due = self.rule is ButtonRule.MOVING and not places.fresh and not heads_up and not guest.paid_big
            return self.big if due else self.small, 0
        if guest.in_play or places.fresh:
            return 0, 0
        return self.big if guest.owes_big or not guest.settled else 0, self.small if guest.owes_small else 0

    def _game_for(self, posts: Mapping[int, tuple[int, int]], big: int, stacks: Mapping[int, int]) -> Game:
        """The game with these posts by seat; the big blind is at this position."""
        return replace(
            self.game,
            blinds=tuple(live for live, _ in posts.values()),
            antes=tuple(self.game.antes[0] + dead for _, dead in posts.values()),
            stacks=tuple(stacks[seat] for seat in posts),
            first=((big + 1) % len(posts), *([0] * (self.game.rounds - 1))),
        )

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

    def _check_not_playing(self, player: str) -> None:
        if self.playing and player in self.playing.players:
            raise GameError(f"{quoted(player)} is in a hand that is not settled")
