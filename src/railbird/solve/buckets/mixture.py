"""Mixtures of strategies: one of two is drawn before each hand."""

from __future__ import annotations

import numpy as np

from railbird.abstraction.bucket_strategy import BucketStrategy
from railbird.abstraction.packed_rows import own_reach
from railbird.errors import GameError


def mixture(first: BucketStrategy, second: BucketStrategy, weight: float) -> BucketStrategy:
    """The strategy that plays like drawing one of two before each hand: ``second`` with a probability of ``weight``.

    With perfect recall there is one: at each information set I the two are weighted by their own reach,

        σ(a | I) = ((1 − w) π₁(I) σ₁(a | I) + w π₂(I) σ₂(a | I)) / ((1 − w) π₁(I) + w π₂(I))

    so that its value against any opponent is the mean of theirs. Raises GameError if they are of different games.
    """
    if first.tree.spot != second.tree.spot or first.abstraction.counts != second.abstraction.counts:
        raise GameError("only strategies of the same abstract game can be mixed")
    if not first.abstraction.spec.perfect:
        raise GameError("with imperfect recall no strategy plays like a mixture")
    if not 0 <= weight <= 1:
        raise GameError(f"a weight is a probability from 0 to 1, not {weight:g}")
    rows = np.empty(len(first.rows))
    walks = [own_reach(first.tree, each.abstraction) for each in (first, second)]
    (node, one), (_, two) = next(walks[0]), next(walks[1])
    while True:
        shares = first.at(node), second.at(node)
        weights = (1 - weight) * one, weight * two
        total = weights[0] + weights[1]
        mixed = weights[0][:, None] * shares[0] + weights[1][:, None] * shares[1]
        mixed = np.where(total[:, None] > 0, mixed / np.where(total > 0, total, 1)[:, None], shares[0])
        rows[first.start[node] : first.start[node + 1]] = mixed.ravel()
        try:
            (node, one), (_, two) = walks[0].send(shares[0]), walks[1].send(shares[1])
        except StopIteration:
            return BucketStrategy(first.tree, first.abstraction, rows)
