"""The store of matches, opened when it is needed: its database takes a moment to load."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from railbird.store import Store


LAST = "last"
"""The newest of its kind, as ``railbird.store.names`` has it (which takes a moment to load)."""
COMMAND_OF = {"tournament": "tournament", "comparison": "compare", "rating": "rate"}
"""By kind of a series, the command that plays it."""


def default_store_path() -> Path:
    """Where the user's own store is."""
    from railbird.store import default_store

    return default_store()


def open_store(path: Path | None, *, create: bool = False) -> Store:
    """The store at a path, or the user's own."""
    from railbird.cli.render.progress import ProgressBar
    from railbird.errors import StoreError
    from railbird.store import Store, default_store

    if path is not None and not path.parent.is_dir():
        folder = shlex.quote(str(path.parent))
        raise StoreError(f"there is no folder {folder} for the store {path.name}: mkdir -p {folder} makes it")
    with ProgressBar("bringing the store up to date") as progress:
        opened = Store(path or default_store(), create=create, progress=progress)
    if opened.notice:
        typer.echo(f"railbird: {opened.notice}", err=True)
    return opened


def store_option(path: Path) -> str:
    """What a command needs to find a store again."""
    return "" if path == default_store_path() else f" --store {shlex.quote(str(path))}"
