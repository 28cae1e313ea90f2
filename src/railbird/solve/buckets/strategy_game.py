"""Strategies that bring their abstract game with them: the joint tables are kept in the same file.

Counting the tables of hold'em takes minutes. With them at hand, responses to a model can be solved at once.
"""

from __future__ import annotations

import numpy as np

from railbird.abstraction.bucket_strategy import BucketStrategy
from railbird.errors import GameError
from railbird.solve.buckets.bucket_game import BucketGame
from railbird.solve.buckets.joint import JointTables

MEETINGS, WINS, BOARDS = "meetings", "wins", "boards"


def keep_tables(strategy: BucketStrategy, tables: JointTables) -> None:
    """Let a strategy's file hold these tables, in single precision."""
    strategy.extras |= {
        MEETINGS: tables.meetings.astype(np.float32),
        WINS: tables.wins.astype(np.float32),
        BOARDS: np.array([tables.boards, tables.exact]),
    }


def game_of_strategy(strategy: BucketStrategy) -> BucketGame:
    """The abstract game of a strategy that has its tables with it. Raises GameError if it has none, or wrong ones."""
    try:
        meetings, wins = (strategy.extras[name].astype(np.float64) for name in (MEETINGS, WINS))
        boards, exact = strategy.extras[BOARDS].tolist()
    except (KeyError, ValueError):
        raise GameError(
            "the strategy comes without joint tables: build one with railbird equilibrium build peregrine -o FILE"
        ) from None
    proper = meetings.shape == wins.shape and np.isfinite(meetings).all() and np.isfinite(wins).all()
    if not proper or meetings.min(initial=0) < 0 or np.any(np.abs(wins) > meetings * (1 + 1e-6)):
        raise GameError("the joint tables of the strategy are not probabilities")
    return BucketGame(strategy.tree, strategy.abstraction, JointTables(meetings, wins, int(boards), bool(exact)))
