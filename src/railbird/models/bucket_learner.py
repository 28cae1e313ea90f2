"""``BucketLearner``: an opponent's play in an abstract game, learned from hands whose cards are mostly hidden.

A hand that was shown is counted where it was played. A hidden one is counted in every bucket that it may have been in,
by the probability that the model so far gives to these actions with it: the expectation step of EM, one hand at a time.
Where an information set was hardly seen, what the player did in similar ones stands in for it, and before that the
strategy of an equilibrium.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction import BucketStrategy
from railbird.abstraction.bucket_strategy import actions_by_row
from railbird.game import Hand, View
from railbird.game.holdings import holdings
from railbird.models.betting_contexts import BettingContexts
from railbird.models.bucket_counts import BucketCounts


@dataclass(frozen=True, slots=True)
class SimilarSets:
    """How observations of similar information sets are used."""

    contexts: BettingContexts
    weight: float
    """What is believed without them counts as this many observations."""
    trust: float
    """In the confidence, an observation counts as this share of one of the set itself,"""
    most: float
    """and all of them together as at most this many."""


class BucketLearner:
    """What is known about one opponent.

    ``prior`` is how they are taken to play at first, ``pools`` what stands in for sets that were hardly seen, from the
    most similar sets to the least; they count as ``weight`` observations of a set. ``even`` is the share of the prior
    that is spread over all actions: what an equilibrium never does with a hand others may do, and in a hidden hand it
    could never be found out of an action that has no probability.
    """

    def __init__(self, prior: BucketStrategy, pools: Sequence[SimilarSets], weight: float, even: float) -> None:
        if not 0 <= even <= 1:
            raise ValueError(f"a share is between 0 and 1, not {even}")
        self.prior, self.pools, self.weight, self.even = prior, tuple(pools), weight, even
        self.counts = BucketCounts(prior.tree, prior.abstraction)
        self.similar: list[NDArray[np.float64]] = [np.zeros(pool.contexts.size) for pool in self.pools]
        """For each pool: its observations, by context, level and kind of action."""
        self.hands = 0
        self._cards = holdings(prior.tree.spot.game)

    def learn(self, hand: Hand | View, position: int, known: bytes) -> None:
        """Learn from a hand that is over. ``known`` are the cards that the opponent cannot have held."""
        self.hands += 1
        steps = self.counts.steps(hand, position)
        if not steps:
            return
        hole, board = hand.hole_bytes[position], hand.board_bytes
        rounds = [int(self.prior.tree.round[node]) for node, _ in steps]
        if hole:
            path = self.prior.abstraction.path(hole, board)
            for (node, action), street in zip(steps, rounds, strict=True):
                self._count(node, action, np.array([path[street]], np.intp), np.ones(1))
            return
        buckets = self.prior.abstraction.of_board(board[: _cards_on(self.prior, rounds[-1])])
        left = np.flatnonzero(self._cards.apart_from(known) & (buckets[-1] >= 0))
        weights = np.ones(len(left))
        for (node, action), street in zip(steps, rounds, strict=True):
            weights *= self.probabilities(node)[buckets[street, left], action]
        total = weights.sum()
        if total <= 0:
            weights, total = np.ones(len(left)), float(len(left))
        weights /= total
        for (node, action), street in zip(steps, rounds, strict=True):
            shares = np.bincount(buckets[street, left], weights, self.prior.abstraction.counts[street])
            held = np.flatnonzero(shares)
            self._count(node, action, held, shares[held].astype(np.float64))

    def probabilities(self, node: int) -> NDArray[np.float64]:
        """[buckets, actions]: what the opponent is believed to do at a node."""
        prior = self.prior.at(node)
        belief = (1 - self.even) * prior + self.even / prior.shape[1]
        for number in range(len(self.pools) - 1, -1, -1):
            belief = _updated(belief, self._similar_at(number, node), self.pools[number].weight)
        return _updated(belief, self.counts.at(node), self.weight)

    def rows(self) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
        """The rows of a strategy, and for each decision and bucket the number of observations that it rests on."""
        actions = actions_by_row(self.prior.tree, self.prior.abstraction)
        starts = np.cumsum(actions) - actions
        belief = self._at_first
        seen_in_all = np.zeros(len(actions))
        for pool, similar in reversed(list(zip(self.pools, self.similar, strict=True))):
            seen = similar[pool.contexts.places]
            total = np.add.reduceat(seen, starts)
            belief = (seen + pool.weight * belief) / np.repeat(total + pool.weight, actions)
            seen_in_all += np.minimum(pool.trust * total, pool.most)
        total = np.add.reduceat(self.counts.rows, starts)
        belief = (self.counts.rows + self.weight * belief) / np.repeat(total + self.weight, actions)
        return belief.astype(np.float32), seen_in_all + total

    def state(self) -> dict[str, NDArray[Any]]:
        """All that was learned, for ``restore``: observations are few compared with information sets."""
        seen = np.flatnonzero(self.counts.rows)
        similar = {f"similar {number}": each.copy() for number, each in enumerate(self.similar)}
        return {
            "hands": np.array([self.hands]),
            "seen": seen.astype(np.int32),
            "counts": self.counts.rows[seen],
            **similar,
        }

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Go on from the state of a learner of the same game. Raises ValueError or KeyError if it does not fit."""
        seen, counts = state["seen"].astype(np.int64), state["counts"].astype(np.float64)
        similar = [state[f"similar {number}"].astype(np.float64) for number in range(len(self.pools))]
        (hands,) = state["hands"].tolist()
        fits = seen.ndim == 1 and seen.shape == counts.shape and np.all((seen >= 0) & (seen < len(self.counts.rows)))
        if not fits or [each.shape for each in similar] != [each.shape for each in self.similar]:
            raise ValueError("the observations are of another abstract game")
        if hands < 0 or not all(np.isfinite(each).all() and each.min(initial=0) >= 0 for each in (counts, *similar)):
            raise ValueError("observations are counted with numbers of 0 or more")
        self.hands, self.similar = int(hands), similar
        self.counts.rows[:] = 0
        self.counts.rows[seen] = counts

    @cached_property
    def _at_first(self) -> NDArray[np.float64]:
        actions = actions_by_row(self.prior.tree, self.prior.abstraction)
        return (1 - self.even) * self.prior.probabilities() + self.even / np.repeat(actions, actions)

    def _similar_at(self, number: int, node: int) -> NDArray[np.float64]:
        """[buckets, actions]: observations of similar sets in a pool."""
        places = self.pools[number].contexts.places[self.counts.start[node] : self.counts.start[node + 1]]
        block: NDArray[np.float64] = self.similar[number][places].reshape(-1, len(self.prior.tree.edges(node)))
        return block

    def _count(self, node: int, action: int, buckets: NDArray[np.intp], shares: NDArray[np.float64]) -> None:
        entries = self.counts.start[node] + buckets * len(self.prior.tree.edges(node)) + action
        self.counts.rows[entries] += shares
        for pool, similar in zip(self.pools, self.similar, strict=True):
            np.add.at(similar, pool.contexts.places[entries], shares)


def _updated(belief: NDArray[np.float64], seen: NDArray[np.float64], weight: float) -> NDArray[np.float64]:
    """Probabilities after observations, if what was believed before counts as ``weight`` of them."""
    mixed: NDArray[np.float64] = (seen + weight * belief) / (seen.sum(axis=1, keepdims=True) + weight)
    return mixed


def _cards_on(strategy: BucketStrategy, street: int) -> int:
    return sum(strategy.tree.spot.game.board_cards[: street + 1])


def strengths_of(
    meetings: NDArray[np.float64], wins: NDArray[np.float64], parents: Sequence[NDArray[np.int32] | None]
) -> tuple[list[NDArray[np.float64]], list[NDArray[np.float64]]]:
    """By street and bucket: the winning chance against any hand, and the share of hands, from joint tables."""
    shares, won = [meetings.sum(axis=1)], [(meetings.sum(axis=1) + wins.sum(axis=1)) / 2]
    for above in reversed([each for each in parents if each is not None]):
        count = int(above.max()) + 1
        shares.insert(0, np.bincount(above, shares[0], count))
        won.insert(0, np.bincount(above, won[0], count))
    return [each / np.maximum(share, 1e-300) for each, share in zip(won, shares, strict=True)], shares
