"""Counter-strategies in abstract games, such as limit hold'em with buckets: the vectors of ``solve.buckets``.

Each seat is a restricted game of its own, as in ``tabular``. What a response wins from the model and what it loses to a
best response are those inside the abstraction: exact, against opponents who see the same buckets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of, report_nothing
from railbird.abstraction.bucket_strategy import BucketStrategy, FactOfMaking
from railbird.abstraction.cards import CardAbstraction
from railbird.abstraction.public_tree import DECISION, PublicTree
from railbird.errors import GameError
from railbird.models.bucket_counts import BucketCounts
from railbird.solve.buckets.abstract_solver import strategy_rows, to_entries
from railbird.solve.buckets.bucket_game import BucketGame
from railbird.solve.buckets.solver import BucketGameSolver, set_averages
from railbird.solve.counter.methods import CounterMethod
from railbird.solve.counter.play_model import default_row

MOST_ITERATIONS = 10_000


@dataclass(frozen=True, slots=True)
class BucketEffort:
    """How far a response is solved, and how."""

    to: float
    """The gap of the restricted game at which it is good enough, in chips."""
    most_iterations: int = MOST_ITERATIONS
    bits: int = 32
    threads: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class BucketModel:
    """What is believed about an opponent's play in an abstract game, and how much of it was seen."""

    strategy: BucketStrategy
    counts: NDArray[np.float64] = field(repr=False)
    """By decision node and bucket: the number of observations, without end if the play is known."""

    @classmethod
    def of(cls, strategy: BucketStrategy) -> BucketModel:
        """The model that knows how somebody plays."""
        return cls(strategy, np.full(_buckets_needed(strategy.tree, strategy.abstraction), np.inf))

    @classmethod
    def observed(cls, counts: BucketCounts, default: str | BucketStrategy = "call") -> BucketModel:
        """Relative frequencies, and a default policy where nothing was seen: see ``PlayModel.observed``."""
        tree, cards = counts.tree, counts.cards
        if isinstance(default, BucketStrategy) and (default.tree.spot, default.abstraction.counts) != (
            tree.spot,
            cards.counts,
        ):
            raise GameError("the default strategy is of another abstract game than the observations")
        rows, seen = counts.rows.astype(np.float32), []
        for node in np.flatnonzero(tree.kind == DECISION).tolist():
            block = counts.at(node)
            totals = block.sum(axis=1)
            seen.append(totals)
            menu = tuple(tree.edge_text(edge)[0] for edge in tree.edges(node))
            fallback = default.at(node) if isinstance(default, BucketStrategy) else [default_row(default, menu)]
            chosen = np.where(totals[:, None] > 0, block / np.maximum(totals, 1e-300)[:, None], fallback)
            rows[counts.start[node] : counts.start[node + 1]] = chosen.ravel()
        return cls(BucketStrategy(tree, cards, rows), np.concatenate(seen))


@dataclass(frozen=True, slots=True, eq=False)
class BucketResponse:
    """A strategy for both seats of an abstract game against a model, and what it is worth, in chips."""

    method: str
    strategy: BucketStrategy = field(repr=False)
    wins: float
    """What it wins from the model, mean over both seats."""
    exploitability: float
    """What a best response inside the abstraction wins from it, mean over both seats."""
    gap: float
    """How much better both players could do in the restricted game, mean over both seats."""
    iterations: int

    def __repr__(self) -> str:
        worth = f"wins {self.wins:.4g} from the model, exploitable by {self.exploitability:.4g}"
        return f"BucketResponse {self.method} in {self.strategy.tree.spot}: {worth}"


class RestrictedBucketSolver(BucketGameSolver):
    """The restricted game in which ``player`` is free and the other one restricted to a model.

    Its exploitability is the gap of this game; the value of its averages has no meaning. ``restrict`` changes the
    model; what was learned is kept. If the model leaves nothing free, the averages are those of the model.
    """

    def __init__(
        self, game: BucketGame, model: BucketModel, method: CounterMethod, player: int, *, bits: int = 32
    ) -> None:
        super().__init__(game, bits=bits)
        self.player = player
        self.restrict(model, method)

    def restrict(self, model: BucketModel, method: CounterMethod) -> None:
        check_model(model, self.game)
        confidence = np.minimum(method.confidence_of(model.counts), 1.0)
        self.is_fixed = method.p == 1 or bool(np.all(confidence[self._theirs()] == 1))
        self.native.restrict(1 - self.player, method.p, to_entries(model.strategy), confidence)
        if self.is_fixed:
            set_averages(self, model.strategy)

    def response(self, threads: int | None = None) -> NDArray[np.float32]:
        """The rows of the average strategies, of which those of the free player are the response."""
        if not self.is_fixed:
            return self.rows(average=True)
        entries = self.native.respond(self.player, self._threads(threads))[1]
        return strategy_rows(self.tree, self.cards, entries)

    def _theirs(self) -> NDArray[np.bool_]:
        decisions = self.tree.kind == DECISION
        buckets = np.array(self.cards.counts)[self.tree.round[decisions]]
        return np.repeat(self.tree.actor[decisions] == 1 - self.player, buckets)


def bucket_counter_strategy(
    game: BucketGame,
    model: BucketModel,
    method: CounterMethod,
    effort: BucketEffort,
    progress: Progress = report_nothing,
) -> BucketResponse:
    """The counter-strategy to a model. Raises KeyboardInterrupt after Ctrl-C."""
    most, bits, threads = effort.most_iterations, effort.bits, effort.threads
    rows, gaps, iterations = [], [], 0
    for player in (0, 1):
        solver = RestrictedBucketSolver(game, model, method, player, bits=bits)
        share = part_of(progress, player * 0.45, 0.45)
        if not solver.is_fixed:
            solver.run(
                to=effort.to,
                iterations=most,
                threads=threads,
                after_each=lambda solver=solver, share=share: share(solver.iterations / most),  # type: ignore[misc]
            )
        if solver.interrupted:
            raise KeyboardInterrupt
        gaps.append(0.0 if solver.is_fixed else solver.evaluate(threads).exploitability)
        rows.append(solver.response(threads))
        iterations = max(iterations, solver.iterations)
        del solver
    facts: dict[str, FactOfMaking] = {"method": str(method), "iterations": iterations}
    strategy = BucketStrategy(game.tree, game.cards, both_seats(game, rows), facts)
    wins, loses = what_it_is_worth_in_buckets(game, strategy, model.strategy, bits=bits, threads=threads)
    progress(1.0)
    strategy.facts |= {"wins": round(wins, 6), "exploitability": round(loses, 6)}
    return BucketResponse(str(method), strategy, wins, loses, sum(gaps) / 2, iterations)


def what_it_is_worth_in_buckets(
    game: BucketGame,
    strategy: BucketStrategy,
    against: BucketStrategy,
    *,
    bits: int = 32,
    threads: int | None = None,
) -> tuple[float, float]:
    """What a strategy wins from another one, and what a best response wins from it, in chips, mean over both seats."""
    solver = BucketGameSolver(game, bits=bits)
    set_averages(solver, strategy)
    loses = solver.evaluate(threads).exploitability
    return what_it_wins_in_buckets(game, strategy, against, bits=bits, threads=threads), loses


def what_it_wins_in_buckets(
    game: BucketGame,
    strategy: BucketStrategy,
    against: BucketStrategy,
    *,
    bits: int = 32,
    threads: int | None = None,
) -> float:
    """What a strategy wins from another one, in chips, mean over both seats."""
    solver, wins = BucketGameSolver(game, bits=bits), 0.0
    shares, others = strategy.probabilities(), against.probabilities()
    for player in (0, 1):
        mixed = np.where(_own_rows(game.tree, game.cards, player), shares, others)
        set_averages(solver, BucketStrategy(game.tree, game.cards, mixed))
        wins += solver.value(threads) * (1 if player == 0 else -1)
    return wins / 2


def both_seats(game: BucketGame, rows: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """The rows of a strategy that plays each seat as these do."""
    return np.where(_own_rows(game.tree, game.cards, 0), rows[0], rows[1])


def check_model(model: BucketModel, game: BucketGame) -> None:
    """Raise GameError unless a model is of this abstract game."""
    own, wanted = model.strategy, game.cards
    if (
        own.tree.spot != game.tree.spot
        or own.abstraction.spec != wanted.spec
        or own.abstraction.counts != wanted.counts
    ):
        raise GameError(
            f"the model is of {own.tree.spot} with {own.abstraction.spec}, not of {game.tree.spot} with {wanted.spec}"
        )
    if len(model.counts) != _buckets_needed(game.tree, wanted) or not np.all(model.counts >= 0):
        raise GameError("a model has a number of observations, 0 or more, for each bucket of each decision")


def _own_rows(tree: PublicTree, cards: CardAbstraction, player: int) -> NDArray[np.bool_]:
    decisions = tree.kind == DECISION
    sizes = np.array(cards.counts)[tree.round[decisions]] * np.diff(tree.child_start)[decisions]
    return np.repeat(tree.actor[decisions] == player, sizes)


def _buckets_needed(tree: PublicTree, cards: CardAbstraction) -> int:
    """The number of pairs of a decision node and a bucket."""
    return int(np.array(cards.counts)[tree.round[tree.kind == DECISION]].sum())
