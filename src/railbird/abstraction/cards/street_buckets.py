"""The buckets of one street: a table by class of deals, or cuts of the levels that the cards have."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.cards.shares import split


@dataclass(frozen=True, eq=False)
class ClassTable:
    """A bucket for each class of deals."""

    table: NDArray[np.integer]
    """[classes]"""
    count: int
    parents: NDArray[np.int32] | None
    """[buckets]: the bucket on the street before; None without perfect recall, and on the first street."""


@dataclass(frozen=True, eq=False)
class LevelCuts:
    """Buckets by the levels of strength, for streets with too many classes for a table (turn and river of hold'em)."""

    measures: tuple[str, ...]
    """``ehs`` or ``ehs2``: buckets are split by one after the other."""
    cuts: tuple[NDArray[np.uint16], ...]
    """For each measure [groups, buckets of a group - 1]: the lowest level of each bucket but the first."""
    recalls: bool
    """Whether buckets are formed within each bucket of the street before."""

    @property
    def count(self) -> int:
        groups, cuts = self.cuts[-1].shape
        return int(groups * (cuts + 1))

    @cached_property
    def parents(self) -> NDArray[np.int32] | None:
        """[buckets]: the bucket on the street before."""
        if not self.recalls:
            return None
        return np.arange(self.count, dtype=np.int32) // np.int32(self.count // len(self.cuts[0]))

    def of(self, before: NDArray[np.int32], levels: dict[str, NDArray[np.uint16]]) -> NDArray[np.int32]:
        """The buckets of hands, from their buckets on the street before and their levels."""
        groups = before if self.recalls else np.zeros_like(before)
        for measure, cuts in zip(self.measures, self.cuts, strict=True):
            groups = split(cuts, groups, levels[measure])
        return groups


StreetBuckets = ClassTable | LevelCuts


def table_of(buckets: NDArray[np.integer], count: int) -> NDArray[np.integer]:
    """The same numbers in the smallest type."""
    return buckets.astype(np.uint8 if count <= 2**8 else np.uint16 if count <= 2**16 else np.int32)
