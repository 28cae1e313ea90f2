"""Outcomes as tables: in the terminal, and in docs/results/benchmarks.md."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

from rich.table import Table

from benchmarks.harness import CONSOLE, Outcome, versions

DOCUMENT = Path(__file__).parent.parent / "docs" / "results" / "benchmarks.md"
PREFACE = """# Benchmarks

Written by `python -m benchmarks`. All contestants of a table took turns in one run on one machine. The figures are
medians; the ratio is the speed relative to the best peer in that run. Each section names its date and machine; sections
may come from different runs.
"""


def quantity(value: float, unit: str) -> str:
    """A figure with a suitable unit prefix."""
    if unit == "s":
        for factor, name in ((1, "s"), (1e-3, "ms")):
            if value >= factor:
                return f"{value / factor:,.3g} {name}" if value < 1000 else f"{value:,.0f} s"
        return f"{1e6 * value:.3g} µs"
    for factor, letter in ((1e6, " M"), (1e3, " k")):
        if value >= factor:
            return f"{value / factor:.3g}{letter} {unit}"
    return f"{value:.3g} {unit}"


def rows(outcome: Outcome) -> list[tuple[str, str, str]]:
    """Name, figure and ratio of each contestant."""
    listed = []
    for each in outcome.task.contestants:
        ratio = outcome.ratio(each)
        figure = quantity(outcome.medians[each.name], outcome.task.unit)
        listed.append((each.name, figure, "" if ratio is None else f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.2f}"))
    return listed


def show(outcome: Outcome) -> None:
    table = Table(title=outcome.task.title, title_justify="left", title_style="bold")
    table.add_column("")
    table.add_column("median", justify="right")
    table.add_column("speed / best peer", justify="right")
    for each, row in zip(outcome.task.contestants, rows(outcome), strict=True):
        table.add_row(*row, style="green" if each.ours else None)
    CONSOLE.print(table)
    if outcome.task.target:
        CONSOLE.print(f"aim: {outcome.task.target}", style="dim")


def processor() -> str:
    """The name of the processor and the number of cores that this process may use."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        match = re.search(r"^model name\s*:\s*(.+)$", cpuinfo.read_text(), re.MULTILINE)
        name = match[1] if match else name
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    kind = "" if name == platform.machine() else f" ({platform.machine()})"
    return f"{name}{kind}, {cores} cores"


def section(name: str, outcomes: list[Outcome], notes: list[str], repeats: int) -> str:
    listed = ", ".join(f"{package} {number}" for package, number in versions())
    lines = [f"## {name}", "", f"{date.today()}, {processor()}, Python {platform.python_version()}; {listed}."]
    if outcomes:
        lines[-1] += f" Medians of {repeats} turns."
    for outcome in outcomes:
        lines += [
            "",
            f"**{outcome.task.title}**" + (f" (aim: {outcome.task.target})" if outcome.task.target else ""),
            "",
        ]
        lines += ["| | median | speed / best peer |", "|---|---:|---:|"]
        lines += ["| " + " | ".join(row) + " |" for row in rows(outcome)]
    for note in notes:
        lines += ["", note]
    return "\n".join(lines) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table, after an empty one. All columns but the first are numbers."""
    return ["", *(f"| {' | '.join(row)} |" for row in (head, ["---", *["---:"] * (len(head) - 1)], *rows))]


def write(sections: dict[str, str], order: list[str], document: Path = DOCUMENT, preface: str = PREFACE) -> None:
    """Replace the sections that were run; the others stay as they are."""
    old = document.read_text(encoding="utf-8") if document.exists() else ""
    kept = {text.split("\n", 1)[0].removeprefix("## "): text for text in re.split(r"(?m)^(?=## )", old)[1:]}
    merged = {**kept, **sections}
    known = [merged[name].strip() for name in order if name in merged]
    document.parent.mkdir(exist_ok=True)
    document.write_text("\n\n".join([preface.strip(), *known]) + "\n", encoding="utf-8")
