"""``railbird matches``, ``show`` and ``store``: what was played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from railbird.arena import StoreKeeper
from railbird.arena.results import match_result
from railbird.cli.match import picture
from railbird.cli.options import Json, StorePath
from railbird.errors import StoreError
from railbird.store import Store, default_store


def list_matches(store: StorePath = None, as_json: Json = False) -> None:
    """List the matches of the store, the newest first."""
    found = Store(store or default_store(), create=False).matches()
    if as_json:
        rows = [
            {
                "match": each.id,
                "created": each.created,
                "railbird": each.railbird,
                "hands": each.hands,
                "hands_played": each.done,
                "definition": each.definition,
            }
            for each in found
        ]
        typer.echo(json.dumps(rows, indent=2))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("match", "when", "bots", "game"):
        table.add_column(column)
    table.add_column("hands", justify="right")
    for each in found:
        bots = ", ".join(player["bot"] for player in each.definition["players"])
        hands = f"{each.hands:,}" if each.finished else f"{each.done:,} of {each.hands:,}"
        table.add_row(str(each.id), each.created[:16].replace("T", " "), bots, each.definition["game"], hands)
    Console(highlight=False).print(table)


def show_match(
    number: Annotated[int, typer.Argument(metavar="ID", help="The match's number, as railbird matches has it.")],
    store: StorePath = None,
    as_json: Json = False,
) -> None:
    """Show what came of a match."""
    path = store or default_store()
    keeper = StoreKeeper.resume(Store(path, create=False), number)
    payoffs = keeper.payoffs()
    result = match_result(payoffs, match=number, faults=tuple(keeper.faults()))
    if as_json:
        typer.echo(json.dumps(result.to_json(), indent=2))
    else:
        Console(highlight=False).print(picture(result, payoffs, 0, path))


app = typer.Typer(no_args_is_help=True, help="Look after the store of matches: check it, compact it, delete from it.")


@app.command("check")
def _check(store: StorePath = None, as_json: Json = False) -> None:
    """Look whether the file is whole, and every match has all its hands. The exit code is 1 if not."""
    path = store or default_store()
    wrong = Store(path, create=False).check()
    if as_json:
        typer.echo(json.dumps({"store": str(path), "wrong": wrong}, indent=2))
    else:
        typer.echo("\n".join(wrong) if wrong else f"{path} is whole")
    if wrong:
        raise typer.Exit(1)


@app.command("compact")
def _compact(store: StorePath = None) -> None:
    """Give the room of deleted matches back."""
    path = store or default_store()
    before = _size(path)
    Store(path, create=False).compact()
    typer.echo(f"{path}: {before / 1e6:.1f} MB before, {_size(path) / 1e6:.1f} MB now")


@app.command("delete")
def _delete(
    number: Annotated[int, typer.Argument(metavar="ID", help="The match's number.")],
    store: StorePath = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Delete a match and all its hands."""
    opened = Store(store or default_store(), create=False)
    found = opened.match(number)
    if not yes and not typer.confirm(f"Delete match {number} with its {found.done:,} hands?"):
        raise StoreError("nothing was deleted")
    opened.delete_match(number)
    typer.echo(f"match {number} is deleted; railbird store compact gives its room back")


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
