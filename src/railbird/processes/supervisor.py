"""The two processes of an isolated bot: a supervisor, which waits for it, and the bot's own, behind barriers.

Both are forked from the launcher, which holds nothing of a match. When the supervisor is killed, the kernel ends the
bot's process, and with it everything that it has started.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any, NamedTuple, NoReturn

from railbird.processes import landlock, namespaces, seccomp
from railbird.processes.barriers import Barriers
from railbird.processes.limits import ProcessLimits
from railbird.processes.readable import DEVICES, readable_by
from railbird.processes.syscalls import SUPPORTED

SHOWN_OUTPUT = 65_536
"""Bytes of what a bot prints that are shown; the rest is thrown away."""
FAILED_START = 77
"""Exit code of a bot's process that could not put up its barriers."""


class StartOrder(NamedTuple):
    """What to start."""

    entry: str
    """``module:function``, which is called with the connection."""
    barriers: Barriers
    limits: ProcessLimits
    files: tuple[str, ...]
    """Files and folders that the bot may read beside Python and Railbird."""


def supervise(order: StartOrder, connection: int) -> NoReturn:
    """Start the bot's process and wait for it; this process then ends in the same way."""
    os.setsid()
    _die_with_parent()
    ours, theirs = os.pipe()
    try:
        if order.barriers.namespaces:
            namespaces.enter()
            _die_with_parent()
        child = os.fork()
    except OSError as error:
        _give_up(error)
    if child == 0:
        os.close(ours)
        _run(order, connection, theirs)
    os.close(connection)
    os.close(theirs)
    _relay(ours)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF)


def _die_with_parent() -> None:
    if SUPPORTED:
        seccomp.die_with_parent(signal.SIGKILL)


def _relay(output: int) -> None:
    """Copy what the bot prints to standard error, up to a limit; read on until it has ended."""
    left = SHOWN_OUTPUT
    while chunk := _read(output):
        if left > 0:
            text = chunk[:left]
            left -= len(chunk)
            if left <= 0:
                text += b"\n(railbird: the bot prints too much; the rest is left out)\n"
            with suppress(OSError):
                if select.select((), (2,), (), 1.0)[1]:
                    os.write(2, text)


def _read(file: int) -> bytes:
    try:
        return os.read(file, 16_384)
    except OSError:
        return b""


def _run(order: StartOrder, connection: int, output: int) -> NoReturn:
    """The process of the bot: put up the barriers, then serve."""
    try:
        _die_with_parent()
        _only_these(connection, output)
        _close_off(order)
    except BaseException as error:
        _give_up(error)
    code = 0
    try:
        module, _, function = order.entry.partition(":")
        getattr(import_module(module), function)(connection)
    except (EOFError, OSError):
        code = 1
    except BaseException as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        code = 1
    with suppress(BaseException):
        sys.stderr.flush()
    os._exit(code)


def _give_up(error: BaseException) -> NoReturn:
    os.write(2, f"railbird: an isolated bot could not be started: {error}\n".encode("utf-8", "backslashreplace"))
    os._exit(FAILED_START)


def _only_these(connection: int, output: int) -> None:
    """Keep the connection and the output; everything that goes to standard output goes there too."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.closerange(3, connection)
    os.closerange(connection + 1, 65_536)


def _close_off(order: StartOrder) -> None:
    barriers = order.barriers
    scratch: list[str] = []
    allowed: Any = readable_by(order.files) if barriers.landlock else None
    if barriers.namespaces and namespaces.hide_the_rest(order.limits.scratch):
        scratch.append(namespaces.SCRATCH)
        os.environ["TMPDIR"] = namespaces.SCRATCH
    order.limits.apply()
    if not SUPPORTED:
        order.limits.forbid_processes()
        return
    seccomp.give_up_privileges()
    if barriers.landlock:
        landlock.restrict(allowed.whole, allowed.listed, scratch, DEVICES)
    if barriers.namespaces:
        order.limits.bound_threads()
    if barriers.seccomp:
        seccomp.restrict(empties=barriers.namespaces or landlock.version() >= landlock.KNOWS_EMPTYING)
    else:
        order.limits.forbid_processes()
