"""``BucketGame``: an abstract game, from a public tree, a card abstraction and its joint tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction.cards import CardAbstraction
from railbird.abstraction.public_tree import FOLDED, LOSS, SHOWDOWN, WIN, PublicTree
from railbird.errors import GameError
from railbird.solve.buckets.joint import JointTables

Array = NDArray[np.float64]
NativeTree = tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int32], NDArray[np.int32]]
NativeGame = tuple[NativeTree, Array, list[int], list[list[int]], Array, Array]
"""The tree, the stakes, buckets by round, their parents, meetings and wins."""


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
        check_abstract(self.tree, self.cards)
        if not self.cards.spec.perfect:
            raise GameError(
                f"{self.cards.spec} has imperfect recall: the exploitability inside such an abstraction cannot be "
                "computed, and joint tables do not describe it. Use recall=perfect, or a SampledSolver"
            )
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
        """By node: what is won and lost there."""
        return stakes_of(self.tree)

    def native(self, bits: int) -> _core.BucketSolver:
        """A native solver of it."""
        with self._errors():
            return _core.BucketSolver(*self._parts(), bits)

    def native_self_play(self) -> _core.BucketSelfPlay:
        """Native self-play in it."""
        with self._errors():
            return _core.BucketSelfPlay(*self._parts())

    def _parts(self) -> NativeGame:
        later, tables = self.cards.parents[self.first_street + 1 :], self.tables
        parents = [[], *(parents.tolist() for parents in later if parents is not None)]
        return native_tree(self.tree), self.stakes, list(self.counts), parents, tables.meetings, tables.wins

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except ValueError as error:
            raise GameError(f"{self.tree.spot} cannot be solved: {error}") from None


def check_abstract(tree: PublicTree, cards: CardAbstraction) -> None:
    """Raise GameError unless buckets and betting are of the same game, which is zero-sum."""
    game = tree.spot.game
    if not cards.fits(game):
        raise GameError(f"the buckets are of {cards.game}, whose cards are not those of {game}")
    if game.rake.ten_thousandths:
        raise GameError(f"an abstract game is zero-sum: {game} has rake")
    if 0 in game.board_cards[1:]:
        raise GameError(f"a betting round of {game} brings no cards: abstract games need some on each street")
    if not has_equal_stakes(tree):
        raise GameError(f"the antes of {game} are not the same for both players: abstract games need equal stakes")


def has_equal_stakes(tree: PublicTree) -> bool:
    """Whether players win and lose the same at every showdown, as ``stakes_of`` assumes; not with uneven antes."""
    shown = tree.payoffs()[tree.kind == SHOWDOWN, 0]
    return bool(np.allclose(shown[:, WIN] + shown[:, LOSS], tree.pot))


def stakes_of(tree: PublicTree) -> NDArray[np.float64]:
    """By node: what the player wins who has not folded, or whose hand is better. The other loses as much.

    Dead money is shared out: half of it counts as each player's.
    """
    payoffs = tree.payoffs()
    stakes: NDArray[np.float64] = np.zeros(len(tree))
    folded = tree.kind == FOLDED
    stakes[folded] = payoffs[folded].max(axis=(1, 2)) - tree.pot / 2
    shown = tree.kind == SHOWDOWN
    stakes[shown] = (payoffs[shown, 0, WIN] - payoffs[shown, 0, LOSS]) / 2
    return stakes


def native_tree(tree: PublicTree) -> NativeTree:
    """The betting as native solvers take it: rounds are counted from the first one of the tree."""
    first = np.uint8(tree.spot.first_round)
    return (tree.kind, tree.actor.view(np.uint8), tree.round - first, tree.child_start, tree.children)
