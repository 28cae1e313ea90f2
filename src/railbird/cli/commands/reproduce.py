"""``railbird reproduce``: a published table beside ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from rich.console import Group, RenderableType
from rich.text import Text

from railbird._progress import duration_text
from railbird.cli.options import Json
from railbird.cli.render.chart import LineChart, legend
from railbird.cli.render.grid import Grid, display
from railbird.cli.render.pictures import check_picture, save_panels
from railbird.cli.render.progress import MINUTE, ProgressBar
from railbird.errors import RailbirdError
from railbird.papers import GROUPS, Comparison, Curve, Finding, Reproduction, Verdict, published_tables, reproduce
from railbird.papers.durations import DURATIONS, MACHINE
from railbird.papers.experiments import LONG

NOT_REPRODUCED = 1
"""The exit code if a claim fails."""
QUICK = (
    "quick: {:.0%} of the hands. Bots that learn have learned less than in a full run, so their numbers are not those "
    "of the table; claims that so few hands cannot decide are not judged"
)


def command(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="The table.", show_default=False)] = None,
    list_all: Annotated[bool, typer.Option("--list", help="List the tables, and how long each takes.")] = False,
    quick: Annotated[
        bool,
        typer.Option("--quick", help="About a tenth of the hands or deals; judges only what so few can decide."),
    ] = False,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw its curves into a .png, .svg or .pdf.", callback=check_picture),
    ] = None,
    as_json: Json = False,
) -> None:
    """Regenerate a published table, and print what was published beside ours.

    A number agrees if it differs by no more than the published value may be off (its rounding and its noise) and three
    of our standard errors; the table shows that bound. The exit code is 1 if a claim fails. Experiments that play
    matches go on where they were stopped, with Ctrl-C or otherwise.

    Examples:

      railbird reproduce --list

      railbird reproduce heidenreich-figure-4

      railbird reproduce heidenreich-figure-2 --quick

      railbird reproduce lain --quick --plot curves.svg
    """
    if list_all:
        if name is not None:
            raise RailbirdError("--list lists all tables; give it without a name")
        _list(as_json)
        return
    if name is None:
        raise RailbirdError("which table? railbird reproduce --list has their names")
    _announce(name, quick)
    results = []
    for each in GROUPS.get(name, (name,)):
        with ProgressBar(each, forecast=False) as bar:
            results.append(reproduce(each, quick=quick, progress=bar))
        if not as_json:
            display(picture(results[-1]))
    if as_json:
        told = [found.to_json() for found in results]
        typer.echo(json.dumps(told if name in GROUPS else told[0], indent=2))
    if plot is not None:
        _draw(plot, name, [curve for found in results for curve in found.curves])
    if not all(found.holds for found in results):
        raise typer.Exit(NOT_REPRODUCED)


def _announce(name: str, quick: bool) -> None:
    """Say how long it will take, if that is over a minute."""
    names = GROUPS.get(name, (name,))
    seconds = sum(DURATIONS[each].seconds(quick=quick) for each in names if each in DURATIONS)
    if seconds > MINUTE:
        what = f"{name}{' --quick' * quick} takes about {duration_text(seconds)} on {MACHINE}"
        kept = "; what was played before is not played again" if any(each in LONG for each in names) else ""
        typer.echo(f"{what}{kept}", err=True)


def _draw(path: Path, name: str, curves: list[Curve]) -> None:
    if not curves:
        raise RailbirdError(f"{name} has no curves to draw")
    save_panels(path, [(curve.name, curve.at, curve.values, curve.unit) for curve in curves])


def _list(as_json: bool) -> None:
    tables = published_tables()
    if as_json:
        keys = ("name", "title", "source", "section", "unit", "uncertainty")
        rows = [{key: getattr(table, key) for key in keys} | _seconds(table.name) for table in tables]
        rows += [{"name": name, "tables": list(names)} | _seconds(*names) for name, names in GROUPS.items()]
        typer.echo(json.dumps(rows, indent=2))
        return
    shown = Grid()
    shown.labels("name")
    shown.numbers("takes about", "--quick")
    shown.text("table")
    for table in tables:
        shown.row(table.name, *map(duration_text, _seconds(table.name).values()), table.title)
    groups = Grid()
    groups.labels("several at once")
    groups.numbers("take about", "--quick")
    groups.text("tables")
    for name, names in GROUPS.items():
        groups.row(name, *map(duration_text, _seconds(*names).values()), ", ".join(names))
    display(shown, "", groups, "", Text(f"on {MACHINE}, estimated from measured CPU time", style="dim"))


def _seconds(*names: str) -> dict[str, float]:
    """How long tables take, one after the other."""
    takes = [DURATIONS[name] for name in names]
    return {"seconds": sum(each.full for each in takes), "quick_seconds": sum(each.quick for each in takes)}


def picture(found: Reproduction) -> Group:
    """The table with its verdicts."""
    table = found.table
    parts: list[RenderableType] = [
        Text(table.title, style="bold"),
        Text(f"{table.source}, section {table.section}; {table.unit}", style="dim"),
        Text(f"uncertainty: {table.uncertainty}", style="dim"),
        *(Text(f"misprint: {each}", style="dim") for each in table.misprints),
        Text(f"ours: {found.how}", style="dim"),
        *([Text(QUICK.format(found.share), style="yellow")] if found.quick else []),
        "",
    ]
    if found.comparisons:
        parts += [_comparisons(found), ""]
    for finding in found.findings:
        parts += [_finding(finding), ""]
    for unit, lines in _same_axes(found.curves):
        at, values = lines[0].at, np.stack([curve.values for curve in lines], axis=1)
        parts += [Text(f"{unit}", style="dim"), LineChart(at, values), legend([curve.name for curve in lines]), ""]
    styles = {Verdict.HOLDS: "green", Verdict.FAILS: "bold red", Verdict.TOO_FEW: "yellow"}
    for claim in found.claims:
        verdict = found.verdict(claim)
        parts.append(Text.assemble((f"{verdict.value:<7}", styles[verdict]), f"{claim.text}: ", (claim.found, "dim")))
    if found.differing and found.why and not found.quick:
        parts += ["", Text(f"{len(found.differing)} of {len(found.comparisons)} differ. {found.why}")]
    return Group(*parts)


def _same_axes(curves: tuple[Curve, ...]) -> list[tuple[str, list[Curve]]]:
    """Curves over the same hands, in one chart each."""
    groups: dict[tuple[str, int, int], list[Curve]] = {}
    for curve in curves:
        groups.setdefault((curve.unit, len(curve.at), int(curve.at[-1])), []).append(curve)
    return [(key[0], lines) for key, lines in groups.items()]


def _finding(finding: Finding) -> Group:
    shown = Grid()
    first, *others = finding.columns
    shown.labels(first)
    shown.numbers(*others)
    for row in finding.rows:
        shown.row(*row)
    return Group(Text(finding.title, style="dim"), shown)


def _comparisons(found: Reproduction) -> Grid:
    columns = len(found.table.values) > 1
    shown = Grid()
    shown.labels(*found.table.axes[: 2 if columns else 1])
    ours = f"ours, from {found.share:.0%} of the hands" if found.quick else "ours"
    shown.numbers(found.table.heading, ours, "95 % interval", "difference", "agrees within")
    shown.numbers("verdict", right=False)
    for each in found.comparisons:
        published, our, difference, interval, verdict = numbers(each)
        if found.quick and not each.agrees:
            verdict = Text("not judged", style="yellow")
        within = f"±{each.allowed:,.{each.digits}f}"
        shown.row(each.row, *([each.column] if columns else []), published, our, interval, difference, within, verdict)
    return shown


def numbers(each: Comparison) -> tuple[str | Text, ...]:
    """Published, ours, difference, interval and verdict, with as many digits as say something."""

    def text(value: float, sign: str = "") -> str:
        rounded = round(value, each.digits) + 0.0  # no negative zero
        return f"{rounded:{sign if rounded else ''},.{each.digits}f}"

    low, high = each.interval
    verdict = Text("agrees", style="green") if each.agrees else Text("differs", style="yellow")
    interval = "exact" if low == high else f"{text(low)} to {text(high)}"
    return text(each.published), text(each.ours.value), text(each.difference, "+"), interval, verdict
