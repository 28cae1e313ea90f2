"""``BettingContexts``: nodes of a public tree whose decisions are alike, and buckets that are about as strong.

Most information sets of an abstract game are never seen in a match. What a player did in similar ones says what they
would do there: on the same street, after as many raises, with the same initiative, and with a hand about as strong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.public_tree import DEALT, DECISION, FOLD, RAISE, PublicTree

MOST_RAISES = 4
"""Raises of a round that contexts tell apart."""
KINDS = 3
"""Fold, call and raise."""


class BettingContexts:
    """Which information sets of an abstract game are alike: same context of betting, same level of strength.

    ``context`` says which nodes are alike. ``strengths`` are the winning chances of the buckets of each street, by
    which they are put into ``levels`` groups with equal numbers of hands.
    """

    def __init__(
        self,
        tree: PublicTree,
        strengths: Sequence[NDArray[np.float64]],
        shares: Sequence[NDArray[np.float64]],
        levels: int,
        context: Callable[[PublicTree, int], tuple[object, ...]],
    ) -> None:
        level_of = [_levels(each, share, levels) for each, share in zip(strengths, shares, strict=True)]
        numbers: dict[tuple[object, ...], int] = {}
        places = []
        for node in np.flatnonzero(tree.kind == DECISION).tolist():
            number = numbers.setdefault(context(tree, node), len(numbers))
            kinds = tree.edge_kind[tree.child_start[node] : tree.child_start[node + 1]].astype(np.int32)
            sets = number * levels + level_of[tree.round[node]]
            places.append((sets[:, None] * KINDS + kinds).ravel())
        self.names = tuple(numbers)
        self.places: NDArray[np.int32] = np.concatenate(places)
        """For each row and action of a ``BucketStrategy``: its place among the counts of all contexts and levels."""
        self.size = len(numbers) * levels * KINDS
        """How many counts there are."""


def betting_context(tree: PublicTree, node: int) -> tuple[object, ...]:
    """What contexts tell apart: position, street, raises in this round, and who raised last in the round before.

    >>> from railbird.abstraction import Spot, public_tree
    >>> tree = public_tree(Spot("limit"))
    >>> betting_context(tree, tree.node_of("r20 r30"))
    (1, 0, 2, True, 'nobody')
    """
    actor, street = int(tree.actor[node]), int(tree.round[node])
    raises, before, acted, here, at = 0, "nobody", False, True, node
    while at > 0:
        parent = int(tree.parent[at])
        edge = next(edge for edge in tree.edges(parent) if tree.children[edge] == at)
        if tree.edge_kind[edge] == DEALT:
            if not here:
                break
            here = False
        elif here:
            raises += int(tree.edge_kind[edge] == RAISE)
            acted = acted or tree.actor[parent] == actor
        elif tree.edge_kind[edge] == RAISE:
            before = "self" if tree.actor[parent] == actor else "other"
            break
        at = parent
    return actor, street, min(raises, MOST_RAISES), bool(acted), before


def rough_context(tree: PublicTree, node: int) -> tuple[object, ...]:
    """A rougher one: the street, and whether there is a bet to call.

    >>> from railbird.abstraction import Spot, public_tree
    >>> tree = public_tree(Spot("limit"))
    >>> rough_context(tree, tree.node_of("r20 r30")), rough_context(tree, tree.node_of("c"))
    ((0, True), (0, False))
    """
    kinds = [int(tree.edge_kind[edge]) for edge in tree.edges(node)]
    return int(tree.round[node]), FOLD in kinds


def _levels(strengths: NDArray[np.float64], shares: NDArray[np.float64], levels: int) -> NDArray[np.int32]:
    """The group of each bucket, from weak to strong, with about equal numbers of hands in each."""
    order = np.argsort(strengths, kind="stable")
    middle = np.cumsum(shares[order]) - shares[order] / 2
    result = np.empty(len(order), np.int32)
    result[order] = np.minimum((levels * middle / shares.sum()).astype(np.int32), levels - 1)
    return result
