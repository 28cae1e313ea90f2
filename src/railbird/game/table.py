"""A table where players come and go: who has the button, who posts what, and who is dealt in.

The rules are Robert's Rules of Poker ("button and blind use"), with both ways of moving the button that they allow:

* *dead button*: the big blind moves to the next player, the small blind to the seat of the last big blind, and the
  button to the seat of the last small blind. If nobody sits there any more, nobody posts that blind.
* *moving button*: the button moves to the next player and the blinds follow. A player who would have the small blind
  without having paid the big blind posts a big blind, so there can be two.

Heads-up, the button has the small blind; in one game for two the dealer has the big blind and acts last in every round.

Players who sit down later, or who have missed blinds, either wait for the big blind or post: the big blind live, a
missed small blind dead. They are not dealt in between the button and the big blind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from railbird.errors import GameError, quoted
from railbird.game.definition import MOST_CHIPS, MOST_PLAYERS, Game
from railbird.game.events import ChipAmount


class ButtonRule(StrEnum):
    """How the button moves from hand to hand."""

    DEAD = "dead"
    MOVING = "moving"


@dataclass(slots=True)
class Guest:
    """A player at the table."""

    player: str
    stack: int
    sits_out: bool = False
    posts: bool = False
    """Posts what they owe to be dealt in at once, instead of waiting for the big blind."""
    has_played: bool = False
    """Has been dealt in before; false for a new player."""
    owes_big: bool = False
    owes_small: bool = False
    paid_big: bool = False
    """Has paid the big blind since they last had the button."""

    @property
    def present(self) -> bool:
        return self.stack > 0 and not self.sits_out

    @property
    def in_play(self) -> bool:
        """Whether they are dealt in without posting anything extra."""
        return self.present and self.has_played and not self.owes_big and not self.owes_small

    def deal_in(self, *, paid_big: bool, has_button: bool) -> None:
        """Record that they are dealt in and have posted all that they owed."""
        self.has_played = True
        self.owes_big = self.owes_small = self.posts = False
        self.paid_big = paid_big or (self.paid_big and not has_button)


@dataclass(frozen=True, slots=True)
class ButtonAndBlinds:
    """The seats of button and blinds; the seats of the button and the small blind may be empty."""

    button: int
    small: int
    big: int
    fresh: bool = False
    """All players start as at a new table, whatever they owe."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The players of the next hand, by position, and its game with all that is posted."""

    game: Game
    seats: tuple[int, ...]
    players: tuple[str, ...]
    button: int
    """The seat of the button, which may be empty."""


def _with_casino_rules(game: str) -> str:
    """A suggestion for the error message, such as nolimit(rules=casino)."""
    if not game.startswith(("limit", "nolimit", "potlimit")) or "rules=" in game or "split=" in game:
        return ""
    return f", such as {game[:-1]}, rules=casino)" if game.endswith(")") else f", such as {game}(rules=casino)"


class Table:
    """Seats 0, 1, … clockwise, and the players in them.

    A table needs rules that do not split chips.

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
            raise GameError(f"a table needs rules that do not split chips{_with_casino_rules(str(game))}, not {game}")
        heads_up = game.players == 2
        self._dealer_has_big = heads_up and seats == 2 and not any(game.first)
        posted = game.blinds[::-1] if heads_up and not self._dealer_has_big else game.blinds
        first = (0 if self._dealer_has_big else 1 if heads_up else 2 % game.players, *([0] * (game.rounds - 1)))
        if any(posted[2:]) or not 0 < posted[0] <= posted[1] or game.first != first or len(set(game.antes)) > 1:
            raise GameError(
                f"a table needs a small and a big blind, equal antes and the usual order of action, not {game}"
            )
        self.game = game
        self.rule = button
        self.small, self.big = posted[:2]
        self.guests: list[Guest | None] = [None] * seats
        self.button: int | None = None
        self.playing: Seating | None = None
        """The hand that has begun and is not settled yet."""
        self._small_seat = self._big_seat = 0
        self._before: dict[str, Any] = {}
        full = range(seats)  # reject a game now if it does not allow this many players
        self._game_for(dict.fromkeys(full, (self.big, 0)), 0, dict.fromkeys(full, 1))

    # Players

    def sit(self, seat: int, player: str, chips: int, *, post: bool = False) -> None:
        """Seat a player. Once the game has begun, they wait for the big blind unless they post."""
        if not 0 <= seat < len(self.guests):
            raise GameError(f"a seat must be between 0 and {len(self.guests) - 1}, not {seat}")
        if self.guests[seat] is not None:
            raise GameError(f"seat {seat} is taken")
        if any(guest and guest.player == player for guest in self.guests):
            raise GameError(f"{quoted(player)} already has a seat")
        if not 0 < chips <= MOST_CHIPS:
            raise GameError(f"a player must sit down with 1 to 2^40 chips, not {chips}")
        self.guests[seat] = Guest(player, chips, posts=post)

    def leave(self, player: str) -> int:
        """Remove a player between hands. Returns their chips."""
        self._check_not_playing(player)
        seat = self._seat_of(player)
        chips = self._at(seat).stack
        self.guests[seat] = None
        return chips

    def sit_out(self, player: str) -> None:
        """Deal a player out until ``sit_in``."""
        self._guest(player).sits_out = True

    def sit_in(self, player: str, *, post: bool = False) -> None:
        """Bring a player back. If they have missed blinds, they wait for the big blind unless they post."""
        guest = self._guest(player)
        guest.sits_out, guest.posts = False, post

    def add_chips(self, player: str, chips: int) -> None:
        """Add chips to a player's stack between hands."""
        self._check_not_playing(player)
        guest = self._guest(player)
        if not 0 < chips <= MOST_CHIPS - guest.stack:
            raise GameError(f"add at least 1 chip, and no more than makes a stack of 2^40, not {chips}")
        guest.stack += chips

    def stacks(self) -> dict[str, int]:
        """The stack of each player, without the result of a hand in progress."""
        return {guest.player: guest.stack for guest in self.guests if guest}

    # Saving

    def state(self) -> dict[str, Any]:
        """Guests, button and blinds as JSON data, as they were before a hand in progress; ``restore`` reads it back."""
        now: dict[str, Any] = {
            "guests": [None if guest is None else asdict(guest) for guest in self.guests],
            "button": self.button,
            "small_seat": self._small_seat,
            "big_seat": self._big_seat,
        }
        if self.playing is None:
            return now
        guests = []
        for before, guest in zip(self._before["guests"], now["guests"], strict=True):
            same = before and guest and before["player"] == guest["player"]
            guests.append({**before, "sits_out": guest["sits_out"]} if same else guest)
        return {**self._before, "guests": guests}

    def cancel(self) -> None:
        """Take back the hand that has begun: nobody has posted, and the button has not moved."""
        if self.playing is None:
            raise GameError("there is no hand to cancel")
        self.restore(self.state())

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue from ``state()`` of a table with as many seats. Raises GameError if it is malformed."""
        try:
            guests = [None if each is None else Guest(**each) for each in state["guests"]]
            seats = [state["small_seat"], state["big_seat"], *([] if state["button"] is None else [state["button"]])]
            stacks = [guest.stack for guest in guests if guest]
            if len(guests) != len(self.guests) or not all(0 <= seat < len(guests) for seat in seats):
                raise ValueError("the seats do not match the table")
            if not all(type(stack) is int and 0 <= stack <= MOST_CHIPS for stack in stacks):
                raise ValueError("a stack is not a number of chips")
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise GameError(f"not the state of this table: {quoted(str(state)[:100])} ({error!s:.80})") from None
        self.guests, self.button, self.playing = guests, state["button"], None
        self._small_seat, self._big_seat = state["small_seat"], state["big_seat"]

    # Hands

    def next_hand(self) -> Seating:
        """Move the button and the blinds. Returns who plays and posts what."""
        if self.playing:
            raise GameError("the last hand is not settled yet")
        self._before = self.state()
        present = [seat for seat, guest in enumerate(self.guests) if guest and guest.present]
        if len(present) < 2:
            raise GameError(f"a hand needs two players who sit in and have chips, not {len(present)}")
        blinds = self._blinds(present)
        dealt = [seat for seat in present if self._is_dealt_in(seat, blinds)]
        if len(dealt) < 2:
            blinds = self._fresh_blinds(present)
            dealt = present
        if len(dealt) == 2:
            other = next(seat for seat in dealt if seat != blinds.big)
            blinds = ButtonAndBlinds(blinds.big if self._dealer_has_big else other, other, blinds.big, blinds.fresh)
        else:
            first = self._first(dealt, blinds)
            if blinds.button == blinds.big or self._between(first, blinds.button, blinds.big):
                # Heads-up the button had the small blind; now that more play, it goes to the player who acts last.
                last = max(dealt, key=lambda seat: (seat - first) % len(self.guests))
                blinds = replace(blinds, button=last)
        self.playing = self._begin_hand(dealt, blinds)
        return self.playing

    def settle(self, payoffs: Sequence[ChipAmount]) -> None:
        """Add the payoffs of the hand, by position, to the stacks."""
        seating = self.playing
        if seating is None:
            raise GameError("there is no hand to settle")
        if len(payoffs) != len(seating.seats) or any(not isinstance(each, int) for each in payoffs):
            raise GameError(f"payoffs must be {len(seating.seats)} whole numbers, not {quoted(str(payoffs))}")
        stacks = [self._at(seat).stack + int(payoff) for seat, payoff in zip(seating.seats, payoffs, strict=True)]
        if min(stacks) < 0 or sum(payoffs) > 0:
            raise GameError(f"players cannot lose more than their stacks or win more than others lose: {payoffs}")
        for seat, stack in zip(seating.seats, stacks, strict=True):
            self._at(seat).stack = stack
        self.playing = None

    # Moving the button and the blinds

    def _blinds(self, present: list[int]) -> ButtonAndBlinds:
        in_play = [seat for seat in present if self._at(seat).in_play]
        if len(in_play) < 2:
            return self._fresh_blinds(present)
        if self.rule is ButtonRule.DEAD:
            return ButtonAndBlinds(self._small_seat, self._big_seat, self._next(present, self._big_seat))
        return self._moving_blinds(present, in_play)

    def _fresh_blinds(self, present: list[int]) -> ButtonAndBlinds:
        """All players start as at a new table; nobody has the big blind twice in a row."""
        button = len(self.guests) - 1 if self.button is None else self.button
        for _ in range(2):
            button = self._next(present, button)
            small = button if len(present) == 2 else self._next(present, button)
            blinds = ButtonAndBlinds(button, small, self._next(present, small), fresh=True)
            if self.button is None or blinds.big != self._big_seat:
                break
        return blinds

    def _moving_blinds(self, present: list[int], in_play: list[int]) -> ButtonAndBlinds:
        """The button moves to the next player, or one further if somebody would have the big blind twice in a row."""
        assert self.button is not None
        button = self.button
        for _ in range(2):
            button = self._next(in_play, button)
            small = self._next(in_play, button)
            others = [seat for seat in present if self._between(small, seat, button)]
            big = self._next(others, small) if others else small
            blinds = ButtonAndBlinds(button, small if others else button, big)
            if blinds.big != self._big_seat:
                break
        return blinds

    def _is_dealt_in(self, seat: int, blinds: ButtonAndBlinds) -> bool:
        """Whether a player is dealt in. Between the button and the big blind, only the small blind is."""
        guest = self._at(seat)
        if blinds.fresh or seat == blinds.big:
            return True
        if seat == blinds.small:
            return guest.in_play
        return (guest.in_play or guest.posts) and not self._between(blinds.button, seat, blinds.big)

    def _note_missed_blinds(self, big: int) -> None:
        """Record the blinds that players who are not in play now owe.

        They owe both if the big blind passes their seat, and the small blind if they have just had the big blind.
        """
        for seat, guest in enumerate(self.guests):
            if not guest or not guest.has_played or guest.in_play or seat == big:
                continue
            if self._between(self._big_seat, seat, big):
                guest.owes_big = guest.owes_small = True
            elif seat == self._big_seat:
                guest.owes_small = True

    def _begin_hand(self, dealt: list[int], blinds: ButtonAndBlinds) -> Seating:
        first = self._first(dealt, blinds)
        seats = sorted(dealt, key=lambda seat: (seat - first) % len(self.guests))
        posts = {seat: self._posts(seat, blinds, heads_up=len(dealt) == 2) for seat in seats}
        game = self._game_for(posts, seats.index(blinds.big), {seat: self._at(seat).stack for seat in seats})
        if self.button is not None:
            self._note_missed_blinds(blinds.big)
        for seat, (live, _) in posts.items():
            self._at(seat).deal_in(paid_big=live >= self.big, has_button=seat == blinds.button)
        self.button, self._small_seat, self._big_seat = blinds.button, blinds.small, blinds.big
        return Seating(game, tuple(seats), tuple(self._at(seat).player for seat in seats), blinds.button)

    def _first(self, dealt: list[int], blinds: ButtonAndBlinds) -> int:
        """The seat of position 0: the small blind, or the big blind if the small blind is dead or two players play."""
        if self._dealer_has_big:
            return blinds.small
        return blinds.big if len(dealt) == 2 or blinds.small not in dealt else blinds.small

    def _posts(self, seat: int, blinds: ButtonAndBlinds, *, heads_up: bool) -> tuple[int, int]:
        """What a player posts: live and dead chips."""
        guest = self._at(seat)
        if seat == blinds.big:
            return self.big, 0
        if seat == blinds.small:
            due = self.rule is ButtonRule.MOVING and not blinds.fresh and not heads_up and not guest.paid_big
            return self.big if due else self.small, 0
        if guest.in_play or blinds.fresh:
            return 0, 0
        return self.big if guest.owes_big or not guest.has_played else 0, self.small if guest.owes_small else 0

    def _game_for(self, posts: Mapping[int, tuple[int, int]], big: int, stacks: Mapping[int, int]) -> Game:
        """The game with these posts by seat and the big blind at position ``big``."""
        return replace(
            self.game,
            blinds=tuple(live for live, _ in posts.values()),
            antes=tuple(self.game.antes[0] + dead for _, dead in posts.values()),
            stacks=tuple(stacks[seat] for seat in posts),
            first=((big + 1) % len(posts), *([0] * (self.game.rounds - 1))),
        )

    # Seats

    def _next(self, seats: Iterable[int], after: int) -> int:
        """The first of these seats clockwise after ``after``."""
        return min(seats, key=lambda seat: (seat - after - 1) % len(self.guests))

    def _between(self, first: int, seat: int, last: int) -> bool:
        """Whether a seat lies strictly between two others, clockwise."""
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
            raise GameError(f"{quoted(player)} is in a hand that is not settled yet")
