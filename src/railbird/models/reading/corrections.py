"""Corrections: how much more often a player takes an action than was expected of them.

Each context and level of strength counts how often an action was taken, O, and how often it was expected, E. What was
expected is multiplied by

    (O + s) / (E + s),

with s a number of actions for which the expectation stands. Where the hand is not known, its likely ones share a count.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.models.reading.contexts import STREETS
from railbird.models.reading.strata import LEVELS, ROUGH_LEVEL_OF, ROUGH_LEVELS, STRATA, levels_of


@dataclass(frozen=True, slots=True)
class CorrectionKind:
    """Which contexts and levels a correction tells apart."""

    name: str
    context: str
    """The field of ``Context``."""
    levels: int
    prior: float
    """How many actions the expectation stands for."""
    memory: float
    """After so many hands, a count is worth 1/e."""

    def level_of(self, street: int) -> NDArray[np.intp]:
        """The level of each stratum on a street."""
        if self.levels == 1:
            return np.zeros(STRATA, np.intp)
        return levels_of(street) if self.levels == LEVELS else ROUGH_LEVEL_OF

    def level_table(self) -> NDArray[np.uint8]:
        """The level of each stratum on each street."""
        return np.array([self.level_of(street) for street in range(STREETS)], np.uint8)


KINDS = (
    CorrectionKind("frequencies", "pressure", 1, 1.0, 1500.0),
    CorrectionKind("rough", "rough", ROUGH_LEVELS, 1.0, 1500.0),
    CorrectionKind("priced", "priced", ROUGH_LEVELS, 1.0, 1500.0),
    CorrectionKind("fine", "middle", LEVELS, 1.0, 1500.0),
    CorrectionKind("sequences", "sequence", ROUGH_LEVELS, 1.5, 1500.0),
    CorrectionKind("recent", "rough", 1, 3.0, 80.0),
)
"""From rough to fine; each corrects what the one before expects. Values ours."""
