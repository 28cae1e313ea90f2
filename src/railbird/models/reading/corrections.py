"""Corrections: how much more often a player takes an action than was expected of them.

Each context and level of strength counts how often an action was taken, O, and how often it was expected, E. What was
expected is multiplied by

    (O + s) / (E + s),

with s a number of actions for which the expectation stands. Where the hand is not known, its likely ones share a count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.models.reading.contexts import MIDDLE, PRESSURES, PRICED, ROUGH, SEQUENCES, Context
from railbird.models.reading.strata import LEVELS, ROUGH_LEVEL_OF, ROUGH_LEVELS, STRATA, levels_of

Array = NDArray[np.float64]
MOST = 1e6
"""The scale of counts at which they are brought back to 1."""
MOST_COUNT = 1e12


@dataclass(frozen=True, slots=True)
class CorrectionKind:
    """Which contexts and levels a correction tells apart."""

    name: str
    context: str
    """The field of ``Context``."""
    contexts: int
    levels: int
    prior: float
    """How many actions the expectation stands for."""
    memory: float
    """After so many hands, a count is worth 1/e."""


KINDS = (
    CorrectionKind("frequencies", "pressure", PRESSURES, 1, 1.0, 1500.0),
    CorrectionKind("rough", "rough", ROUGH, ROUGH_LEVELS, 1.0, 1500.0),
    CorrectionKind("priced", "priced", PRICED, ROUGH_LEVELS, 1.0, 1500.0),
    CorrectionKind("fine", "middle", MIDDLE, LEVELS, 1.0, 1500.0),
    CorrectionKind("sequences", "sequence", SEQUENCES, ROUGH_LEVELS, 1.5, 1500.0),
    CorrectionKind("recent", "rough", ROUGH, 1, 3.0, 80.0),
)
"""From rough to fine; each corrects what the one before expects. Values ours."""


class Correction:
    """The counts of one kind of correction for a player."""

    __slots__ = ("expected", "kind", "observed", "scale")

    def __init__(self, kind: CorrectionKind) -> None:
        self.kind = kind
        self.observed = np.zeros((kind.contexts, kind.levels, 3), np.float32)
        self.expected = np.zeros_like(self.observed)
        self.scale = 1.0
        """What a new count is worth beside those of the first hand: so older ones fade."""

    def factors(self, context: int, street: int) -> Array:
        """What expectations are multiplied by: [strata, 3]."""
        base = self.kind.prior * self.scale
        ratios = (self.observed[context] + base) / (self.expected[context] + base)
        return np.asarray(ratios[self._level_of(street)], np.float64)

    def all_factors(self, contexts: NDArray[np.intp], streets: NDArray[np.intp]) -> Array:
        """The same for several contexts: [contexts, strata, 3]."""
        base = np.float32(self.kind.prior * self.scale)
        ratios = (self.observed[contexts] + base) / (self.expected[contexts] + base)
        levels = np.stack([self._level_of(street) for street in range(4)])[streets]
        return np.asarray(np.take_along_axis(ratios, levels[:, :, None], axis=1), np.float64)

    def learn(self, context: int, street: int, masses: Array, expected: Array, action: int) -> None:
        """Count an action, with the share of each stratum among the player's likely hands, and what was expected."""
        levels = self._level_of(street)
        for column, counts in enumerate((masses[:, None] * expected).T):
            self.expected[context, :, column] += self.scale * np.bincount(levels, counts, self.kind.levels)
        self.observed[context, :, action] += self.scale * np.bincount(levels, masses, self.kind.levels)

    def _level_of(self, street: int) -> NDArray[np.intp]:
        if self.kind.levels == 1:
            return _ONE
        return levels_of(street) if self.kind.levels == LEVELS else ROUGH_LEVEL_OF

    def fade(self) -> None:
        """A hand is over."""
        self.scale *= float(np.exp(1 / self.kind.memory))
        if self.scale > MOST:
            self.observed /= self.scale
            self.expected /= self.scale
            self.scale = 1.0

    def state(self) -> dict[str, NDArray[np.float32]]:
        """Its counts, for ``restore``."""
        return {
            f"{self.kind.name} observed": self.observed / np.float32(self.scale),
            f"{self.kind.name} expected": self.expected / np.float32(self.scale),
        }

    def restore(self, state: Mapping[str, NDArray[np.float32]]) -> None:
        """Take saved counts. Raises KeyError or ValueError if they are malformed."""
        found = [np.array(state[f"{self.kind.name} {part}"], np.float32) for part in ("observed", "expected")]
        for array in found:
            if array.shape != self.observed.shape or not ((array >= 0) & (array < MOST_COUNT)).all():
                raise ValueError(f"the {self.kind.name} counts are malformed")
        self.observed, self.expected = found
        self.scale = 1.0


_ONE = np.zeros(STRATA, np.intp)


def number_of(kind: CorrectionKind, context: Context) -> int:
    """The number of a kind's context."""
    return int(getattr(context, kind.context))
