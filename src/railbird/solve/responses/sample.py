"""A stratified sample of flops, the same for the same seed.

Flops are put in order by their suits, their pairs and their ranks, and cut into strata of about the same number of
flops. Each stratum gives two of its flops, all with the same probability.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from railbird.errors import MatchError
from railbird.solve.responses.boards import NextBoard

IN_STRATUM = 2
"""Draws from each stratum: as few as have a standard error."""


@dataclass(frozen=True, eq=False)
class FlopSample:
    """Draws from all flops."""

    draws: NDArray[np.intp]
    """[draws]: the class of each flop that was drawn, as an index; a class may come twice."""
    strata: NDArray[np.intp]
    """[draws]: its stratum."""
    weights: NDArray[np.float64]
    """[strata]: the share of all flops that are in each."""

    @property
    def exact(self) -> bool:
        """Whether it has all flops."""
        return len(self.weights) == len(self.draws)

    @property
    def shares(self) -> NDArray[np.float64]:
        """[draws]: the weight of each."""
        return (self.weights / np.bincount(self.strata))[self.strata]


def all_flops(flops: Sequence[NextBoard]) -> FlopSample:
    """Every flop once, in a stratum of its own."""
    weights = np.array([flop.ways for flop in flops], dtype=np.float64)
    numbers = np.arange(len(flops))
    return FlopSample(numbers, numbers, weights / weights.sum())


def sample_flops(flops: Sequence[NextBoard], count: int, seed: int) -> FlopSample:
    """Draw ``count`` flops.

    >>> from railbird.game import limit
    >>> from railbird.solve.responses.boards import board_classes
    >>> sample = sample_flops(board_classes(limit()).after(()), 40, seed=1)
    >>> len(sample.draws), len(sample.weights)
    (40, 20)
    """
    if count < 2 * IN_STRATUM:
        raise MatchError(f"a sample needs {2 * IN_STRATUM} flops or more, not {count}")
    order = sorted(range(len(flops)), key=lambda index: _texture(flops[index].cards))
    single = np.repeat(order, [flops[index].ways for index in order])
    cuts = np.linspace(0, len(single), count // IN_STRATUM + 1).astype(int)
    generator = np.random.default_rng(np.random.SeedSequence(seed))
    draws, strata = [], []
    for stratum, (first, last) in enumerate(pairwise(cuts.tolist())):
        wanted = min(IN_STRATUM + (stratum == 0 and count % IN_STRATUM), last - first)
        draws += single[generator.choice(np.arange(first, last), wanted, replace=False)].tolist()
        strata += [stratum] * wanted
    return FlopSample(np.array(draws), np.array(strata), np.diff(cuts) / len(single))


def _texture(cards: bytes) -> tuple[object, ...]:
    """What flops are put in order by: how many cards share a suit, how many a rank, and the ranks from high to low."""
    suits = sorted(np.bincount([card % 4 for card in cards]).tolist(), reverse=True)
    ranks = sorted((card // 4 for card in cards), reverse=True)
    return suits, len(set(ranks)), ranks
