"""``SelfPlayBuckets``: UCT or Smooth UCT by self-play in an abstract game, in the native core.

An episode begins with a pair of buckets of the last street, drawn from the joint tables; with perfect recall they tell
the buckets of all streets. Players learn by node and bucket. At a showdown they get what their buckets win on average.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction.bucket_strategy import BucketStrategy, FactOfMaking
from railbird.abstraction.public_tree import PublicTree
from railbird.errors import GameError
from railbird.extensive import SmoothUct
from railbird.solve.buckets.abstract_solver import AbstractSolver, BucketEvaluation, BucketSolverSize, size_of
from railbird.solve.buckets.bucket_game import BucketGame
from railbird.solve.buckets.solver import BucketGameSolver, set_averages, vector_size
from railbird.solve.schedules import RegretFactors, constant_regrets

EPISODES = 100_000
"""Episodes of one iteration. Ours."""


class SelfPlayBuckets(AbstractSolver[BucketEvaluation]):
    """Both players of an abstract game, who learn from playing each other. An iteration is 100,000 episodes.

    Each iteration has its own random numbers, so that a run can be stopped and go on to the same bits.

    >>> from railbird.abstraction import Spot, public_tree
    >>> from railbird.abstraction.cards import build_abstraction
    >>> from railbird.solve.buckets import joint_tables
    >>> tree = public_tree(Spot("leduc"))
    >>> cards = build_abstraction(tree.spot.game, "buckets(by=class)")
    >>> play = SelfPlayBuckets(BucketGame(tree, cards, joint_tables(cards)), SmoothUct())
    >>> play.run(iterations=2).exploitability < 1
    True
    >>> play.strategy().facts["episodes"]
    200000
    """

    def __init__(self, game: BucketGame, rule: SmoothUct, *, seed: int = 1) -> None:
        super().__init__(self_play_size(game.tree, game.cards.counts), 32)
        self.game, self.tree, self.cards = game, game.tree, game.cards
        self.rule, self.seed = rule, seed
        self.exploration = rule.c * 2 * float(game.stakes.max())
        self._play = game.native_self_play()
        self._judge = BucketGameSolver(game)

    @staticmethod
    def schedule(t: NDArray[np.float64]) -> RegretFactors:
        return constant_regrets(t)

    def evaluate(self, threads: int | None = None) -> BucketEvaluation:
        """Compute the value of the average strategies, and those of best responses to them."""
        set_averages(self._judge, BucketStrategy(self.tree, self.cards, self.rows(average=True)))
        return self._judge.evaluate(threads)

    def facts(self) -> dict[str, FactOfMaking]:
        method = "uct" if self.rule.gamma == 1 else "smooth-uct"
        return {"method": method, "episodes": self._play.episodes, "boards": self.game.tables.boards}

    def rows(self, *, average: bool = True) -> NDArray[np.float32]:
        """The average strategies as rows of a ``BucketStrategy``: how often each action was taken."""
        if not average:
            raise GameError("self-play has no strategy but its average")
        return self._play.visits().astype(np.float32)

    def memory(self) -> list[NDArray[np.uint8]]:
        return [self._play.visits().view(np.uint8), self._play.totals().view(np.uint8)]

    def _fill(self, iterations: int, memory: Sequence[NDArray[np.uint8]]) -> None:
        visits, totals = (np.ascontiguousarray(part) for part in memory)
        self._play.restore(iterations * EPISODES, visits.view(np.int64), totals.view(np.float64))

    def _iterate(self, discounts: NDArray[np.float64], threads: int) -> int:
        random, rule = _core.RandomStream(self.seed, self.iterations), self.rule
        before = self._play.episodes
        self._play.run(random, EPISODES, self.exploration, rule.gamma, rule.eta, rule.decay)
        return int(self._play.episodes > before)


def self_play_size(tree: PublicTree, counts: Sequence[int]) -> BucketSolverSize:
    """The size of self-play: two numbers of eight bytes for each action of each bucket, and a solver that judges."""
    size = size_of(tree, counts, 64)
    return size._replace(bytes=size.bytes + vector_size(tree, counts).bytes)
