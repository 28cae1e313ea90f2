"""The files that the process of a bot needs: Python, Railbird, and the bot's own; never a database."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from railbird._disk_cache import cache_folder

_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime", "/sys/devices/system/cpu")
_OF_PREFIX = ("bin", "lib", "lib32", "lib64", "libexec", "include", "share", "etc", "ssl", "pyvenv.cfg")
"""What a Python has; beside that, its folder may have a project's own files, such as a store."""
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
    python = _of_python()
    files, folders = _split(path for each in dict.fromkeys(own) for path in _files_of(Path(each)))
    return Readable((*python.whole, *files), (*python.listed, *folders))


@cache
def _of_python() -> Readable:
    """Python, its packages and Railbird."""
    places = {str(Path(each, name)) for each in (sys.prefix, sys.base_prefix, sys.exec_prefix) for name in _OF_PREFIX}
    near = {str(Path(sys.executable).resolve().parent), str(Path(os.__file__).parent)}
    whole = [*_SYSTEM, *sorted(places | near), str(Path(__file__).parents[1])]
    cached = cache_folder()
    if cached is not None:
        whole += map(str, cached.glob("*.npz"))
    listed: list[str] = []
    for each in dict.fromkeys(sys.path):
        if not each or _within(each, whole):
            continue
        if Path(each).name in ("site-packages", "dist-packages"):
            whole.append(each)
            continue
        known = tuple(whole)
        files, folders = _split(path for path in _files_of(Path(each), _CODE) if not _within(str(path), known))
        whole += files
        listed += folders
    return Readable(tuple(whole), tuple(listed))


def _split(paths: Iterator[Path]) -> tuple[list[str], list[str]]:
    """Files and folders apart."""
    files: list[str] = []
    folders: list[str] = []
    for path in paths:
        (folders if path.is_dir() else files).append(str(path))
    return files, folders


def _within(path: str, folders: Sequence[str]) -> bool:
    return any(path == each or path.startswith(each.rstrip("/") + "/") for each in folders)


def _files_of(path: Path, endings: tuple[str, ...] = ()) -> Iterator[Path]:
    """A file, or a folder with its files and folders, up to a limit; only files with these endings, if any is given.

    A link counts as what it leads to, and is left out if that is outside the folder: whoever has made the folder must
    not choose which of your files are read.
    """
    if not path.is_dir():
        if not _is_database(path.resolve()):
            yield path
        return
    count, top = 0, path.resolve()
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(each for each in folders if not each.startswith(".") and each not in _LEFT_OUT)
        yield Path(folder)
        for name in sorted(files):
            whole = Path(folder, name)
            meant = whole.resolve() if whole.is_symlink() else whole
            if meant is not whole and not (meant.name.endswith(endings) if endings else meant.is_relative_to(top)):
                continue
            if name.endswith(endings) if endings else not name.startswith(".") and not _is_database(meant):
                yield whole
        count += 1 + len(files)
        if count > MOST_FILES:
            return


def _is_database(path: Path) -> bool:
    """Whether a file is a SQLite database or belongs to one; true for what cannot be read as a plain file."""
    if path.name.endswith(_DATABASE_ENDINGS) or not path.is_file():
        return True
    if path.suffix in _CODE:
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(_DATABASE)) == _DATABASE
    except OSError:
        return True
