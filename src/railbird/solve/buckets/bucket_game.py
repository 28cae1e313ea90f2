"""``BucketGame``: an abstract game, from a public tree, a card abstraction and its joint tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction.cards import CardAbstraction
from railbird.abstraction.public_tree import FOLDED, LOSS, SHOWDOWN, WIN, PublicTree
from railbird.errors import GameError
from railbird.solve.buckets.joint import JointTables


@dataclass(frozen=True, eq=False)
class BucketGame:
    """A game of two players who see buckets instead of cards, and remember all of them (perfect recall).

    Its chance is that of the joint tables, so its equilibria and their exploitability are exact. The tree may begin on
    a later street; what the players had before is then in the weights with which the tables were counted.
    """

    tree: PublicTree
    cards: CardAbstraction
    tables: JointTables

    def __post_init__(self) -> None:
        game = self.tree.spot.game
        if not self.cards.fits(game):
            raise GameError(f"the buckets are of {self.cards.game}, whose cards are not those of {game}")
        if any(parents is None for parents in self.cards.parents[1:]):
            raise GameError(
                f"{self.cards.spec} has imperfect recall: the exploitability inside such an abstraction cannot be "
                "computed, and joint tables do not describe it. Use recall=perfect"
            )
        if game.rake.ten_thousandths:
            raise GameError(f"an abstract game is zero-sum: {game} has rake")
        if 0 in game.board_cards[1:]:
            raise GameError(f"a betting round of {game} brings no cards: abstract games need some on each street")
        size = self.cards.counts[-1]
        if self.tables.meetings.shape != (size, size):
            raise GameError(f"the tables are for {len(self.tables.meetings)} buckets, the abstraction has {size}")

    @property
    def first_street(self) -> int:
        return self.tree.spot.first_round

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Buckets by street, from the first one of the tree."""
        return self.cards.counts[self.first_street :]

    @cached_property
    def stakes(self) -> NDArray[np.float64]:
        """By node: what the player wins who has not folded, or whose hand is better. The other loses as much.

        Dead money is shared out: half of it counts as each player's.
        """
        payoffs = self.tree.payoffs()
        half = self.tree.pot / 2
        stakes: NDArray[np.float64] = np.zeros(len(self.tree))
        folded = self.tree.kind == FOLDED
        stakes[folded] = payoffs[folded].max(axis=(1, 2)) - half
        shown = self.tree.kind == SHOWDOWN
        stakes[shown] = (payoffs[shown, 0, WIN] - payoffs[shown, 0, LOSS]) / 2
        return stakes

    def native(self, bits: int) -> _core.BucketSolver:
        """A native solver of it."""
        tree, first = self.tree, self.first_street
        parents = [[], *(parents.tolist() for parents in self.cards.parents[first + 1 :] if parents is not None)]
        arrays = (tree.kind, tree.actor.view(np.uint8), tree.round - np.uint8(first), tree.child_start, tree.children)
        try:
            return _core.BucketSolver(
                arrays, self.stakes, list(self.counts), parents, self.tables.meetings, self.tables.wins, bits
            )
        except ValueError as error:
            raise GameError(f"{self.tree.spot} cannot be solved: {error}") from None
