"""Atomic writing of files, and reading of whole ones."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def writing_whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write atomically: readers, and a kill, see the old or the new contents, never part of them.

    What is there and no file, such as a pipe or ``/dev/stdout``, is written into as it is.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        with path.open("wb") as file:
            yield file
        return
    target = path.resolve()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".railbird-")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically."""
    with writing_whole(path) as file:
        file.write(data)


def read_whole(path: Path) -> bytes:
    """Read a file. Raises OSError if that fails, or if it is a device, which might never end."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "it is not a file")
    return path.read_bytes()


def begins_with(path: Path, mark: bytes) -> bool:
    """Whether a file begins with these bytes."""
    with path.open("rb") as file:
        return file.read(len(mark)) == mark


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
