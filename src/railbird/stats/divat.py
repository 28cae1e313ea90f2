"""DIVAT, the ignorant value assessment tool for heads-up limit hold'em (Billings and Kan 2006).

In hindsight, with both hands known, the value of a betting round is how much more the actual betting won than the
baseline's:

    DIVAT = Σ over rounds of [ V(actual ending of the round) − V(ending if both had played the baseline) ].

V is what position 0 wins from an ending. After a fold the other player wins the pot; on the river the showdown decides.
For an ending of an earlier round the remaining cards are rolled out, in one of two ways:

* roll-out equity: the baseline also plays the later rounds, in every roll-out;
* all-in equity: nobody bets any more, V = equity · pot − put.

**With roll-out equity DIVAT is unbiased.** The winnings are the sum of all steps from ending to ending,

    won = DIVAT + Σ over rounds of [ V(baseline's ending of this round) − V(actual ending of the round before) ],

and in each of these terms the mean of the first V over the cards of the round is the second V, by the definition of the
roll-out. What remains is V before the deal, the value of a seat to the baseline itself. The two seats cancel, exactly
in duplicate dealing and over any even number of hands. With all-in equity the terms do not have mean 0, because the
better hand wins bets on later streets: decisions that depend on the cards make it biased.

Roll-outs are random, from a stream that depends only on the known cards. The cards dealt later have no effect on it, so
the noise of roll-outs has mean 0 too, and the same deal in another seating has the same roll-outs.
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
"""Roll-outs of each ending before the river. Ours: 96 make intervals 3 to 7 % narrower, and take four times as long."""
CHUNK = 512
"""The number of hands assessed at once."""
ROUNDS = len(BOARD_SIZES)
RIVER = ROUNDS - 1


class Equity(StrEnum):
    """How endings before the river are valued."""

    ROLL_OUT = "roll-out"
    """The baseline plays the later rounds."""
    ALL_IN = "all-in"
    """Nobody bets any more."""


def why_not_divat(game: Game) -> str | None:
    """Why DIVAT does not work for a game, or None if it does."""
    if not game.is_holdem or game.betting is not Betting.LIMIT or game.players != 2:
        return "it is defined only for heads-up limit hold'em"
    if any(game.most_actions):
        return "it needs rounds without a limit on the number of actions"
    if game.rake != Rake():
        return "it does not support rake"
    bets = sum(bet * most for bet, most in zip(game.bets, game.most_raises, strict=True))
    if min(game.stacks) < max(game.antes) + game.big_blind + bets:
        return "it needs stacks deep enough that nobody can be all-in"
    return None


class DivatLog:
    """Records finished heads-up hands and assesses their decisions."""

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
        self._assessed = np.zeros((0, ROUNDS))

    def add(self, hand: Hand, positions: Sequence[int]) -> None:
        """Record the next hand, with the position of each player."""
        holes, board = hand.known_hole_bytes("DIVAT"), hand.board_bytes
        self._rows.append((holes[0] + holes[1], board.ljust(5, b"\0"), *_betting(hand)))
        self._signs.append((1.0, -1.0) if positions[0] == 0 else (-1.0, 1.0))

    def by_round(self) -> Array:
        """[hands, rounds]: what position 0 gained by the betting in each round, in chips; 0 for rounds not reached."""
        for start in range(len(self._assessed), len(self._rows), CHUNK):
            self._assessed = np.concatenate([self._assessed, self._assess(self._rows[start : start + CHUNK])])
        return self._assessed

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
        result = np.zeros((count, ROUNDS))
        for number in range(ROUNDS):
            at = np.nonzero(ended >= number)[0]
            if len(at):
                actual = RoundEnding(put[at, number + 1], np.where(ended[at] == number, who[at], NOBODY))
                result[at, number] = self._round(number, holes[at], board[at], put[at, number], actual)
        return result

    def _round(
        self, number: int, holes: NDArray[np.uint8], boards: NDArray[np.uint8], before: Array, actual: RoundEnding
    ) -> Array:
        """The mean over all baselines of V(actual) − V(baseline)."""
        known = boards[:, : BOARD_SIZES[number]]
        strength = strengths(holes, known)
        endings = [play_round(each, self._rules[number], before, strength) for each in self._baselines]
        differ = np.array([_differ(actual, ending) for ending in endings])
        result = np.zeros(len(holes))
        rows = np.nonzero(differ.any(axis=0))[0]
        if not len(rows):
            return result
        future = _Future(number, holes[rows], known[rows], self._equity, self._roll_outs)
        for baseline, ending, other in zip(self._baselines, endings, differ[:, rows], strict=True):
            worth = [
                future.value(baseline, self._rules, RoundEnding(each.put[rows], each.folded[rows]))
                for each in (actual, ending)
            ]
            result[rows] += np.where(other, worth[0] - worth[1], 0.0)
        return result / len(self._baselines)


class _Future:
    """The rest of some hands after a betting round: roll-outs of their boards, and the values of endings."""

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
        """[hands]: what position 0 wins from an ending, as a mean over the roll-outs."""
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
    """Whether two endings have different values. After a fold only the chips of the player who folded count."""
    both = one.folded == other.folded
    same_put = one.put == other.put
    paid = np.select([one.folded == 0, one.folded == 1], [same_put[:, 0], same_put[:, 1]], same_put.all(axis=1))
    return np.asarray(~(both & paid))


def _roll_outs(holes: NDArray[np.uint8], boards: NDArray[np.uint8], count: int) -> NDArray[np.uint8]:
    """[cases, count, 5]: complete boards, random but determined by the known cards.

    If there are at most ``count`` possible boards, all are dealt. The order of cards matters, because each street is
    played when its card is dealt.
    """
    cases, size = boards.shape
    missing, left = 5 - size, 48 - size
    exact = math.perm(left, missing) <= count
    orders = np.array(list(permutations(range(left), missing))) if exact else None
    result = np.empty((cases, len(orders) if orders is not None else count, 5), dtype=np.uint8)
    result[:, :, :size] = boards[:, None]
    for case in range(cases):
        known = np.concatenate([holes[case].reshape(-1), boards[case]])
        drawn = orders
        if drawn is None:
            seed = int.from_bytes(blake2b(known.tobytes(), digest_size=8, person=b"divat").digest(), "little")
            drawn = np.argsort(np.random.default_rng(seed).random((count, left)), axis=1)[:, :missing]
        result[case, :, size:] = np.setdiff1d(np.arange(52, dtype=np.uint8), known)[drawn]
    return result


def _all_in(holes: NDArray[np.uint8], boards: NDArray[np.uint8]) -> Array:
    """[cases]: the all-in equity of position 0."""
    cases, size = boards.shape
    padded = np.zeros((cases, 5), dtype=np.uint8)
    padded[:, :size] = boards
    live = np.ones((cases, 2), dtype=bool)
    return all_in_shares(holes, live, padded, np.full(cases, size, dtype=np.uint8))[:, 0]


def _betting(hand: Hand) -> tuple[int, list[tuple[int, ...]], int]:
    """The last round of a hand; what each player had put in before the first and after each round; and who folded."""
    states = after_rounds(hand)
    puts = [_core.Hand(hand, 0).paid, *(state.paid for state in states)]
    folded = hand.folded.index(True) if True in hand.folded else NOBODY
    return len(states) - 1, puts + [hand.paid] * (ROUNDS + 1 - len(puts)), folded
