"""``BucketCounts``: how often a player took each action at each node of a public tree, by bucket of their cards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction import TreeActions, TreeTracker
from railbird.abstraction.bucket_strategy import row_starts
from railbird.abstraction.cards import CardAbstraction
from railbird.abstraction.public_tree import PublicTree
from railbird.errors import GameError
from railbird.game import Hand, View
from railbird.models.action_counts import is_shown


class BucketCounts:
    """Counts in the layout of a ``BucketStrategy``: for each decision node a row for each bucket.

    >>> from railbird.abstraction import Spot, public_tree
    >>> from railbird.abstraction.cards import build_abstraction
    >>> tree = public_tree(Spot("leduc"))
    >>> counts = BucketCounts(tree, build_abstraction(tree.spot.game, "buckets(preflop=3, flop=2, by=ehs)"))
    >>> counts.learn(Hand.parse("leduc; Ks As / Qh; r c c r f"), 0)
    >>> counts.at(tree.node_of("r2 c c r4")).tolist()[2], counts.observations
    ([1.0, 0.0, 0.0], 3.0)
    """

    def __init__(self, tree: PublicTree, cards: CardAbstraction) -> None:
        if not cards.fits(tree.spot.game):
            raise GameError(f"the buckets are of {cards.game}, whose cards are not those of {tree.spot.game}")
        self.tree, self.cards = tree, cards
        self.start = row_starts(tree, cards)
        """[nodes + 1]: where the block of each node begins."""
        self.rows: NDArray[np.float64] = np.zeros(int(self.start[-1]))
        self._actions = TreeActions(tree)

    @property
    def observations(self) -> float:
        """All actions seen."""
        return float(self.rows.sum())

    def at(self, node: int) -> NDArray[np.float64]:
        """[buckets, actions]: the counts of a decision node; a view, which can be changed."""
        return self.rows[self.start[node] : self.start[node + 1]].reshape(-1, len(self.tree.edges(node)))

    def learn(self, hand: Hand, position: int, *, shown: bool = False) -> None:
        """Count the actions of a position in a hand that is over.

        With ``shown``, only if its cards came to a showdown: an opponent at the table sees no others. Hole cards that
        are unknown teach nothing.
        """
        hole = hand.hole_bytes[position]
        if not hole or (shown and not is_shown(hand, position)):
            return
        path = self.cards.path(hole, hand.board_bytes)
        for node, action in self.steps(hand, position):
            self.at(node)[path[self.tree.round[node]], action] += 1

    def steps(self, hand: Hand | View, position: int) -> Sequence[tuple[int, int]]:
        """The nodes at which a position acted, and the number of its action there."""
        tracker = TreeTracker(self._actions, hand, position)
        return [(step.node, step.action) for step in tracker.steps if step.player == position]
