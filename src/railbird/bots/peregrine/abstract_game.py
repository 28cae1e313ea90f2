"""The abstract game in which Peregrine learns and solves: read once per process."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path

from railbird.abstraction import BucketStrategy
from railbird.abstraction.strategy_file import WHOLE
from railbird.bots.equilibrium.strategies import loaded
from railbird.bots.peregrine.settings import PeregrineConstants
from railbird.errors import BotError, GameError
from railbird.models.betting_contexts import BettingContexts, betting_context, rough_context
from railbird.models.bucket_learner import BucketLearner, SimilarSets, strengths_of
from railbird.solve.buckets import BucketGame
from railbird.solve.buckets.solver import BucketGameSolver, set_averages
from railbird.solve.buckets.strategy_game import game_of_strategy

NAME = "peregrine"


@dataclass(frozen=True, eq=False)
class AbstractGame:
    """An abstract game, an equilibrium of it, and which of its information sets are alike."""

    equilibrium: BucketStrategy
    game: BucketGame
    constants: PeregrineConstants

    @property
    def mb(self) -> float:
        """Thousandths of a big blind in a chip; of a chip in games without blinds."""
        return 1000 / (self.equilibrium.tree.spot.game.big_blind or 1)

    @cached_property
    def exploitability(self) -> float:
        """That of the equilibrium inside the abstraction, in chips."""
        solver = BucketGameSolver(self.game)
        set_averages(solver, self.equilibrium)
        return solver.evaluate(1).exploitability

    @cached_property
    def fingerprint(self) -> str:
        """What tells it from other abstract games, and what is learned there from what is learned otherwise."""
        digest = sha256(f"{self.equilibrium.tree.spot} {self.constants}".encode())
        for array in (self.equilibrium.rows, self.game.tables.meetings, self.game.tables.wins):
            digest.update(array.tobytes())
        for name, array in sorted(self.equilibrium.abstraction.arrays().items()):
            digest.update(name.encode() + array.tobytes())
        return digest.hexdigest()[:16]

    @cached_property
    def _pools(self) -> tuple[SimilarSets, SimilarSets]:
        mine, tree = self.constants, self.equilibrium.tree
        tables = self.game.tables
        strengths, shares = strengths_of(tables.meetings, tables.wins, self.equilibrium.abstraction.parents)
        alike = BettingContexts(tree, strengths, shares, mine.levels, betting_context)
        roughly = BettingContexts(tree, strengths, shares, mine.rough_levels, rough_context)
        return (
            SimilarSets(alike, mine.similar_weight, mine.similar_trust, mine.similar_most),
            SimilarSets(roughly, mine.rough_weight, mine.rough_trust, mine.rough_most),
        )

    def learner(self) -> BucketLearner:
        """A learner that knows nothing yet."""
        return BucketLearner(self.equilibrium, self._pools, self.constants.own_weight, self.constants.even)


def abstract_game(path: Path) -> AbstractGame:
    """The abstract game of a strategy's file. Raises BotError if it cannot be used."""
    strategy = loaded(NAME, path)[WHOLE].strategy
    stamp = path.stat()
    try:
        return _read(path, stamp.st_mtime_ns, stamp.st_size, strategy)
    except GameError as error:
        raise BotError(f"{NAME} cannot play with {path}: {error}") from None


@lru_cache(maxsize=4)
def _read(path: Path, time: int, size: int, strategy: BucketStrategy) -> AbstractGame:
    return AbstractGame(strategy, game_of_strategy(strategy), PeregrineConstants())
