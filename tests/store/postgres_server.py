"""A PostgreSQL server of our own in a temporary directory, for tests."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

PASSWORD = "correct horse"
"""Of the user ``ann``, who needs it over TCP. The user ``railbird`` needs none over the Unix socket."""
_ACCESS = """
local all railbird trust
host all all 127.0.0.1/32 scram-sha-256
"""
_QUICK = ("fsync=off", "full_page_writes=off")
_SMALL = ("shared_buffers=16MB", "max_connections=60", "autovacuum=off")
READY_SECONDS = 60.0


class UnavailableError(Exception):
    """There is no PostgreSQL here; the message says what is missing."""


class PostgresServer:
    """A server that listens on a Unix socket and on 127.0.0.1."""

    def __init__(self, folder: Path, *, safe: bool = False) -> None:
        """A server whose files are in this empty folder. With ``safe`` it waits for the disk as it does by default."""
        self.folder = folder
        self.port = _free_port()
        self._programs = _programs()
        self._as_user = _unprivileged(folder)
        self._settings = [f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={folder}"]
        self._settings += [*_SMALL, *(() if safe else _QUICK)]
        self._schemas = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._run("initdb", "-D", str(self._data), "-U", "railbird", "-E", "UTF8", "--locale=C", "--no-sync")
        (self._data / "pg_hba.conf").write_text(_ACCESS)
        self.start()
        self.sql(f"CREATE ROLE ann LOGIN PASSWORD '{PASSWORD}'", "CREATE DATABASE poker OWNER ann")

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        command = [str(self._programs / "postgres"), "-D", str(self._data)]
        for setting in self._settings:
            command += ["-c", setting]
        log = (self.folder / "log").open("ab")
        with log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, **self._as_user)
        deadline = time.monotonic() + READY_SECONDS
        while True:
            with suppress(Exception):
                self.sql("SELECT 1")
                return
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL does not start: {(self.folder / 'log').read_text()[-2000:]}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop the server as its administrator would, without waiting for clients."""
        self._end(signal.SIGINT)

    def discard(self) -> None:
        """Stop the server at once; its files are not needed any more."""
        self._end(signal.SIGQUIT)

    def kill(self) -> None:
        """Kill the server and all its processes: nothing more is written."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for child in _processes_of(self._data):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)

    def sql(self, *statements: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Execute statements as the owner of everything; the rows of the last one."""
        import psycopg

        where: dict[str, Any] = {"host": str(self.folder), "port": self.port, "user": "railbird", "dbname": database}
        with psycopg.connect(**where, autocommit=True) as own:
            for statement in statements:
                cursor = own.execute(statement)
            return cursor.fetchall() if cursor.description else []

    def new_schema(self) -> str:
        """The name of a new schema, which is empty."""
        self._schemas += 1
        name = f"t{self._schemas}"
        self.sql(f"CREATE SCHEMA {name}")
        return name

    def end_connections(self) -> None:
        """End all connections of clients."""
        self.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname <> ''"
        )

    def url(self, schema: str) -> str:
        """The address of a store in a schema."""
        query = f"?host={quote(str(self.folder))}&port={self.port}&options=-csearch_path%3D{schema}"
        return f"postgresql+psycopg://railbird@/postgres{query}"

    def tcp_url(self, user: str = "ann", password: str | None = PASSWORD, database: str = "poker") -> str:
        """An address with a password, over TCP."""
        secret = "" if password is None else f":{quote(password)}"
        return f"postgresql+psycopg://{user}{secret}@127.0.0.1:{self.port}/{database}"

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self._programs / program), *arguments], capture_output=True, text=True, **self._as_user
        )
        if done.returncode:
            raise UnavailableError(f"{program} of PostgreSQL fails: {done.stderr.strip()[-300:]}")

    def _end(self, number: int) -> None:
        if self._process is None or self._process.poll() is not None:
            return
        self._process.send_signal(number)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self.kill()


@contextmanager
def postgres_server(*, safe: bool = False) -> Iterator[PostgresServer]:
    """A server in a folder of its own, which goes with it. Raises UnavailableError where there is no PostgreSQL."""
    if importlib.util.find_spec("psycopg") is None:
        raise UnavailableError('the driver psycopg is missing: pip install "psycopg[binary]"')
    _programs()
    folder = Path(tempfile.mkdtemp(prefix="rb-pg-"))  # short, since a Unix socket has a short path
    server = None
    try:
        server = PostgresServer(folder, safe=safe)
        yield server
    finally:
        if server is not None:
            server.discard()
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    """The folder of the programs of the newest PostgreSQL."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda each: float(each.parts[-3]))
    for program in (*reversed(debian), *map(Path, filter(None, [shutil.which("initdb")]))):
        if (program.parent / "postgres").exists():
            return program.parent
    raise UnavailableError("PostgreSQL is not installed (apt-get install postgresql)")


def _unprivileged(folder: Path) -> dict[str, Any]:
    """Arguments that start a process as a user who may run PostgreSQL, and who owns the folder: root may not."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            entry = pwd.getpwnam(name)
            os.chown(folder, entry.pw_uid, entry.pw_gid)
            return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": [], "cwd": folder}
    raise UnavailableError("PostgreSQL refuses to run as root, and there is no user postgres or nobody")


def _processes_of(data: Path) -> list[int]:
    """Processes that still work in this data folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError):
            if (entry / "cwd").readlink() == data:
                found.append(int(entry.name))
    return found


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
