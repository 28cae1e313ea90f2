"""Landlock: which files a process may read and write. Works without rights and inside most containers."""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from railbird.processes.syscalls import call

_EXECUTE, _WRITE, _READ, _LIST, _TRUNCATE, _IOCTL = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14, 1 << 15
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many rights each version knows."""
_FILE_RIGHTS = _EXECUTE | _WRITE | _READ | _TRUNCATE | _IOCTL
READABLE, CHANGEABLE = _READ | _LIST | _EXECUTE, (1 << 15) - 1
LISTED = _LIST
KNOWS_EMPTYING = 3
"""The first version that keeps files from being emptied (Linux 6.2)."""


@cache
def version() -> int:
    """The version of Landlock that this system has; 0 for none."""
    try:
        return call("landlock_create_ruleset", None, 0, 1)
    except OSError:
        return 0


def restrict(readable: Sequence[str], listed: Sequence[str], changeable: Sequence[str], null: Sequence[str]) -> None:
    """Allow this process only these files and folders from now on, and no TCP or signals to other processes.

    ``readable`` files and folders, folders that are ``listed`` but whose files are closed, ``changeable`` folders, and
    devices such as ``/dev/null``. Paths that do not exist are left out. The process must have no new privileges.
    """
    known = version()
    handled = (1 << _RIGHTS[min(known, 5)]) - 1
    attributes = struct.pack("<QQQ", handled, 3 if known >= 4 else 0, 3 if known >= 6 else 0)
    size = 24 if known >= 6 else 16 if known >= 4 else 8
    rules = call("landlock_create_ruleset", attributes, size, 0)
    try:
        for paths, rights in (
            (readable, READABLE),
            (listed, LISTED),
            (changeable, CHANGEABLE),
            (null, _READ | _WRITE | _TRUNCATE | _IOCTL),
        ):
            for path in paths:
                with suppress(FileNotFoundError, PermissionError, NotADirectoryError):
                    _allow(rules, path, rights & handled)
        call("landlock_restrict_self", rules, 0)
    finally:
        os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    file = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        allowed = rights if Path(path).is_dir() else rights & _FILE_RIGHTS
        if allowed:
            call("landlock_add_rule", rules, 1, struct.pack("<Qi", allowed, file), 0)
    finally:
        os.close(file)
