"""What one strategy wins from another in an abstract game, exactly."""

from __future__ import annotations

import numpy as np

from railbird.abstraction import BucketStrategy
from railbird.solve.buckets.bucket_game import BucketGame
from railbird.solve.buckets.solver import BucketGameSolver, set_averages


def won_between(
    game: BucketGame, first: BucketStrategy, second: BucketStrategy, *, threads: int | None = None
) -> float:
    """What the first strategy wins from the second in chips a hand, as the mean over both seats.

    Both must be strategies of this abstract game.

    >>> from railbird.abstraction import Spot, public_tree
    >>> from railbird.abstraction.cards import build_abstraction
    >>> from railbird.solve.buckets import joint_tables
    >>> tree = public_tree(Spot("leduc"))
    >>> cards = build_abstraction(tree.spot.game, "buckets(by=class)")
    >>> game = BucketGame(tree, cards, joint_tables(cards))
    >>> solver = BucketGameSolver(game)
    >>> start = solver.strategy()
    >>> _ = solver.run(iterations=50)
    >>> won_between(game, start, start, threads=1), won_between(game, solver.strategy(), start, threads=1) > 0.5
    (0.0, True)
    """
    solver = BucketGameSolver(game)
    tree, lengths = first.tree, np.diff(first.start)
    actors = np.repeat(tree.actor, lengths)
    won = []
    for seat in (0, 1):
        rows = np.where(actors == seat, first.probabilities(), second.probabilities())
        set_averages(solver, BucketStrategy(tree, first.abstraction, rows))
        value = solver.value(threads)
        won.append(value if seat == 0 else -value)
    return (won[0] + won[1]) / 2
