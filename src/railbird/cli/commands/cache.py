"""``railbird cache``: show and clear the disk cache."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from railbird.cli.options import Json
from railbird.errors import RailbirdError
from railbird.strength.boards import DISK


def command(
    clear: Annotated[bool, typer.Option("--clear", help="Delete everything in the cache.")] = False,
    as_json: Json = False,
) -> None:
    """Show or clear the disk cache: hand strengths by board.

    Clearing it is safe: everything is computed again when needed.

    RAILBIRD_CACHE sets another folder, or turns the cache off:

      RAILBIRD_CACHE=off railbird strength AdQc --board Jh4c3h
    """
    if clear and not DISK.clear():
        raise RailbirdError(f"cannot clear the cache {DISK.path}: another process is using it, or it is read-only")
    path, contents = DISK.path, DISK.contents()
    if as_json:
        folder = None if path is None else str(path.parent)
        typer.echo(json.dumps({"folder": folder, "entries": contents.entries, "bytes": contents.bytes}, indent=2))
    elif path is None:
        typer.echo("the cache is turned off (RAILBIRD_CACHE=off)")
    else:
        entries = "1 entry" if contents.entries == 1 else f"{contents.entries:,} entries"
        typer.echo(f"{path}: {entries}, {contents.bytes / 1e6:.1f} MB")
