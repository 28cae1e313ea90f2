"""Opening the store of matches. Its modules are imported late, since the database takes a moment to load."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from railbird.store import Store


LAST = "last"
"""The newest match or series; equal to the constant of ``railbird.store.names``, which takes a moment to load."""
COMMAND_OF = {"tournament": "tournament", "comparison": "compare", "rating": "rate"}
"""The command that plays each kind of series."""


def default_store_path() -> Path:
    """The path of the user's own store."""
    from railbird.store import default_store

    return default_store()


def open_store(path: Path | None, *, create: bool = False) -> Store:
    """Open the store at a path, or the user's own."""
    from railbird.cli.render.progress import ProgressBar
    from railbird.errors import StoreError
    from railbird.store import Store, default_store

    if path is not None and not path.parent.is_dir():
        folder = shlex.quote(str(path.parent))
        raise StoreError(f"there is no folder {folder} for the store {path.name}; create it with: mkdir -p {folder}")
    with ProgressBar("upgrading the store") as progress:
        opened = Store(path or default_store(), create=create, progress=progress)
    if opened.notice:
        typer.echo(f"railbird: {opened.notice}", err=True)
    return opened


def store_option(path: Path) -> str:
    """The ``--store`` option that a command needs for this store; empty for the user's own."""
    return "" if path == default_store_path() else f" --store {shlex.quote(str(path))}"
