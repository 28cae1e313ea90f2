"""Opening the store of matches. Its modules are imported late, since the database takes a moment to load."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from railbird.store import Store, StoreAddress


LAST = "last"
"""The newest match or series; equal to the constant of ``railbird.store.names``, which takes a moment to load."""
COMMAND_OF = {"tournament": "tournament", "comparison": "compare", "rating": "rate"}
"""The command that plays each kind of series."""


def address_of(where: str | None) -> StoreAddress:
    """The address of the store at a path or URL, or of the user's own."""
    from railbird.store import default_store, store_address

    return default_store() if where is None else store_address(where)


def open_store(where: str | None, *, create: bool = False) -> Store:
    """Open the store at a path or URL, or the user's own."""
    from railbird.cli.render.progress import ProgressBar
    from railbird.errors import StoreError
    from railbird.store import Store

    address = address_of(where)
    if where is not None and isinstance(address, Path) and not address.parent.is_dir():
        folder = shlex.quote(str(address.parent))
        raise StoreError(f"there is no folder {folder} for the store {address.name}; create it with: mkdir -p {folder}")
    with ProgressBar("upgrading the store") as progress:
        opened = Store(address, create=create, progress=progress)
    if opened.notice:
        typer.echo(f"railbird: {opened.notice}", err=True)
    return opened


def store_option(address: StoreAddress) -> str:
    """The ``--store`` option that a command needs for this store; empty for the user's own. It has no password."""
    return "" if address == address_of(None) else f" --store {shlex.quote(str(address))}"
