"""Lines in a terminal, drawn with dots."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rich.text import Text

COLOURS = ("bright_green", "bright_red", "bright_blue", "bright_yellow", "bright_magenta", "bright_cyan")
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a braille sign, by row and column
_EMPTY = 0x2800


def line_chart(
    at: NDArray[np.int64], lines: NDArray[np.float64], *, width: int = 60, height: int = 10, unit: str = ""
) -> Text:
    """Lines over a common axis, an array [points, lines]; each has its colour, and zero a dotted line."""
    low, high = min(float(lines.min(initial=0)), 0.0), max(float(lines.max(initial=0)), 0.0)
    spread = (high - low) or 1.0
    dots_wide, dots_high = 2 * width, 4 * height
    signs = np.zeros((height, width), dtype=np.int64)
    colours = np.full((height, width), -1)

    def mark(x: int, y: int, colour: int) -> None:
        row, column = (dots_high - 1 - y) // 4, x // 2
        signs[row, column] |= _DOTS[(dots_high - 1 - y) % 4][x % 2]
        colours[row, column] = colour

    def height_of(value: float) -> int:
        return round((value - low) / spread * (dots_high - 1))

    for x in range(0, dots_wide, 4):
        mark(x, height_of(0.0), -1)
    places = np.linspace(at[0], at[-1], dots_wide)
    for number in range(lines.shape[1]):
        heights = [height_of(float(value)) for value in np.interp(places, at, lines[:, number])]
        for x, y in enumerate(heights):
            before = heights[x - 1] if x else y
            for between in range(min(before, y), max(before, y) + 1):
                mark(x, between, number % len(COLOURS))
    rows = []
    for row in range(height):
        label = f"{high:+,.0f}" if row == 0 else f"{low:+,.0f}" if row == height - 1 else ""
        text = Text(f"{label:>9} ", style="dim")
        for sign, colour in zip(signs[row], colours[row], strict=True):
            text.append(chr(_EMPTY + int(sign)), style=COLOURS[colour] if colour >= 0 else "dim")
        rows.append(text)
    end = f"{at[-1]:,} hands"
    rows.append(Text(" " * 10 + "0" + end.rjust(width - 1), style="dim"))
    if unit:
        rows.insert(0, Text(f"{unit} won so far", style="dim"))
    return Text("\n").join(rows)


def legend(names: Sequence[str]) -> Text:
    """The colour of each line."""
    return Text("  ").join(Text(f"● {name}", style=COLOURS[i % len(COLOURS)]) for i, name in enumerate(names))
