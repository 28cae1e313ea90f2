"""Equity by random deals, reproducible from a seed with any number of threads."""

from __future__ import annotations

import operator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird._progress import Progress
from railbird.errors import EquityError
from railbird.strength.problem import EquityProblem

DEFAULT_DEALS = 10_000_000
DEALS_PER_LOOK = 16 * _core.MonteCarlo.batch
"""Deals between checks of the standard error; fixed, so that the stop depends only on the seed."""
MOST_DEALS = 1_000_000_000_000
LEAST_STANDARD_ERROR = 0.000001
"""The standard deviation of a pot share is at most 1/2, so a quarter of ``MOST_DEALS`` is enough for this."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Random deals: their number, and the sums of their weights and squared weights by set of winners.

    Both sums have 2^players entries, indexed by sets of players (bit p for player p) who share the pot. Deals have
    weight 1, unless the ranges share so many cards that players are dealt in turn.
    """

    deals: int
    weights: NDArray[np.float64]
    squares: NDArray[np.float64]

    def standard_errors(self) -> NDArray[np.float64]:
        """The standard error of each player's mean share m = Σ w s / Σ w, √(n / (n − 1) · Σ w² (s − m)²) / Σ w.

        With weights of 1 this is √(s² / n).
        """
        share = shares(len(self.weights).bit_length() - 1)
        total = self.weights.sum()
        mean = share @ self.weights / total
        spread = ((share - mean[:, None]) ** 2) @ self.squares * self.deals / max(self.deals - 1, 1)
        return np.asarray(np.sqrt(spread) / total)


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomDeals:
    """How many random deals to make: a number, or as many as a target standard error needs.

    >>> RandomDeals(standard_error=0.0005, seed=1).wanted
    True
    """

    count: int | None = None
    """The most deals; 10,000,000 if neither a count nor a standard error is given."""
    standard_error: float | None = None
    """Stop when every player's standard error is this small."""
    seed: int = 0
    """The same seed gives the same deals."""

    def __post_init__(self) -> None:
        if self.count is not None:
            object.__setattr__(self, "count", operator.index(self.count))
        object.__setattr__(self, "seed", operator.index(self.seed))
        if self.count is not None and not 2 <= self.count <= MOST_DEALS:
            raise EquityError(f"the number of deals must be between 2 and {MOST_DEALS:,}, not {self.count}")
        if self.standard_error is not None and not LEAST_STANDARD_ERROR <= self.standard_error < 1:
            raise EquityError(
                f"the standard error must be between {LEAST_STANDARD_ERROR} and 1, not {self.standard_error}"
            )
        if not 0 <= self.seed < 2**64:
            raise EquityError(f"a seed must be between 0 and 2^64 - 1, not {self.seed}")

    @classmethod
    def of(cls, deals: int | RandomDeals | None) -> RandomDeals:
        """Convert a number of deals to ``RandomDeals``."""
        return deals if isinstance(deals, RandomDeals) else cls(count=deals)

    @property
    def wanted(self) -> bool:
        """Whether random deals were requested, rather than only a seed."""
        return self.count is not None or self.standard_error is not None

    @property
    def most(self) -> int:
        """The number of deals at which to stop."""
        if self.count is not None:
            return self.count
        return DEFAULT_DEALS if self.standard_error is None else MOST_DEALS


def sample(problem: EquityProblem, request: RandomDeals, *, threads: int, progress: Progress) -> Sample:
    """Deal at random until the requested number of deals, or the requested standard error for every player."""
    deals, standard_error, seed = request.most, request.standard_error, request.seed
    table = _core.MonteCarlo(problem.weights, problem.board_mask, problem.dead_mask)
    done = 0
    while done < deals:
        last = min(done + DEALS_PER_LOOK, deals)
        table.run(seed, done, last, threads)
        done = last
        share = done / deals
        if standard_error is not None:
            reached = float(_sample_so_far(table, done).standard_errors().max())
            if reached <= standard_error:
                break
            share = max(share, (standard_error / reached) ** 2)
        progress(share)
    return _sample_so_far(table, done)


def _sample_so_far(table: _core.MonteCarlo, deals: int) -> Sample:
    sampled = Sample(deals, table.tally(), table.squares())
    if not sampled.weights.any():
        raise EquityError("the ranges share so many cards that no random deal gave every player a hand")
    return sampled


def shares(players: int) -> NDArray[np.float64]:
    """Each player's share of the pot for each set of winners: an array [players, 2^players]."""
    winners = np.arange(1 << players)
    wins = winners >> np.arange(players)[:, None] & 1
    return np.asarray(wins / np.maximum(wins.sum(axis=0), 1))
