"""The prior: what is assumed about an unknown player (ours).

Hands: the more a player bets, the stronger they are, up to some number of bets: the density of their hand rank x is
proportional to x^(a + b·min(bets, most)). Actions: the same frequencies in all rounds, by whether they face a bet. Both
are pseudo-observations at the coarsest levels, s1 and round, and come after everything that was observed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from railbird import _core
from railbird.models.context_trees.similarity import ActionLevel, HandLevel

SURE = 500.0
"""Pseudo-observations of each class: enough to leave nothing to coarser levels."""
MOST_BETS = 16
PLAYER_KINDS = 6
"""Two, three or more active players, times last to act or not."""
ROUNDS = 4
BETS = 5
"""Distinct numbers of bets in a round: none to four."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prior:
    """Constants of the prior."""

    a: float = 0.3
    b: float = 1.0
    most: int = 4
    unfaced: tuple[float, float, float] = (0.0, 0.65, 0.35)
    """Fold, call, raise where there is nothing to call."""
    faced: tuple[float, float, float] = (0.1, 0.75, 0.15)
    """The same facing a bet. A bot that assumes more folds pays for its bluffs early in a match."""

    def fill(self, pool: _core.Pool, bins: int) -> None:
        """Add the prior to an empty pool."""
        ranks = (np.arange(bins) + 0.5) / bins
        hands, histograms = [], []
        for bets in range(MOST_BETS + 1):
            density = ranks ** (self.a + self.b * min(bets, self.most))
            counts = SURE * density / density.sum()
            for kind in range(PLAYER_KINDS):
                hands += [HandLevel.S1, bets * PLAYER_KINDS + kind]
                histograms.append([*counts, counts.sum()])
        actions, shares = [], []
        for situation in range(ROUNDS * BETS):
            for faced in (0, 1):
                actions += [ActionLevel.ROUND, situation * 2 + faced]
                shares.append(self.faced if faced else self.unfaced)
        pool.add(
            np.array(actions, dtype=np.int32),
            SURE * np.array(shares, dtype=np.float64).ravel(),
            np.array(hands, dtype=np.int32),
            np.array(histograms, dtype=np.float32).ravel(),
        )
