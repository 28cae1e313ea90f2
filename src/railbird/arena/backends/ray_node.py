"""A worker on a node of a Ray cluster: it runs a worker process there, and passes on what happens to it.

Ray sends this class to its nodes by value. Nothing of Railbird is imported before the node is known to have the same
version.
"""

from __future__ import annotations

import os
import platform
import tempfile
from collections.abc import Mapping
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import Any


def code_state() -> tuple[str, str]:
    """The version of Railbird in this process, and a fingerprint of its code; both empty without Railbird."""
    found = find_spec("railbird")
    if found is None or not found.submodule_search_locations:
        return "", ""
    from railbird._version import __version__

    folder = Path(next(iter(found.submodule_search_locations)))
    digest = blake2b(digest_size=8)
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"{path.relative_to(folder).as_posix()}\0".encode() + path.read_bytes())
    return __version__, digest.hexdigest()


class NodeWorker:
    """Runs on a node, in a process of Ray's."""

    def __init__(self, opening: bytes, files: Mapping[str, bytes], wanted: tuple[str, str]) -> None:
        self._process: Any = None
        self._folder: Any = None
        self._problem = ""
        try:
            self._problem = _difference(code_state(), wanted)
            if not self._problem:
                self._start(opening, files)
        except (OSError, MemoryError) as error:
            self._problem = f"has no room: {getattr(error, 'strerror', None) or 'its memory is full'}"
        except ImportError as error:
            self._problem = f"cannot load Railbird: {error}"

    def _start(self, opening: bytes, files: Mapping[str, bytes]) -> None:
        from railbird.arena.backends.processes import WorkerProcess

        self._folder = tempfile.TemporaryDirectory(prefix="railbird-")
        copies = {}
        for number, (path, data) in enumerate(files.items()):
            copy = Path(self._folder.name) / f"{number}-{Path(path).name}"
            copy.write_bytes(data)
            copies[path] = str(copy)
        self._process = WorkerProcess(opening, copies)

    def hello(self) -> tuple[str, str]:
        """The name of the node, and why it cannot work; empty if it can."""
        return f"{platform.node()} (process {os.getpid()})", self._problem

    def send(self, message: bytes) -> None:
        """Pass a message to the worker process."""
        self._process.send(message)

    def next(self, message: bytes | None = None) -> Any:
        """Pass on a message, if there is one, and wait for the next event."""
        if message is not None:
            self._process.send(message)
        while True:
            event = self._process.event(0.1)
            if event is not None:
                return event

    def close(self) -> None:
        """End the worker process and remove its files."""
        if self._process is not None:
            self._process.close()
        if self._folder is not None:
            self._folder.cleanup()


def _difference(here: tuple[str, str], wanted: tuple[str, str]) -> str:
    """What keeps a node from the same results; empty if nothing does."""
    if not here[0]:
        return f"has no Railbird: install version {wanted[0]} there"
    if here[0] != wanted[0]:
        return f"has Railbird {here[0]}, and here is {wanted[0]}: install the same version on all machines"
    if here[1] != wanted[1]:
        return f"has other code of Railbird {here[0]} than this machine: install the same on all machines"
    return ""
