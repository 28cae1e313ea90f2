"""Seccomp: the system calls that a bot's process cannot make, as a filter that the kernel runs."""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct

from railbird.processes.syscalls import SUPPORTED, call, number_of

_NO_NEW_PRIVILEGES, _DEATH_SIGNAL, _DUMPABLE = 38, 1, 4
_PROCESS_CONTROLS = (_DEATH_SIGNAL, _DUMPABLE)
_OWNERS, _IOCTL_OWNERS = (8, 10, 15), (0x8901, 0x8902)
"""Requests that name a process to be signalled when a file is ready, and the signal."""
_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_LOAD, _EQUAL, _AT_LEAST, _HAS_BITS, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_NUMBER, _ARCHITECTURE, _FIRST = 0, 4, 16
"""Where a filter finds the number of the call, the architecture, and the first argument."""
_OTHER_TABLE = 0x40000000
"""Numbers of x86-64's second table of calls begin here."""
_THREAD = 0x00010000
"""The flag of ``clone`` for a thread of the same process."""

PROCESSES = ("fork", "vfork", "execve", "execveat")
OTHER_PROCESSES = (
    *("ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp", "tkill", "rt_sigqueueinfo"),
    *("pidfd_open", "pidfd_send_signal", "pidfd_getfd", "setsid", "setpgid"),
)
CHANNELS = ("socket", "shmget", "msgget", "semget", "mq_open", "memfd_create", "memfd_secret")
"""Ways to other processes and machines, and memory that the limit does not count."""
FILES = (
    *("chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "truncate", "utime"),
    *("utimes", "utimensat", "futimesat", "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr"),
    *("fremovexattr", "setxattrat", "removexattrat", "file_setattr", "name_to_handle_at", "open_by_handle_at"),
    *("inotify_init", "inotify_init1", "fanotify_init"),
)
"""Changes of files that Landlock does not know, and ways around it."""
SYSTEM = (
    *("mount", "umount2", "mount_setattr", "move_mount", "open_tree", "fsopen", "pivot_root", "chroot", "unshare"),
    *("setns", "bpf", "perf_event_open", "io_uring_setup", "add_key", "request_key", "keyctl", "userfaultfd"),
    *("syslog", "reboot", "swapon", "kexec_load", "init_module", "finit_module", "acct", "quotactl", "personality"),
    *("setpriority", "ioprio_set", "sched_setscheduler", "sched_setparam", "sched_setattr", "sched_setaffinity"),
)
REFUSED = (*PROCESSES, *OTHER_PROCESSES, *CHANNELS, *FILES, *SYSTEM)


def give_up_privileges() -> None:
    """No program that this process starts gets more rights than it has, and it gives up those of an administrator."""
    _process_control(_NO_NEW_PRIVILEGES, 1)
    call("capset", struct.pack("<Ii", 0x20080522, 0), struct.pack("<6I", *[0] * 6))


def die_with_parent(signal_number: int) -> None:
    """Have the kernel send this process a signal when the process that started it ends."""
    _process_control(_DEATH_SIGNAL, signal_number)


def works() -> bool:
    """Whether the system knows such filters."""
    if not SUPPORTED:
        return False
    try:  # asks whether the action of a filter is known, and changes nothing
        call("seccomp", 2, 0, struct.pack("<I", _ERROR))
    except OSError:
        return False
    return True


def restrict(*, empties: bool = True) -> None:
    """Refuse the calls above to this process from now on; threads are allowed, and signals to itself.

    Without ``empties`` it cannot open a file to empty it either, which older versions of Landlock do not prevent.
    """
    code = program(os.getpid(), empties=empties)
    buffer = ctypes.create_string_buffer(code, len(code))
    header = struct.pack("@HP", len(code) // 8, ctypes.addressof(buffer))
    call("seccomp", 1, 0, header)


def program(process: int, *, empties: bool = True) -> bytes:
    """The filter: for each call, whether it is allowed to the process of this number."""
    lines = [
        _line(_LOAD, 0, 0, _ARCHITECTURE),
        _line(_EQUAL, 1, 0, _ARCHITECTURES[platform.machine()]),
        _line(_RETURN, 0, 0, _KILL),
        _line(_LOAD, 0, 0, _NUMBER),
        _line(_AT_LEAST, 0, 1, _OTHER_TABLE),
        _line(_RETURN, 0, 0, _KILL),
    ]
    for name in REFUSED:
        lines += _if_called(name, [_refuse(errno.EPERM)])
    if not empties:
        lines += _if_called("creat", [_refuse(errno.EPERM)])
        lines += _if_called("openat2", [_refuse(errno.ENOSYS)])  # its flags cannot be read
        for name, index in (("open", 1), ("openat", 2)):
            lines += _if_called(
                name, [_load_argument(index), _line(_HAS_BITS, 0, 1, os.O_TRUNC), _refuse(errno.EPERM), _allow()]
            )
    lines += _if_called("clone3", [_refuse(errno.ENOSYS)])  # its flags cannot be read; C libraries go back to clone
    lines += _if_called("clone", [_load_argument(0), _line(_HAS_BITS, 1, 0, _THREAD), _refuse(errno.EPERM), _allow()])
    for name in ("kill", "tgkill", "rt_tgsigqueueinfo"):
        lines += _if_called(name, [_load_argument(0), _line(_EQUAL, 1, 0, process), _refuse(errno.EPERM), _allow()])
    lines += _if_called("prlimit64", [_load_argument(0), _line(_EQUAL, 1, 0, 0), _refuse(errno.EPERM), _allow()])
    for name, index, values in (("prctl", 0, _PROCESS_CONTROLS), ("fcntl", 1, _OWNERS), ("ioctl", 1, _IOCTL_OWNERS)):
        checks = [_line(_EQUAL, len(values) - each, 0, value) for each, value in enumerate(values)]
        lines += _if_called(name, [_load_argument(index), *checks, _allow(), _refuse(errno.EPERM)])
    return b"".join([*lines, _allow()])


def _if_called(name: str, body: list[bytes]) -> list[bytes]:
    number = number_of(name)
    return [] if number is None else [_line(_EQUAL, 0, len(body), number), *body]


def _line(code: int, if_true: int, if_false: int, value: int) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value)


def _refuse(code: int) -> bytes:
    return _line(_RETURN, 0, 0, _ERROR | code)


def _allow() -> bytes:
    return _line(_RETURN, 0, 0, _ALLOW)


def _load_argument(index: int) -> bytes:
    return _line(_LOAD, 0, 0, _FIRST + 8 * index)


def _process_control(option: int, value: int) -> None:
    call("prctl", option, value, 0, 0, 0)
