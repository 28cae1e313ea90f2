"""Continued hands: how strong the hands are with which a player goes on, from how often they go on (ours).

In no-limit games pots are largest after betting sequences that are rarely seen to the end, and a wrong belief there
costs whole stacks. But how often a player folds, calls and raises is known soon, and whoever goes on with a share q of
their hands goes on with the better ones. The best q of all hands have the mean rank 1 − q / 2; since hands change until
the river, and nobody selects perfectly, each round carries over only a part of this:

    d = 1/2 · Π (1 − carry · (1 − q)) over the rounds in which the player called or bet

The density of the rank x is proportional to x^(1/d − 2), whose mean is 1 − d.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction import NodeKind
from railbird.game import ActionKind
from railbird.models.context_trees.prior import ROUNDS, SURE
from railbird.models.context_trees.similarity import ActionLevel, HandLevel

Array = NDArray[np.float64]
DEEDS = 4
"""What a player did in a round: check, call, one bet or raise, more than one."""
STORIES = np.array(list(np.ndindex((DEEDS,) * ROUNDS)))
"""What they did in each round, by class of ``HandLevel.ALONE``."""
LAST = np.where(STORIES[:, 1:] > 0, np.arange(1, ROUNDS), 0).max(axis=1)
"""The last round after the flop in which they did not just check; 0 if there is none."""
MOST_BETS = 4
"""Decisions after at most this many bets of a round are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Continued:
    """Constants of the rule. All are ours."""

    carry: tuple[float, ...] = (0.3, 0.6, 0.7, 0.85)
    """By round: 0.9 times what perfect selection carries to the river, measured with 3,000 random hands."""
    bets: float = 0.8
    """Bets and raises carry over this part of it, since some are bluffs."""
    enough: float = 10.0
    """How many decisions everybody's frequencies stand for, and the prior's among everybody's."""
    highest: float = 40.0
    """The largest exponent."""

    def exponents(self, counts: Array, everybody: Array, prior: Array) -> Array:
        """The exponent for each class of prices and class of ``HandLevel.ALONE``: [price, class].

        Where a player has acted little, everybody's frequencies stand in, and then those of the prior; all are counted
        by ``RoundCounts``. The highest price is taken for that of the last round after the flop in which they did not
        just check; what they called before cost less.
        """

        def known(take: Callable[[Array], Array]) -> Array:
            mine, others, assumed = map(take, (counts, everybody, prior))
            expected = others + self.enough * assumed / assumed.sum(axis=-1, keepdims=True)
            total = mine + self.enough * expected / expected.sum(axis=-1, keepdims=True)
            return np.asarray(total / total.sum(axis=-1, keepdims=True))

        folds = known(lambda each: np.asarray(each[:, :, 1:].sum(axis=2)))[..., ActionKind.FOLD]
        first = known(lambda each: np.asarray(each[:, :, :2].sum(axis=(0, 2))))[..., ActionKind.RAISE]
        later = known(lambda each: np.asarray(each[:, :, 2:].sum(axis=(0, 2))))[..., ActionKind.RAISE]
        bets = self.bets * np.stack([1 - first, 1 - first * later], axis=-1)
        every = np.broadcast_to(bets, (len(counts), *bets.shape))
        lost = np.concatenate([np.zeros_like(folds)[..., None], folds[..., None], every], axis=-1)
        lost = lost * np.array(self.carry)[:, None]
        share = np.full((len(counts), len(STORIES)), 0.5)
        for number in range(ROUNDS):
            deeds, is_last = STORIES[:, number], (number == LAST) & (number > 0)
            share *= 1 - np.where(is_last, lost[:, number, deeds], lost[0, number, deeds])
        return np.asarray(np.minimum(1 / share - 2, self.highest))


def fill(pool: _core.Pool, bins: int, exponents: Array) -> None:
    """Add hands with these exponents, one for each class of ``HandLevel.ALONE``, to an empty pool."""
    ranks = (np.arange(bins) + 0.5) / bins
    shares = np.exp(exponents[:, None] * np.log(ranks))
    counts = SURE * shares / shares.sum(axis=1, keepdims=True)
    classes = np.arange(len(exponents), dtype=np.int32)
    pool.add(
        np.zeros(0, dtype=np.int32),
        np.zeros(0),
        np.stack([np.full_like(classes, HandLevel.ALONE), classes], axis=1).ravel(),
        np.append(counts, counts.sum(axis=1, keepdims=True), axis=1).astype(np.float32).ravel(),
    )


class RoundCounts:
    """Counts actions by class of prices, round and number of bets: [price, round, bets, 3].

    Pre-flop the big blind is the first bet.
    """

    def __init__(self, tree: _core.BettingTree) -> None:
        self._turns = list(_turns(tree))

    def of(self, pools: Sequence[_core.Pool]) -> Array:
        """The actions in the pools of all classes of prices."""
        counts = np.zeros((len(pools), ROUNDS, MOST_BETS + 1, len(ActionKind)))
        for number, bets, node in self._turns:
            for price, pool in enumerate(pools):
                counts[price, number, bets] = pool.actions(ActionLevel.ROUND, node)
        return counts


def _turns(tree: _core.BettingTree) -> Iterator[tuple[int, int, int]]:
    """A decision of each round after each number of bets; others like it are of the same ``ActionLevel.ROUND``."""
    start = 0
    for number in range(ROUNDS):
        node, bets = start, int(number == 0)
        while node >= 0 and bets <= MOST_BETS:
            yield number, bets, node
            node, bets = tree.child(node, ActionKind.RAISE), bets + 1
        before = start
        while tree.kind(start) == NodeKind.DECISION and tree.round(start) == number:
            before, start = start, tree.child(start, ActionKind.CALL)
        if number == 0:
            yield number, 0, before  # the option of the big blind
