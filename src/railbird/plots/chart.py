"""A chart that shows itself in a notebook and can be saved."""

from __future__ import annotations

import os
from dataclasses import dataclass
from html import escape
from pathlib import Path

from railbird._files import write_whole
from railbird.errors import RailbirdError, quoted

_STYLE = """
.railbird-chart { --win: 58, 143, 91; --loss: 209, 73, 91; --dim: #7b8794; }
.railbird-chart svg, svg.railbird-chart { display: block; width: 100%; max-width: 60rem; height: auto; }
.railbird-chart text { fill: currentColor; font: 13px system-ui, sans-serif; }
.railbird-chart .dim { fill: var(--dim); } .railbird-chart .grid { stroke: var(--dim); stroke-opacity: .35; }
.railbird-chart .zero { stroke: var(--dim); }
"""


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as SVG. A notebook shows it; ``save`` writes it to a file.

    >>> from railbird.plots import IntervalMark, intervals
    >>> chart = Chart(intervals([IntervalMark("simple", 0.2, (0.1, 0.3))], "sb/h"), title="Win rates")
    >>> chart
    <Chart: Win rates>
    """

    svg: str
    title: str = ""

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the chart to an .svg file, and return its path."""
        target = Path(path)
        if target.suffix.lower() != ".svg":
            raise RailbirdError(f"a chart is saved as .svg, not as {quoted(target.name)}")
        opening, _, rest = self.svg.partition(">")
        attributes = 'xmlns="http://www.w3.org/2000/svg" class="railbird-chart" color="#1d2430" style="background:#fff"'
        write_whole(target, f"{opening} {attributes}><style>{_STYLE}</style>{rest}".encode())
        return target

    def _repr_html_(self) -> str:
        title = f"<div><b>{escape(self.title)}</b></div>" if self.title else ""
        return f'<div class="railbird-chart"><style>{_STYLE}</style>{title}{self.svg}</div>'

    def __repr__(self) -> str:
        return f"<Chart: {self.title}>" if self.title else "<Chart>"
