"""UCT and Smooth UCT by self-play, on games whose nodes are all known."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird._core import RandomStream, TreeSelfPlay
from railbird.extensive import SmoothUct
from railbird.extensive.logarithm import log_of
from railbird.solve.sequence_form import SequenceForm
from railbird.solve.solvers import StepSolver, nodes_to_walk


class SelfPlaySolver(StepSolver):
    """Smooth UCT (Heinrich and Silver 2015), or UCT. An iteration is an episode: all players play the game once.

    Smooth UCT comes near an equilibrium in Kuhn and Leduc poker, though no proof says so; UCT does not. The average
    strategy takes an action as often as it was taken so far.
    """

    def __init__(self, form: SequenceForm, rule: SmoothUct, *, seed: int) -> None:
        super().__init__(form)
        self.rule = rule
        ends = form.tree.payoffs[form.tree.children == 0]
        self.exploration = rule.c * float(ends.max() - ends.min())
        self._native = TreeSelfPlay(form.native, *nodes_to_walk(form.tree))
        self._random = RandomStream(seed)

    @property
    def iterations(self) -> int:
        return self._native.episodes

    def run(self, iterations: int) -> None:
        rule = self.rule
        self._native.run(self._random, iterations, self.exploration, rule.gamma, rule.eta, rule.decay)

    @property
    def visits(self) -> NDArray[np.int64]:
        """How often each action was taken inside its player's tree."""
        return self._native.visits()

    @property
    def means(self) -> NDArray[np.float64]:
        """What players got on average after each action; 0 where it was never taken."""
        return self._native.totals() / np.maximum(self.visits, 1)

    def average(self) -> NDArray[np.float64]:
        return self.form.tree.normalized(self.visits.astype(np.float64))

    def current(self) -> NDArray[np.float64]:
        tree, visits = self.form.tree, self.visits.astype(np.float64)
        starts, sizes = tree.set_start[:-1], np.diff(tree.set_start)
        totals = np.add.reduceat(visits, starts)
        counts = np.maximum(totals, 1).astype(np.int64).tolist()
        logs = np.repeat([log_of(count) for count in counts], sizes)
        bonus = self.exploration * np.sqrt(logs / np.maximum(visits, 1))
        bounds = np.where(visits > 0, self.means + bonus, np.inf)
        best = bounds == np.repeat(np.maximum.reduceat(bounds, starts), sizes)
        before = np.cumsum(best) - best
        best &= before == np.repeat(before[starts], sizes)  # the first of the best
        shares = np.repeat(np.where(totals > 0, self.rule.uct_share(totals), 0.0), sizes)
        rows: NDArray[np.float64] = shares * best + (1 - shares) * self.average()
        return rows
