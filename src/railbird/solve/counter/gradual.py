"""``GradualResponse``: a counter-strategy that is solved a little at a time, between the hands of a match."""

from __future__ import annotations

from railbird.abstraction.bucket_strategy import BucketStrategy
from railbird.abstraction.packed_rows import pack_rows, unpack_rows
from railbird.solve.buckets.bucket_game import BucketGame
from railbird.solve.counter.buckets import (
    BucketModel,
    BucketResponse,
    RestrictedBucketSolver,
    both_seats,
    what_it_is_worth_in_buckets,
)
from railbird.solve.counter.methods import CounterMethod


class GradualResponse:
    """The response to a model, from nothing. It uses one core, and depends on the model and the iterations alone.

    >>> from railbird.abstraction import Spot, public_tree
    >>> from railbird.abstraction.bucket_strategy import rows_needed
    >>> from railbird.abstraction.cards import build_abstraction
    >>> from railbird.solve.buckets import joint_tables
    >>> from railbird.solve.counter import parse_method
    >>> import numpy as np
    >>> tree = public_tree(Spot("leduc"))
    >>> cards = build_abstraction(tree.spot.game, "buckets(by=class)")
    >>> game = BucketGame(tree, cards, joint_tables(cards))
    >>> uniform = BucketStrategy(tree, cards, np.ones(rows_needed(tree, cards)))
    >>> work = GradualResponse(game, BucketModel.of(uniform), parse_method("rnr(p=0.9)"))
    >>> for _ in range(50):
    ...     work.advance()
    >>> work.iterations, work.response(steps=63)
    (50, BucketResponse rnr(p=0.9) in leduc: wins 2.255 from the model, exploitable by 1.789)
    """

    def __init__(self, game: BucketGame, model: BucketModel, method: CounterMethod) -> None:
        self._game, self._model, self._method = game, model, method
        self._solvers = [RestrictedBucketSolver(game, model, method, player) for player in (0, 1)]

    @property
    def iterations(self) -> int:
        return self._solvers[0].iterations

    def advance(self) -> None:
        """Do one iteration for each seat."""
        for solver in self._solvers:
            solver.advance(1)

    def response(self, steps: int) -> BucketResponse:
        """The response so far, its probabilities in this many steps, and what just these are worth."""
        game, tree, cards = self._game, self._game.tree, self._game.cards
        exact = BucketStrategy(tree, cards, both_seats(game, [solver.response(1) for solver in self._solvers]))
        rows = unpack_rows(tree, cards, pack_rows(exact, steps), steps)
        strategy = BucketStrategy(tree, cards, rows)
        wins, loses = what_it_is_worth_in_buckets(game, strategy, self._model.strategy, threads=1)
        gap = sum(solver.evaluate(1).exploitability for solver in self._solvers) / 2
        return BucketResponse(str(self._method), strategy, wins, loses, gap, self.iterations)
