"""Comparing published numbers with ours: differences, intervals, verdicts."""

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
"""Standard errors beyond which a difference is not noise."""


@dataclass(frozen=True, slots=True)
class Ours:
    """Our number, with its standard error; 0 if exact."""

    value: float
    standard_error: float = 0.0
    samples: int | None = None
    """The number of independent samples behind the standard error, if they are few."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One published number beside ours."""

    row: str
    column: str
    published: float
    ours: Ours
    tolerance: float
    """How far the published value may be from the truth, from rounding and noise."""

    @property
    def difference(self) -> float:
        return self.ours.value - self.published

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of our number."""
        few = self.ours.samples
        half = (Z if few is None else t_quantile(few - 1)) * self.ours.standard_error
        return self.ours.value - half, self.ours.value + half

    @property
    def allowed(self) -> float:
        """The largest difference at which the two agree: the tolerance plus three of our standard errors."""
        return self.tolerance + SURELY * self.ours.standard_error

    @property
    def agrees(self) -> bool:
        """Whether the difference is within the noise of both numbers."""
        return abs(self.difference) <= self.allowed * (1 + 1e-9)

    @property
    def digits(self) -> int:
        """The meaningful decimals: those of the tolerance, or of our standard error if that is smaller."""
        least = min(self.tolerance, self.ours.standard_error or self.tolerance)
        return max(0, math.ceil(-math.log10(least))) if 0 < least < 1 else 0


class Verdict(StrEnum):
    """Whether a claim holds for our numbers."""

    HOLDS = "holds"
    FAILS = "fails"
    TOO_FEW = "too few hands to judge"
    """A quick run cannot decide it: the intervals allow both, or the bots had no time to learn."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that must hold for our numbers, and the numbers that decide it."""

    text: str
    result: str
    holds: bool
    decided: bool | None = None
    """Whether the intervals exclude the opposite conclusion; None if chance plays no part.

    A full-length run is always judged: an experiment has as many hands as its claims need.
    """
    full_length: bool = False
    """Whether the claim is about bots that have learned over a full-length run."""

    def verdict(self, *, quick: bool) -> Verdict:
        """Whether the claim holds; a quick run is judged only if so few hands can decide it."""
        if quick and (self.full_length or self.decided is False):
            return Verdict.TOO_FEW
        return Verdict.HOLDS if self.holds else Verdict.FAILS


def all_above(rates: Iterable[WinRate], value: float = 0.0) -> bool:
    """Whether the intervals decide if all rates are above a value: all surely are, or one surely is not."""
    intervals = [rate.interval for rate in rates]
    return all(low > value for low, _ in intervals) or any(high < value for _, high in intervals)


def at_most_half(one: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether the intervals decide if one number is at most half of another."""
    return one[1] <= other[0] / 2 or one[0] > other[1] / 2


@dataclass(frozen=True, slots=True)
class Finding:
    """A table of our own numbers, without published counterparts."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, eq=False, slots=True)
class Curve:
    """A line over hands, or over something else that is counted."""

    name: str
    at: NDArray[np.int64]
    values: NDArray[np.float64]
    unit: str = "sb won so far"
    over: str = "hands"


@dataclass(frozen=True, slots=True)
class Reproduction:
    """A regenerated table."""

    table: PublishedTable
    comparisons: tuple[Comparison, ...]
    claims: tuple[Claim, ...]
    how: str
    """How our numbers were computed: exactly, or from how many deals and which seed, under which convention."""
    why: str = ""
    """Why numbers differ or a claim fails, if that is so."""
    findings: tuple[Finding, ...] = ()
    curves: tuple[Curve, ...] = ()
    share: float = 1.0
    """The share of the hands of a full-length run: less than 1 for a quick run with matches."""

    @property
    def quick(self) -> bool:
        """Whether fewer hands were played than in a full-length run."""
        return self.share < 1

    def verdict(self, claim: Claim) -> Verdict:
        return claim.verdict(quick=self.quick)

    @property
    def differing(self) -> tuple[Comparison, ...]:
        return tuple(each for each in self.comparisons if not each.agrees)

    @property
    def holds(self) -> bool:
        """Whether no claim that can be judged fails."""
        return all(self.verdict(claim) is not Verdict.FAILS for claim in self.claims)

    @property
    def explanation(self) -> str:
        """How many numbers differ, and why; empty if all agree and all claims hold."""
        if not self.why or (self.holds and not self.differing):
            return ""
        count = f"{len(self.differing)} of {len(self.comparisons)} differ. " if self.differing else ""
        return f"{count}{self.why}"

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
                {"name": each.name, "unit": each.unit, each.over: each.at.tolist(), "values": each.values.tolist()}
                for each in self.curves
            ],
            "claims": [
                {
                    "claim": each.text,
                    "found": each.result,
                    "verdict": self.verdict(each).value,
                    "holds": None if self.verdict(each) is Verdict.TOO_FEW else bool(each.holds),
                }
                for each in self.claims
            ],
            "share_of_hands": self.share,
            "holds": self.holds,
        }


def rate_text(rate: WinRate) -> str:
    """A win rate with the half width of its 95 % interval."""
    return f"{rate.mean:+.3f} ± {rate.half:.3f}"


def compare(table: PublishedTable, ours: Mapping[str, Mapping[str, Ours | float]]) -> tuple[Comparison, ...]:
    """Pair every published number with ours, by column and row."""
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
        result += f"; the largest difference is {farthest.difference:+,.{farthest.digits}f}, for {farthest.row}"
    return Claim(f"every {what} agrees", result, agreeing == len(comparisons))
