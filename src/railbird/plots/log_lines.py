"""Curves on logarithmic scales, such as the exploitability of solvers over their iterations."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from railbird.plots.charts import LINE_HEIGHT, NAME_WIDTH, WIDTH, Axis, apart
from railbird.plots.colours import colour, letter

HEIGHT, LEFT, RIGHT = 360, 80, WIDTH - 160


def log_lines(curves: Mapping[str, Sequence[tuple[float, float]]], unit: str, below: str) -> str:
    """Curves by name, each of points (x, y) above 0, on two logarithmic scales; other points are left out.

    >>> log_lines({"CFR": [(1, 0.5), (10, 0.05)]}, "chips", "iterations")[:4]
    '<svg'
    """
    logs = {
        name: [(math.log10(x), math.log10(y)) for x, y in points if x > 0 and y > 0] for name, points in curves.items()
    }
    x = _whole_axis([point[0] for points in logs.values() for point in points], LEFT, RIGHT)
    y = _whole_axis([point[1] for points in logs.values() for point in points], HEIGHT - 40, 24)
    parts = [f'<text class="dim" x="{LEFT}" y="14">{escape(unit)}</text>', *_grid(x, y)]
    parts.append(f'<text class="dim" x="{RIGHT}" y="{HEIGHT - 4}" text-anchor="end">{escape(below)}</text>')
    for number, points in enumerate(logs.values()):
        drawn = " ".join(f"{x(one):.1f},{y(other):.1f}" for one, other in points)
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{colour(number)}" stroke-width="2"/>')
    ends = [y(points[-1][1]) if points else y(y.low) for points in logs.values()]
    for number, (name, line) in enumerate(zip(logs, apart(ends, LINE_HEIGHT, HEIGHT - 44), strict=True)):
        shown = name if len(name) <= NAME_WIDTH else name[: NAME_WIDTH - 1] + "…"
        alone = len(logs) == 1 and logs[name]  # a single curve needs no letter, and its name is where it ends
        start, mark = (x(logs[name][-1][0]), "") if alone else (RIGHT, f"{letter(number)} ")
        parts.append(
            f'<text x="{start + 8:.1f}" y="{line + 4:.1f}" style="fill:{colour(number)}">{mark}{escape(shown)}</text>'
        )
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{"".join(parts)}</svg>'


def _whole_axis(logs: Sequence[float], start: float, end: float) -> Axis:
    """An axis from one power of ten to another."""
    low, high = (math.floor(min(logs)), math.ceil(max(logs))) if logs else (0, 1)
    return Axis(low, max(high, low + 1), start, end)


def _grid(x: Axis, y: Axis) -> list[str]:
    parts = []
    for power in range(int(y.low), int(y.high) + 1):
        at = y(power)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text class="dim" x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{_power(power)}</text>')
    for power in range(int(x.low), int(x.high) + 1):
        at = x(power)
        parts.append(f'<line class="grid" x1="{at:.1f}" x2="{at:.1f}" y1="{HEIGHT - 40}" y2="{HEIGHT - 34}"/>')
        parts.append(f'<text class="dim" x="{at:.1f}" y="{HEIGHT - 20}" text-anchor="middle">{_power(power)}</text>')
    return parts


def _power(power: int) -> str:
    """A power of ten: 100 or 1e-06."""
    return f"{10**power:,}" if 0 <= power <= 6 else f"{10.0**power:g}"
