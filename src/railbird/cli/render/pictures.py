"""Plots in files, drawn by matplotlib if it is installed."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird._files import write_whole
from railbird.errors import RailbirdError, quoted
from railbird.plots import colour, letter
from railbird.stats import WinRate

FORMATS = (".pdf", ".png", ".svg")
MARKERS = "os^Dv*PX"
"""They distinguish lines without colours."""


def check_picture(path: Path | None) -> Path | None:
    """Raise an error unless a plot can be written to this file; called before the work starts."""
    if path is not None:
        if path.suffix.lower() not in FORMATS:
            raise RailbirdError(f"a plot file ends in {', '.join(FORMATS)}, not {quoted(path.name)}")
        if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
            raise RailbirdError(f"there is no writable folder {quoted(str(path.parent))} for the plot")
        if path.is_dir():
            raise RailbirdError(f"{quoted(str(path))} is a folder; name a file for the plot")
        pyplot()
    return path


def pyplot() -> Any:
    """Return matplotlib's pyplot, set up to write files without a window."""
    try:
        import matplotlib
    except ImportError:
        raise RailbirdError("plots need matplotlib: pip install matplotlib") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def save_figure(figure: Any, path: Path) -> None:
    """Write a figure to a file and close it."""
    data = io.BytesIO()
    figure.savefig(data, format=path.suffix[1:].lower(), dpi=120)
    pyplot().close(figure)
    write_whole(path, data.getvalue())


def save_lines(
    path: Path,
    at: NDArray[np.int64],
    lines: NDArray[np.float64],
    names: Sequence[str],
    *,
    title: str,
    unit: str,
) -> None:
    """Plot lines over hands; ``lines`` is an array [points, lines]."""
    figure, axes = pyplot().subplots(figsize=(10, 5.6), layout="constrained")
    for number, name in enumerate(names):
        axes.plot(at, lines[:, number], label=f"{letter(number)} {name}", linewidth=1.6, color=colour(number))
        end = (at[-1], lines[-1, number])
        axes.annotate(letter(number), end, (4, 0), textcoords="offset points", va="center", color=colour(number))
    axes.axhline(0, color="gray", linewidth=0.8)
    axes.set_xlim(at[0], max(at[-1], 1))
    axes.set_xlabel("hands")
    axes.set_ylabel(unit)
    axes.set_title(title, loc="left", fontsize=11)
    axes.legend(frameon=False)
    _lighten(axes)
    save_figure(figure, path)


def save_panels(path: Path, curves: Sequence[tuple[str, NDArray[np.int64], NDArray[np.float64], str, str]]) -> None:
    """Plot curves, each in its own panel: a name, hands or the like, values, their unit, and what is counted."""
    columns = min(2, len(curves))
    rows = -(-len(curves) // columns)
    figure, panels = pyplot().subplots(
        rows, columns, figsize=(5 * columns, 2.6 * rows), layout="constrained", squeeze=False
    )
    for panel in panels.flat[len(curves) :]:
        panel.set_visible(False)
    for panel, (name, at, values, unit, over) in zip(panels.flat, curves, strict=False):
        panel.plot(at, values, linewidth=1.4)
        panel.axhline(0, color="gray", linewidth=0.8)
        panel.set_title(name, loc="left", fontsize=10)
        panel.set_xlabel(over, fontsize=8)
        panel.set_ylabel(unit, fontsize=8)
        panel.tick_params(labelsize=8)
        _lighten(panel)
    save_figure(figure, path)


def _lighten(axes: Any) -> None:
    """Add a light grid; remove the frame at the top and right."""
    axes.grid(alpha=0.25)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def save_intervals(path: Path, names: Sequence[str], rates: Sequence[WinRate], *, unit: str, title: str) -> None:
    """Plot win rates with their intervals, one below the other."""
    plots = pyplot()
    figure, axes = plots.subplots(figsize=(7, 0.7 + 0.35 * len(names)), layout="constrained")
    rows = np.arange(len(names))[::-1]
    ends = [rate.interval if rate.sure else (rate.mean, rate.mean) for rate in rates]
    sides = [[rate.mean - low for rate, (low, _) in zip(rates, ends, strict=True)]]
    sides.append([high - rate.mean for rate, (_, high) in zip(rates, ends, strict=True)])
    axes.errorbar([rate.mean for rate in rates], rows, xerr=sides, fmt="o", capsize=3)
    axes.axvline(0, color="0.6", linewidth=1)
    axes.set_yticks(rows, names)
    axes.set_xlabel(f"{unit}, 95 % intervals")
    axes.set_title(title)
    save_figure(figure, path)


def save_calibrations(
    path: Path, panels: Sequence[tuple[str, Mapping[str, tuple[NDArray[np.float64], NDArray[np.float64]]]]]
) -> None:
    """Plot observed against predicted frequencies; each panel has a title and lines by name."""
    figure, axes = pyplot().subplots(
        1, len(panels), figsize=(4.2 * len(panels), 4.2), layout="constrained", squeeze=False
    )
    for panel, (title, lines) in zip(axes.flat, panels, strict=True):
        panel.plot([0, 1], [0, 1], color="0.8", linewidth=1)
        for number, (name, (predicted, happened)) in enumerate(lines.items()):
            style = {"marker": MARKERS[number % len(MARKERS)], "color": colour(number)}
            panel.plot(predicted, happened, markersize=4, linewidth=1.4, label=name, **style)
        panel.set(xlabel="predicted", ylabel="observed", xlim=(0, 1), ylim=(0, 1))
        panel.set_title(title, loc="left", fontsize=11)
        panel.legend(frameon=False)
        _lighten(panel)
    save_figure(figure, path)
