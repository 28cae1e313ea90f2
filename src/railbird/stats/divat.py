"""DIVAT, the ignorant value assessment tool for heads-up limit hold'em (Billings and Kan 2006).

In hindsight, with both hands known, each betting round is worth what the actual betting won more than the baseline's:

    DIVAT = Σ over rounds of [ V(actual ending of the round) − V(ending if both had played the baseline) ].

V is what position 0 wins from an ending. A fold gives the pot to the other; on the river the showdown decides. From an
ending of an earlier round the cards to come are rolled out, in one of two ways:

* roll-out equity: the later rounds are played by the baseline as well, on every roll-out;
* all-in equity: nobody bets any more, V = equity · pot − put.

**With roll-out equity DIVAT is unbiased.** What was won is the sum of all steps from ending to ending,

    won = DIVAT + Σ over rounds of [ V(baseline's ending of this round) − V(actual ending of the round before) ],

and in each of the last terms the first V is, on average over the cards of the round, the second one: that is how the
second one was found. What remains is the value of a seat to the baseline itself, V before the deal. The two seats
cancel, exactly in duplicate dealing and over any even number of hands. With all-in equity the terms are not 0 on
average, because the better hand wins bets on later streets: decisions that depend on the cards make it biased.

Roll-outs are drawn at random, from a stream that the known cards alone determine. The dealt cards play no part in it,
so the noise of roll-outs has mean 0 too; and the same deal in another seating has the same roll-outs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from hashlib import blake2b
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.game import Betting, Game, Hand, after_rounds
from railbird.game.definition import BOARD_SIZES
from railbird.game.rules import Rake
from railbird.stats.chance import all_in_shares
from railbird.stats.divat_baseline import (
    BASELINES,
    NOBODY,
    Array,
    Baseline,
    Round,
    RoundEnding,
    play_round,
    strengths,
    winners,
)

ROLL_OUTS = 24
"""Of each ending that is not the last. Ours: 96 narrow intervals by 3 to 7 %, and take four times as long."""
CHUNK = 512
"""Hands that are looked at together."""
ROUNDS = len(BOARD_SIZES)
RIVER = ROUNDS - 1


class Equity(StrEnum):
    """How an ending is valued before the last round."""

    ROLL_OUT = "roll-out"
    """The baseline plays the later rounds."""
    ALL_IN = "all-in"
    """Nobody bets any more."""


def why_not_divat(game: Game) -> str | None:
    """Why DIVAT cannot be found in a game, or None."""
    if not game.is_holdem or game.betting is not Betting.LIMIT or game.players != 2:
        return "it is defined for heads-up limit hold'em"
    if any(game.most_actions):
        return "it needs rounds without a limit on the number of actions"
    if game.rake != Rake():
        return "it does not know rake"
    bets = sum(bet * most for bet, most in zip(game.bets, game.most_raises, strict=True))
    if min(game.stacks) < max(game.antes) + game.big_blind + bets:
        return "it needs stacks that no hand can use up"
    return None


class DivatLog:
    """Takes down finished hands of two players, and assesses their decisions."""

    def __init__(
        self,
        game: Game,
        *,
        baselines: Sequence[Baseline] = BASELINES,
        equity: Equity = Equity.ROLL_OUT,
        roll_outs: int = ROLL_OUTS,
    ) -> None:
        self._rules = [Round(*each) for each in zip(game.first, map(float, game.bets), game.most_raises, strict=True)]
        self._baselines, self._equity, self._roll_outs = tuple(baselines), equity, roll_outs
        self._rows: list[tuple[bytes, bytes, int, list[tuple[int, ...]], int]] = []
        self._signs: list[tuple[float, float]] = []
        self._found = np.zeros((0, ROUNDS))

    def add(self, hand: Hand, positions: Sequence[int]) -> None:
        """The next hand, and the position of each player in it."""
        holes, board = hand.known_hole_bytes("DIVAT"), hand.board_bytes
        self._rows.append((holes[0] + holes[1], board.ljust(5, b"\0"), *_betting(hand)))
        self._signs.append((1.0, -1.0) if positions[0] == 0 else (-1.0, 1.0))

    def by_round(self) -> Array:
        """[hands, rounds]: what position 0 gained by the betting of each round, in chips; 0 for rounds not reached."""
        for start in range(len(self._found), len(self._rows), CHUNK):
            self._found = np.concatenate([self._found, self._assess(self._rows[start : start + CHUNK])])
        return self._found

    def differences(self) -> Array:
        """[hands, players]: what each player gained in each hand, in chips."""
        signs = np.array(self._signs).reshape(-1, 2)
        return np.asarray(self.by_round().sum(axis=1)[:, None] * signs)

    def _assess(self, rows: list[tuple[bytes, bytes, int, list[tuple[int, ...]], int]]) -> Array:
        cards, boards, last, puts, folded = zip(*rows, strict=True)
        count = len(rows)
        holes = np.frombuffer(b"".join(cards), dtype=np.uint8).reshape(count, 2, 2)
        board = np.frombuffer(b"".join(boards), dtype=np.uint8).reshape(count, 5)
        put = np.array(puts, dtype=np.float64).reshape(count, ROUNDS + 1, 2)
        ended, who = np.array(last), np.array(folded)
        found = np.zeros((count, ROUNDS))
        for number in range(ROUNDS):
            at = np.nonzero(ended >= number)[0]
            if len(at):
                actual = RoundEnding(put[at, number + 1], np.where(ended[at] == number, who[at], NOBODY))
                found[at, number] = self._round(number, holes[at], board[at], put[at, number], actual)
        return found

    def _round(
        self, number: int, holes: NDArray[np.uint8], boards: NDArray[np.uint8], before: Array, actual: RoundEnding
    ) -> Array:
        """The mean over all baselines of V(actual) − V(baseline)."""
        known = boards[:, : BOARD_SIZES[number]]
        strength = strengths(holes, known)
        endings = [play_round(each, self._rules[number], before, strength) for each in self._baselines]
        differ = np.array([_differ(actual, ending) for ending in endings])
        found = np.zeros(len(holes))
        rows = np.nonzero(differ.any(axis=0))[0]
        if not len(rows):
            return found
        future = _Future(number, holes[rows], known[rows], self._equity, self._roll_outs)
        for baseline, ending, other in zip(self._baselines, endings, differ[:, rows], strict=True):
            worth = [
                future.value(baseline, self._rules, RoundEnding(each.put[rows], each.folded[rows]))
                for each in (actual, ending)
            ]
            found[rows] += np.where(other, worth[0] - worth[1], 0.0)
        return found / len(self._baselines)


class _Future:
    """What comes after a betting round, for some hands: the roll-outs of their boards, and what an ending is worth."""

    def __init__(
        self, number: int, holes: NDArray[np.uint8], boards: NDArray[np.uint8], equity: Equity, roll_outs: int
    ) -> None:
        self._number, self._equity = number, equity
        keys = np.concatenate([holes.reshape(len(holes), 4), boards], axis=1)
        _, first, self._case = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        self._case = self._case.reshape(-1)
        holes, boards = holes[first], boards[first]
        if equity is Equity.ALL_IN and number < RIVER:
            self._shares = _all_in(holes, boards)[:, None]
            return
        full = boards[:, None, :] if number == RIVER else _roll_outs(holes, boards, roll_outs)
        cases, count, _ = full.shape
        flat, hands = full.reshape(-1, 5), np.repeat(holes, count, axis=0)
        self._shares = winners(hands, flat).reshape(cases, count)
        self._strengths = {
            later: strengths(hands, flat[:, : BOARD_SIZES[later]]).reshape(cases, count, 2)
            for later in range(number + 1, ROUNDS)
        }

    def value(self, baseline: Baseline, rules: Sequence[Round], ending: RoundEnding) -> Array:
        """What position 0 wins from an ending, on average over the roll-outs: [hands]."""
        shares = self._shares[self._case]
        rolled = shares.shape[1]
        put, folded = np.repeat(ending.put, rolled, axis=0), np.repeat(ending.folded, rolled)
        if self._equity is Equity.ROLL_OUT:
            for later in range(self._number + 1, ROUNDS):
                on = folded == NOBODY
                strength = self._strengths[later][self._case].reshape(-1, 2)[on]
                put[on], folded[on] = play_round(baseline, rules[later], put[on], strength)
        won = np.select(
            [folded == 0, folded == 1], [-put[:, 0], put[:, 1]], shares.reshape(-1) * put.sum(axis=1) - put[:, 0]
        )
        return np.asarray(won.reshape(-1, rolled).mean(axis=1))


def _differ(one: RoundEnding, other: RoundEnding) -> NDArray[np.bool_]:
    """Are two endings worth something else? Of a fold only what the folder had put in counts."""
    both = one.folded == other.folded
    same_put = one.put == other.put
    paid = np.select([one.folded == 0, one.folded == 1], [same_put[:, 0], same_put[:, 1]], same_put.all(axis=1))
    return np.asarray(~(both & paid))


def _roll_outs(holes: NDArray[np.uint8], boards: NDArray[np.uint8], count: int) -> NDArray[np.uint8]:
    """[cases, count, 5]: boards dealt to their end, at random by the cards that are known.

    If there are no more than ``count`` of them, all are dealt. The order of the cards matters: each street is played
    when its card has come.
    """
    cases, size = boards.shape
    missing, left = 5 - size, 48 - size
    exact = math.perm(left, missing) <= count
    places = np.array(list(permutations(range(left), missing))) if exact else None
    found = np.empty((cases, len(places) if places is not None else count, 5), dtype=np.uint8)
    found[:, :, :size] = boards[:, None]
    for case in range(cases):
        known = np.concatenate([holes[case].reshape(-1), boards[case]])
        drawn = places
        if drawn is None:
            seed = int.from_bytes(blake2b(known.tobytes(), digest_size=8, person=b"divat").digest(), "little")
            drawn = np.argsort(np.random.default_rng(seed).random((count, left)), axis=1)[:, :missing]
        found[case, :, size:] = np.setdiff1d(np.arange(52, dtype=np.uint8), known)[drawn]
    return found


def _all_in(holes: NDArray[np.uint8], boards: NDArray[np.uint8]) -> Array:
    """[cases]: the all-in equity of position 0."""
    cases, size = boards.shape
    padded = np.zeros((cases, 5), dtype=np.uint8)
    padded[:, :size] = boards
    live = np.ones((cases, 2), dtype=bool)
    return all_in_shares(holes, live, padded, np.full(cases, size, dtype=np.uint8))[:, 0]


def _betting(hand: Hand) -> tuple[int, list[tuple[int, ...]], int]:
    """The last round of a hand; what each had put in before the first and after each round; and who folded."""
    states = after_rounds(hand)
    puts = [_core.Hand(hand, 0).paid, *(state.paid for state in states)]
    folded = hand.folded.index(True) if True in hand.folded else NOBODY
    return len(states) - 1, puts + [hand.paid] * (ROUNDS + 1 - len(puts)), folded
