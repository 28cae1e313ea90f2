"""Solvers that improve a strategy step by step, each with what it needs to know of a game and what it guarantees."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from railbird._core import RandomStream, SampledCfr, TabularCfr
from railbird.errors import GameError
from railbird.solve.game_tree import GameTree
from railbird.solve.schedules import RegretFactors
from railbird.solve.sequence_form import SequenceForm

MOST_LEVELS = 1000
"""The depth of a tree that sampling solvers can walk; that of the native walk."""


class StepSolver(ABC):
    """A solver of one game: ``run`` goes on from where it stopped."""

    def __init__(self, form: SequenceForm) -> None:
        self.form = form

    @property
    @abstractmethod
    def iterations(self) -> int:
        """Iterations so far."""

    @abstractmethod
    def run(self, iterations: int) -> None: ...

    @abstractmethod
    def average(self) -> NDArray[np.float64]:
        """The rows of the average strategy: the solution."""

    @abstractmethod
    def current(self) -> NDArray[np.float64]:
        """The rows of the strategy that the next iteration plays."""


class RegretSolver(StepSolver):
    """CFR and its relatives: every iteration visits the whole game.

    In zero-sum games of two players the average strategy converges to an equilibrium. In other games the average of
    the play as a whole still approaches a coarse correlated equilibrium, but the average strategies need not be near
    an equilibrium: judge them by their exploitability.
    """

    def __init__(
        self,
        form: SequenceForm,
        schedule: Callable[[NDArray[np.float64]], RegretFactors],
        *,
        alternating: bool = True,
        predictive: bool = False,
    ) -> None:
        super().__init__(form)
        self._native = TabularCfr(form.native)
        self.schedule, self._alternating, self._predictive = schedule, alternating, predictive

    @property
    def iterations(self) -> int:
        return self._native.iterations

    def run(self, iterations: int) -> None:
        t = np.arange(self.iterations + 1, self.iterations + iterations + 1, dtype=np.float64)
        with np.errstate(over="ignore"):
            factors = self.schedule(t)
        if not np.all(np.isfinite(factors.weights)):
            raise GameError(
                f"after {self.iterations:,} iterations the weights of the average are too large: lower gamma"
            )
        self._native.run(*factors, self._alternating, self._predictive)

    def average(self) -> NDArray[np.float64]:
        return self.form.tree.normalized(self._native.cumulative())

    def current(self) -> NDArray[np.float64]:
        return self._native.current()


class SamplingSolver(StepSolver):
    """Monte Carlo CFR (Lanctot, Waugh, Zinkevich and Bowling 2009): every iteration visits a random part of the tree.

    One iteration is a walk for each player, who updates their regrets. Chance sampling draws one outcome at each turn
    of chance; external sampling also draws one action at the turns of the others. The regrets are right on average,
    so in zero-sum games of two players the average strategy converges with probability 1, slower per iteration but
    with much cheaper iterations. For other games see ``RegretSolver``.
    """

    def __init__(self, form: SequenceForm, *, external: bool, seed: int) -> None:
        super().__init__(form)
        self._native = SampledCfr(form.native, *nodes_to_walk(form.tree))
        self._external, self._random = external, RandomStream(seed)

    @property
    def iterations(self) -> int:
        return self._native.iterations

    def run(self, iterations: int) -> None:
        self._native.run(self._random, iterations, self._external)

    def average(self) -> NDArray[np.float64]:
        return self.form.tree.normalized(self._native.cumulative())

    def current(self) -> NDArray[np.float64]:
        return self._native.current()


NodeArrays = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]


def nodes_to_walk(tree: GameTree) -> NodeArrays:
    """The nodes of a tree as native walks take them. Raises GameError if it is too deep."""
    levels, start, stop = 1, 0, 1
    while stop < tree.nodes:
        start, stop, levels = stop, stop + int(tree.children[start:stop].sum()), levels + 1
    if levels > MOST_LEVELS:
        raise GameError(f"{tree.game} has {levels:,} levels; sampling solvers can walk {MOST_LEVELS:,}")
    return tree.actor, tree.children, tree.information_set, tree.chance, tree.payoffs


class FictitiousPlay(StepSolver):
    """Fictitious play (Brown 1951) in extensive form (Heinrich, Lanctot and Silver 2015, §3).

    In iteration t every player plays a best response to the others' averages so far, and the average becomes the mean
    of t such strategies, mixed before the game: weighted by the probability that their player gets to an information
    set. The averages converge to an equilibrium in zero-sum games of two players, more slowly than with CFR; in
    other games they may cycle. The first average is uniform, and counts as one strategy.
    """

    def __init__(self, form: SequenceForm) -> None:
        super().__init__(form)
        self._average = form.tree.uniform()
        self._current = self._average
        self._cumulative = form.reach(self._average)[1:]
        self._iterations = 0

    @property
    def iterations(self) -> int:
        return self._iterations

    def run(self, iterations: int) -> None:
        form = self.form
        row_player = np.repeat(form.tree.set_player, np.diff(form.tree.set_start))
        for _ in range(iterations):
            responses = np.empty_like(self._average)
            for player in range(form.tree.players):
                own = row_player == player
                responses[own] = form.native.best_response(self._average, player)[1][own]
            self._cumulative += form.reach(responses)[1:]
            self._average, self._current = form.tree.normalized(self._cumulative), responses
            self._iterations += 1

    def average(self) -> NDArray[np.float64]:
        return self._average

    def current(self) -> NDArray[np.float64]:
        """The last best responses."""
        return self._current
