"""Charts as SVG: lines with bands, intervals one below the other, points, and the square of the 169 hand classes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
from numpy.typing import NDArray

from railbird.plots.colours import colour, letter

WIDTH = 960
NAME_WIDTH = 18
"""Characters of the name shown at the end of a line."""
LINE_HEIGHT = 15


@dataclass(frozen=True, slots=True)
class IntervalMark:
    """A win rate with its interval, if there is one."""

    name: str
    mean: float
    interval: tuple[float, float] | None

    @property
    def kind(self) -> str:
        """``win`` or ``loss`` if the interval excludes 0, otherwise ``unsure``."""
        if self.interval is None:
            return "unsure"
        low, high = self.interval
        return "win" if low > 0 else "loss" if high < 0 else "unsure"


@dataclass(frozen=True, slots=True)
class Axis:
    """A range of numbers, drawn between two coordinates."""

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
    """An axis with room for all finite values."""
    finite = [value for value in values if math.isfinite(value)] + ([0.0] if with_zero else [])
    low, high = (min(finite), max(finite)) if finite else (0.0, 1.0)
    room = (high - low or 1.0) * 0.06
    return Axis(low - room, high + room, start, end)


def lines(
    at: NDArray[np.int64],
    curves: NDArray[np.float64],
    names: Sequence[str],
    unit: str,
    *,
    bands: NDArray[np.float64] | None = None,
    below: str = "hands",
) -> str:
    """Curves [points, players] over numbers of hands, with bands of the given half widths.

    The letter (see ``legend``) and name of each curve are at its end.
    """
    height, left, right = 360, 80, WIDTH - 160
    extremes = (
        curves if bands is None else np.concatenate([curves - np.nan_to_num(bands), curves + np.nan_to_num(bands)])
    )
    x = Axis(float(at[0]), float(at[-1]) if at[-1] > at[0] else float(at[0]) + 1, left, right)
    y = axis_of(extremes.ravel().tolist(), height - 40, 24)
    parts = [_grid_across(y, left, right), *_ticks_below(x, height, "{:,.0f}", below)]
    parts.append(f'<text class="dim" x="{left}" y="14">{escape(unit)}</text>')
    for player in range(curves.shape[1]):
        if bands is not None and np.isfinite(bands[:, player]).any():
            upper = _points(at, curves[:, player] + bands[:, player], x, y)
            lower = _points(at[::-1], (curves[:, player] - bands[:, player])[::-1], x, y)
            parts.append(f'<polygon points="{upper} {lower}" fill="{colour(player)}" fill-opacity=".15"/>')
        points = _points(at, curves[:, player], x, y)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour(player)}" stroke-width="2"/>')
    ends = [y(float(end)) if math.isfinite(end) else y(0) for end in curves[-1]]
    for player, line in enumerate(apart(ends, LINE_HEIGHT, height - 44)):
        name = names[player] if len(names[player]) <= NAME_WIDTH else names[player][: NAME_WIDTH - 1] + "…"
        parts.append(
            f'<text x="{right + 8}" y="{line + 4:.1f}" style="fill:{colour(player)}">'
            f"{letter(player)} {escape(name)}</text>"
        )
    return _svg(height, parts)


def apart(heights: Sequence[float], room: float, lowest: float) -> list[float]:
    """Move heights up or down so that there is room between them, in the same order and none below ``lowest``.

    >>> apart([100, 102, 300], 15, 295)
    [100, 115, 295]
    """
    order = sorted(range(len(heights)), key=lambda number: heights[number])
    results = list(heights)
    for above, number in zip([None, *order], order, strict=False):
        if above is not None:
            results[number] = max(results[number], results[above] + room)
    limit = lowest
    for number in reversed(order):
        results[number] = min(results[number], limit)
        limit = results[number] - room
    return results


def intervals(rates: Sequence[IntervalMark], unit: str) -> str:
    """Win rates with their intervals, one below the other."""
    row, left, right = 30, 230, WIDTH - 210
    height = row * len(rates) + 56
    ends = [end for rate in rates for end in (*(rate.interval or ()), rate.mean)]
    x = axis_of(ends, left, right)
    parts = list(_ticks_below(x, height, "{:g}", unit))
    parts.append(f'<line class="zero" x1="{x(0):.1f}" x2="{x(0):.1f}" y1="8" y2="{height - 40}"/>')
    shades = {"win": "rgb(var(--win))", "loss": "rgb(var(--loss))", "unsure": "var(--dim)"}
    for number, rate in enumerate(rates):
        y, shade = 24 + row * number, shades[rate.kind]
        parts.append(f'<text x="{left - 14}" y="{y + 4}" text-anchor="end">{escape(rate.name)}</text>')
        if not math.isfinite(rate.mean):
            continue
        label = f"{rate.mean:+.3f}"
        if rate.interval is not None:
            low, high = rate.interval
            parts.append(
                f'<line x1="{x(low):.1f}" x2="{x(high):.1f}" y1="{y}" y2="{y}" stroke="{shade}" stroke-width="3" '
                'stroke-linecap="round"/>'
            )
            label += f" ({low:+.3f} to {high:+.3f})"
        parts.append(f'<circle cx="{x(rate.mean):.1f}" cy="{y}" r="5" fill="{shade}"/>')
        parts.append(f'<text class="dim" x="{WIDTH - 8}" y="{y + 4}" text-anchor="end">{label}</text>')
    return _svg(height, parts)


def points(names: Sequence[str], across: Sequence[float], up: Sequence[float], *, below: str, beside: str) -> str:
    """Named points in a plane; points without a number are left out."""
    height, left = 380, 64
    x = axis_of(across, left, WIDTH - 120)
    y = axis_of(up, height - 44, 16)
    parts = [_grid_across(y, left, WIDTH - 16), *_ticks_below(x, height, "{:g}", below)]
    parts.append(f'<text class="dim" x="{left}" y="{height - 4}">{escape(beside)} ↑</text>')
    shown = [
        (number, x(along), y(high))
        for number, (along, high) in enumerate(zip(across, up, strict=True))
        if math.isfinite(along) and math.isfinite(high)
    ]
    taken = [(cx - 9, cy - 9, cx + 9, cy + 9) for _, cx, cy in shown]
    for number, cx, cy in shown:
        label = f"{letter(number)} {names[number]}"
        start, line = _free_position(cx + 12, cy + 5, 7.5 * len(label), taken)
        parts.append(f'<circle cx="{cx:.1f}" cy="{cy:.1f}" r="9" fill="{colour(number)}"/>')
        parts.append(
            f'<text x="{cx:.1f}" y="{cy + 4:.1f}" text-anchor="middle" style="fill:#fff;font-size:11px">'
            f"{letter(number)}</text>"
        )
        parts.append(f'<text x="{start:.1f}" y="{line:.1f}">{escape(label)}</text>')
    return _svg(height, parts)


def square(names: Sequence[str], values: NDArray[np.float64], cells: Sequence[str] | None = None) -> str:
    """The 13×13 square of hand classes; the larger a value from 0 to 1, the darker its cell.

    ``names`` and ``values`` are in the order of the classes: row by row, suited hands above the diagonal.
    """
    size, width = 40, 62
    parts = []
    for index, (name, value) in enumerate(zip(names, np.clip(values.ravel(), 0, 1).tolist(), strict=True)):
        row, column = divmod(index, 13)
        x, y = column * width, row * size
        below = "" if cells is None else cells[index]
        parts.append(
            f'<rect x="{x + 1}" y="{y + 1}" width="{width - 2}" height="{size - 2}" rx="3" '
            f'fill="rgb(var(--win))" fill-opacity="{0.06 + 0.84 * value:.3f}"/>'
            f'<text x="{x + width / 2}" y="{y + (17 if below else 24)}" text-anchor="middle">{escape(name)}</text>'
        )
        if below:
            parts.append(
                f'<text x="{x + width / 2}" y="{y + 32}" text-anchor="middle" style="font-size:11px">'
                f"{escape(below)}</text>"
            )
    return f'<svg viewBox="0 0 {13 * width} {13 * size}" role="img">{"".join(parts)}</svg>'


Box = tuple[float, float, float, float]


def _free_position(start: float, line: float, width: float, taken: list[Box]) -> tuple[float, float]:
    """A free position for a text, as near as possible to the given one; its box is added to ``taken``."""
    start = min(start, WIDTH - 8 - width)
    for step in range(24):
        moved = line + LINE_HEIGHT * ((step + 1) // 2) * (-1 if step % 2 else 1)
        box = (start, moved - 11, start + width, moved + 3)
        free = all(
            box[2] <= left or right <= box[0] or box[3] <= top or bottom <= box[1] for left, top, right, bottom in taken
        )
        if moved > LINE_HEIGHT and free:
            break
    taken.append(box)
    return start, moved


def _points(at: NDArray[np.int64], values: NDArray[np.float64], x: Axis, y: Axis) -> str:
    return " ".join(
        f"{x(one):.1f},{y(other):.1f}" for one, other in zip(at, values, strict=True) if math.isfinite(other)
    )


def _grid_across(y: Axis, left: float, right: float) -> str:
    parts = []
    for tick in y.ticks():
        kind = "zero" if abs(tick) < 1e-12 else "grid"
        parts.append(f'<line class="{kind}" x1="{left}" x2="{right}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>')
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
    parts.append(f'<text class="dim" x="{x.end:.0f}" y="{height - 4}" text-anchor="end">{escape(below)}</text>')
    return parts


def _svg(height: float, parts: Sequence[str]) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img">{"".join(parts)}</svg>'
