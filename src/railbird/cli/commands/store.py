"""``railbird store``: check, compact, delete, copy and compare."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.arena.stored_hands import HandSource, SourceKind, sources_of
from railbird.cli.options import Json, StorePath
from railbird.cli.stores import open_store
from railbird.errors import StoreError

if TYPE_CHECKING:
    from railbird.store import Store, StoreContents

app = typer.Typer(no_args_is_help=True, help="Maintain the store of matches: check, compact, delete, copy.")


@app.command("check")
def _check(store: StorePath = None, as_json: Json = False) -> None:
    """Check that the store is intact and that every match has all its hands, unchanged.

    The exit code is 1 if something is wrong.
    """
    opened = open_store(store)
    problems = opened.check()
    if as_json:
        typer.echo(json.dumps({"store": str(opened.address), "wrong": problems}, indent=2))
    else:
        typer.echo("\n".join(problems) if problems else f"{opened.address} is intact")
    if problems:
        raise typer.Exit(1)


@app.command("compact")
def _compact(store: StorePath = None) -> None:
    """Free the disk space of what was deleted."""
    opened = open_store(store)
    before = opened.size()
    opened.compact()
    opened.close()
    with open_store(store) as again:
        typer.echo(f"{again.address}: {before / 1e6:.1f} MB before, {again.size() / 1e6:.1f} MB now")


@app.command("delete")
def _delete(
    which: Annotated[
        str, typer.Argument(metavar="ID", help="The match: its number, its name, or last; table:3; or import:2.")
    ],
    tournament: Annotated[
        bool, typer.Option("--tournament", help="Delete a tournament, comparison or rating instead of a match.")
    ] = False,
    store: StorePath = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
) -> None:
    """Delete a match, a tournament with all its tables, a table of railbird serve, or an import, with all hands."""
    opened = open_store(store)
    delete: Callable[[int], None]
    if tournament:
        what, number, delete = "tournament", opened.tournament_number(which), opened.delete_tournament
        opened.tournament(number)
        hands = sum(each.done for each in opened.matches(tournament=number))
    else:
        source = _one_source(opened, which)
        what, number, hands = source.kind.value, source.number, _hands_to_delete(opened, source)
        delete = opened.delete_match if source.kind is SourceKind.MATCH else opened.sessions.delete
    if not yes and not typer.confirm(f"Delete {what} {number} with its {hands:,} hands?"):
        raise StoreError("nothing was deleted")
    delete(number)
    typer.echo(f"deleted {what} {number}; railbird store compact frees its disk space")


@app.command("copy")
def _copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The store to copy: a file or a URL.")],
    target: Annotated[str, typer.Argument(metavar="TO", help="A new store: a file or a URL.")],
    as_json: Json = False,
) -> None:
    """Copy a store into a new one: a file into a database, a database into a file, or any other way.

    Matches, tables and imports keep their numbers and names. The copy is as the store was when it began, and others
    may go on writing there. It is read back and compared: afterwards everything is there, or nothing is. Put passwords
    into ~/.pgpass or PGPASSWORD, since others can see the arguments of a command.

    Try:

      railbird store copy matches.db postgresql+psycopg://ann@db.example.org/poker
    """
    from railbird.cli.render.progress import ProgressBar
    from railbird.store import copy_store

    with open_store(source) as original, open_store(target, create=True) as new:
        with ProgressBar("copying") as progress:
            contents = copy_store(original, new, progress)
        if as_json:
            answer = {"from": str(original.address), "to": str(new.address), **contents._asdict()}
            typer.echo(json.dumps(answer, indent=2))
        else:
            typer.echo(f"copied {original.address} to {new.address}: {_contents_text(contents)}")


@app.command("hash")
def _hash(store: StorePath = None, as_json: Json = False) -> None:
    """Print a hash of everything in the store: stores with the same hash have the same contents.

    Files and databases with the same contents have the same hash.
    """
    from railbird.cli.render.progress import ProgressBar

    with open_store(store) as opened, ProgressBar("reading") as progress:
        contents = opened.contents(progress)
    if as_json:
        typer.echo(json.dumps({"store": str(opened.address), **contents._asdict()}, indent=2))
    else:
        typer.echo(f"{opened.address}: {_contents_text(contents)}")


def _contents_text(contents: StoreContents) -> str:
    counted = {
        "matches": contents.rows["match"],
        "sessions": contents.rows["session"],
        "rows": sum(contents.rows.values()),
    }
    return ", ".join(f"{number:,} {what}" for what, number in counted.items()) + f"; hash {contents.hash}"


def _one_source(store: Store, reference: str) -> HandSource:
    """The match, table or import of a reference. Raises StoreError if there are none or several."""
    sources = sources_of(store, reference)
    if len(sources) > 1:
        raise StoreError(f"{reference} are several; name one of them, as in {sources[-1]}")
    return sources[0]


def _hands_to_delete(store: Store, source: HandSource) -> int:
    """How many hands it has. Raises StoreError for a table that is being played."""
    if source.kind is SourceKind.MATCH:
        return store.match(source.number).done
    stored = store.sessions.session(source.number)
    if source.kind is SourceKind.TABLE and stored.ending is None and store.is_served():
        raise StoreError(f"table {stored.id} is open: close it first, or stop the railbird serve that plays it")
    return stored.hands
