"""A published table beside ours, with verdicts."""

from __future__ import annotations

import numpy as np
from rich.console import Group, RenderableType
from rich.text import Text

from railbird.cli.render.chart import CurveChart, legend
from railbird.cli.render.grid import Grid
from railbird.papers import Comparison, Curve, Finding, Reproduction, Verdict

QUICK = (
    "quick: {:.0%} of the hands. Learning bots have learned less than in a full run, so their numbers differ from the "
    "table; claims that so few hands cannot decide are not judged"
)


def reproduction_summary(result: Reproduction) -> Group:
    """The table beside our numbers, with verdicts and claims."""
    table = result.table
    parts: list[RenderableType] = [
        Text(table.title, style="bold"),
        Text(f"{table.source}, section {table.section}; {table.unit}", style="dim"),
        Text(f"uncertainty: {table.uncertainty}", style="dim"),
        *(Text(f"misprint: {each}", style="dim") for each in table.misprints),
        Text(f"ours: {result.how}", style="dim"),
        *([Text(QUICK.format(result.share), style="yellow")] if result.quick else []),
        "",
    ]
    if result.comparisons:
        parts += [_comparisons(result), ""]
    for finding in result.findings:
        parts += [_finding(finding), ""]
    for unit, lines in _same_axes(result.curves):
        at, values = lines[0].at, np.stack([curve.values for curve in lines], axis=1)
        chart = CurveChart(at, values, below=lines[0].over)
        parts += [Text(unit, style="dim"), chart, legend([curve.name for curve in lines]), ""]
    styles = {Verdict.HOLDS: "green", Verdict.FAILS: "bold red", Verdict.TOO_FEW: "yellow"}
    for claim in result.claims:
        verdict = result.verdict(claim)
        parts.append(Text.assemble((f"{verdict.value:<7}", styles[verdict]), f"{claim.text}: ", (claim.result, "dim")))
    if result.explanation and not result.quick:
        parts += ["", Text(result.explanation)]
    return Group(*parts)


def _same_axes(curves: tuple[Curve, ...]) -> list[tuple[str, list[Curve]]]:
    """Group curves that share both axes, for one chart each."""
    groups: dict[tuple[str, str, int, int], list[Curve]] = {}
    for curve in curves:
        groups.setdefault((curve.unit, curve.over, len(curve.at), int(curve.at[-1])), []).append(curve)
    return [(key[0], lines) for key, lines in groups.items()]


def _finding(finding: Finding) -> Group:
    shown = Grid()
    first, *others = finding.columns
    shown.labels(first)
    shown.numbers(*others)
    for row in finding.rows:
        shown.row(*row)
    return Group(Text(finding.title, style="dim"), shown)


def _comparisons(result: Reproduction) -> Grid:
    columns = len(result.table.values) > 1
    shown = Grid()
    shown.labels(*result.table.axes[: 2 if columns else 1])
    ours = f"ours, from {result.share:.0%} of the hands" if result.quick else "ours"
    shown.numbers(result.table.heading, ours, "95 % interval", "difference", "agrees within")
    shown.numbers("verdict", right=False)
    for each in result.comparisons:
        published, our, difference, interval, verdict = comparison_cells(each)
        if result.quick and not each.agrees:
            verdict = Text("not judged", style="yellow")
        within = f"±{each.allowed:,.{each.digits}f}"
        shown.row(each.row, *([each.column] if columns else []), published, our, interval, difference, within, verdict)
    return shown


def comparison_cells(each: Comparison) -> tuple[str | Text, ...]:
    """Published, ours, difference, interval and verdict, with as many digits as are meaningful."""

    def text(value: float, sign: str = "") -> str:
        rounded = round(value, each.digits) + 0.0  # no negative zero
        return f"{rounded:{sign if rounded else ''},.{each.digits}f}"

    low, high = each.interval
    verdict = Text("agrees", style="green") if each.agrees else Text("differs", style="yellow")
    interval = "exact" if low == high else f"{text(low)} to {text(high)}"
    return text(each.published), text(each.ours.value), text(each.difference, "+"), interval, verdict
