"""The square of hand classes as SVG, each cell divided by what its hands do."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

CELL_WIDTH, CELL_HEIGHT, COLUMNS, LEGEND_HEIGHT = 62, 44, 13, 30
LEAST = 0.005
"""Actions below this share are not drawn."""
_NAME = "paint-order:stroke;stroke:#fff;stroke-opacity:.75;stroke-width:3px;stroke-linejoin:round;fill:#10151c"


@dataclass(frozen=True, slots=True)
class GridAction:
    """An action of the picture's legend."""

    name: str
    letter: str
    """Tells it apart where colours do not."""
    colour: str
    share: float
    """How often it is taken over all hands."""


@dataclass(frozen=True, slots=True)
class GridCell:
    """A hand class: how much of it is there, and what it does."""

    name: str
    fraction: float
    """The height of its bar: the share of the class that is in the range."""
    shares: Sequence[float]
    """How often each action is taken; nan or empty if nothing is known."""


def hand_grid(cells: Sequence[GridCell], actions: Sequence[GridAction]) -> str:
    """The classes row by row, 13 in a row. A cell's bar is as high as the part of the class that is in the range.

    It is divided into actions; the letter and percentage of the most frequent one are below the name of the class.

    >>> actions = [GridAction("check", "c", "#777777", 0.25), GridAction("bet 9", "1", "#cc8833", 0.75)]
    >>> hand_grid([GridCell("AA", 1, (0.25, 0.75))], actions)[:4]
    '<svg'
    """
    columns = min(COLUMNS, len(cells))
    width, rows = columns * CELL_WIDTH, math.ceil(len(cells) / COLUMNS)
    legend, legend_height = _legend(actions, max(width, 480))
    parts = [*legend]
    for index, cell in enumerate(cells):
        row, column = divmod(index, COLUMNS)
        parts += _cell(cell, actions, column * CELL_WIDTH, legend_height + row * CELL_HEIGHT)
    size = f"{max(width, 480)} {legend_height + rows * CELL_HEIGHT}"
    return f'<svg viewBox="0 0 {size}" role="img">{"".join(parts)}</svg>'


def _cell(cell: GridCell, actions: Sequence[GridAction], x: int, y: int) -> list[str]:
    width, height = CELL_WIDTH - 2, CELL_HEIGHT - 2
    known = [share if math.isfinite(share) else 0.0 for share in cell.shares]
    parts = [f'<rect class="empty" x="{x + 1}" y="{y + 1}" width="{width}" height="{height}" fill="#8894a4" ']
    parts[-1] += 'fill-opacity=".16"/>'
    tall = height * min(max(cell.fraction, 0.0), 1.0)
    total, start = sum(known), float(x + 1)
    middle = x + CELL_WIDTH / 2
    if not total or tall <= 0:
        return [*parts, f'<text class="dim" x="{middle}" y="{y + 27}" text-anchor="middle">{escape(cell.name)}</text>']
    listed = []
    for share, action in zip(known, actions, strict=True):
        wide = width * share / total
        if share >= LEAST:
            listed.append(f"{action.name} {100 * share:.0f} %")
            parts.append(
                f'<rect x="{start:.1f}" y="{y + 1 + height - tall:.1f}" width="{wide:.1f}" height="{tall:.1f}" '
                f'fill="{action.colour}"/>'
            )
        start += wide
    most = max(range(len(known)), key=known.__getitem__)
    below = f"{actions[most].letter} {100 * known[most]:.0f}"
    title = escape(f"{cell.name}: {', '.join(listed)}; {100 * cell.fraction:.0f} % of the class")
    text = '<text x="{}" y="{}" text-anchor="middle" style="{}{}">{}</text>'
    return [
        f"<g><title>{title}</title>",
        *parts,
        text.format(middle, y + 20, _NAME, "", escape(cell.name)),
        text.format(middle, y + 36, _NAME, ";font-size:11px", escape(below)),
        "</g>",
    ]


def _legend(actions: Sequence[GridAction], width: int) -> tuple[list[str], int]:
    """The legend in as many lines as it needs, and its height."""
    parts: list[str] = []
    x, y = 0.0, 0
    for action in actions:
        share = f" {100 * action.share:.1f} %" if math.isfinite(action.share) else ""
        label = f"{action.letter}  {action.name}{share}"
        wide = 40 + 7.2 * len(label)
        if x and x + wide > width:
            x, y = 0.0, y + LEGEND_HEIGHT - 6
        parts.append(f'<rect x="{x + 1:.0f}" y="{y + 3}" width="16" height="16" rx="3" fill="{action.colour}"/>')
        parts.append(f'<text x="{x + 24:.0f}" y="{y + 16}" style="white-space:pre">{escape(label)}</text>')
        x += wide
    return parts, y + LEGEND_HEIGHT if actions else 0
