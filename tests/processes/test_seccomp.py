"""The filter of system calls, run by a plain interpreter of such filters, for both machines."""

from __future__ import annotations

import errno
import os
import platform
import struct

import pytest

from railbird.processes import seccomp, syscalls

ALLOWED, KILLED = "allowed", "killed"
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
OWN, OTHER = 77, 4


def outcome(code: bytes, architecture: int, number: int, *arguments: int) -> str | int:
    """What the kernel does with a call: allow it, kill the process, or return an error."""
    words = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("<iIQ6Q", number, architecture, 0, *(word & (2**64 - 1) for word in words))
    accumulator = at = 0
    lines = [struct.unpack_from("<HBBI", code, start) for start in range(0, len(code), 8)]
    while True:
        operation, if_true, if_false, value = lines[at]
        at += 1
        if operation == 0x20:
            (accumulator,) = struct.unpack_from("<I", data, value)
        elif operation == 0x06:
            return ALLOWED if value == 0x7FFF0000 else KILLED if value == 0x80000000 else value & 0xFFFF
        else:
            holds = {0x15: accumulator == value, 0x35: accumulator >= value, 0x45: bool(accumulator & value)}[operation]
            at += if_true if holds else if_false


@pytest.fixture(params=["x86_64", "aarch64"])
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A machine, whatever this one is."""
    monkeypatch.setattr(platform, "machine", lambda: request.param)
    return str(request.param)


def called(machine: str, name: str, *arguments: int, empties: bool = True) -> str | int:
    number = syscalls.number_of(name)
    assert number is not None
    return outcome(seccomp.program(OWN, empties=empties), ARCHITECTURES[machine], number, *arguments)


def test_calls_that_reach_others_are_refused(machine: str) -> None:
    for name in seccomp.REFUSED:
        if syscalls.number_of(name) is not None:
            assert called(machine, name) == errno.EPERM, name
    assert called(machine, "clone3") == errno.ENOSYS


def test_where_landlock_does_not_keep_files_from_being_emptied_the_filter_does(machine: str) -> None:
    read, empty = os.O_RDONLY, 3 | os.O_TRUNC  # access mode 3 needs neither right
    for flags, result in ((read, ALLOWED), (empty, errno.EPERM)):
        assert called(machine, "openat", 0, 0, flags, empties=False) == result
        assert called(machine, "openat", 0, 0, flags) == ALLOWED
    assert called(machine, "openat2", empties=False) == errno.ENOSYS


def test_threads_are_allowed_and_processes_are_not(machine: str) -> None:
    thread = 0x00010000 | 0x00000100
    assert called(machine, "clone", thread) == ALLOWED
    assert called(machine, "clone", 17) == errno.EPERM


def test_a_process_may_signal_itself_alone(machine: str) -> None:
    for name in ("kill", "tgkill", "rt_tgsigqueueinfo"):
        assert called(machine, name, OWN, 9) == ALLOWED
        for target in (1, OTHER, 0, -1, -OWN):
            assert called(machine, name, target, 9) == errno.EPERM


def test_owners_of_files_and_the_end_with_the_parent_cannot_be_changed(machine: str) -> None:
    for request in (8, 10, 15):
        assert called(machine, "fcntl", 3, request, OTHER) == errno.EPERM
    assert called(machine, "fcntl", 3, 4) == ALLOWED
    assert called(machine, "ioctl", 3, 0x8901) == errno.EPERM
    assert called(machine, "ioctl", 3, 0x5401) == ALLOWED
    assert called(machine, "prctl", 1, 0) == called(machine, "prctl", 4, 1) == errno.EPERM
    assert called(machine, "prctl", 15) == ALLOWED
    assert called(machine, "prlimit64", 0) == ALLOWED
    assert called(machine, "prlimit64", OTHER) == errno.EPERM


def test_other_calls_are_allowed_and_other_tables_of_calls_are_not(machine: str) -> None:
    code = seccomp.program(OWN)
    assert outcome(code, ARCHITECTURES[machine], {"x86_64": 0, "aarch64": 63}[machine]) == ALLOWED  # read
    assert outcome(code, 0x40000003, 0) == KILLED
    assert outcome(code, ARCHITECTURES[machine], 0x40000000 + 59) == KILLED
