"""``railbird cache``: show and clear the disk cache."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from railbird.cli.options import Json
from railbird.errors import RailbirdError
from railbird.stats.equity_value import DISK as PREFLOP
from railbird.strength.boards import DISK as BOARDS


def command(
    clear: Annotated[bool, typer.Option("--clear", help="Delete everything in the cache.")] = False,
    as_json: Json = False,
) -> None:
    """Show or clear the disk cache: hand strengths by board, and pre-flop equities.

    Clearing it is safe: everything is computed again when needed.

    RAILBIRD_CACHE sets another folder, or turns the cache off:

      RAILBIRD_CACHE=off railbird strength AdQc --board Jh4c3h
    """
    caches = []
    for cache in (BOARDS, PREFLOP):
        if clear and not cache.clear():
            raise RailbirdError(f"cannot clear the cache {cache.path}: another process is using it, or it is read-only")
        if cache.path is not None:
            caches.append((cache.path, cache.contents()))
    if as_json:
        entries, size = sum(each.entries for _, each in caches), sum(each.bytes for _, each in caches)
        folder = str(caches[0][0].parent) if caches else None
        typer.echo(json.dumps({"folder": folder, "entries": entries, "bytes": size}, indent=2))
    elif not caches:
        typer.echo("the cache is turned off (RAILBIRD_CACHE=off)")
    else:
        for path, contents in caches:
            entries_text = "1 entry" if contents.entries == 1 else f"{contents.entries:,} entries"
            typer.echo(f"{path}: {entries_text}, {contents.bytes / 1e6:.1f} MB")
