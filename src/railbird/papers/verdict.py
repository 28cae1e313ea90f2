"""A published number beside ours: difference, interval, verdict."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.papers.published import PublishedTable
from railbird.stats import WinRate
from railbird.stats.win_rate import Z, t_quantile

SURELY = 3
"""Standard errors beyond which a difference is none of noise."""


@dataclass(frozen=True, slots=True)
class Ours:
    """Our number, with its standard error; 0 if exact."""

    value: float
    standard_error: float = 0.0
    samples: int | None = None
    """How many independent ones that error is from, if they are few."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One published number beside ours."""

    row: str
    column: str
    published: float
    ours: Ours
    tolerance: float
    """How far the published value may lie from the truth, by rounding and by its own noise."""

    @property
    def difference(self) -> float:
        return self.ours.value - self.published

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true value lies with 95 %."""
        few = self.ours.samples
        half = (Z if few is None else t_quantile(few - 1)) * self.ours.standard_error
        return self.ours.value - half, self.ours.value + half

    @property
    def allowed(self) -> float:
        """The largest difference at which the two agree: the tolerance and three of our standard errors."""
        return self.tolerance + SURELY * self.ours.standard_error

    @property
    def agrees(self) -> bool:
        """Is the difference within the noise of both?"""
        return abs(self.difference) <= self.allowed * (1 + 1e-9)

    @property
    def digits(self) -> int:
        """Digits after the point that say something: those of the tolerance, or of our error if that is less."""
        least = min(self.tolerance, self.ours.standard_error or self.tolerance)
        return max(0, math.ceil(-math.log10(least))) if 0 < least < 1 else 0


class Verdict(StrEnum):
    """What our numbers say of a claim."""

    HOLDS = "holds"
    FAILS = "fails"
    TOO_FEW = "too few hands to judge"
    """A quick run cannot decide it: the intervals allow both, or the bots had no time to learn."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that must hold of our numbers, and what we found."""

    text: str
    found: str
    holds: bool
    decided: bool | None = None
    """Do the numbers exclude the contrary of what they say, by their intervals? None if that is no question of chance.

    A run at full length is judged all the same: an experiment has as many hands as its claims need.
    """
    full_length: bool = False
    """Does it speak of bots that have learned for as many hands as a run at full length has?"""

    def verdict(self, *, quick: bool) -> Verdict:
        """Whether it holds; of a quick run, only if so few hands can decide it."""
        if quick and (self.full_length or self.decided is False):
            return Verdict.TOO_FEW
        return Verdict.HOLDS if self.holds else Verdict.FAILS


def all_above(rates: Iterable[WinRate], value: float = 0.0) -> bool:
    """Is it decided whether all rates are above a value? Either all surely are, or one surely is not."""
    intervals = [rate.interval for rate in rates]
    return all(low > value for low, _ in intervals) or any(high < value for _, high in intervals)


def at_most_half(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Is it decided, by their intervals, whether one number is at most half of another?"""
    return one[1] <= other[0] / 2 or one[0] > other[1] / 2


@dataclass(frozen=True, slots=True)
class Finding:
    """A table of our own numbers, for which nothing is published."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, eq=False, slots=True)
class Curve:
    """A line over hands."""

    name: str
    at: NDArray[np.int64]
    values: NDArray[np.float64]
    unit: str = "sb won so far"


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A table, regenerated."""

    table: PublishedTable
    comparisons: tuple[Comparison, ...]
    claims: tuple[Claim, ...]
    how: str
    """How our numbers were found: exactly, or by how many deals from which seed, under which convention."""
    why: str = ""
    """Why numbers that differ do."""
    findings: tuple[Finding, ...] = ()
    curves: tuple[Curve, ...] = ()
    share: float = 1.0
    """Of the hands of a run at full length: less than 1 if it is a quick run of matches."""

    @property
    def quick(self) -> bool:
        """Were fewer hands played than the numbers and claims speak of?"""
        return self.share < 1

    def verdict(self, claim: Claim) -> Verdict:
        return claim.verdict(quick=self.quick)

    @property
    def differing(self) -> tuple[Comparison, ...]:
        return tuple(each for each in self.comparisons if not each.agrees)

    @property
    def holds(self) -> bool:
        """Does no claim that can be judged fail?"""
        return all(self.verdict(claim) is not Verdict.FAILS for claim in self.claims)

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.table.name,
            "title": self.table.title,
            "source": self.table.source,
            "section": self.table.section,
            "unit": self.table.unit,
            "uncertainty": self.table.uncertainty,
            "misprints": list(self.table.misprints),
            "how": self.how,
            "why": self.why,
            "rows": [
                {
                    "row": each.row,
                    "column": each.column,
                    "published": each.published,
                    "ours": each.ours.value,
                    "standard_error": each.ours.standard_error,
                    "difference": each.difference,
                    "interval": list(each.interval),
                    "tolerance": each.tolerance,
                    "agrees_within": each.allowed,
                    "agrees": each.agrees,
                }
                for each in self.comparisons
            ],
            "findings": [asdict(each) for each in self.findings],
            "curves": [
                {"name": each.name, "unit": each.unit, "hands": each.at.tolist(), "values": each.values.tolist()}
                for each in self.curves
            ],
            "claims": [
                {
                    "claim": each.text,
                    "found": each.found,
                    "verdict": self.verdict(each).value,
                    "holds": None if self.verdict(each) is Verdict.TOO_FEW else bool(each.holds),
                }
                for each in self.claims
            ],
            "share_of_hands": self.share,
            "holds": self.holds,
        }


def rate_text(rate: WinRate) -> str:
    """A rate with its 95 % interval, as tables of findings have it."""
    return f"{rate.mean:+.3f} ± {rate.half:.3f}"


def compare(table: PublishedTable, ours: Mapping[str, Mapping[str, Ours | float]]) -> tuple[Comparison, ...]:
    """Every published number beside ours, which go by column and row as well."""
    comparisons = []
    for column, rows in table.values.items():
        for row, published in rows.items():
            result = ours[column][row]
            number = result if isinstance(result, Ours) else Ours(float(result))
            comparisons.append(Comparison(row, column, float(published), number, table.tolerance[column]))
    return tuple(comparisons)


def all_agree(comparisons: tuple[Comparison, ...], what: str = "number") -> Claim:
    """The claim that every number, or every number of a kind, agrees with the published one."""
    agreeing = sum(each.agrees for each in comparisons)
    farthest = max(comparisons, key=lambda each: abs(each.difference) / (each.tolerance or 1))
    result = f"{agreeing} of {len(comparisons)}"
    if farthest.difference:
        result += f"; {farthest.row} is farthest off, by {farthest.difference:+,.{farthest.digits}f}"
    return Claim(f"every {what} agrees", result, agreeing == len(comparisons))
