"""``railbird reproduce``: a published table beside ours."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from railbird.cli.options import Json
from railbird.cli.progress import ProgressBar
from railbird.errors import RailbirdError
from railbird.papers import Comparison, Reproduction, published_tables, reproduce

NOT_REPRODUCED = 1
"""The exit code if a claim fails."""


def command(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="The table.", show_default=False)] = None,
    list_all: Annotated[bool, typer.Option("--list", help="List the tables.")] = False,
    quick: Annotated[bool, typer.Option("--quick", help="In seconds, with larger standard errors.")] = False,
    as_json: Json = False,
) -> None:
    """Regenerate a published table, and print what was published beside ours.

    The exit code is 1 if a claim that is checked does not hold.

    Examples:

      railbird reproduce --list

      railbird reproduce heidenreich-figure-4

      railbird reproduce heidenreich-figure-2 --quick
    """
    if list_all:
        if name is not None:
            raise RailbirdError("--list lists all tables; give it without a name")
        _list(as_json)
        return
    if name is None:
        raise RailbirdError("which table? railbird reproduce --list has their names")
    with ProgressBar(name) as bar:
        found = reproduce(name, quick=quick, progress=bar)
    if as_json:
        typer.echo(json.dumps(found.to_json(), indent=2))
    else:
        Console(highlight=False).print(picture(found))
    if not found.holds:
        raise typer.Exit(NOT_REPRODUCED)


def _list(as_json: bool) -> None:
    tables = published_tables()
    if as_json:
        keys = ("name", "title", "source", "section", "unit", "uncertainty")
        typer.echo(json.dumps([{key: getattr(table, key) for key in keys} for table in tables], indent=2))
        return
    shown = Table(box=None, pad_edge=False, header_style="bold")
    shown.add_column("name", no_wrap=True)
    shown.add_column("table")
    for table in tables:
        shown.add_row(table.name, table.title)
    Console(highlight=False).print(shown)


def picture(found: Reproduction) -> Group:
    """The table with its verdicts."""
    table = found.table
    parts: list[RenderableType] = [
        Text(table.title, style="bold"),
        Text(f"{table.source}, section {table.section}; {table.unit}", style="dim"),
        Text(f"uncertainty: {table.uncertainty}", style="dim"),
        *(Text(f"misprint: {each}", style="dim") for each in table.misprints),
        Text(f"ours: {found.how}", style="dim"),
        "",
        _comparisons(found),
        "",
    ]
    for claim in found.claims:
        verdict = ("holds  ", "green") if claim.holds else ("fails  ", "bold red")
        parts.append(Text.assemble(verdict, claim.text, (f": {claim.found}", "dim")))
    if found.differing and found.why:
        parts += ["", Text(f"{len(found.differing)} of {len(found.comparisons)} differ. {found.why}")]
    return Group(*parts)


def _comparisons(found: Reproduction) -> Table:
    columns = len(found.table.values) > 1
    shown = Table(box=None, pad_edge=False, header_style="bold")
    for axis in found.table.axes[: 2 if columns else 1]:
        shown.add_column(axis)
    for heading in (found.table.heading, "ours", "difference", "95 % interval"):
        shown.add_column(heading, justify="right", no_wrap=True)
    shown.add_column("verdict", no_wrap=True)
    for each in found.comparisons:
        shown.add_row(each.row, *([each.column] if columns else []), *numbers(each))
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
