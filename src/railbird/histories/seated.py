"""A hand that a file tells by seats: who sits where with what, who posts and acts; and how that becomes a record.

Readers fill it in line by line, with players numbered in the order of the file; amounts are in chips.
"""

from __future__ import annotations

from decimal import Decimal

from railbird._core import ActionKind, TakenAction
from railbird.errors import HistoryError, quoted
from railbird.game import Betting, Rules
from railbird.game.events import ChipAmount
from railbird.histories.amounts import card_bytes
from railbird.histories.record import (
    CAP,
    CASINO,
    UNSTATED,
    HandRecord,
    HoldemStakes,
    Origin,
    cap_needed,
    deal_of,
    holdem_game,
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
        self.steps: list[tuple[int, int, ActionKind, int]] = []
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

    def act(self, player: int, kind: ActionKind, amount: int) -> None:
        """An action; its amount is the cost of a call, or the total that a raise goes to."""
        self.steps.append((player, self.round, kind, amount))

    def deal_board(self, text: str, street: int) -> None:
        """New board cards, with which a street begins."""
        self.round = street
        self.board += card_bytes(text)
        if len(self.board) != street + 2:
            raise HistoryError(f"the board has {len(self.board)} cards in round {street + 1}")

    def show(self, player: int, text: str) -> None:
        """Hole cards of a player, which may be told several times."""
        cards = card_bytes(text)
        known = self.holes.get(player, cards)
        if len(cards) != 2 or known not in (cards, cards[::-1]):
            raise HistoryError(f"a player has two hole cards, not {quoted(text)} besides others")
        self.holes[player] = known

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
        if self.betting is not Betting.LIMIT:
            return self.sizes[1]
        posted = max((live for player, live in enumerate(self.live) if player not in self.straddlers), default=0)
        return self.sizes[0] if posted in (0, self.sizes[0]) else self.sizes[1]

    def record(self, unit: Decimal, currency: str, origin: Origin) -> HandRecord:
        """The record. Raises HistoryError if something is missing, or collected chips and rake are not the pot."""
        order = self._positions()
        position = {player: number for number, player in enumerate(order)}
        actions = tuple([TakenAction(position[step[0]], step[1], step[2], step[3]) for step in self.steps])
        names = list(self.names)
        collected = tuple([self.collected.get(player, 0) for player in order])
        if self.pot >= 0 and sum(collected) + self.rake != self.pot:
            raise HistoryError(
                f"the players collected {sum(collected)} chips and the rake was {self.rake}, but the pot {self.pot}"
            )
        return HandRecord(
            game=holdem_game(self._stakes(order, position, actions), [self.stacks[player] for player in order]),
            players=tuple([names[player] for player in order]),
            deal=deal_of([self.holes.get(player, b"") for player in order], self.board),
            actions=actions,
            collected=collected,
            rake=None if self.rake < 0 else self.rake,
            seats=tuple([self.seats[player] for player in order]),
            unit=unit,
            currency=currency,
            origin=origin,
        )

    def _positions(self) -> list[int]:
        """The players of the hand, from the first seat after the button on; heads-up, the small blind is last."""
        active = {step[0] for step in self.steps}
        count = len(self.seats)
        players = [each for each in range(count) if each in active or self.live[each] or self.antes[each]]
        if len(players) < 2:
            raise HistoryError(f"only {len(players)} of the players at the table post or act")
        players.sort(key=lambda each: ((self.seats[each] - self.button - 1) % 100, self.seats[each]))
        if len(players) == 2 and self.small == players[0]:
            players.reverse()
        return players

    def _stakes(self, order: list[int], position: dict[int, int], actions: tuple[TakenAction, ...]) -> HoldemStakes:
        ante, big = max(self.antes), self.big_blind()
        antes = [ante if each in self.all_in and self.antes[each] else self.antes[each] for each in order]
        blinds = [self.live[each] for each in order]
        limit = self.betting is Betting.LIMIT
        for number, player in enumerate(order):
            if player in self.all_in and 0 < blinds[number] < big and player != self.small:
                blinds[number] = big
        for player in self.straddlers:
            before = order[position[player] - 1]
            if not position[player] or not self.live[before] or before == self.small:
                raise HistoryError("only straddles left of the big blind can be played")
        small_bet, big_bet = (big, 2 * big) if big != self.sizes[0] else self.sizes
        return HoldemStakes(
            betting=self.betting,
            blinds=tuple(blinds),
            antes=tuple(antes),
            small_bet=small_bet if limit else big,
            big_bet=big_bet if limit else big,
            straddles=len(self.straddlers),
            cap=cap_needed(actions, blinds, small_bet) if limit else CAP,
            rules=self.rules,
        )
