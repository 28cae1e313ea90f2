"""Only one server plays the tables of a store: it holds a lock beside it, which ends with its process."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from railbird.errors import StoreError

try:
    import fcntl
except ImportError:  # not a POSIX system
    fcntl = None  # type: ignore[assignment]

_SERVER = re.compile(r"[0-9a-f]{16}")


class Lease:
    """The right to play the tables of a store.

    Its file names the server: the same whenever this store is served, and another for any other store. Browsers keep
    under this name who their player is, since servers may follow one another at one address.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     lease = Lease(Path(folder) / "tables.db")
    ...     served = is_served(Path(folder) / "tables.db")
    ...     lease.give_up()
    ...     served, is_served(Path(folder) / "tables.db"), Lease(Path(folder) / "tables.db").server == lease.server
    (True, False, True)
    """

    def __init__(self, store: Path) -> None:
        """Raises StoreError if another server has it."""
        self._file = os.open(_path(store), os.O_RDWR | os.O_CREAT, 0o644)
        if not _locked(self._file):
            os.close(self._file)
            raise StoreError(f"another railbird serve plays the tables of {store}; stop it, or choose another --store")
        self.server = self._name()

    def _name(self) -> str:
        """The name in the file; a new one if there is none."""
        kept = os.read(self._file, 100).decode("ascii", "replace").strip()
        if _SERVER.fullmatch(kept):
            return kept
        name = secrets.token_hex(8)
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{name}\n".encode("ascii"), 0)
        return name

    def give_up(self) -> None:
        """Let another server have it."""
        with suppress(OSError):
            os.close(self._file)


def is_served(store: Path) -> bool:
    """Whether a server plays the tables of a store now."""
    try:
        file = os.open(_path(store), os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        return not _locked(file)
    finally:
        os.close(file)


def _path(store: Path) -> Path:
    return store.with_name(f"{store.name}.serving")


def _locked(file: int) -> bool:
    """Lock a file for this process. Returns false if another one has locked it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
