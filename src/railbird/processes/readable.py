"""The files that the process of a bot needs: Python, Railbird, and the bot's own; never a database."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import railbird
from railbird._disk_cache import cache_folder

_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime", "/sys/devices/system/cpu", "/opt")
DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")
MOST_FILES = 1_000
"""Of a folder with a bot or with modules; the rest stays closed."""
_CODE = (".py", ".so")
_DATABASE = b"SQLite format 3\0"
_DATABASE_ENDINGS = ("-wal", "-shm", "-journal")
_LEFT_OUT = ("__pycache__", "node_modules")


@dataclass(frozen=True, slots=True)
class Readable:
    """What a process may read."""

    whole: tuple[str, ...]
    """Files, and folders with everything in them."""
    listed: tuple[str, ...]
    """Folders whose names may be listed."""


def readable_by(own: Sequence[str]) -> Readable:
    """What a bot with these files and folders of its own may read.

    A folder of its own is opened file by file, without databases and hidden files: the store of matches may be there,
    and it holds the seed of the match.
    """
    whole, listed = map(list, _of_python())
    for each in dict.fromkeys(own):
        for path in _files_of(each):
            (listed if os.path.isdir(path) else whole).append(path)
    return Readable(tuple(whole), tuple(listed))


@cache
def _of_python() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Python, its packages and Railbird: files and folders with everything in them, and folders that are listed."""
    python = {sys.prefix, sys.base_prefix, sys.exec_prefix, *(os.path.dirname(each) for each in _python_files())}
    whole = [*_SYSTEM, *sorted(python), str(Path(railbird.__file__).parent)]
    cache = cache_folder()
    if cache is not None:
        whole += [str(each) for each in cache.glob("*.npz")]
    listed: list[str] = []
    for each in dict.fromkeys(sys.path):
        if not each or _within(each, whole):
            continue
        if Path(each).name in ("site-packages", "dist-packages"):
            whole.append(each)
            continue
        modules, folders = [], []
        for path in _files_of(each, _CODE):
            if not _within(path, whole):
                (folders if os.path.isdir(path) else modules).append(path)
        whole += modules
        listed += folders
    return tuple(whole), tuple(listed)


def _python_files() -> Iterator[str]:
    yield os.path.realpath(sys.executable)
    yield os.__file__


def _within(path: str, folders: Sequence[str]) -> bool:
    return any(path == each or path.startswith(each.rstrip("/") + "/") for each in folders)


def _files_of(path: str, endings: tuple[str, ...] = ()) -> Iterator[str]:
    """A file, or a folder with its files and folders, up to a limit; only files with these endings, if any is given."""
    if not os.path.isdir(path):
        if not _is_database(path):
            yield path
        return
    count = 0
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(each for each in folders if not each.startswith(".") and each not in _LEFT_OUT)
        yield folder
        for name in sorted(files):
            whole = os.path.join(folder, name)
            if name.endswith(endings) if endings else not name.startswith(".") and not _is_database(whole):
                yield whole
        count += 1 + len(files)
        if count > MOST_FILES:
            return


def _is_database(path: str) -> bool:
    """Whether a file is a SQLite database or belongs to one; true for what cannot be read as a plain file."""
    if path.endswith(_DATABASE_ENDINGS) or not os.path.isfile(path):
        return True
    if path.endswith(_CODE):
        return False
    try:
        with open(path, "rb") as file:
            return file.read(len(_DATABASE)) == _DATABASE
    except OSError:
        return True
