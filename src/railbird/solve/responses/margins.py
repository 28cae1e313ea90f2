"""The last round against a player who never looks at cards.

All holdings of theirs are equally likely, so what a hand is worth depends on its margin m alone: how many of the
other's holdings it beats, less how many beat it. At a showdown for a stake s it is worth s·m; a fold is worth ±s·n,
with n the number of holdings that the other may have. Between, the best action is taken for each margin.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.public_tree import DECISION, FOLDED
from railbird.solve.buckets.bucket_game import stakes_of
from railbird.solve.responses.node_policy import NodePolicy

Table = NDArray[np.float64]
"""[margins from -n to n, sequences]"""


def margin_table(policy: NodePolicy, player: int, roots: NDArray[np.int32]) -> Table:
    """The value of each margin at each of these nodes of the last round, if the other's reach is 1 there."""
    tree, game = policy.tree, policy.tree.spot.game
    stakes = stakes_of(tree)
    seen = game.hole_cards + sum(game.board_cards)
    holdings = comb(game.ranks * game.suits - seen, game.hole_cards)
    margins = np.arange(-holdings, holdings + 1, dtype=np.float64)

    def value(node: int) -> NDArray[np.float64]:
        if tree.kind[node] == FOLDED:
            sign = -1 if tree.actor[node] == player else 1
            return np.full(len(margins), sign * stakes[node] * holdings)
        if tree.kind[node] != DECISION:
            showdown: NDArray[np.float64] = stakes[node] * margins
            return showdown
        found = np.array([value(int(tree.children[edge])) for edge in tree.edges(node)])
        if tree.actor[node] == player:
            best: NDArray[np.float64] = found.max(axis=0)
            return best
        mean: NDArray[np.float64] = policy.table(node, b"")[0] @ found
        return mean

    return np.stack([value(root) for root in roots.tolist()], axis=1)
