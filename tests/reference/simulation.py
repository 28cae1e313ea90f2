"""Roll-outs of one decision, written plainly: hands from weights, a board, and the same deal after each action.

Randomness is either Python's or that of the native core, with the same random numbers and so the same trials.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.game import CALL, Action, ActionKind, Betting, Hand, raise_to
from tests.reference.dealing import named_stream
from tests.reference.monte_carlo import CARDS_PER_WORD, RandomStream, alias_table, draw

Array = NDArray[np.float64]
Pair = tuple[int, int]

PAIRS: list[Pair] = [(low, high) for high in range(52) for low in range(high)]
PARTS = 2520
"""Parts of a chip."""
SIMULATION = 4
MOST_DEALS = 1000
MOST_STEPS = 400
"""Raises after which players only call, since some games have no cap."""
OTHERS, NEXT_CARDS = 96, 16
ROUND_CARDS = (0, 3, 4, 5)


class Sample(NamedTuple):
    """Hands and next cards from which strength is estimated; they may share cards."""

    others: Sequence[Pair]
    next_cards: Sequence[int]


def strength(pair: Pair, board: Sequence[int], sample: Sample) -> float:
    """EHS' = HS + (1 - HS) PPot; 1/2 if no hand of the sample is possible."""
    others = [other for other in sample.others if not {*other} & {*pair}]
    if not others:
        return 0.5
    now = {other: trail(pair, other, board) for other in {*others}}
    hs = 1 - sum(now[other] for other in others) / (2.0 * len(others))
    gained = behind = 0
    for card in sample.next_cards:
        if card in pair:
            continue
        longer = [*board, card]
        then = {other: trail(pair, other, longer) for other in {*others} if now[other] and card not in other}
        for other in others:
            if other in then:
                behind += now[other]
                gained += max(now[other] - then[other], 0)
    return hs + (1 - hs) * gained / behind if behind else hs


def trail(pair: Pair, other: Pair, board: Sequence[int]) -> int:
    """0 ahead, 1 tied, 2 behind."""
    mine, theirs = _core.evaluate(bytes([*pair, *board])), _core.evaluate(bytes([*other, *board]))
    return (theirs > mine) + (theirs >= mine)


def whole_sample(board: Sequence[int]) -> Sample:
    """Every hand and every next card, which gives exact strengths."""
    cards = [card for card in range(52) if card not in board]
    return Sample(list(combinations(cards, 2)), cards if len(board) < 5 else [])


class Chance(Protocol):
    """The random choices of one trial."""

    def hand(self, player: int) -> Pair: ...
    def card(self) -> int: ...
    def numbers(self) -> Callable[[], float]:
        """Numbers in [0, 1), the same each time."""

    def sample(self, number: int, board: Sequence[int]) -> Sample: ...


class PlainChance:
    """Randomness from Python."""

    def __init__(self, simulation: PlainSimulation, seed: int, trial: int) -> None:
        self._tables = simulation.tables
        self._random = random.Random(f"{seed} {trial}")
        self._numbers = self._random.random()

    def hand(self, player: int) -> Pair:
        table = self._tables[player]
        return self._random.choices(list(table), list(table.values()))[0]

    def card(self) -> int:
        return self._random.randrange(52)

    def numbers(self) -> Callable[[], float]:
        return random.Random(self._numbers).random

    def sample(self, number: int, board: Sequence[int]) -> Sample:
        every = whole_sample(board)
        return Sample(
            self._random.choices(every.others, k=OTHERS),
            self._random.sample(every.next_cards, NEXT_CARDS if every.next_cards else 0),
        )


class NativeChance:
    """Randomness from the native core."""

    def __init__(self, simulation: PlainSimulation, seed: int, trial: int) -> None:
        self._name = seed, trial
        self._stream = named_stream(seed, [trial, SIMULATION])
        self._columns = simulation.columns
        self._cards: Iterator[int] = iter(())

    def hand(self, player: int) -> Pair:
        columns = self._columns[player]
        column, rest = draw(self._stream.next(), len(columns))
        own, keep, alias = columns[column]
        return alias if rest >= keep else own

    def card(self) -> int:
        card = next(self._cards, None)
        if card is None:
            self._cards = _cards(self._stream)
            card = next(self._cards)
        return card

    def numbers(self) -> Callable[[], float]:
        stream = deepcopy(self._stream)
        return lambda: (stream.next() >> 11) * 2.0**-53

    def sample(self, number: int, board: Sequence[int]) -> Sample:
        seed, trial = self._name
        return native_sample(named_stream(seed, [trial, SIMULATION, number]), board)


Column = tuple[Pair, int, Pair]
"""A hand, its own share in 2^-64, and its alias."""


def _columns(table: dict[Pair, float]) -> list[Column]:
    hands, largest = list(table), max(table.values())
    columns = alias_table([max(int(weight / largest * 2.0**32), 1) for weight in table.values()])
    return [(hand, keep, hands[alias]) for hand, (keep, alias) in zip(hands, columns, strict=True)]


def _cards(stream: RandomStream) -> Iterator[int]:
    """Draw a hand from one random word."""
    fraction = stream.next()
    for _ in range(CARDS_PER_WORD):
        card, fraction = draw(fraction, 52)
        yield card


def _fresh_card(stream: RandomStream, used: Iterable[int]) -> int:
    while True:
        for card in _cards(stream):
            if card not in used:
                return card


def native_sample(stream: RandomStream, board: Sequence[int]) -> Sample:
    """The sample that the native core draws."""
    next_cards: list[int] = []
    while len(board) < 5 and len(next_cards) < NEXT_CARDS:
        next_cards.append(_fresh_card(stream, [*board, *next_cards]))
    others: list[Pair] = []
    for _ in range(OTHERS):
        first = _fresh_card(stream, board)
        second = _fresh_card(stream, [*board, first])
        others.append((min(first, second), max(first, second)))
    return Sample(others, next_cards)


@dataclass(frozen=True)
class Deal:
    """The hands of all players, including those who have folded, and the whole board."""

    hands: dict[int, Pair]
    board: bytes


Strengths = Callable[[int, int], float]
"""The strength of a player in a round."""


@dataclass(frozen=True)
class PlainSimulation:
    """The decision of the player to act; the cards of the hand itself are not used."""

    hand: Hand
    hole: bytes
    board: bytes
    weights: Array
    """[players, 1326]"""
    strengths: Array
    """The strengths of all hands on this board."""
    policies: Array
    """[players, round, raises, bets, opponents, bins, 3]"""
    raises: Sequence[int]
    bet: float = 0.75
    high_price: float = 0.0

    @property
    def actions(self) -> list[Action]:
        return [CALL, *map(raise_to, self.raises)]

    @property
    def others(self) -> list[int]:
        return [player for player in range(self.hand.game.players) if player != self.hand.actor]

    @cached_property
    def tables(self) -> dict[int, dict[Pair, float]]:
        """The possible hands of each other player, with probabilities."""
        known = {*self.hole, *self.board}
        return {
            player: {
                pair: weight
                for pair, weight in zip(PAIRS, self.weights[player].tolist(), strict=True)
                if weight > 0 and not known & {*pair}
            }
            for player in self.others
        }

    @cached_property
    def columns(self) -> dict[int, list[Column]]:
        return {player: _columns(table) for player, table in self.tables.items()}

    def run(
        self, trials: Iterable[int], seed: int, chance: type[PlainChance] | type[NativeChance]
    ) -> dict[Action, list[float]]:
        """The winnings of each action in each trial, in chips from here on; trials without a deal are left out."""
        won: dict[Action, list[float]] = {action: [] for action in self.actions}
        for trial in trials:
            luck = chance(self, seed, trial)
            deal = self.deal(luck)
            if deal is None:
                continue
            strengths = self.strengths_in(deal, luck)
            for action in won:
                won[action].append(self.play(deal, action, luck.numbers(), strengths))
        return won

    def deal(self, chance: Chance) -> Deal | None:
        """Draw a hand for each player from their weights, all again if two share a card; then the board."""
        for _ in range(MOST_DEALS):
            hands: dict[int, Pair] = {}
            used = {*self.hole, *self.board}
            for player in self.others:
                hands[player] = chance.hand(player)
                if used & {*hands[player]}:
                    break
                used |= {*hands[player]}
            else:
                board = [*self.board]
                while len(board) < 5:
                    card = chance.card()
                    if card not in used:
                        used.add(card)
                        board.append(card)
                return Deal({**hands, self.hand.actor: (min(self.hole), max(self.hole))}, bytes(board))
        return None

    def strengths_in(self, deal: Deal, chance: Chance, needed: int | None = None) -> Strengths:
        """Strengths: given in this round; estimated from one sample for all players in each later round.

        With a single bin only the one of the player ``needed`` matters.
        """
        samples: dict[int, Sample] = {}

        def player_strength(player: int, number: int) -> float:
            pair = deal.hands[player]
            if number == self.hand.round:
                return float(self.strengths[PAIRS.index(pair)])
            if self.policies.shape[-2] == 1 and player != needed:
                return 0.0
            board = deal.board[: ROUND_CARDS[number]]
            if number not in samples:
                samples[number] = chance.sample(number, board)
            return strength(pair, board, samples[number])

        return player_strength

    def hand_with(self, deal: Deal) -> Hand:
        """The hand with the same betting and these cards."""
        game = self.hand.game
        cards = bytes(card for player in range(game.players) for card in deal.hands[player])
        hand = Hand(game, cards + deal.board)
        for action in self.hand.actions:
            hand.apply(action.kind, action.amount)
        return hand

    def play(self, deal: Deal, action: Action, number: Callable[[], float], strengths: Strengths) -> float:
        """Play one deal to its end."""
        hand = self.hand_with(deal)
        hand.apply(action.kind, action.to or 0)
        return self.roll_out(hand, number, strengths)

    def roll_out(self, hand: Hand, number: Callable[[], float], strengths: Strengths) -> float:
        """Play on by the policies."""
        known: dict[tuple[int, int], float] = {}
        steps = 0
        while not hand.over:
            key = hand.actor, hand.round
            if key not in known:
                known[key] = strengths(*key)
            fold, _, raises = self.choices(hand, known[key])
            if steps >= MOST_STEPS:
                raises = 0.0
            steps += 1
            drawn = number()
            if drawn < fold:
                hand.fold()
            elif drawn >= 1 - raises:
                hand.raise_to(self.raise_size(hand))
            else:
                hand.call()
        return self.value(hand)

    def choices(self, hand: Hand, his_strength: float) -> tuple[float, float, float]:
        """The probabilities of fold, call and raise of the player to act; illegal actions become calls."""
        legal = hand.legal
        raises, opponents = min(hand.raises, 4), min(hand.folded.count(False) - 1, 3)
        table = self.policies[hand.actor, hand.round, raises, self.bets_to_call(hand), opponents - 1]
        fold, _, bold = table[min(int(his_strength * len(table)), len(table) - 1)].tolist()
        if not legal.call:
            fold = 0.0
        if not legal.most_raise:
            bold = 0.0
        return fold, 1 - fold - bold, bold

    def bets_to_call(self, hand: Hand) -> int:
        if not self.high_price or hand.game.betting is Betting.LIMIT:
            return bets_to_call(hand)
        raised = hand.round > 0 or hand.raises > 0
        return (hand.legal.call > 0) + (raised and hand.legal.call > self.high_price * hand.pot)

    def raise_size(self, hand: Hand, bet: float | None = None) -> int:
        """The total of a raise: a multiple of the pot, within the legal bounds."""
        legal = hand.legal
        if hand.game.betting is Betting.LIMIT:
            return legal.least_raise
        pots = min((self.bet if bet is None else bet) * (hand.pot + legal.call), 2.0**41)
        wanted = hand.bets[hand.actor] + legal.call + math.floor(Fraction(pots) + Fraction(1, 2))
        return min(max(wanted, legal.least_raise), legal.most_raise)

    def value(self, hand: Hand) -> float:
        """The winnings of the deciding player from here on."""
        player = self.hand.actor
        return hand.payoff_parts()[player] / PARTS + self.hand.paid[player]

    def exact(self) -> dict[Action, float]:
        """The exact value of each action: all deals by their weights, and all continuations.

        Later rounds must not use strength, and no sequence may reach the limit of raises.
        """
        sums, total = dict.fromkeys(self.actions, 0.0), 0.0
        for deal, weight in self.deals():
            hand = self.hand_with(deal)
            strengths = {player: float(self.strengths[PAIRS.index(pair)]) for player, pair in deal.hands.items()}
            total += weight
            for action in sums:
                hand.apply(action.kind, action.to or 0)
                sums[action] += weight * self._expected(hand, strengths)
                hand.undo()
        return {action: value / total for action, value in sums.items()}

    def _expected(self, hand: Hand, strengths: dict[int, float]) -> float:
        if hand.folded[self.hand.actor]:
            return float(self.hand.paid[self.hand.actor] - hand.paid[self.hand.actor])
        if hand.over:
            return self.value(hand)
        choices = self.choices(hand, strengths[hand.actor])
        expected = 0.0
        for kind, share in zip(ActionKind, choices, strict=True):
            if share > 0:
                hand.apply(kind, self.raise_size(hand) if kind is ActionKind.RAISE else 0)
                expected += share * self._expected(hand, strengths)
                hand.undo()
        return expected

    def deals(self) -> Iterator[tuple[Deal, float]]:
        """All deals, with the product of the weights."""
        mine = {self.hand.actor: (min(self.hole), max(self.hole))}
        for hands, weight in self._hands(self.others, {*self.hole, *self.board}):
            used = {*self.hole, *self.board}.union(*hands.values())
            rest = [card for card in range(52) if card not in used]
            for more in combinations(rest, 5 - len(self.board)):
                yield Deal({**hands, **mine}, self.board + bytes(more)), weight

    def _hands(self, players: Sequence[int], used: set[int]) -> Iterator[tuple[dict[int, Pair], float]]:
        if not players:
            yield {}, 1.0
            return
        for pair, weight in self.tables[players[0]].items():
            if not used & {*pair}:
                for hands, others in self._hands(players[1:], used | {*pair}):
                    yield {players[0]: pair, **hands}, weight * others


def bets_to_call(hand: Hand) -> int:
    """At most two; in no-limit games the raises of the round, the blind counting as one."""
    to_call = hand.legal.call
    if not to_call:
        return 0
    if hand.game.betting is Betting.LIMIT:
        return min(math.ceil(Fraction(to_call, hand.game.bets[hand.round])), 2)
    return min(max(hand.raises + (hand.round == 0), 1), 2)
