"""A SQLite file behind a store: opening, migrating, and connections for reading and writing."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool, QueuePool

from railbird._progress import Progress, report_nothing
from railbird.errors import StoreError
from railbird.store import files, schema
from railbird.store.database import Database
from railbird.store.file_hold import FileHold

SYNC_SECONDS = 5.0
"""Seconds between syncs to the disk while writing: about how much a power failure can lose."""


class SqliteDatabase(Database):
    """An open SQLite file."""

    def __init__(
        self, path: str | os.PathLike[str], *, create: bool = True, progress: Progress = report_nothing
    ) -> None:
        """Open or create a file; ``progress`` is called while a file of an older version is migrated."""
        path = Path(path)
        self.path = self.address = path
        if not path.exists() and not create:
            raise StoreError(f"there is no store {path}: railbird match creates it")
        with self._reporting():
            if create:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._read_only: files.ReadOnlyFile | None = None
            if not files.is_writable(path):
                self._read_only = files.ReadOnlyFile(path, schema.VERSION, _bring_up_to_date)
            self._identity: files.Identity | None = None
            self._synced = time.monotonic()
            self._check_ours()
            self._engine = _engine(path, self._read_only)
            self._prepare(progress)
            self._identity = files.identity(path)

    def close(self) -> None:
        self._engine.dispose()
        if self._read_only is not None:
            self._read_only.close()

    @property
    def notice(self) -> str | None:
        if self._read_only is None or not self._read_only.copied:
            return None
        return f"{self.path} cannot be written; reading a temporary copy of it, with everything in it and its WAL"

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        if self._read_only is not None:
            raise StoreError(f"the store {self.path} is read-only")
        with self._reporting():
            self._check_same_file()
            with self._engine.begin() as connection:
                yield connection
            self._check_same_file()
            self._sync()

    @contextmanager
    def writing_alone(self) -> Iterator[Connection]:
        with self.writing() as connection:  # it is alone from its start
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._reporting():
            self._check_same_file()
            with self._engine.connect() as connection:
                yield connection.execution_options(isolation_level="AUTOCOMMIT")
            if self._read_only is not None:
                self._read_only.check_unchanged()

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        with self.reading() as connection:
            connection.exec_driver_sql("BEGIN")
            try:
                yield connection
            finally:
                connection.exec_driver_sql("ROLLBACK")

    def one_at_a_time(self, connection: Connection, what: str) -> None:
        """Nothing to wait for: a write transaction is alone from its start."""

    def hold(self) -> FileHold | None:
        with self._reporting():
            return FileHold.take(self.path)

    def is_held(self) -> bool:
        with self._reporting():
            return FileHold.is_taken(self.path)

    def integrity(self, connection: Connection) -> list[str]:
        wrong = [row[0] for row in connection.exec_driver_sql("PRAGMA integrity_check") if row[0] != "ok"]
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        return wrong + [f"table {row[0]} has a row without its {row[2]}" for row in broken]

    def compact(self) -> None:
        with self._reporting(), self._engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("VACUUM")

    def size(self) -> int:
        with self._reporting():
            return self.path.stat().st_size

    def _check_ours(self) -> None:
        """Raise StoreError unless the file is a store of a known version. Does not change the file."""
        if not self.path.exists() or self.path.stat().st_size == 0:
            return
        opened = self._read_only.connect() if self._read_only else files.connect(self.path, "ro")
        with closing(opened) as connection:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != schema.APPLICATION_ID:
            raise StoreError(f"{self.path} is a database of another program, not a Railbird store")
        if version > schema.VERSION:
            raise StoreError(
                f"the store {self.path} has version {version}, from a newer Railbird; this one supports versions up to "
                f"{schema.VERSION}"
            )
        if version < 0 or (version == 0 and tables):
            raise StoreError(
                f"the store {self.path} has version {version}, but only versions 1 to {schema.VERSION} exist: its "
                "header is damaged. Restore it from a copy, or move it away to start a new one"
            )

    def _prepare(self, progress: Progress) -> None:
        """Create or migrate the tables; another process may do so at the same time."""
        with self.reading() as connection:
            (version,) = connection.exec_driver_sql("PRAGMA user_version").one()
        if version == schema.VERSION:
            return
        with self.writing() as connection:
            (version,) = connection.exec_driver_sql("PRAGMA user_version").one()
            if version >= schema.VERSION:
                return
            if version == 0:
                schema.create(connection)
                connection.exec_driver_sql(f"PRAGMA application_id = {schema.APPLICATION_ID}")
            else:
                schema.migrate(connection, version, progress)
            connection.exec_driver_sql(f"PRAGMA user_version = {schema.VERSION}")

    def _check_same_file(self) -> None:
        """Raise StoreError if the file was deleted or replaced: SQLite would silently go on writing to the old one."""
        now = files.identity(self.path)
        if self._identity is None or self._read_only is not None or now == self._identity:
            return
        happened = "deleted or moved" if now is None else "replaced by another file"
        raise StoreError(
            f"the store {self.path} was {happened} while it was in use: the hands since then are lost. Put it back and "
            "resume, or start again"
        )

    def _sync(self) -> None:
        """Sync to the disk if the last sync was more than ``SYNC_SECONDS`` ago.

        Transactions are written to the WAL without waiting for the disk (``synchronous=NORMAL``). A checkpoint waits:
        it syncs the WAL, moves it into the main file and syncs that. By itself, SQLite makes a checkpoint only after
        1,000 pages, which takes minutes in a slow match.
        """
        if time.monotonic() - self._synced < SYNC_SECONDS:
            return
        with self._engine.connect() as connection:
            automatic = connection.execution_options(isolation_level="AUTOCOMMIT")
            automatic.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
        self._synced = time.monotonic()

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        """Convert errors of the database and of the system to a one-line ``StoreError``."""
        try:
            yield
        except OSError as error:
            raise StoreError(f"the store {self.path}: {error.strerror or error}") from None
        except OverflowError:
            raise StoreError(f"a number is too large for the store {self.path}") from None
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StoreError(_error_text(error, self.path)) from None


def _bring_up_to_date(path: Path) -> None:
    """Open and close a private copy of a store, which merges its WAL and migrates it to this version."""
    SqliteDatabase(path).close()


def _error_text(error: Exception, path: Path) -> str:
    cause = str(getattr(error, "orig", error)).splitlines()[0]
    if "locked" in cause:
        return f"another process used the store {path} for more than {files.PATIENCE} seconds; try again"
    if "not a database" in cause or "malformed" in cause or "file is encrypted" in cause:
        return f"{path} is not a Railbird store, or is damaged ({cause}); move it away to start a new one"
    if "full" in cause:
        return f"the disk is full for the store {path} ({cause}); everything written so far is safe"
    if "readonly" in cause or "read-only" in cause:
        return f"the store {path} is read-only"
    if isinstance(error, (OperationalError, DatabaseError)):
        return f"the store {path} cannot be used: {cause}"
    return f"the store {path}: {cause}"


def _engine(path: Path, read_only: files.ReadOnlyFile | None) -> Engine:
    """An engine whose transactions take the write lock at the start, so that none has to give up later."""

    def open_file() -> sqlite3.Connection:
        return read_only.connect() if read_only else files.connect(path, "rwc")

    engine = create_engine("sqlite://", creator=open_file, poolclass=NullPool if read_only else QueuePool)

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")
        if not read_only:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
            connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    return engine
