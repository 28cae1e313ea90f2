"""What the buckets of a street are made of: a table by class of deals, or a rule that reads features of a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Features = Mapping[str, NDArray[Any]]
"""Of hands, by name: levels of strength [hands], or ``histogram`` [hands, bins]."""


class Deals(NamedTuple):
    """Hands on boards of one street: how many deals each stands for, its bucket before, and its features."""

    weights: NDArray[np.int64]
    before: NDArray[np.int32]
    """The bucket on the street before; 0 without perfect recall."""
    features: Features


Batches = Callable[[], Iterator[Deals]]
"""All deals of a street, batch by batch, as often as they are needed."""


class StreetRule(Protocol):
    """Buckets by features, within groups: with perfect recall the buckets of the street before, otherwise one group."""

    @property
    def wanted(self) -> tuple[str, ...]:
        """The features that it reads."""

    @property
    def groups(self) -> int: ...

    @property
    def buckets(self) -> int:
        """The number of buckets of each group."""

    def of(self, before: NDArray[np.int32], features: Features) -> NDArray[np.int32]:
        """The buckets of hands: group × buckets + the bucket within the group."""

    def arrays(self) -> dict[str, NDArray[Any]]: ...


@dataclass(frozen=True, eq=False)
class ClassTable:
    """A bucket for each class of deals."""

    table: NDArray[Any]
    """[classes]"""
    count: int
    parents: NDArray[np.int32] | None
    """[buckets]: the bucket on the street before; None without perfect recall, and on the first street."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        result: dict[str, NDArray[Any]] = {"table": self.table, "count": np.array(self.count)}
        return result if self.parents is None else {**result, "parents": self.parents}


@dataclass(frozen=True, eq=False)
class RuledStreet:
    """A street with too many classes for a table (turn and river of hold'em): each hand is put into its bucket anew."""

    rule: StreetRule
    recalls: bool

    @property
    def count(self) -> int:
        return self.rule.groups * self.rule.buckets

    @property
    def parents(self) -> NDArray[np.int32] | None:
        return parents_of(self.rule) if self.recalls else None

    def of(self, before: NDArray[np.int32], features: Features) -> NDArray[np.int32]:
        """The buckets of hands, from their buckets on the street before and their features."""
        return self.rule.of(before if self.recalls else np.zeros_like(before), features)

    def arrays(self) -> dict[str, NDArray[Any]]:
        return self.rule.arrays()


StreetBuckets = ClassTable | RuledStreet


def parents_of(rule: StreetRule) -> NDArray[np.int32]:
    """[buckets]: the group of each bucket."""
    return np.arange(rule.groups * rule.buckets, dtype=np.int32) // np.int32(rule.buckets)


def table_of(buckets: NDArray[Any], count: int) -> NDArray[Any]:
    """The same numbers in the smallest type."""
    return buckets.astype(np.uint8 if count <= 2**8 else np.uint16 if count <= 2**16 else np.int32)
