"""The leak report: how often, and at what cost, players folded the better hand.

Saukonoja's bot lost because it folded weak hands when the opponent's were even weaker (Saukonoja 2007, §5.3.2, §5.4).
A fold can be judged if the hole cards of all players still in are known: always in our own matches, and in histories if
they were shown.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from railbird import _core
from railbird.cards import evaluate
from railbird.errors import GameError
from railbird.game import ActionKind, Betting, Game, Hand, TakenAction
from railbird.game.definition import BOARD_SIZES, HOLDEM_STREETS
from railbird.game.pots import prize
from railbird.stats.chance import all_in_shares
from railbird.stats.style import Share, check_finished_holdem
from railbird.stats.win_rate import finite

MOST_EXAMPLES = 3
BOARD_CARDS = 5
SMALL_BETS, BIG_BLINDS = "small bets", "big blinds"


@dataclass(frozen=True, slots=True)
class CostlyFold:
    """One fold of the better hand."""

    hand: str
    """The hand as text."""
    action: int
    """The index of the fold among the actions of the hand."""
    street: str
    equity: float
    cost: float
    """In the unit of the report."""

    def to_json(self) -> dict[str, Any]:
        return {
            "hand": self.hand,
            "action": self.action,
            "street": self.street,
            "equity": self.equity,
            "cost": self.cost,
        }


@dataclass(frozen=True, slots=True)
class Leaks:
    """The folds of one player over some hands of hold'em.

    A player folds the better hand if it is the best of those still in at that moment: after the flop, if it beats every
    other hand on the current board (a tie does not count); pre-flop, if its equity is above 1/(players still in). The
    equity e is the player's mean share of the pot against the cards of those still in, if all cards are dealt and
    nobody bets any more; the cards of the others are dead.

    With c chips to call, calling and then checking to the end wins e (pot + c) − c on average. The pot is what the
    player can win: from each opponent at most their own stake after the call. Side pots are counted as one pot, and
    rake is ignored. If this value is above 0, it is the cost of the fold; otherwise the fold was right and saved the
    absolute value.
    """

    hands: int
    """Hands dealt to the player."""
    unit: str
    """The unit of amounts: small bets in limit games, big blinds in others."""
    better: Share
    """Folds of the better hand, as a share of all folds."""
    better_by_street: Mapping[str, Share]
    better_cost: float
    """The total cost of folds of the better hand."""
    right: Share
    """Right folds, as a share of all folds."""
    lost: float
    """The total cost of wrong folds, of the better hand or not."""
    saved: float
    """The total saved by right folds."""
    costliest: tuple[CostlyFold, ...]
    """The folds of the better hand that cost the most, at most three."""
    hidden: int = 0
    """Folds that cannot be judged, since hole cards of a player still in are unknown. They count nowhere else."""

    @property
    def folds(self) -> int:
        return self.better.of

    @property
    def cost_per_100(self) -> float:
        """The cost of folds of the better hand per 100 hands."""
        return 100 * self.better_cost / self.hands

    @property
    def cost_per_fold(self) -> float:
        """The mean cost of a fold of the better hand; NaN if there was none."""
        return self.better_cost / self.better.count if self.better.count else math.nan

    @property
    def lost_per_100(self) -> float:
        return 100 * self.lost / self.hands

    @property
    def saved_per_100(self) -> float:
        return 100 * self.saved / self.hands

    def __str__(self) -> str:
        each = f", {self.cost_per_fold:.2f} each" if self.better.count else ""
        return (
            f"better hand in {self.better.count:,} of {self.folds:,} folds ({self.better}): "
            f"{self.cost_per_100:.2f} {self.unit} per 100 hands{each}"
        )

    def to_json(self) -> dict[str, Any]:
        """The report as JSON data; unknown values are null."""
        return {
            "hands": self.hands,
            "unit": self.unit,
            "folds": self.folds,
            "better": self.better.to_json(),
            "better_by_street": {street: share.to_json() for street, share in self.better_by_street.items()},
            "cost_per_100": self.cost_per_100,
            "cost_per_fold": finite(self.cost_per_fold),
            "right": self.right.to_json(),
            "lost_per_100": self.lost_per_100,
            "saved_per_100": self.saved_per_100,
            "costliest": [fold.to_json() for fold in self.costliest],
            "hidden": self.hidden,
        }


class LeakCounter:
    """Counts the folds of finished hands by player id. Counters of different hands can be added.

    >>> counter = LeakCounter()
    >>> counter.add(Hand.parse("limit; AhAd 7c2d / Kc9d5h / 9s / 4d; r c / c r f"))
    >>> print(counter.report()["p1"])
    better hand in 1 of 1 folds (100 %): 481.21 small bets per 100 hands, 4.81 each
    """

    def __init__(self, threads: int | None = None) -> None:
        """``threads`` is the number of threads for equities; by default all cores."""
        self._threads = threads
        self._unit: str | None = None
        self._sums: dict[str, _Sums] = {}
        self._waiting: dict[int, list[_Fold]] = {}
        self._waiting_count = 0

    def __add__(self, other: LeakCounter) -> LeakCounter:
        both = LeakCounter(self._threads)
        for counter in (self, other):
            if counter._unit is not None:
                both._unit = _common_unit(both._unit, counter._unit)
        for counter in (self, other):
            counter._count_waiting()
            for player, sums in counter._sums.items():
                both._sums_of(player).add(sums)
        return both

    def add(self, hand: Hand) -> None:
        """Count the folds of one finished hand of hold'em."""
        check_finished_holdem(hand)
        self._unit = _common_unit(self._unit, _unit_of(hand.game))
        for player in hand.players:
            self._sums_of(player).hands += 1
        for position, fold in _folds_of(hand):
            if fold is None:
                self._sums_of(hand.players[position]).hidden += 1
            else:
                self._waiting.setdefault(len(fold.holes) // 2, []).append(fold)
                self._waiting_count += 1
        if self._waiting_count >= _AT_ONCE:
            self._count_waiting()

    def report(self) -> dict[str, Leaks]:
        """The leaks of each player so far."""
        self._count_waiting()
        return {player: sums.leaks(self._unit or "") for player, sums in self._sums.items()}

    def _sums_of(self, player: str) -> _Sums:
        sums = self._sums.get(player)
        if sums is None:
            sums = self._sums[player] = _Sums()
        return sums

    def _count_waiting(self) -> None:
        """Compute the equities of the waiting folds and count them."""
        waiting, self._waiting, self._waiting_count = self._waiting, {}, 0
        for players, folds in waiting.items():
            holes, boards = (
                np.frombuffer(b"".join(cards), dtype=np.uint8)
                for cards in ([fold.holes for fold in folds], [fold.hand.deal[-BOARD_CARDS:] for fold in folds])
            )
            live = np.array([fold.live for fold in folds], dtype=np.uint16)[:, None]
            shares = all_in_shares(
                holes.reshape(-1, players, 2),
                (live >> np.arange(players, dtype=np.uint16)) % 2 == 1,
                boards.reshape(-1, BOARD_CARDS),
                np.array([BOARD_SIZES[fold.round] for fold in folds], dtype=np.uint8),
                self._threads,
            )
            mine = shares[np.arange(len(folds)), [fold.place for fold in folds]]
            for fold, equity in zip(folds, mine.tolist(), strict=True):
                self._sums_of(fold.hand.players[fold.player]).count(fold, equity)


@dataclass(frozen=True, slots=True)
class _FinishedHand:
    """A finished hand, kept small until its text is needed."""

    game: Game
    deal: bytes
    players: tuple[str, ...]
    actions: tuple[TakenAction, ...]

    def __str__(self) -> str:
        hand = Hand(self.game, self.deal, players=self.players)
        for action in self.actions:
            hand.apply(action.kind, action.amount)
        return str(hand)


@dataclass(frozen=True, slots=True)
class _Fold:
    hand: _FinishedHand
    action: int
    player: int
    round: int
    holes: bytes
    """The hole cards of the players whose cards are known."""
    place: int
    """The place of the one who folds among these."""
    live: int
    """Who of these is still in, including the one who folds: bit p for place p."""
    ahead: bool
    """After the flop: whether the hand was the best so far."""
    to_call: int
    prize: int
    """The pot that the player could have won, including the call."""


@dataclass(slots=True)
class _Sums:
    """The folds of one player so far; amounts are in the unit of the report."""

    hands: int = 0
    folds: list[int] = field(default_factory=lambda: [0] * len(HOLDEM_STREETS))
    better: list[int] = field(default_factory=lambda: [0] * len(HOLDEM_STREETS))
    right: int = 0
    better_cost: float = 0.0
    lost: float = 0.0
    saved: float = 0.0
    costliest: list[CostlyFold] = field(default_factory=list)
    hidden: int = 0

    def count(self, fold: _Fold, equity: float) -> None:
        value = (equity * fold.prize - fold.to_call) / _chips_in_unit(fold.hand.game)
        self.folds[fold.round] += 1
        if value > _ROUNDING:
            self.lost += value
        else:
            self.right += 1
            self.saved += max(-value, 0.0)
        if fold.ahead if fold.round else equity * fold.live.bit_count() > 1 + _ROUNDING:
            self.better[fold.round] += 1
            if value > _ROUNDING:
                self.better_cost += value
                if len(self.costliest) < MOST_EXAMPLES or value > self.costliest[-1].cost:
                    street = HOLDEM_STREETS[fold.round]
                    self._keep(CostlyFold(str(fold.hand), fold.action, street, equity, value))

    def add(self, other: _Sums) -> None:
        self.hands += other.hands
        self.folds = [a + b for a, b in zip(self.folds, other.folds, strict=True)]
        self.better = [a + b for a, b in zip(self.better, other.better, strict=True)]
        self.right += other.right
        self.better_cost += other.better_cost
        self.lost += other.lost
        self.saved += other.saved
        self.hidden += other.hidden
        self._keep(*other.costliest)

    def leaks(self, unit: str) -> Leaks:
        folds = sum(self.folds)
        return Leaks(
            self.hands,
            unit,
            better=Share(sum(self.better), folds),
            better_by_street={
                street: Share(self.better[number], self.folds[number]) for number, street in enumerate(HOLDEM_STREETS)
            },
            better_cost=self.better_cost,
            right=Share(self.right, folds),
            lost=self.lost,
            saved=self.saved,
            costliest=tuple(self.costliest),
            hidden=self.hidden,
        )

    def _keep(self, *folds: CostlyFold) -> None:
        self.costliest = sorted([*self.costliest, *folds], key=lambda fold: -fold.cost)[:MOST_EXAMPLES]


_AT_ONCE = 1 << 16
"""The most folds that wait for their equities; the limit keeps memory small."""
_ROUNDING = 1e-9
"""Two different equities differ by more than this, because they are ratios of numbers of deals."""


def _folds_of(hand: Hand) -> Iterator[tuple[int, _Fold | None]]:
    """The folds of a hand by player, found by replaying it; None for a fold that cannot be judged."""
    if all(action.kind is not ActionKind.FOLD for action in hand.actions):
        return
    game, deal, cards = hand.game, hand.deal, hand.hole_bytes
    known = [player for player, hole in enumerate(cards) if hole]
    holes = b"".join(cards)
    played = _FinishedHand(game, deal, hand.players, hand.actions)
    still_in = set(range(game.players))
    for number, (player, round_number, kind, _) in enumerate(hand.actions):
        if kind is not ActionKind.FOLD:
            continue
        if still_in.issubset(known):
            state = _core.Hand(hand, number)
            to_call = state.legal.call
            live, place = sum(1 << known.index(each) for each in still_in), known.index(player)
            board = deal[-BOARD_CARDS:][: BOARD_SIZES[round_number]]
            ahead = round_number > 0 and _is_best(holes, place, live, board)
            lost = prize(game, state.paid, player, to_call)
            yield player, _Fold(played, number, player, round_number, holes, place, live, ahead, to_call, lost)
        else:
            yield player, None
        still_in.discard(player)


def _is_best(holes: bytes, place: int, live: int, board: bytes) -> bool:
    """Whether a hand beats those of all others still in, on the current board."""
    mine = evaluate(holes[2 * place : 2 * place + 2] + board)
    return all(
        evaluate(holes[2 * other : 2 * other + 2] + board) < mine
        for other in range(len(holes) // 2)
        if other != place and live >> other & 1
    )


def _unit_of(game: Game) -> str:
    return SMALL_BETS if game.betting is Betting.LIMIT else BIG_BLINDS


def _common_unit(unit: str | None, other: str) -> str:
    if unit not in (None, other):
        raise GameError(f"cannot add folds in {other} to folds in {unit}: use one counter for limit, one for others")
    return other


def _chips_in_unit(game: Game) -> int:
    return game.bets[0] if game.betting is Betting.LIMIT else game.big_blind or game.bets[0]
