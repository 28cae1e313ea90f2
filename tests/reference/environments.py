"""Environments in plain Python: observations as the guide has them, and hands at many tables one after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from railbird.abstraction.bet_menu import BetMenu, bet_turn
from railbird.game import ActionKind, Betting, Game, Hand
from railbird.game.dealing import deck
from tests.reference.dealing import deal_cards, named_stream
from tests.reference.monte_carlo import RandomStream

ENVIRONMENTS = 5
LEAVE, DEAL = -1, -2


@dataclass(frozen=True)
class Setting:
    """What hands are encoded with."""

    game: Game
    menu: BetMenu
    history: int
    scale: float
    unit: int


def totals(setting: Setting, hand: Hand) -> list[int]:
    """By action: 0 if it is not legal, 1 for a legal fold or call, and what a raise goes to."""
    if hand.over:
        return [0] * actions(setting)
    legal = hand.legal
    found = [int(legal.fold), 1, *[0] * (actions(setting) - 2)]
    if setting.game.betting is Betting.LIMIT:
        found[2] = legal.least_raise
    else:
        turn = bet_turn(hand, setting.game)
        for index, total in setting.menu.raises(turn).items() if turn else ():
            found[2 + index] = total
    return found


def actions(setting: Setting) -> int:
    if setting.game.betting is Betting.LIMIT:
        return 3
    return 2 + max((len(each.sizes) for each in setting.menu.sections), default=0) + (setting.menu.add_all_in > 0)


def observation(setting: Setting, hand: Hand, position: int) -> list[float]:
    """What the player at a position sees."""
    game, numbers = setting.game, _cards(hand.hole_bytes[position])
    board, start = hand.board_bytes, 0
    for cards in game.board_cards:
        if cards:
            numbers += _cards(board[start : start + cards])
            start += cards
    numbers += [float(each == hand.round) for each in range(game.rounds)]
    numbers += [float(each == position) for each in range(game.players)]

    def amount(chips: int) -> float:
        return min(1.0, chips * (1 / setting.scale))

    for step in range(game.players):
        player = (position + step) % game.players
        stays, stack = not hand.folded[player], hand.stacks[player]
        numbers += [amount(stack), amount(hand.bets[player]), amount(hand.paid[player])]
        numbers += [float(stays), float(stays and stack == 0)]
    call = hand.legal.call if hand.actor == position else 0
    numbers += [min(1.0, hand.pot * (1 / setting.scale) / game.players), amount(call)]
    numbers.append(call / (hand.pot + call) if hand.pot + call else 0.0)
    return numbers + _betting(setting, hand)


def _cards(cards: bytes) -> list[float]:
    return [float(card in cards) for card in range(52)]


def _betting(setting: Setting, hand: Hand) -> list[float]:
    again = Hand(hand.game, hand.deal if hand.over else bytes(deck(hand.game)[: hand.game.cards_needed]))
    by_round: list[list[list[float]]] = [[] for _ in range(setting.game.rounds)]
    for taken in hand.actions:
        cell = [float(taken.kind is ActionKind.FOLD), float(taken.kind is ActionKind.CALL), 0.0]
        if taken.kind is ActionKind.RAISE:
            added = taken.amount - again.bets[taken.player] - again.legal.call
            cell[2] = added / (again.pot + again.legal.call + added)
        by_round[again.round].append(cell)
        again.apply(taken.kind, taken.amount)
    numbers = []
    for cells in by_round:
        held = cells[-setting.history :]
        for cell in [*held, *[[0.0] * 3] * (setting.history - len(held))]:
            numbers += cell
    return numbers


@dataclass
class Table:
    """One table of a batch."""

    seed: int
    number: int = -1
    hand: Hand | None = None
    viewer: int = 0
    random: RandomStream | None = None
    row: tuple[list[float], list[int], int, list[float]] | None = None


@dataclass
class PlainBatch:
    """``TableBatch`` without arrays: one table after another, one action after another."""

    setting: Setting
    players: Sequence[str]
    home: int
    seeds: Sequence[int]
    tables: list[Table] = field(init=False)

    def __post_init__(self) -> None:
        self.tables = [Table(seed) for seed in self.seeds]

    def act(self, orders: Sequence[int]) -> None:
        for table, order in zip(self.tables, orders, strict=True):
            if order == LEAVE:
                continue
            won = [0.0] * len(self.players)
            if order == DEAL:
                self._deal(table, won)
            else:
                self._take(table, order)
                self._play_on(table)
                self._pay(table, won)
            self._look(table, won)

    def _deal(self, table: Table, won: list[float]) -> None:
        game = self.setting.game
        while True:
            table.number += 1
            cards = deal_cards(deck(game), game.cards_needed, table.seed, table.number)
            table.random = named_stream(table.seed, [table.number, ENVIRONMENTS])
            table.hand = Hand(game, bytes(cards))
            self._play_on(table)
            if not table.hand.over:
                return
            self._pay(table, won)

    def _seat(self, table: Table, position: int) -> int:
        return (position + table.number) % len(self.players)

    def _take(self, table: Table, action: int) -> None:
        assert table.hand
        total = totals(self.setting, table.hand)[action]
        if not total or action == 1:
            table.hand.call()
        elif action == 0:
            table.hand.fold()
        else:
            table.hand.raise_to(total)

    def _play_on(self, table: Table) -> None:
        hand, random = table.hand, table.random
        assert hand
        assert random
        while not hand.over:
            seat = self._seat(table, hand.actor)
            if self.players[seat] == "caller":
                table.viewer = seat
                return
            legal = [index for index, total in enumerate(totals(self.setting, hand)) if total]
            self._take(table, 1 if self.players[seat] == "always-call" else legal[random.next() * len(legal) >> 64])

    def _pay(self, table: Table, won: list[float]) -> None:
        assert table.hand
        if table.hand.over:
            for position, parts in enumerate(table.hand.payoff_parts()):
                won[self._seat(table, position)] += parts / (2520 * self.setting.unit)

    def _look(self, table: Table, won: list[float]) -> None:
        hand = table.hand
        assert hand
        seat = self.home if hand.over and self.home >= 0 else table.viewer
        position = (seat - table.number) % len(self.players)
        seen = observation(self.setting, hand, position)
        mask = [int(total > 0) for total in totals(self.setting, hand)]
        table.row = seen, mask, -1 if hand.over else table.viewer, won
