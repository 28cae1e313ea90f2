"""Charts as SVG: lines with bands, intervals one below the other, and points."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

from railbird.reports.page import colour
from railbird.stats import WinRate

WIDTH = 960


@dataclass(frozen=True, slots=True)
class Axis:
    """A range of numbers, drawn from one place to another."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self, wanted: int = 6) -> list[float]:
        """Round numbers in the range."""
        rough = (self.high - self.low) / wanted
        scale = 10 ** math.floor(math.log10(rough))
        step = next(scale * size for size in (1, 2, 2.5, 5, 10) if scale * size >= rough * 0.999)
        first = math.ceil(self.low / step - 1e-9)
        return [number * step for number in range(first, math.floor(self.high / step + 1e-9) + 1)]


def axis_of(values: Sequence[float], start: float, end: float, *, with_zero: bool = True) -> Axis:
    """An axis on which all finite values have room."""
    found = [value for value in values if math.isfinite(value)] + ([0.0] if with_zero else [])
    low, high = (min(found), max(found)) if found else (0.0, 1.0)
    room = (high - low or 1.0) * 0.06
    return Axis(low - room, high + room, start, end)


def lines(
    at: NDArray[np.int64],
    curves: NDArray[np.float64],
    unit: str,
    *,
    bands: NDArray[np.float64] | None = None,
    below: str = "hands",
) -> str:
    """Curves [points, players] over numbers of hands, with bands ± as wide as given."""
    height, left = 360, 80
    extremes = (
        curves if bands is None else np.concatenate([curves - np.nan_to_num(bands), curves + np.nan_to_num(bands)])
    )
    x = Axis(float(at[0]), float(at[-1]) if at[-1] > at[0] else float(at[0]) + 1, left, WIDTH - 16)
    y = axis_of(extremes.ravel().tolist(), height - 40, 12)
    parts = [_grid_across(y, left), *_ticks_below(x, height, "{:,.0f}", below)]
    parts.append(f'<text class="dim" x="{left}" y="{height - 4}">{escape(unit)}</text>')
    for player in range(curves.shape[1]):
        if bands is not None and np.isfinite(bands[:, player]).any():
            upper = _points(at, curves[:, player] + bands[:, player], x, y)
            lower = _points(at[::-1], (curves[:, player] - bands[:, player])[::-1], x, y)
            parts.append(f'<polygon points="{upper} {lower}" fill="{colour(player)}" fill-opacity=".15"/>')
        points = _points(at, curves[:, player], x, y)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour(player)}" stroke-width="2"/>')
    return _svg(height, parts)


def intervals(names: Sequence[str], rates: Sequence[WinRate], unit: str) -> str:
    """Rates with their 95 % intervals, one below the other."""
    row, left = 30, 230
    height = row * len(names) + 56
    ends = [end for rate in rates for end in (*rate.interval, rate.mean)]
    x = axis_of(ends, left, WIDTH - 120)
    parts = list(_ticks_below(x, height, "{:g}", unit))
    parts.append(f'<line class="zero" x1="{x(0):.1f}" x2="{x(0):.1f}" y1="8" y2="{height - 40}"/>')
    for number, (name, rate) in enumerate(zip(names, rates, strict=True)):
        y = 24 + row * number
        low, high = rate.interval
        shade = (
            "rgb(var(--win))"
            if rate.sure and low > 0
            else "rgb(var(--loss))"
            if rate.sure and high < 0
            else "var(--dim)"
        )
        parts.append(f'<text x="{left - 14}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        if rate.sure:
            parts.append(
                f'<line x1="{x(low):.1f}" x2="{x(high):.1f}" y1="{y}" y2="{y}" stroke="{shade}" stroke-width="3" '
                'stroke-linecap="round"/>'
            )
        parts.append(f'<circle cx="{x(rate.mean):.1f}" cy="{y}" r="5" fill="{shade}"/>')
        label = f"{rate.mean:+.3f} ± {rate.half:.3f}" if rate.sure else f"{rate.mean:+.3f}"
        parts.append(f'<text class="dim" x="{WIDTH - 8}" y="{y + 4}" text-anchor="end">{label}</text>')
    return _svg(height, parts)


def points(names: Sequence[str], across: Sequence[float], up: Sequence[float], *, below: str, beside: str) -> str:
    """Named points in a plane; those without a number are left out."""
    height, left = 380, 64
    x = axis_of(across, left, WIDTH - 120)
    y = axis_of(up, height - 44, 16)
    parts = [_grid_across(y, left), *_ticks_below(x, height, "{:g}", below)]
    parts.append(f'<text class="dim" x="{left}" y="{height - 4}">{escape(beside)} ↑</text>')
    labels: list[tuple[float, float]] = []
    for number, (name, along, high) in enumerate(zip(names, across, up, strict=True)):
        if not (math.isfinite(along) and math.isfinite(high)):
            continue
        left_end, line = x(along) + 12, y(high) + 5
        while any(abs(left_end - other) < 110 and abs(line - at) < 15 for other, at in labels):
            line -= 15
        labels.append((left_end, line))
        parts.append(f'<circle cx="{x(along):.1f}" cy="{y(high):.1f}" r="7" fill="{colour(number)}"/>')
        parts.append(f'<text x="{left_end:.1f}" y="{line:.1f}">{escape(name)}</text>')
    return _svg(height, parts)


def _points(at: NDArray[np.int64], values: NDArray[np.float64], x: Axis, y: Axis) -> str:
    return " ".join(
        f"{x(one):.1f},{y(other):.1f}" for one, other in zip(at, values, strict=True) if math.isfinite(other)
    )


def _grid_across(y: Axis, left: float) -> str:
    parts = []
    for tick in y.ticks():
        kind = "zero" if abs(tick) < 1e-12 else "grid"
        parts.append(f'<line class="{kind}" x1="{left}" x2="{WIDTH - 16}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>')
        parts.append(f'<text class="dim" x="{left - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{tick:,.4g}</text>')
    return "".join(parts)


def _ticks_below(x: Axis, height: float, form: str, below: str) -> list[str]:
    parts = []
    for tick in x.ticks(8):
        parts.append(
            f'<line class="grid" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{height - 40}" y2="{height - 34}"/>'
        )
        label = form.format(tick + 0.0)
        parts.append(f'<text class="dim" x="{x(tick):.1f}" y="{height - 20}" text-anchor="middle">{label}</text>')
    parts.append(f'<text class="dim" x="{WIDTH - 16}" y="{height - 4}" text-anchor="end">{escape(below)}</text>')
    return parts


def _svg(height: float, parts: Sequence[str]) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img">{"".join(parts)}</svg>'
