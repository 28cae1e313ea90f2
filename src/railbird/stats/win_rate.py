"""Win rates with standard errors and confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.errors import RailbirdError
from railbird.game import Betting, Game
from railbird.stats.bounded import Bounds, bounded_interval
from railbird.stats.units import bigbets_per_100, small_bets_per_hand


class Unit(StrEnum):
    """A unit of win rates."""

    SB_PER_HAND = "sb/h"
    """Small bets per hand, in limit games."""
    BB_PER_100 = "bb/100"
    """Big blinds per 100 hands, in other games with blinds."""
    BIGBET_PER_100 = "bigbet/100"
    """Big bets per 100 hands, the older unit of limit games: 50 times the sb/h."""
    CHIPS_PER_HAND = "chips/h"
    STACKS_PER_MATCH = "stacks/match"
    """Starting stacks won in a freeze-out: -1 for a player who is out, the number of players minus 1 for the winner."""


CHIPS_OF = {
    Unit.SB_PER_HAND: "small bets",
    Unit.BIGBET_PER_100: "big bets",
    Unit.BB_PER_100: "big blinds",
    Unit.CHIPS_PER_HAND: "chips",
    Unit.STACKS_PER_MATCH: "stacks",
}
"""The amount that each unit counts, in words."""


def mean_text(rate: WinRate) -> str:
    """A win rate without its interval, as tables show it; empty if nothing was played."""
    return f"{rate.mean:+.4f}" if math.isfinite(rate.mean) else ""


def interval_text(interval: tuple[float, float] | None) -> str:
    """An interval as tables show it; empty if there is none."""
    return "" if interval is None else "{:+.4f} to {:+.4f}".format(*interval)


def unit_of(game: Game) -> Unit:
    """The unit of win rates in a game."""
    if game.betting is Betting.LIMIT and any(game.blinds):
        return Unit.SB_PER_HAND
    return Unit.BB_PER_100 if any(game.blinds) else Unit.CHIPS_PER_HAND


def units_per_chip(game: Game) -> float:
    """The win rate of winning one chip per hand."""
    unit = unit_of(game)
    if unit is Unit.SB_PER_HAND:
        return 1 / game.bets[0]
    return 100 / game.big_blind if unit is Unit.BB_PER_100 else 1.0


def converted(rate: WinRate, unit: Unit, to: Unit) -> WinRate:
    """Convert a rate to another unit of the same game.

    >>> converted(WinRate(0.24, 0.06, 2500), Unit.SB_PER_HAND, Unit.BIGBET_PER_100)
    WinRate(mean=12.0, standard_error=3.0, samples=2500)
    """
    if unit is to:
        return rate
    factors = {
        (Unit.SB_PER_HAND, Unit.BIGBET_PER_100): bigbets_per_100(1),
        (Unit.BIGBET_PER_100, Unit.SB_PER_HAND): small_bets_per_hand(1),
    }
    if (unit, to) not in factors:
        raise RailbirdError(f"cannot convert {unit.value} to {to.value}: they are units of different games")
    factor = factors[unit, to]
    limits = None if rate.limits is None else (rate.limits[0] * factor, rate.limits[1] * factor)
    return WinRate(rate.mean * factor, rate.standard_error * factor, rate.samples, limits)


@dataclass(frozen=True, slots=True)
class WinRate:
    """A mean with its standard error and its 95 % confidence interval.

    >>> rate = WinRate(0.24, 0.06, 2500)
    >>> rate.text(2), rate.sure
    ('+0.24 ± 0.12', True)
    """

    mean: float
    standard_error: float
    """NaN if there are too few samples."""
    samples: int
    """The number of independent samples."""
    limits: tuple[float, float] | None = field(default=None, repr=False)
    """The ends of the interval if it is not Student's, as for bounded outcomes."""

    @property
    def half(self) -> float:
        """Half the width of the interval: the distance from the mean to the farther end."""
        if self.limits is not None:
            return max(self.mean - self.limits[0], self.limits[1] - self.mean)
        return t_quantile(self.samples - 1) * self.standard_error

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval; NaN if there are too few samples."""
        return self.limits or (self.mean - self.half, self.mean + self.half)

    def text(self, digits: int = 4) -> str:
        """The rate as text, with its interval unless there are too few samples.

        >>> WinRate(0.24, 0.06, 2500).text(2), WinRate(-0.6, 0.2, 10, (-0.94, 0.11)).text(2)
        ('+0.24 ± 0.12', '-0.60 (-0.94 to +0.11)')
        """
        if not self.sure:
            return f"{self.mean:+.{digits}f}"
        if self.limits is None:
            return f"{self.mean:+.{digits}f} ± {self.half:.{digits}f}"
        low, high = self.limits
        return f"{self.mean:+.{digits}f} ({low:+.{digits}f} to {high:+.{digits}f})"

    def to_json(self) -> dict[str, Any]:
        """The rate with its interval, as JSON data."""
        low, high = self.interval
        interval = [finite(low), finite(high)] if self.sure else None
        return {"win_rate": finite(self.mean), "standard_error": finite(self.standard_error), "interval": interval}

    @property
    def sure(self) -> bool:
        """Whether the interval is meaningful. It is not if a few samples all happen to be equal."""
        if self.limits is not None:
            return True
        return bool(np.isfinite(self.standard_error)) and (self.standard_error > 0 or self.samples >= ENOUGH)


def finite(number: float) -> float | None:
    """A number for JSON: None if it is infinite or NaN."""
    return number if math.isfinite(number) else None


ENOUGH = 30
Z = 1.959964
"""The half-width of a 95 % interval of many samples, in standard errors."""
ONE_SIDED = 1.644854
"""The same for an interval with one end."""


def t_quantile(freedom: int, *, one_sided: bool = False) -> float:
    """The half-width of a 95 % interval of few samples, in standard errors: Student's 97.5 % quantile.

    An interval with one end alone needs the 95 % quantile.

    It is exact for one and two degrees of freedom, and by the expansion in 1/freedom for more (Abramowitz and Stegun,
    26.7.5).

    >>> [round(t_quantile(freedom), 2) for freedom in (1, 2, 5, 30, 10_000)]
    [12.71, 4.3, 2.57, 2.04, 1.96]
    >>> [round(t_quantile(freedom, one_sided=True), 2) for freedom in (1, 2, 5, 30, 10_000)]
    [6.31, 2.92, 2.01, 1.7, 1.65]
    """
    if freedom < 1:
        return float("nan")
    inside = 0.9 if one_sided else 0.95
    if freedom == 1:
        return math.tan(math.pi * inside / 2)
    if freedom == 2:
        return inside * math.sqrt(2 / (1 - inside**2))
    z = ONE_SIDED if one_sided else Z
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + math.fsum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


def mean_of(rates: Sequence[WinRate]) -> WinRate:
    """The mean of independent rates.

    Its standard error is √Σ SE² / n. Its degrees of freedom are (Σ SE²)² / Σ (SE⁴/ν), by Welch and Satterthwaite,
    stored as a number of samples. If rates have limits of their own, the distance of each end from the mean is
    √Σ d² / n, where d are the distances of that end in each rate (Zou and Donner 2008).
    """
    squares = np.array([rate.standard_error**2 for rate in rates])
    freedom = np.array([rate.samples - 1 for rate in rates])
    total = squares.sum()
    known = np.isfinite(total) and (freedom > 0).all() and total > 0
    samples = 1 + math.floor(total**2 / (squares**2 / freedom).sum()) if known else min(rate.samples for rate in rates)
    mean, limits = float(np.mean([rate.mean for rate in rates])), None
    if any(rate.limits is not None for rate in rates) and all(rate.sure for rate in rates):
        below, above = (
            math.sqrt(math.fsum((rate.interval[side] - rate.mean) ** 2 for rate in rates)) / len(rates)
            for side in (0, 1)
        )
        limits = mean - below, mean + above
    return WinRate(mean, float(np.sqrt(total)) / len(rates), samples, limits)


def win_rate(samples: NDArray[np.float64], bounds: Bounds | None = None) -> WinRate:
    """The mean of independent samples, with the standard error s/√n.

    If the bounds of possible outcomes are given, the interval is ``bounded_interval``; otherwise it is Student's.
    """
    if len(samples) == 0:
        return WinRate(float("nan"), float("nan"), 0)
    error = float(np.std(samples, ddof=1) / np.sqrt(len(samples))) if len(samples) > 1 else float("nan")
    limits = None if bounds is None else bounded_interval(samples, bounds)
    return WinRate(float(np.mean(samples)), error, len(samples), limits)
