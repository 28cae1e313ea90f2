"""``railbird store``: check, compact and delete what is kept."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from railbird.cli.options import Json, StorePath
from railbird.cli.stores import open_store
from railbird.errors import StoreError

app = typer.Typer(no_args_is_help=True, help="Look after the store of matches: check it, compact it, delete from it.")


@app.command("check")
def _check(store: StorePath = None, as_json: Json = False) -> None:
    """Check that the file is whole, and that every match has all its hands as they were written.

    The exit code is 1 if not.
    """
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
    which: Annotated[str, typer.Argument(metavar="ID", help="The number or name of the match, or last.")],
    tournament: Annotated[bool, typer.Option("--tournament", help="A tournament, comparison or rating.")] = False,
    store: StorePath = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
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
    typer.echo(f"{what} {number} is deleted; railbird store compact gives its room back")
