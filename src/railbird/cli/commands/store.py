"""``railbird store``: check, compact and delete."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from railbird.cli.options import Json, StorePath
from railbird.cli.stores import open_store
from railbird.errors import StoreError

app = typer.Typer(no_args_is_help=True, help="Maintain the store of matches: check, compact, delete.")


@app.command("check")
def _check(store: StorePath = None, as_json: Json = False) -> None:
    """Check that the file is intact and that every match has all its hands, unchanged.

    The exit code is 1 if something is wrong.
    """
    opened = open_store(store)
    problems = opened.check()
    if as_json:
        typer.echo(json.dumps({"store": str(opened.path), "wrong": problems}, indent=2))
    else:
        typer.echo("\n".join(problems) if problems else f"{opened.path} is intact")
    if problems:
        raise typer.Exit(1)


@app.command("compact")
def _compact(store: StorePath = None) -> None:
    """Free the disk space of deleted matches."""
    opened = open_store(store)
    before = opened.path.stat().st_size
    opened.compact()
    opened.close()
    typer.echo(f"{opened.path}: {before / 1e6:.1f} MB before, {opened.path.stat().st_size / 1e6:.1f} MB now")


@app.command("delete")
def _delete(
    which: Annotated[str, typer.Argument(metavar="ID", help="The match: its number, its name, or last.")],
    tournament: Annotated[
        bool, typer.Option("--tournament", help="Delete a tournament, comparison or rating instead of a match.")
    ] = False,
    store: StorePath = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Delete a match and all its hands, or a tournament with all its tables."""
    opened = open_store(store)
    what = "tournament" if tournament else "match"
    number = (opened.tournament_number if tournament else opened.match_number)(which)
    if tournament:
        opened.tournament(number)
        hands = sum(each.done for each in opened.matches(tournament=number))
    else:
        hands = opened.match(number).done
    if not yes and not typer.confirm(f"Delete {what} {number} with its {hands:,} hands?"):
        raise StoreError("nothing was deleted")
    (opened.delete_tournament if tournament else opened.delete_match)(number)
    typer.echo(f"deleted {what} {number}; railbird store compact frees its disk space")
