"""``railbird cache``: what Railbird keeps on disk to save time."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from railbird.cli.options import Json
from railbird.errors import RailbirdError
from railbird.stats.equity_value import DISK as PREFLOP
from railbird.strength.boards import DISK as BOARDS


def command(
    clear: Annotated[bool, typer.Option("--clear", help="Forget everything that is kept.")] = False,
    as_json: Json = False,
) -> None:
    """Show what is kept on disk to save time: hand strengths by board, and pre-flop hands against each other.

    Nothing is lost by clearing it.

    RAILBIRD_CACHE names another folder, or turns the cache off:

      RAILBIRD_CACHE=off railbird strength AdQc --board Jh4c3h
    """
    caches = []
    for cache in (BOARDS, PREFLOP):
        if clear and not cache.clear():
            raise RailbirdError(f"the cache {cache.path} cannot be cleared: somebody else uses it, or it is read-only")
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
            entries_told = "1 entry" if contents.entries == 1 else f"{contents.entries:,} entries"
            typer.echo(f"{path}: {entries_told}, {contents.bytes / 1e6:.1f} MB")
