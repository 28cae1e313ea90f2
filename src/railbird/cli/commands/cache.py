"""``railbird cache``: show and clear the disk cache."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from railbird._disk_cache import cache_folder
from railbird.abstraction.cards.cache import DISK as ABSTRACTIONS
from railbird.bots.like import DISK as LIKENESSES
from railbird.cli.options import Json
from railbird.errors import RailbirdError
from railbird.solve.buckets.kept_tables import DISK as TABLES
from railbird.solve.responses.kept import DISK as RESPONSES
from railbird.strength.boards import DISK as STRENGTHS

CACHES = (STRENGTHS, ABSTRACTIONS, TABLES, RESPONSES, LIKENESSES)


def command(
    clear: Annotated[bool, typer.Option("--clear", help="Delete everything in the cache.")] = False,
    as_json: Json = False,
) -> None:
    """Show or clear the disk cache: hand strengths by board, abstractions, joint tables, responses, likenesses.

    Clearing it is safe: everything is computed again when needed.

    RAILBIRD_CACHE sets another folder, or turns the cache off:

      RAILBIRD_CACHE=off railbird strength AdQc --board Jh4c3h
    """
    for cache in CACHES:
        if clear and not cache.clear():
            raise RailbirdError(f"cannot clear the cache {cache.path}: another process is using it, or it is read-only")
    contents = [cache.contents() for cache in CACHES]
    folder = cache_folder()
    if as_json:
        entries, size = sum(each.entries for each in contents), sum(each.bytes for each in contents)
        shown = None if folder is None else str(folder)
        typer.echo(json.dumps({"folder": shown, "entries": entries, "bytes": size}, indent=2))
    elif folder is None:
        typer.echo("the cache is turned off (RAILBIRD_CACHE=off)")
    else:
        for cache, each in zip(CACHES, contents, strict=True):
            entries_text = "1 entry" if each.entries == 1 else f"{each.entries:,} entries"
            typer.echo(f"{cache.path}: {entries_text}, {each.bytes / 1e6:.1f} MB")
