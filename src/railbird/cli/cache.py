"""``railbird cache``: what Railbird keeps on disk to save time."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from railbird.cli.options import Json
from railbird.errors import RailbirdError
from railbird.strength.boards import DISK


def command(
    clear: Annotated[bool, typer.Option("--clear", help="Forget everything that is kept.")] = False,
    as_json: Json = False,
) -> None:
    """Show what is kept on disk to save time: hand strengths by board. Nothing is lost by clearing it.

    RAILBIRD_CACHE names another folder, or turns the cache off:

      RAILBIRD_CACHE=off railbird strength AdQc --board Jh4c3h
    """
    if clear and not DISK.clear():
        raise RailbirdError(f"the cache {DISK.path} cannot be cleared: somebody else uses it, or it is read-only")
    path, contents = DISK.path, DISK.contents()
    if as_json:
        shown = {"path": None if path is None else str(path), "entries": contents.entries, "bytes": contents.bytes}
        typer.echo(json.dumps(shown, indent=2))
    elif path is None:
        typer.echo("the cache is turned off (RAILBIRD_CACHE=off)")
    else:
        entries = "1 entry" if contents.entries == 1 else f"{contents.entries:,} entries"
        typer.echo(f"{path}: {entries}, {contents.bytes / 1e6:.1f} MB")
