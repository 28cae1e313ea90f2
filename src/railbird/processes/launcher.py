"""The launcher: a process that holds nothing of a match, and from which the processes of bots are forked.

A new Python takes a third of a second to start, a fork a few milliseconds; each bot of each leg gets its own process.
"""

from __future__ import annotations

import atexit
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from importlib import import_module
from typing import NoReturn

from railbird.errors import BotError
from railbird.processes.readable import readable_by
from railbird.processes.supervisor import FAILED_START, StartOrder, supervise

STARTING = 60.0
"""Seconds in which the launcher must answer."""
PRELOADED = ("numpy", "railbird.gallery.isolated_process")
_LONGEST = 1_000_000
_REQUEST, _ANSWER = 13, 16
"""Bytes: kind, number and size of a request; number and value of an answer."""
_PASSED_ON = (
    *("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "USER", "LOGNAME", "VIRTUAL_ENV"),
    *("LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHOME", "PYTHONHASHSEED", "PYTHONUTF8", "PYTHONDONTWRITEBYTECODE"),
    *("XDG_CACHE_HOME", "RAILBIRD_CACHE", "RAILBIRD_THREADS", "RAILBIRD_WITHOUT"),
)
"""Variables of the environment; others, of Railbird too, may hold a key or a password."""


class BotProcess:
    """A running process of a bot: a connection, and a way to end it."""

    def __init__(self, connection: socket.socket, supervisor: int, launcher: Launcher) -> None:
        self.connection = connection
        self._supervisor, self._launcher = supervisor, launcher
        self._owner = os.getpid()
        self._ended: str | None = None
        self._closed = False

    def close(self) -> None:
        """End the process and everything that it has started."""
        self.connection.close()
        closed, self._closed = self._closed, True  # a process that was waited for may have given its number away
        if not closed and self._ended is None and os.getpid() == self._owner:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._supervisor, signal.SIGKILL)
            with suppress(ProcessLookupError, PermissionError):
                os.kill(self._supervisor, signal.SIGKILL)
            self._ended = self._launcher.wait(self._supervisor, 5.0)

    def ending(self, patience: float) -> str:
        """How the process has ended, such as "exit code 3" or "SIGSEGV"; "a closed connection" if it still runs."""
        if self._ended is None:
            ended = self._launcher.wait(self._supervisor, patience)
            if not ended:
                return "a closed connection"
            self._ended = ended
        return self._ended


class Launcher:
    """Starts processes for bots. It is started with the first of them."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        ours.settimeout(STARTING)
        code = f"import sys; sys.path[:] = {sys.path!r}; from railbird.processes.launcher import launch; launch()"
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", code, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=2,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
                env=_environment(),
            )
        self._connection = ours
        self._lock = threading.Lock()
        self._asked = 0
        self._received = b""

    def start(self, order: StartOrder) -> BotProcess:
        """Start the process of a bot. Raises BotError if that fails."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                with self._lock:
                    socket.send_fds(self._connection, [self._request(b"s", order)], [theirs.fileno()])
                    supervisor = self._answer()
                if supervisor <= 1:
                    raise OSError("the launcher gave no process")
            except OSError as error:
                ours.close()
                raise BotError(f"no process for a bot could be started: {error}") from None
        return BotProcess(ours, supervisor, self)

    def wait(self, process: int, seconds: float) -> str:
        """How a process has ended; empty if it still runs after so many seconds."""
        try:
            with self._lock:
                self._connection.sendall(self._request(b"w", (process, seconds)))
                status = self._answer()
        except OSError:
            return "its launcher has ended"
        return "" if status < 0 else ending_text(status)

    def _request(self, kind: bytes, asked: object) -> bytes:
        self._asked += 1
        body = pickle.dumps(asked)
        return kind + self._asked.to_bytes(8, "little") + len(body).to_bytes(4, "little") + body

    def _answer(self) -> int:
        """The answer to the last request; answers to earlier ones, whose reader was interrupted, are left out."""
        while True:
            while len(self._received) < _ANSWER:
                chunk = self._connection.recv(_ANSWER)
                if not chunk:
                    raise OSError("the launcher has ended")
                self._received += chunk
            answer, self._received = self._received[:_ANSWER], self._received[_ANSWER:]
            if int.from_bytes(answer[:8], "little") == self._asked:
                return int.from_bytes(answer[8:], "little", signed=True)

    def close(self) -> None:
        """End the launcher and all processes that it has started."""
        self._connection.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        with suppress(ProcessLookupError, PermissionError):
            self._process.kill()
        self._process.wait()


_launcher: tuple[int, Launcher] | None = None
_starting = threading.Lock()


def launcher() -> Launcher:
    """The launcher of this process."""
    global _launcher
    with _starting:
        if _launcher is None or _launcher[0] != os.getpid():
            _launcher = (os.getpid(), Launcher())
            atexit.register(close)
        return _launcher[1]


def close() -> None:
    """End the launcher of this process; the next bot starts a new one."""
    global _launcher
    if _launcher is not None and _launcher[0] == os.getpid():
        _launcher[1].close()
    _launcher = None


def ending_text(status: int) -> str:
    """A wait status in words, such as "exit code 3" or "SIGSEGV"."""
    code = os.waitstatus_to_exitcode(status)
    if code == FAILED_START:
        return "its barriers could not be put up"
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _environment() -> dict[str, str]:
    """What a bot's process gets of the environment: nothing that may hold a secret."""
    kept = {name: text for name, text in os.environ.items() if name in _PASSED_ON}
    return {**kept, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # threads cannot enter namespaces


def launch() -> NoReturn:
    """The main loop of the launcher: fork a supervisor for each order, until the connection closes."""
    connection = socket.socket(fileno=int(sys.argv[1]))
    sys.argv[:] = ["railbird"]
    _load()
    while True:
        try:
            head, files, _, _ = socket.recv_fds(connection, _REQUEST, 1)
        except ConnectionError:
            os._exit(0)
        if not head:
            os._exit(0)
        while len(head) < _REQUEST:
            head += _more(connection, _REQUEST - len(head))
        size, body = int.from_bytes(head[9:], "little"), b""
        while len(body) < min(size, _LONGEST):
            body += _more(connection, size - len(body))
        asked = pickle.loads(body)
        answer = _fork(asked, files[0], connection) if head[:1] == b"s" else _waited(*asked)
        connection.sendall(head[1:9] + answer.to_bytes(8, "little", signed=True))


def _load() -> None:
    """Load what every bot needs, so that its process need not."""
    for name in PRELOADED:
        import_module(name)
    readable_by(())  # remembers what Python needs


def _fork(order: StartOrder, file: int, connection: socket.socket) -> int:
    process = os.fork()
    if process == 0:
        connection.close()
        supervise(order, file)
    os.close(file)
    return process


def _waited(process: int, seconds: float) -> int:
    """The wait status of a process that ends in time, else -1."""
    until, pause = time.monotonic() + seconds, 0.0005
    while True:
        try:
            ended, status = os.waitpid(process, os.WNOHANG)
        except ChildProcessError:
            return 0
        if ended:
            return status
        if time.monotonic() > until:
            return -1
        time.sleep(pause)
        pause = min(2 * pause, 0.05)


def _more(connection: socket.socket, size: int) -> bytes:
    chunk = connection.recv(size)
    if not chunk:
        os._exit(0)
    return chunk
