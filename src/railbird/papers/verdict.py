"""A published number beside ours: difference, interval, verdict."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
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
    def agrees(self) -> bool:
        """Is the difference within the noise of both?"""
        allowed = self.tolerance + SURELY * self.ours.standard_error
        return abs(self.difference) <= allowed * (1 + 1e-9)

    @property
    def digits(self) -> int:
        """Digits after the point that say something: those of the tolerance, or of our error if that is less."""
        least = min(self.tolerance, self.ours.standard_error or self.tolerance)
        return max(0, math.ceil(-math.log10(least))) if 0 < least < 1 else 0


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that must hold of our numbers, and what we found."""

    text: str
    found: str
    holds: bool


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

    @property
    def differing(self) -> tuple[Comparison, ...]:
        return tuple(each for each in self.comparisons if not each.agrees)

    @property
    def holds(self) -> bool:
        """Does every claim that is checked hold?"""
        return all(claim.holds for claim in self.claims)

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
                    "agrees": each.agrees,
                }
                for each in self.comparisons
            ],
            "findings": [asdict(each) for each in self.findings],
            "curves": [
                {"name": each.name, "unit": each.unit, "hands": each.at.tolist(), "values": each.values.tolist()}
                for each in self.curves
            ],
            "claims": [{"claim": each.text, "found": each.found, "holds": bool(each.holds)} for each in self.claims],
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
            found = ours[column][row]
            number = found if isinstance(found, Ours) else Ours(float(found))
            comparisons.append(Comparison(row, column, float(published), number, table.tolerance[column]))
    return tuple(comparisons)


def all_agree(comparisons: tuple[Comparison, ...], what: str = "number") -> Claim:
    """The claim that every number, or every number of a kind, agrees with the published one."""
    agreeing = sum(each.agrees for each in comparisons)
    farthest = max(comparisons, key=lambda each: abs(each.difference) / (each.tolerance or 1))
    found = f"{agreeing} of {len(comparisons)}"
    if farthest.difference:
        found += f"; {farthest.row} is farthest off, by {farthest.difference:+,.{farthest.digits}f}"
    return Claim(f"every {what} agrees", found, agreeing == len(comparisons))
