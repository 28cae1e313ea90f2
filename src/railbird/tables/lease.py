"""Only one server plays the tables of a store: it holds a lock beside it, which ends with its process."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from railbird.errors import StoreError

try:
    import fcntl
except ImportError:  # not a POSIX system
    fcntl = None  # type: ignore[assignment]


class Lease:
    """The right to play the tables of a store.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     lease = Lease(Path(folder) / "tables.db")
    ...     lease.give_up()
    """

    def __init__(self, store: Path) -> None:
        """Raises StoreError if another server has it."""
        path = store.with_name(f"{store.name}.serving")
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        if fcntl is not None:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(self._file)
                raise StoreError(
                    f"another railbird serve plays the tables of {store}; stop it, or choose another --store"
                ) from None

    def give_up(self) -> None:
        """Let another server have it."""
        with suppress(OSError):
            os.close(self._file)
