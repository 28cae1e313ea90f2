"""What is believed of a player of whom nothing is known (ours).

Hands: the more he bets, the stronger he is, up to some number of bets: the density of his hand rank x goes with
x^(a + b·min(bets, most)). Actions: the same frequencies in all rounds, by whether he faces a bet. They are
pseudo-observations of the coarsest levels, s1 and round, and stand behind everything that was seen.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from railbird import _core
from railbird.models.context_trees.similarity import ActionLevel, HandLevel

SURE = 500.0
"""Observations of each class: as many as leave nothing to coarser levels."""
MOST_BETS = 16
PLACES = 6
"""Two, three or more players still in, and last of them to act or not."""
ROUNDS = 4
BETS = 5
"""Bets of a round that are told apart: none to four."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prior:
    """The numbers of it."""

    a: float = 0.3
    b: float = 1.0
    most: int = 4
    unfaced: tuple[float, float, float] = (0.0, 0.65, 0.35)
    """Fold, call, raise where nothing is to be called."""
    faced: tuple[float, float, float] = (0.1, 0.75, 0.15)
    """The same facing a bet. Who believes that others fold more pays for bluffs at the beginning."""

    def fill(self, pool: _core.Pool, bins: int) -> None:
        """Put it into an empty pool."""
        ranks = (np.arange(bins) + 0.5) / bins
        hands, histograms = [], []
        for bets in range(MOST_BETS + 1):
            density = ranks ** (self.a + self.b * min(bets, self.most))
            counts = SURE * density / density.sum()
            for place in range(PLACES):
                hands += [HandLevel.S1, bets * PLACES + place]
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
