"""A hand that a file tells by seats: who sits where with what, who posts and acts; and how that becomes a record.

Readers fill it in line by line, with players numbered in the order of the file; amounts are in chips.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache, partial
from operator import itemgetter
from typing import Any, NamedTuple

from railbird._core import ActionKind, TakenAction
from railbird.errors import HistoryError, quoted
from railbird.game import Betting, Rules
from railbird.game.events import ChipAmount
from railbird.histories.amounts import card_bytes
from railbird.histories.record import (
    CAP,
    CASINO,
    HIDDEN,
    UNSTATED,
    HandRecord,
    HoldemStakes,
    Origin,
    cap_needed,
    deal_of,
    holdem_game,
    rounds_with_raises,
)


class SeatedHand:
    """What is known of a hand so far."""

    def __init__(self, rules: Rules = CASINO) -> None:
        self.rules = rules
        self.betting = Betting.NO_LIMIT
        self.sizes = (0, 0)
        """Small and big blind; in limit games the bets."""
        self.names: dict[str, int] = {}
        self.seats: list[int] = []
        self.stacks: list[int] = []
        self.button = 0
        self.antes: list[int] = []
        """All dead money, of each player."""
        self.live: list[int] = []
        self.all_in: set[int] = set()
        """Who posted all their chips."""
        self.small = -1
        self.straddlers: list[int] = []
        self.steps: list[TakenAction] = []
        """The actions, with players instead of positions."""
        self.holes: dict[int, bytes] = {}
        self.collected: dict[int, ChipAmount] = {}
        self.board = b""
        self.round = 0
        self.pot = self.rake = UNSTATED

    def sit(self, name: str, seat: int, stack: int) -> None:
        """A player at the table."""
        if name in self.names or seat in self.seats:
            raise HistoryError(f"two players have the name {quoted(name)} or the seat {seat}")
        self.names[name] = len(self.seats)
        self.seats.append(seat)
        self.stacks.append(stack)
        self.antes.append(0)
        self.live.append(0)

    def sit_all(self, names: list[str], seats: list[int], stacks: list[int]) -> None:
        """All players at the table, of whom none sits there yet."""
        self.names = dict(zip(names, range(len(names)), strict=True))
        if len(self.names) < len(names) or len(set(seats)) < len(seats):
            raise HistoryError("two players have the same name or the same seat")
        self.seats, self.stacks = seats, stacks
        self.antes, self.live = [0] * len(names), [0] * len(names)

    def act(self, player: int, kind: ActionKind, amount: int) -> None:
        """An action; its amount is the cost of a call, or the total that a raise goes to."""
        self.steps.append(TakenAction(player, self.round, kind, amount))

    def deal_board(self, text: str, street: int) -> None:
        """New board cards, with which a street begins."""
        self.round = street
        self.board += card_bytes(text)
        if len(self.board) != street + 2:
            raise HistoryError(f"the board has {len(self.board)} cards in round {street + 1}")

    def show(self, player: int, text: str) -> None:
        """Hole cards of a player, which may be told several times."""
        cards = card_bytes(text)
        known = self.holes.setdefault(player, cards)
        if len(cards) != 2 or (known != cards and known != cards[::-1]):
            raise HistoryError(f"a player has two hole cards, not {quoted(text)} besides others")

    def post_small_blind(self, player: int, amount: int) -> None:
        """The small blind; a second one is that of a returning player, and dead."""
        if self.small >= 0:
            self.antes[player] += amount
        else:
            self.small = player
            self.live[player] = amount

    def post_straddle(self, player: int, amount: int) -> None:
        self.live[player] = amount
        self.straddlers.append(player)

    def collect(self, player: int, amount: ChipAmount) -> None:
        self.collected[player] = self.collected.get(player, 0) + amount

    def big_blind(self) -> int:
        """The big blind, or what was posted if the stakes of a limit game are its bets."""
        return _big_blind(self.betting, self.sizes, self.live, self.straddlers)

    def record(self, unit: Decimal, currency: str, origin: Origin) -> HandRecord:
        """The record. Raises HistoryError if something is missing, or collected chips and rake are not the pot."""
        players, rounds, kinds, amounts = zip(*self.steps, strict=True) if self.steps else ((), (), (), ())
        limit = self.betting is Betting.LIMIT
        layout = _layout(
            _Posts(
                self.button,
                self.small,
                tuple(self.seats),
                tuple(self.live),
                tuple(self.antes),
                self.sizes,
                frozenset(players),
                tuple(self.straddlers),
                frozenset(self.all_in),
                tuple(rounds_with_raises(self.steps)) if limit else (),
                self.betting,
                self.rules,
            )
        )
        order, by_position = layout.order, layout.by_position
        collected = tuple([self.collected.get(player, 0) for player in order])
        if self.pot >= 0 and sum(collected) + self.rake != self.pot:
            raise HistoryError(
                f"the players collected {sum(collected)} chips and the rake was {self.rake}, but the pot {self.pot}"
            )
        return HandRecord(
            game=holdem_game(layout.stakes, by_position(self.stacks)),
            players=by_position(list(self.names)),
            deal=deal_of([self.holes.get(player, HIDDEN) for player in order], self.board),
            actions=tuple(map(_taken, zip(map(layout.position, players), rounds, kinds, amounts, strict=True))),
            collected=collected,
            rake=None if self.rake < 0 else self.rake,
            seats=by_position(self.seats),
            unit=unit,
            currency=currency,
            origin=origin,
        )


_taken: Callable[[tuple[int, int, ActionKind, int]], TakenAction] = partial(tuple.__new__, TakenAction)
"""An action from its fields, faster than by TakenAction._make, which is a function in Python."""


class _Posts(NamedTuple):
    """What says who plays in which position, and for what stakes: the same for many hands of a table."""

    button: int
    small: int
    seats: tuple[int, ...]
    live: tuple[int, ...]
    antes: tuple[int, ...]
    sizes: tuple[int, int]
    active: frozenset[int]
    """The players who do something."""
    straddlers: tuple[int, ...]
    all_in: frozenset[int]
    raises: tuple[int, ...]
    """The rounds in which somebody raises, in limit games."""
    betting: Betting
    rules: Rules


class _Layout(NamedTuple):
    order: tuple[int, ...]
    """The players by position."""
    by_position: itemgetter[Any]
    """Sorts a list with an item per player."""
    position: Callable[[int], int]
    """The position of a player."""
    stakes: HoldemStakes


@lru_cache(maxsize=4096)
def _layout(posts: _Posts) -> _Layout:
    order = _positions(posts)
    position = {player: number for number, player in enumerate(order)}
    return _Layout(order, itemgetter(*order), position.__getitem__, _stakes(posts, order, position))


def _positions(posts: _Posts) -> tuple[int, ...]:
    """The players of the hand, from the first seat after the button on; heads-up, the small blind is last."""
    count = len(posts.seats)
    players = [each for each in range(count) if each in posts.active or posts.live[each] or posts.antes[each]]
    if len(players) < 2:
        raise HistoryError(f"only {len(players)} of the players at the table post or act")
    players.sort(key=lambda each: ((posts.seats[each] - posts.button - 1) % 100, posts.seats[each]))
    if len(players) == 2 and posts.small == players[0]:
        players.reverse()
    return tuple(players)


def _stakes(posts: _Posts, order: Sequence[int], position: Mapping[int, int]) -> HoldemStakes:
    ante, big = max(posts.antes), _big_blind(posts.betting, posts.sizes, posts.live, posts.straddlers)
    antes = [ante if each in posts.all_in and posts.antes[each] else posts.antes[each] for each in order]
    blinds = [posts.live[each] for each in order]
    limit = posts.betting is Betting.LIMIT
    for number, player in enumerate(order):
        if player in posts.all_in and 0 < blinds[number] < big and player != posts.small:
            blinds[number] = big
    for player in posts.straddlers:
        before = order[position[player] - 1]
        if not position[player] or not posts.live[before] or before == posts.small:
            raise HistoryError("only straddles left of the big blind can be played")
    small_bet, big_bet = (big, 2 * big) if big != posts.sizes[0] else posts.sizes
    return HoldemStakes(
        betting=posts.betting,
        blinds=tuple(blinds),
        antes=tuple(antes),
        small_bet=small_bet if limit else big,
        big_bet=big_bet if limit else big,
        straddles=len(posts.straddlers),
        cap=cap_needed(posts.raises, blinds, small_bet) if limit else CAP,
        rules=posts.rules,
    )


def _big_blind(betting: Betting, sizes: tuple[int, int], live: Sequence[int], straddlers: Sequence[int]) -> int:
    if betting is not Betting.LIMIT:
        return sizes[1]
    posted = max((each for player, each in enumerate(live) if player not in straddlers), default=0)
    return sizes[0] if posted in (0, sizes[0]) else sizes[1]
