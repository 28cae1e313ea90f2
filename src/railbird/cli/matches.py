"""``railbird matches``, ``show`` and ``store``: what was played."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from railbird.arena import StoreKeeper
from railbird.arena.definition import Adjustment
from railbird.arena.play import kept_result
from railbird.cli.match import picture
from railbird.cli.options import Json, StorePath
from railbird.cli.stores import open_store
from railbird.errors import StoreError


def list_matches(store: StorePath = None, as_json: Json = False) -> None:
    """List the matches of the store, the newest first."""
    found = open_store(store).matches()
    if as_json:
        rows = [
            {
                "match": each.id,
                "created": each.created,
                "railbird": each.railbird,
                "hands": each.hands,
                "hands_played": each.done,
                "finished": each.finished,
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
        hands = f"{each.done:,}" if each.finished else f"{each.done:,} of {each.hands:,}"
        cells = (str(each.id), each.created[:16].replace("T", " "), bots, str(each.definition["game"]), hands)
        table.add_row(*map(Text, cells))
    Console(highlight=False).print(table)


def show_match(
    number: Annotated[int, typer.Argument(metavar="ID", help="The match's number, as railbird matches has it.")],
    adjust: Annotated[
        Adjustment | None, typer.Option(help="What to take out of the results.", show_default="as it was played")
    ] = None,
    store: StorePath = None,
    as_json: Json = False,
) -> None:
    """Show what came of a match."""
    opened = open_store(store)
    keeper = StoreKeeper.read(opened, number)
    if adjust is not None:
        keeper.definition = replace(keeper.definition, adjust=adjust)
    result, payoffs = kept_result(keeper, opened.match(number))
    if as_json:
        typer.echo(json.dumps(result.to_json(), indent=2))
    else:
        Console(highlight=False).print(picture(result, payoffs, 0, opened.path))


app = typer.Typer(no_args_is_help=True, help="Look after the store of matches: check it, compact it, delete from it.")


@app.command("check")
def _check(store: StorePath = None, as_json: Json = False) -> None:
    """Look whether the file is whole, and every match has all its hands. The exit code is 1 if not."""
    opened = open_store(store)
    wrong = opened.check()
    if as_json:
        typer.echo(json.dumps({"store": str(opened.path), "wrong": wrong}, indent=2))
    else:
        typer.echo("\n".join(wrong) if wrong else f"{opened.path} is whole")
    if wrong:
        raise typer.Exit(1)


@app.command("compact")
def _compact(store: StorePath = None) -> None:
    """Give the room of deleted matches back."""
    opened = open_store(store)
    before = opened.path.stat().st_size
    opened.compact()
    opened.close()
    typer.echo(f"{opened.path}: {before / 1e6:.1f} MB before, {opened.path.stat().st_size / 1e6:.1f} MB now")


@app.command("delete")
def _delete(
    number: Annotated[int, typer.Argument(metavar="ID", help="The match's number.")],
    store: StorePath = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
) -> None:
    """Delete a match and all its hands."""
    opened = open_store(store)
    found = opened.match(number)
    if not yes and not typer.confirm(f"Delete match {number} with its {found.done:,} hands?"):
        raise StoreError("nothing was deleted")
    opened.delete_match(number)
    typer.echo(f"match {number} is deleted; railbird store compact gives its room back")
