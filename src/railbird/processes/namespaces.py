"""Namespaces: a process that sees no other processes, no network, no shared memory, and files that it cannot change."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from pathlib import Path

from railbird.processes.syscalls import call

_USER, _PID, _MOUNT, _NETWORK, _IPC, _NAMES = 0x10000000, 0x20000000, 0x00020000, 0x40000000, 0x08000000, 0x04000000
_PRIVATE, _RECURSIVE, _REMOUNT_PLAIN = 1 << 18, 0x4000, 0x2 | 0x4 | 0x8
"""Mount flags: private, recursive; no set-user-id programs, no devices, no programs."""
_READ_ONLY, _AT_RECURSIVE, _HERE = 0x1, 0x8000, -100

SCRATCH = "/dev/shm"
"""Where a process has a folder of its own for temporary files."""


def enter() -> None:
    """Move this process into new namespaces; its next child is process 1 there. It must have one thread only.

    Raises OSError if the system does not allow it; nothing has changed then.
    """
    user, group = os.getuid(), os.getgid()
    call("unshare", _USER | _PID | _MOUNT | _NETWORK | _IPC | _NAMES)
    with suppress(FileNotFoundError):
        Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")


def hide_the_rest(megabytes: int) -> bool:
    """Empty ``/proc`` and ``/dev/shm``, make all other files read-only. Call it in the first process of a namespace.

    Returns whether there is a folder for temporary files, which can hold this many megabytes.
    """
    _mount(None, "/", None, _RECURSIVE | _PRIVATE, None)
    with suppress(OSError):  # Linux before 5.12; Landlock guards the files too
        call("mount_setattr", _HERE, b"/", _AT_RECURSIVE, _MountAttributes(_READ_ONLY, 0, 0, 0).bytes, 32)
    _mount("none", "/proc", "tmpfs", _REMOUNT_PLAIN | _READ_ONLY, "size=4k,nr_inodes=2")
    if not Path(SCRATCH).is_dir():
        return False
    _mount("none", SCRATCH, "tmpfs", _REMOUNT_PLAIN, f"size={megabytes}m,nr_inodes=10000,mode=0700")
    return True


class _MountAttributes:
    def __init__(self, *fields: int) -> None:
        self.bytes = b"".join(each.to_bytes(8, "little") for each in fields)


def _mount(source: str | None, target: str, kind: str | None, flags: int, data: str | None) -> None:
    texts = [None if text is None else ctypes.c_char_p(text.encode()) for text in (source, target, kind, data)]
    call("mount", *texts[:3], flags, texts[3])
