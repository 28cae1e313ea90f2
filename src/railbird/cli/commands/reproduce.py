"""``railbird reproduce``: published tables beside ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from railbird._progress import duration_text
from railbird.cli.options import Json
from railbird.cli.render.grid import Grid, display
from railbird.cli.render.pictures import check_picture, save_panels
from railbird.cli.render.progress import MINUTE, ProgressBar
from railbird.cli.render.reproduction import reproduction_summary
from railbird.errors import RailbirdError
from railbird.papers import GROUPS, Curve, published_tables, reproduce
from railbird.papers.durations import DURATIONS, MACHINE
from railbird.papers.experiments import LONG

NOT_REPRODUCED = 1
"""The exit code if a claim fails."""


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="The table; --list has the names.", show_default=False)
    ] = None,
    list_all: Annotated[bool, typer.Option("--list", help="List the tables and how long each takes.")] = False,
    quick: Annotated[
        bool,
        typer.Option("--quick", help="About a tenth of the hands or deals; judges only claims that so few can decide."),
    ] = False,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Plot its curves to a .png, .svg or .pdf file.", callback=check_picture),
    ] = None,
    as_json: Json = False,
) -> None:
    """Regenerate a published table and show the published numbers beside ours.

    A number agrees if the difference is at most the uncertainty of the published value (rounding and noise) plus three
    of our standard errors; the table shows this bound. The exit code is 1 if a claim fails. Experiments that play
    matches or build equilibria resume where they were stopped.

    Examples:

      railbird reproduce --list

      railbird reproduce heidenreich-figure-4

      railbird reproduce heidenreich-figure-2 --quick

      railbird reproduce lain --quick --plot curves.svg
    """
    if list_all:
        if name is not None:
            raise RailbirdError("--list lists all tables: give no name with it")
        _list(as_json)
        return
    if name is None:
        raise RailbirdError("which table? railbird reproduce --list lists the names")
    _announce(name, quick)
    results = []
    for each in GROUPS.get(name, (name,)):
        with ProgressBar(each, forecast=False) as bar:
            results.append(reproduce(each, quick=quick, progress=bar))
        if not as_json:
            display(reproduction_summary(results[-1]))
    if as_json:
        data = [result.to_json() for result in results]
        typer.echo(json.dumps(data if name in GROUPS else data[0], indent=2))
    if plot is not None:
        _draw(plot, name, [curve for result in results for curve in result.curves])
    if not all(result.holds for result in results):
        raise typer.Exit(NOT_REPRODUCED)


def _announce(name: str, quick: bool) -> None:
    """Say how long it takes, if that is over a minute."""
    names = GROUPS.get(name, (name,))
    seconds = sum(DURATIONS[each].seconds(quick=quick) for each in names if each in DURATIONS)
    if seconds > MINUTE:
        what = f"{name}{' --quick' * quick} takes about {duration_text(seconds)} on {MACHINE}"
        saved = "; matches that were played before are not played again" if any(each in LONG for each in names) else ""
        typer.echo(f"{what}{saved}", err=True)


def _draw(path: Path, name: str, curves: list[Curve]) -> None:
    if not curves:
        raise RailbirdError(f"{name} has no curves to draw")
    save_panels(path, [(curve.name, curve.at, curve.values, curve.unit, curve.over) for curve in curves])


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
    """The total time of some tables."""
    takes = [DURATIONS[name] for name in names]
    return {"seconds": sum(each.full for each in takes), "quick_seconds": sum(each.quick for each in takes)}
