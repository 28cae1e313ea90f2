"""``BucketGameSolver``: counterfactual regret minimization on an abstract game, in the native core.

Each iteration updates both players in turn with vectors over their buckets, as ``railbird.solve.schedules`` describes:
regrets are discounted or floored once an iteration. At every end, a product with the joint tables gives the values of
all buckets at once. The same tables give best responses, so the exploitability inside the abstraction is exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction.bucket_strategy import BucketStrategy, FactOfMaking
from railbird.abstraction.public_tree import PublicTree
from railbird.solve.buckets.abstract_solver import (
    AbstractSolver,
    BucketEvaluation,
    BucketSolverSize,
    size_of,
    to_entries,
)
from railbird.solve.buckets.bucket_game import BucketGame
from railbird.solve.schedules import RegretFactors, discounted_regrets


def bucket_schedule(t: NDArray[np.float64]) -> RegretFactors:
    """DCFR(1.5, −∞, 3): no negative regrets, late iterations count most."""
    return discounted_regrets(t, 1.5, -math.inf, 3)


class BucketGameSolver(AbstractSolver[BucketEvaluation]):
    """Solves an abstract game.

    >>> from railbird.abstraction import Spot, public_tree
    >>> from railbird.abstraction.cards import build_abstraction
    >>> from railbird.solve.buckets import joint_tables
    >>> tree = public_tree(Spot("leduc"))
    >>> cards = build_abstraction(tree.spot.game, "buckets(by=class)")
    >>> solver = BucketGameSolver(BucketGame(tree, cards, joint_tables(cards)), bits=64)
    >>> evaluation = solver.run(to=1e-4)
    >>> round(evaluation.value, 3), evaluation.exploitability < 1e-4
    (-0.086, True)
    """

    native: _core.BucketSolver

    def __init__(self, game: BucketGame, *, bits: int = 32) -> None:
        super().__init__(vector_size(game.tree, game.cards.counts, bits), bits)
        self.game, self.tree, self.cards = game, game.tree, game.cards
        self.native = game.native(bits)

    @staticmethod
    def schedule(t: NDArray[np.float64]) -> RegretFactors:
        return bucket_schedule(t)

    def evaluate(self, threads: int | None = None) -> BucketEvaluation:
        """Compute the value of the average strategies, and those of best responses to them."""
        count = self._threads(threads)
        best = tuple(self.native.value(True, player, count) for player in range(2))
        return BucketEvaluation(self.value(threads), (best[0], best[1]), self.tree.spot.game.big_blind)

    def value(self, threads: int | None = None) -> float:
        """What the first player wins from the second with the average strategies, in chips."""
        return self.native.value(False, 0, self._threads(threads))

    def facts(self) -> dict[str, FactOfMaking]:
        return {"boards": self.game.tables.boards}

    def _iterate(self, discounts: NDArray[np.float64], threads: int) -> int:
        return self.native.iterate(discounts, threads)


def set_averages(solver: BucketGameSolver, strategy: BucketStrategy) -> None:
    """Let a solver's average strategies be these."""
    averages = solver.native.memory()[1].view(np.float32 if solver.bits == 32 else np.float64)
    averages[:] = to_entries(strategy)


def vector_size(tree: PublicTree, counts: Sequence[int], bits: int = 32) -> BucketSolverSize:
    """The size of a solver: regrets and averages, and the tables, which are kept for both players.

    ``counts`` are the buckets on each street of the game.
    """
    size = size_of(tree, counts, bits)
    tables = 4 * sum(count * count for count in counts[tree.spot.first_round :])
    return size._replace(bytes=size.bytes + tables * bits // 8)
