"""The database behind the store: opens the file, brings it up to date, and gives connections to read and write.

Several processes may use one file at the same time. Nothing here knows what is in the tables.
"""

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

SYNC_SECONDS = 5.0
"""Seconds of writing after which all that was written is forced to the disk: about what a power loss can cost."""


class Database:
    """An open file."""

    def __init__(
        self, path: str | os.PathLike[str], *, create: bool = True, progress: Progress = report_nothing
    ) -> None:
        """Open a file, or make it; ``progress`` is told how far a file of an older version is brought up to date."""
        path = Path(path)
        self.path = path
        if not path.exists() and not create:
            raise StoreError(f"there is no store {path}: railbird match makes it")
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
        """What readers of this store should know; None if there is nothing unusual."""
        if self._read_only is None or not self._read_only.copied:
            return None
        return f"{self.path} cannot be written; a temporary copy of it is read, with all that it and its WAL hold"

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes: all of it, or nothing."""
        if self._read_only is not None:
            raise StoreError(f"the store {self.path} is read-only")
        with self._reporting():
            self._check_same_file()
            with self._engine.begin() as connection:
                yield connection
            self._check_same_file()
            self._sync()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that reads."""
        with self._reporting():
            self._check_same_file()
            with self._engine.connect() as connection:
                yield connection.execution_options(isolation_level="AUTOCOMMIT")
            if self._read_only is not None:
                self._read_only.check_unchanged()

    def compact(self) -> None:
        """Give the room of deleted rows back."""
        with self._reporting(), self._engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("VACUUM")

    def _check_ours(self) -> None:
        """Look at a file without changing a byte of it."""
        if not self.path.exists() or self.path.stat().st_size == 0:
            return
        opened = self._read_only.connect() if self._read_only else files.connect(self.path, "ro")
        with closing(opened) as connection:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != schema.APPLICATION_ID:
            raise StoreError(f"{self.path} is a database of another program, not a store of Railbird")
        if version > schema.VERSION:
            raise StoreError(
                f"the store {self.path} has version {version} of a newer Railbird; this one knows {schema.VERSION}"
            )
        if version < 0 or (version == 0 and tables):
            raise StoreError(
                f"the store {self.path} says that it has version {version}, which no Railbird has written (versions "
                f"1 to {schema.VERSION} exist): its header is damaged. Restore it from a copy, or move it away, and a "
                "new one is made"
            )

    def _prepare(self, progress: Progress) -> None:
        """Make the tables, or bring them up to date; another process may do so at the same time."""
        with self.reading() as connection:
            (version,) = connection.exec_driver_sql("PRAGMA user_version").one()
        if version == schema.VERSION:
            return
        with self.writing() as connection:
            (version,) = connection.exec_driver_sql("PRAGMA user_version").one()
            if version == 0:
                schema.create(connection)
            elif version < schema.VERSION:
                schema.migrate(connection, version, progress)

    def _check_same_file(self) -> None:
        """SQLite writes on into a file that was deleted; nobody would ever find it again."""
        now = files.identity(self.path)
        if self._identity is None or self._read_only is not None or now == self._identity:
            return
        happened = "deleted or moved" if now is None else "replaced by another file"
        raise StoreError(
            f"the store {self.path} was {happened} while it was in use: what was played since is not kept. Put it back "
            "and resume, or start again"
        )

    def _sync(self) -> None:
        """Force what was written to the disk, if that was not done for a while.

        Transactions are written to the WAL without waiting for the disk (``synchronous=NORMAL``). A checkpoint waits:
        it syncs the WAL, moves it into the main file and syncs that. SQLite alone makes one after 1,000 pages, which a
        slow match takes minutes to fill.
        """
        if time.monotonic() - self._synced < SYNC_SECONDS:
            return
        with self._engine.connect() as connection:
            automatic = connection.execution_options(isolation_level="AUTOCOMMIT")
            automatic.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
        self._synced = time.monotonic()

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        """Errors of the database and of the system become a ``StoreError`` of one line."""
        try:
            yield
        except OSError as error:
            raise StoreError(f"the store {self.path}: {error.strerror or error}") from None
        except OverflowError:
            raise StoreError(f"the store {self.path} has no such large numbers") from None
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StoreError(_error_text(error, self.path)) from None


def _bring_up_to_date(path: Path) -> None:
    """Open a private copy of a store, which moves its WAL into it and makes it one of this version."""
    Database(path).close()


def _error_text(error: Exception, path: Path) -> str:
    cause = str(getattr(error, "orig", error)).splitlines()[0]
    if "locked" in cause:
        return f"the store {path} was in use by another process for more than {files.PATIENCE} seconds; try again"
    if "not a database" in cause or "malformed" in cause or "file is encrypted" in cause:
        return f"{path} is no store of Railbird, or is broken ({cause}); move it away, and a new one is made"
    if "full" in cause:
        return f"there is no room left for the store {path} ({cause}); what was written before is safe"
    if "readonly" in cause or "read-only" in cause:
        return f"the store {path} is read-only"
    if isinstance(error, (OperationalError, DatabaseError)):
        return f"the store {path} cannot be used: {cause}"
    return f"the store {path}: {cause}"


def _engine(path: Path, read_only: files.ReadOnlyFile | None) -> Engine:
    """Every transaction of the engine takes the right to write at its beginning, so that none has to give up later."""

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
