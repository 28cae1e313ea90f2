"""A lock beside the file of a store, which ends with its process."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Self

try:
    import fcntl
except ImportError:  # not a POSIX system
    fcntl = None  # type: ignore[assignment]

_NAME = re.compile(r"[0-9a-f]{16}")


class FileHold:
    """A file with a name for the store, locked by one process."""

    def __init__(self, file: int) -> None:
        self._file = file
        self.name = self._read_name()

    @classmethod
    def take(cls, store: Path) -> Self | None:
        """Lock the file beside a store; None if another process has locked it."""
        file = os.open(_path(store), os.O_RDWR | os.O_CREAT, 0o644)
        if not _locked(file):
            os.close(file)
            return None
        return cls(file)

    @staticmethod
    def is_taken(store: Path) -> bool:
        """Whether a process has locked it now."""
        try:
            file = os.open(_path(store), os.O_RDWR)
        except FileNotFoundError:
            return False
        try:
            return not _locked(file)
        finally:
            os.close(file)

    def release(self) -> None:
        """Let another process have it."""
        with suppress(OSError):
            os.close(self._file)

    def _read_name(self) -> str:
        """The name in the file; a new one if there is none."""
        kept = os.read(self._file, 100).decode("ascii", "replace").strip()
        if _NAME.fullmatch(kept):
            return kept
        name = secrets.token_hex(8)
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{name}\n".encode("ascii"), 0)
        return name


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
