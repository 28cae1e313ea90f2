"""``LevelCuts``: percentile buckets by one level of strength, or by one after the other (nested)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.cards.shares import LEVELS, count_levels, cuts_of, split
from railbird.abstraction.cards.street_buckets import Batches, Features
from railbird.errors import GameError


@dataclass(frozen=True, eq=False)
class LevelCuts:
    """The lowest level of each bucket but the first, in each group.

    >>> rule = LevelCuts(("ehs",), (np.array([[4000, 9000]], dtype=np.uint16),))
    >>> levels = np.array([0, 4000, 8999, 16000], dtype=np.uint16)
    >>> rule.of(np.zeros(4, dtype=np.int32), {"ehs": levels}).tolist()
    [0, 1, 1, 2]
    """

    wanted: tuple[str, ...]
    """The levels that buckets are split by, one after the other."""
    cuts: tuple[NDArray[np.uint16], ...]
    """For each [groups so far, parts - 1]."""

    @classmethod
    def fit(cls, wanted: Sequence[str], numbers: Sequence[int], groups: int, batches: Batches) -> LevelCuts:
        """Split each group by each level into so many parts with the same number of deals."""
        rule = cls((), ())
        for name, parts in zip(wanted, numbers, strict=True):
            counts = np.zeros((groups, LEVELS), dtype=np.int64)
            for deals in batches():
                before = rule.of(deals.before, deals.features)
                counts += count_levels(before, deals.features[name], deals.weights, counts.shape)
            rule = cls((*rule.wanted, name), (*rule.cuts, cuts_of(counts, parts)))
            groups *= parts
        return rule

    @property
    def groups(self) -> int:
        return len(self.cuts[0])

    @property
    def buckets(self) -> int:
        groups, cuts = self.cuts[-1].shape
        return int(groups * (cuts + 1)) // self.groups

    def of(self, before: NDArray[np.int32], features: Features) -> NDArray[np.int32]:
        """The buckets of hands from their groups and levels."""
        buckets = before
        for name, cuts in zip(self.wanted, self.cuts, strict=True):
            buckets = split(cuts, buckets, features[name])
        return buckets

    def of_one(self, group: int, levels: Mapping[str, int]) -> int:
        """The bucket of one hand, quicker than ``of``."""
        bucket = group
        for name, rows in zip(self.wanted, self._rows, strict=True):
            row = rows[bucket]
            bucket = bucket * (len(row) + 1) + bisect_right(row, levels[name])
        return bucket

    @cached_property
    def _rows(self) -> list[list[list[int]]]:
        return [cuts.tolist() for cuts in self.cuts]

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The cuts by the names of their levels."""
        return {f"cuts{number}.{name}": self.cuts[number] for number, name in enumerate(self.wanted)}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> LevelCuts:
        """The rule of ``arrays()``. Raises GameError if they do not fit together."""
        names = sorted(name for name in arrays if name.startswith("cuts"))
        rule = cls(tuple(name.partition(".")[2] for name in names), tuple(arrays[name] for name in names))
        groups = len(rule.cuts[0])
        for cuts in rule.cuts:
            if cuts.dtype != np.uint16 or cuts.ndim != 2 or len(cuts) != groups or (cuts[:, 1:] < cuts[:, :-1]).any():
                raise GameError("cuts do not fit together")
            groups *= cuts.shape[1] + 1
        return rule
