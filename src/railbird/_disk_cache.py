"""A disk cache for computed values, shared by all processes of a user: bounded and versioned; failures are ignored.

Values that cannot be read or written are computed again: a missing folder, a full disk or a broken file only costs
time. ``RAILBIRD_CACHE`` sets another folder, or is ``off``.
"""

from __future__ import annotations

import contextlib
import os
import threading
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import sqlite3  # imported late where it is used: most users never need it

Result = TypeVar("Result")

OFF = "off"
PATIENCE = 0.2
"""Seconds to wait for another process that is writing."""


def cache_folder() -> Path | None:
    """The folder of the caches; None if they are turned off."""
    setting = os.environ.get("RAILBIRD_CACHE", "")
    if setting.lower() == OFF:
        return None
    if setting:
        return Path(setting).expanduser()
    import platformdirs  # slow to import, and not needed before

    return platformdirs.user_cache_path("railbird", appauthor=False)


@dataclass(frozen=True, slots=True)
class Contents:
    """The size of a cache."""

    entries: int
    bytes: int


class DiskCache:
    """Bytes by key in one SQLite file, whose name contains the version of its contents.

    SQLite ensures that processes can write at the same time, and that a killed process leaves the file intact. When the
    file exceeds ``most_bytes``, the oldest eighth of the entries is deleted.
    """

    def __init__(self, name: str, version: int, most_bytes: int) -> None:
        self._name = name
        self._version = version
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None
        self._opened: tuple[Path | None, int] = (None, 0)  # which file, and by which process
        self._inherited: list[sqlite3.Connection] = []
        if hasattr(os, "register_at_fork"):  # no thread may be inside SQLite, which has its own locks, during a fork
            os.register_at_fork(
                before=lambda: self._lock.acquire(),
                after_in_parent=lambda: self._lock.release(),
                after_in_child=self._forget_lock,
            )

    @property
    def path(self) -> Path | None:
        """The file; None if caches are turned off."""
        folder = cache_folder()
        return None if folder is None else folder / f"{self._name}-{self._version}.sqlite3"

    def get(self, key: str) -> bytes | None:
        """The value of a key, or None."""

        def read(connection: sqlite3.Connection) -> bytes | None:
            row = connection.execute("SELECT value FROM entry WHERE key = ?", (key,)).fetchone()
            if row is None:
                return None
            try:
                return zlib.decompress(row[0])
            except (TypeError, zlib.error):  # broken
                with connection:
                    connection.execute("DELETE FROM entry WHERE key = ?", (key,))
                return None

        return self._attempt(read, None)

    def put(self, key: str, value: bytes) -> None:
        """Store a value; it may be dropped at any time."""
        compressed = zlib.compress(value, 1)

        def write(connection: sqlite3.Connection) -> None:
            with connection:
                connection.execute("INSERT OR REPLACE INTO entry (key, value) VALUES (?, ?)", (key, compressed))
                if _size(connection) > self._most_bytes:
                    first, last = connection.execute("SELECT min(number), max(number) FROM entry").fetchone()
                    connection.execute("DELETE FROM entry WHERE number <= ?", (first + (last - first) // 8,))

        self._attempt(write, None)

    def contents(self) -> Contents:
        """How many entries there are, and how large they are on disk."""

        def count(connection: sqlite3.Connection) -> Contents:
            (entries,) = connection.execute("SELECT count(*) FROM entry").fetchone()
            return Contents(entries, _size(connection))

        path = self.path
        return self._attempt(count, Contents(0, 0)) if path is not None and path.exists() else Contents(0, 0)

    def clear(self) -> bool:
        """Delete everything; False if that was not possible."""

        def forget(connection: sqlite3.Connection) -> bool:
            with connection:
                connection.execute("DELETE FROM entry")
            connection.execute("VACUUM")
            return True

        path = self.path
        return path is None or not path.exists() or self._attempt(forget, False)

    def close(self) -> None:
        """Close the file; the next access opens it again."""
        with self._lock:
            self._close()

    def _attempt(self, work: Callable[[sqlite3.Connection], Result], otherwise: Result) -> Result:
        import sqlite3

        with self._lock:
            try:
                connection = self._open()
                return otherwise if connection is None else work(connection)
            except (sqlite3.OperationalError, OSError):  # no folder, no space, or another process is writing: skip it
                return otherwise
            except sqlite3.DatabaseError:  # broken
                self._reset()
                return otherwise

    def _open(self) -> sqlite3.Connection | None:
        wanted = (self.path, os.getpid())
        if self._opened != wanted:
            self._close()
        path, _ = wanted
        if self._connection is None and path is not None:
            self._connection = _read_only(path) or _writable(path)
            self._opened = wanted
            self._remove_older_versions(path.parent)
        return self._connection

    def _forget_lock(self) -> None:
        self._lock = threading.Lock()

    def _close(self) -> None:
        connection, (_, process) = self._connection, self._opened
        self._connection, self._opened = None, (None, 0)
        if connection is None:
            return
        if process == os.getpid():
            with contextlib.suppress(Exception):
                connection.close()
        else:  # it is the parent's: closing it here would release the parent's locks
            self._inherited.append(connection)

    def _reset(self) -> None:
        self._close()
        if self.path is not None:
            _remove(self.path)

    def _remove_older_versions(self, folder: Path) -> None:
        for path in folder.glob(f"{self._name}-*.sqlite3"):
            version = path.stem.removeprefix(f"{self._name}-")
            if version.isdecimal() and int(version) < self._version:
                _remove(path)


def _writable(path: Path) -> sqlite3.Connection:
    import sqlite3

    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("CREATE TABLE IF NOT EXISTS entry (number INTEGER PRIMARY KEY, key TEXT UNIQUE, value BLOB)")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _read_only(path: Path) -> sqlite3.Connection | None:
    """Open a cache in a folder that cannot be written to; None if it can."""
    if not path.exists() or (os.access(path.parent, os.W_OK) and os.access(path, os.W_OK)):
        return None
    import sqlite3

    return sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True, check_same_thread=False)


def _size(connection: sqlite3.Connection) -> int:
    """Bytes in use, without reading the entries."""
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (unused,) = connection.execute("PRAGMA freelist_count").fetchone()
    (page_size,) = connection.execute("PRAGMA page_size").fetchone()
    return int((pages - unused) * page_size)


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            path.with_name(path.name + ending).unlink()
