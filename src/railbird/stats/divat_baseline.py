"""DIVAT's baseline: a policy that bets for value and folds by pot odds, knowing only its hand and the pot.

Billings and Kan (2006) compare the actual betting with what such a policy would have done in both seats with the same
cards. It ignores all context (it is "ignorant"), never bluffs and never slow-plays:

* It bets or raises if the strength of its hand reaches the threshold for one more bet in the round.
* Facing a bet, it folds the share of hands at which a bluff breaks even (to call / pot, where the pot includes the bet)
  and calls with all others.

Strength is the percentile among all hands on this board: the share of hands that it beats, with ties counted as half.
So a threshold of 0.6 bets the best 40 % of hands. Pre-flop, hands are ordered by their equity against a random hand.

We do not know the thresholds that Billings and Kan used; those here are ours. To smooth the assessment of hands near a
threshold they average five settings, from loose and aggressive to tight and conservative (Billings 2006, 5.3.5); so do
we.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.cards.range_text import preflop_equities

Array = NDArray[np.float64]

NOBODY = -1
"""Nobody has folded."""
CHUNK = 256
"""The number of boards whose hands are ranked at once."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """One setting of the baseline policy. All numbers are ours."""

    make: tuple[float, ...]
    """The strength needed for the first, second, third and any further bet in a round; blinds do not count."""
    fold: float
    """The share of hands to fold, as a multiple of to call / pot."""

    def __post_init__(self) -> None:
        if not self.make or list(self.make) != sorted(self.make) or self.fold < 0:
            raise ValueError(f"thresholds must rise from bet to bet, and the fold share must not be negative: {self}")

    def bets(self, strength: Array, most: int) -> NDArray[np.int64]:
        """The number of bets in a round that a hand is worth, at most ``most``."""
        needed = (*self.make, *[self.make[-1]] * most)[:most]
        return np.asarray((np.asarray(strength)[..., None] >= np.array(needed)).sum(axis=-1), dtype=np.int64)


LOOSE, MODERATE, TIGHT = (
    Baseline((0.58, 0.75, 0.90, 0.95), 0.8),
    Baseline((0.62, 0.80, 0.92, 0.96), 1.0),
    Baseline((0.66, 0.85, 0.94, 0.97), 1.2),
)
BASELINES = (
    LOOSE,
    Baseline((0.60, 0.775, 0.91, 0.955), 0.9),
    MODERATE,
    Baseline((0.64, 0.825, 0.93, 0.965), 1.1),
    TIGHT,
)
"""Five settings, from loose and aggressive to tight and conservative, whose assessments are averaged."""


class Round(NamedTuple):
    """The rules of a betting round."""

    first: int
    """The position that acts first."""
    bet: float
    most: int
    """The maximum number of bets and raises."""


class RoundEnding(NamedTuple):
    """How a betting round ended, for any number of cases."""

    put: Array
    """[cases, 2]: what each position has put into the pot in the whole hand."""
    folded: NDArray[np.int64]
    """[cases]: the position that folded, or ``NOBODY``."""


def play_round(baseline: Baseline, rules: Round, put: Array, strength: Array) -> RoundEnding:
    """Play a betting round by the baseline in both seats; ``put`` and ``strength`` are [cases, 2], by position.

    >>> even = np.array([[20.0, 20.0]])
    >>> play_round(MODERATE, Round(0, 20, 4), even, np.array([[0.5, 0.7]]))  # check, bet, call
    RoundEnding(put=array([[40., 40.]]), folded=array([-1]))
    >>> play_round(MODERATE, Round(0, 20, 4), even, np.array([[0.2, 0.7]]))  # check, bet, fold: 20 of 60 is a third
    RoundEnding(put=array([[20., 40.]]), folded=array([0]))
    """
    put = np.array(put, dtype=np.float64)
    cases = len(put)
    worth = baseline.bets(strength, rules.most)
    folded = np.full(cases, NOBODY, dtype=np.int64)
    level = np.zeros(cases, dtype=np.int64)
    going = np.ones(cases, dtype=bool)
    for step in range(rules.most + 2):
        actor = (rules.first + step) % 2
        mine, other = put[:, actor], put[:, 1 - actor]
        to_call = other - mine
        raises = going & (level < rules.most) & (worth[:, actor] > level)
        folds = going & ~raises & (strength[:, actor] < baseline.fold * to_call / (mine + other))
        calls = going & ~raises & ~folds
        put[raises, actor] = other[raises] + rules.bet
        put[calls, actor] = other[calls]
        folded[folds] = actor
        level += raises
        going = raises if step else raises | calls  # after a first call or check the other player still acts
        if not going.any():
            break
    return RoundEnding(put, folded)


def strengths(holes: NDArray[np.uint8], boards: NDArray[np.uint8]) -> Array:
    """The percentile of both hands on each board: [cases, 2] for holes [cases, 2, 2] and boards [cases, 0 or 3 to 5].

    Each hand is compared with every hand that is possible given its own cards and the board.
    """
    if not boards.shape[1]:
        return _preflop_percentiles()[_hand_numbers(holes)]
    result = np.empty((len(holes), 2))
    for start in range(0, len(holes), CHUNK):
        part = slice(start, start + CHUNK)
        result[part] = _on_boards(holes[part], boards[part])
    return result


def _on_boards(holes: NDArray[np.uint8], boards: NDArray[np.uint8]) -> Array:
    count, size = boards.shape
    live = np.ones((count, 52), dtype=bool)
    live[np.arange(count)[:, None], boards] = False
    cards = np.nonzero(live)[1].reshape(count, 52 - size).astype(np.uint8)
    pairs = cards[:, _pairs(52 - size)]
    seven = np.empty((count, pairs.shape[1], 2 + size), dtype=np.uint8)
    seven[:, :, :2], seven[:, :, 2:] = pairs, boards[:, None]
    values = np.empty(count * pairs.shape[1], dtype=np.uint16)
    _core.evaluate_array(seven.reshape(-1, 2 + size), values, 1)
    by_hand = values.reshape(count, -1).astype(np.int32)
    # The index of each hole card among the live cards, and the pairs of live cards that contain it.
    at = holes.astype(np.intp) - (boards[:, None, None, :] < holes[:, :, :, None]).sum(axis=3)
    at.sort(axis=2)
    has = _pairs_with(52 - size)
    result = np.empty((count, 2))
    for seat in range(2):
        low, high = at[:, seat, 0], at[:, seat, 1]
        free = ~(has[low] | has[high])
        value = by_hand[np.arange(count), _pair_number(low, high, 52 - size)][:, None]
        beaten, tied = ((by_hand < value) & free).sum(axis=1), ((by_hand == value) & free).sum(axis=1)
        result[:, seat] = (beaten + tied / 2) / free.sum(axis=1)
    return result


def winners(holes: NDArray[np.uint8], boards: NDArray[np.uint8]) -> Array:
    """The share of the pot that position 0 wins at a showdown: [cases], 0.5 for a tie."""
    count = len(holes)
    cards = np.concatenate([holes.reshape(2 * count, 2), np.repeat(boards, 2, axis=0)], axis=1)
    values = np.empty(2 * count, dtype=np.uint16)
    _core.evaluate_array(np.ascontiguousarray(cards), values, 1)
    mine, other = values.reshape(count, 2).astype(np.int32).T
    return np.asarray((np.sign(mine - other) + 1) / 2)


@cache
def _pairs(cards: int) -> NDArray[np.intp]:
    return np.array(list(combinations(range(cards), 2)), dtype=np.intp)


@cache
def _pairs_with(cards: int) -> NDArray[np.bool_]:
    """[cards, pairs]: whether a pair contains this card."""
    return np.asarray((_pairs(cards) == np.arange(cards)[:, None, None]).any(axis=2))


def _pair_number(low: NDArray[np.intp], high: NDArray[np.intp], cards: int) -> NDArray[np.intp]:
    """The number of a pair in the order of ``_pairs``."""
    return np.asarray(low * cards - low * (low + 1) // 2 + high - low - 1)


def _hand_numbers(holes: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The number of each pair of cards in the fixed order of the 1326 hands."""
    cards = np.sort(holes.astype(np.int64), axis=-1)
    low, high = cards[..., 0], cards[..., 1]
    return np.asarray(high * (high - 1) // 2 + low)


@cache
def _preflop_percentiles() -> Array:
    """[1326]: the share of hands with a lower equity against a random hand, with ties counted as half."""
    equity = np.zeros(1326)
    for hand_class, value in preflop_equities():
        equity[list(hand_class.hands)] = value
    order = np.sort(equity)
    below, upto = (np.searchsorted(order, equity, side=side) for side in ("left", "right"))
    return np.asarray((below + upto) / 2 / len(equity))
