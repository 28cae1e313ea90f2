"""Line charts in the terminal, drawn with braille dots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from railbird.plots import colour, letter

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # bits of a braille character, by row and column
_EMPTY = 0x2800


WIDTH, HEIGHT = 60, 10
"""In characters; less if the terminal is narrower."""
_BESIDE = 10
"""Characters for the axis labels at the left."""


@dataclass(frozen=True, eq=False, slots=True)
class CurveChart:
    """Lines over a common axis, an array [points, lines], with a dotted line at zero.

    Each line has a colour, and its letter (see ``legend``) marks its end for readers without colours.
    """

    at: NDArray[np.int64]
    lines: NDArray[np.float64]
    title: str = ""
    below: str = "hands"

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        letters = 1 + self.lines.shape[1]
        yield _drawn(self, max(min(WIDTH, options.max_width - _BESIDE - letters), 10), HEIGHT)


def _drawn(chart: CurveChart, width: int, height: int) -> Text:
    at, lines, title, below = chart.at, chart.lines, chart.title, chart.below
    low, high = min(float(lines.min(initial=0)), 0.0), max(float(lines.max(initial=0)), 0.0)
    spread = (high - low) or 1.0
    dots_wide, dots_high = 2 * width, 4 * height
    characters = np.zeros((height, width), dtype=np.int64)
    colours = np.full((height, width), -1)

    def row_of(y: int) -> int:
        return (dots_high - 1 - y) // 4

    def mark(x: int, y: int, colour: int) -> None:
        row, column = row_of(y), x // 2
        characters[row, column] |= _DOTS[(dots_high - 1 - y) % 4][x % 2]
        colours[row, column] = colour

    def height_of(value: float) -> int:
        return round((value - low) / spread * (dots_high - 1))

    for x in range(0, dots_wide, 4):
        mark(x, height_of(0.0), -1)
    columns = np.linspace(at[0], at[-1], dots_wide)
    ends = [Text() for _ in range(height)]
    for number in range(lines.shape[1]):
        heights = [height_of(float(value)) for value in np.interp(columns, at, lines[:, number])]
        for x, y in enumerate(heights):
            before = heights[x - 1] if x else y
            for between in range(min(before, y), max(before, y) + 1):
                mark(x, between, number)
        ends[row_of(heights[-1])].append(letter(number), style=colour(number))
    rows = []
    labels = {0: _label(high, spread), height - 1: _label(low, spread)}
    for row in range(height):
        text = Text.assemble((f"{labels.get(row, ''):>{_BESIDE - 1}} ", "dim"))
        for character, number in zip(characters[row], colours[row], strict=True):
            text.append(chr(_EMPTY + int(character)), style=colour(number) if number >= 0 else "dim")
        rows.append(text + Text(" ") + ends[row] if ends[row] else text)
    start, end = f"{at[0]:,}", f"{at[-1]:,} {below}"
    rows.append(Text(" " * _BESIDE + start + end.rjust(width - len(start)), style="dim"))
    if title:
        rows.insert(0, Text(title, style="dim"))
    return Text("\n").join(rows)


def _label(value: float, spread: float) -> str:
    """An axis label, with as many digits as the span of the axis needs."""
    if not value:
        return "0"
    return f"{value:+,.0f}" if spread >= 20 else f"{value:+.1f}" if spread >= 2 else f"{value:+.2f}"


def legend(names: Sequence[str]) -> Text:
    """The letter and the colour of each line."""
    return Text("  ").join(Text(f"{letter(i)} {name}", style=colour(i)) for i, name in enumerate(names))
