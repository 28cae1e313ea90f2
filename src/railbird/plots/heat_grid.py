"""The square of hand classes as SVG, each cell shaded by a number."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

CELL_WIDTH, CELL_HEIGHT, COLUMNS = 62, 44, 13


def heat_grid(names: Sequence[str], values: NDArray[np.float64], unit: str) -> str:
    """The classes row by row, 13 in a row; the larger its number, the darker a cell. Numbers are 0 or more.

    >>> heat_grid(["AA", "AKs"], np.array([2.0, 0.5]), "mbb/g")[:4]
    '<svg'
    """
    largest = max(float(values.max()), 1e-12)
    parts = []
    for index, (name, value) in enumerate(zip(names, values.tolist(), strict=True)):
        row, column = divmod(index, COLUMNS)
        x, y = column * CELL_WIDTH, row * CELL_HEIGHT
        share = (value / largest) ** 0.5
        text = "#fff" if share > 0.6 else "#10151c"
        middle = x + CELL_WIDTH / 2
        style = f'text-anchor="middle" style="fill:{text}'
        parts += [
            f"<g><title>{escape(f'{name}: {value:.3g} {unit}')}</title>",
            f'<rect x="{x + 1}" y="{y + 1}" width="{CELL_WIDTH - 2}" height="{CELL_HEIGHT - 2}" fill="#8894a4" '
            'fill-opacity=".12"/>',
            f'<rect x="{x + 1}" y="{y + 1}" width="{CELL_WIDTH - 2}" height="{CELL_HEIGHT - 2}" fill="#b3263f" '
            f'fill-opacity="{share:.3f}"/>',
            f'<text x="{middle}" y="{y + 20}" {style}">{escape(name)}</text>',
            f'<text x="{middle}" y="{y + 36}" {style};font-size:11px">{value:,.3g}</text></g>',
        ]
    rows = -(-len(names) // COLUMNS)
    size = f"{min(COLUMNS, len(names)) * CELL_WIDTH} {rows * CELL_HEIGHT}"
    return f'<svg viewBox="0 0 {size}" role="img">{"".join(parts)}</svg>'
