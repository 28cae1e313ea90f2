"""The file of a store: whether it is writable, whether it is still the same file, and reading a read-only one.

A SQLite file in WAL mode keeps its latest transactions in a second file next to it, ``FILE-wal``, until they are moved
into the main file. A reader without write access to the folder can read both if ``FILE-shm`` exists as well. If it does
not, for example on a disc with copies of only the store and its WAL, both are copied to a private temporary folder and
read there.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from railbird.errors import StoreError

PATIENCE = 60
"""Seconds to wait for another process that is writing."""
ATTEMPTS = 5
"""How often to try to copy a store that changes while it is copied."""

Identity = tuple[int, int]
Fingerprint = tuple[tuple[int, int, int] | None, ...]


def is_writable(path: Path) -> bool:
    """Whether this process may write the store, its WAL and its folder; true if the store does not exist yet."""
    if not path.exists():
        return True
    wanted = [path, path.parent, *(each for each in _companions(path) if each.exists())]
    effective = os.access in os.supports_effective_ids
    return all(os.access(each, os.W_OK, effective_ids=effective) for each in wanted)


def identity(path: Path) -> Identity | None:
    """The device and inode of a file, which change if another file takes its name; None if the file is missing."""
    try:
        stat = path.stat()
    except FileNotFoundError:
        return None
    return stat.st_dev, stat.st_ino


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a SQLite file; its path may contain any characters."""
    address = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, timeout=PATIENCE, check_same_thread=False)


class ReadOnlyFile:
    """Reads a store without write access, always including its latest transactions."""

    def __init__(self, path: Path, version: int, update: Callable[[Path], None]) -> None:
        """``update`` migrates a copy of the store to ``version``; it is called for copies only."""
        self._path = path
        self._version = version
        self._update = update
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._copied: Fingerprint = ()
        self._reading: Fingerprint | None = None

    @property
    def copied(self) -> bool:
        """Whether a private copy is read instead of the file itself."""
        return self._folder is not None

    def connect(self) -> sqlite3.Connection:
        """A connection that sees everything written so far."""
        self._reading = None
        connection = self._live() or self._alone()
        if connection is not None:
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            if not 0 < version < self._version:
                return connection
            connection.close()
        self._reading = None
        return connect(self._copy(), "ro")

    def check_unchanged(self) -> None:
        """Raise StoreError if the file was read as immutable, but somebody wrote to it."""
        if self._reading is not None and self._reading != _fingerprint(self._path):
            raise StoreError(f"the store {self._path} was changed by another process while it was read; try again")

    def close(self) -> None:
        """Remove the copy."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _live(self) -> sqlite3.Connection | None:
        """Open the file and its WAL while others may write; None if SQLite cannot do that without write access."""
        connection = connect(self._path, "ro")
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            connection.close()
            return None
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _alone(self) -> sqlite3.Connection | None:
        """Open the file as immutable; None if it has a WAL."""
        seen = _fingerprint(self._path)
        wal = seen[1]
        if wal is not None and wal[1] > 0:
            return None
        self._reading = seen
        return connect(self._path, "ro&immutable=1")

    def _copy(self) -> Path:
        """Copy the file and its WAL, and merge the WAL into the copy."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="railbird-store-")
        copy = Path(self._folder.name) / "copy.db"
        if self._copied == _fingerprint(self._path):
            return copy
        wal = _companions(self._path)[0]
        for _ in range(ATTEMPTS):
            before = _fingerprint(self._path)
            for each in (copy, *_companions(copy)):
                each.unlink(missing_ok=True)
            shutil.copyfile(self._path, copy)
            with suppress(FileNotFoundError):
                shutil.copyfile(wal, _companions(copy)[0])
            if before == _fingerprint(self._path):
                self._update(copy)
                self._copied = before
                return copy
        raise StoreError(f"the store {self._path} keeps changing, so it cannot be copied for reading; try again")


def _companions(path: Path) -> tuple[Path, Path]:
    """The paths of the WAL and its index."""
    return path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")


def _fingerprint(path: Path) -> Fingerprint:
    """A value that changes whenever the store or its WAL is written."""

    def of(file: Path) -> tuple[int, int, int] | None:
        try:
            stat = file.stat()
        except FileNotFoundError:
            return None
        return stat.st_ino, stat.st_size, stat.st_mtime_ns

    return of(path), of(_companions(path)[0])
