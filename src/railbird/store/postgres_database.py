"""A PostgreSQL database behind a store: opening, migrating, and connections for reading and writing.

The tables are in the first schema of the connection's search path, usually ``public``. One row of ``railbird_store``
has the version of the tables and a name for the store. Every transaction locks and reads this table first, which stops
nobody but a migration or a copy that needs the store for itself; a store that was replaced is noticed.
"""

from __future__ import annotations

import secrets
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from typing import Any

from sqlalchemy import Connection, insert, select, text, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from railbird._progress import Progress, report_nothing
from railbird.errors import StoreError
from railbird.store import files, schema
from railbird.store.address import DatabaseUrl
from railbird.store.database import Database
from railbird.store.postgres_errors import error_text, is_away
from railbird.store.postgres_pool import ConnectionPool

_FIRST_WAIT, _LONGEST_WAIT = 0.1, 2.0
"""Seconds between attempts to reach a server that was there before."""
_LAYOUT = text(
    """
    SELECT current_schema() AS schema, current_setting('server_encoding') AS encoding,
        to_regclass(quote_ident(current_schema()) || '.railbird_store') IS NOT NULL AS ours,
        ARRAY(SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1 LIMIT 3) AS tables
    """
)


class PostgresDatabase(Database):
    """An open PostgreSQL database."""

    def __init__(self, address: DatabaseUrl, *, create: bool = True, progress: Progress = report_nothing) -> None:
        """Open or create a store; ``progress`` is called while one of an older version is migrated."""
        self.address: DatabaseUrl = address
        self._name = ""
        self._opened = False
        self._hold: PostgresHold | None = None
        with self._reporting():
            self._pool = ConnectionPool(address)
            self._finalizer = weakref.finalize(self, self._pool.close)
            try:
                self._prepare(create, progress)
            except BaseException:
                self.close()
                raise
        self._opened = True

    def close(self) -> None:
        self._finalizer()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        with self._writing("ROW SHARE") as connection:
            yield connection

    @contextmanager
    def writing_alone(self) -> Iterator[Connection]:
        with self._writing("EXCLUSIVE") as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self._reporting(), self._connected() as connection:
            options = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
            reader = connection.execution_options(**options)
            with reader.begin():
                self._check_same_store(reader)
                yield reader

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        with self.reading() as connection:
            yield connection

    def one_at_a_time(self, connection: Connection, what: str) -> None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _key(self._name, what)})

    def hold(self) -> PostgresHold | None:
        with self._reporting():
            hold = PostgresHold(self._pool, self.address, self._name)
            if not hold.take():
                return None
        self._hold = hold
        return hold

    def is_held(self) -> bool:
        query = text(
            "SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database WHERE locktype = 'advisory' AND "
            "d.datname = current_database() AND objsubid = 1 AND (classid::bigint << 32) | objid::bigint = :key"
        )
        with self.reading() as connection:
            return bool(connection.execute(query, {"key": _key(self._name, "tables")}).scalar_one())

    def integrity(self, connection: Connection) -> list[str]:
        """Nothing: the server looks after its files and refuses rows that belong to none."""
        return []

    def compact(self) -> None:
        with self._reporting(), self._connected() as connection:
            alone = connection.execution_options(isolation_level="AUTOCOMMIT")
            for table in schema.METADATA.sorted_tables:
                alone.exec_driver_sql(f"VACUUM (FULL) {alone.dialect.identifier_preparer.format_table(table)}")

    def size(self) -> int:
        query = text(
            "SELECT coalesce(sum(pg_total_relation_size(oid)), 0) FROM pg_class WHERE relkind = 'r' AND "
            "relnamespace = current_schema()::regnamespace"
        )
        with self.reading() as connection:
            return int(connection.execute(query).scalar_one())

    # Opening

    def _prepare(self, create: bool, progress: Progress) -> None:
        """Create or migrate the tables; another process may do so at the same time."""
        with self._pool.engine.begin() as connection:
            layout = connection.execute(_LAYOUT).one()
            if layout.ours:
                version, self._name = self._read_header(connection)
                if version == schema.VERSION:
                    return
            else:
                self._check_empty(layout, create)
        with self._pool.engine.begin() as connection:
            key = _key(f"{layout.schema} of {connection.engine.url.database}", "create")
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": key})
            if not connection.execute(_LAYOUT).one().ours:
                schema.create(connection)
                schema.SERVER_METADATA.create_all(connection, checkfirst=False)
                row = {"version": schema.VERSION, "name": secrets.token_hex(8)}
                connection.execute(insert(schema.HEADER).values(row))
            connection.exec_driver_sql("LOCK TABLE railbird_store IN ACCESS EXCLUSIVE MODE")
            version, self._name = self._read_header(connection)
            if version < schema.VERSION:
                schema.migrate(connection, version, progress)
                connection.execute(update(schema.HEADER).values(version=schema.VERSION))

    def _check_empty(self, layout: Any, create: bool) -> None:
        """Raise StoreError unless the tables of a new store may be created here."""
        if layout.schema is None:
            raise StoreError(f"{self.address} has no schema to use: create the first one of its search path")
        if layout.tables:
            raise StoreError(
                f"{self.address} has tables of another program ({', '.join(layout.tables)}), and no Railbird store: "
                "give the store a database of its own (createdb NAME)"
            )
        if not create:
            raise StoreError(f"there is no store {self.address}: railbird match creates it")
        if layout.encoding != "UTF8":
            raise StoreError(
                f"the database {self.address} has the encoding {layout.encoding}, and the store needs UTF8: create it "
                "with createdb --encoding=UTF8 --template=template0 NAME"
            )

    def _read_header(self, connection: Connection) -> tuple[int, str]:
        """The version and the name of the store. Raises StoreError if this Railbird cannot use such a store."""
        header = connection.execute(select(schema.HEADER.c.version, schema.HEADER.c.name)).first()
        if header is None or header.version < schema.FIRST_ON_SERVERS:
            damaged = "no version" if header is None else f"version {header.version}"
            raise StoreError(
                f"the store {self.address} has {damaged}, but only versions {schema.FIRST_ON_SERVERS} to "
                f"{schema.VERSION} exist: its table railbird_store is damaged. Restore it from a backup"
            )
        if header.version > schema.VERSION:
            raise StoreError(
                f"the store {self.address} has version {header.version}, from a newer Railbird; this one supports "
                f"versions up to {schema.VERSION}"
            )
        return header.version, header.name

    # Using

    @contextmanager
    def _writing(self, lock: str) -> Iterator[Connection]:
        """A write transaction that begins with this lock of the header. No transaction takes a stronger one later."""
        with self._reporting(), self._connected() as connection:
            if self._hold is not None:
                self._hold.renew()
            with connection.begin():
                connection.exec_driver_sql(f"LOCK TABLE railbird_store IN {lock} MODE")
                self._check_same_store(connection)
                yield connection

    def _check_same_store(self, connection: Connection) -> None:
        """Raise StoreError if the store was replaced, or upgraded by a newer Railbird, since it was opened."""
        _, name = self._read_header(connection)
        if name != self._name:
            raise StoreError(
                f"the store {self.address} was replaced by another while it was in use: the hands since then are lost. "
                "Put it back and resume, or start again"
            )

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A connection; if the server was there before and is being restarted, wait for it."""
        deadline, wait = time.monotonic() + files.PATIENCE, _FIRST_WAIT
        while True:
            try:
                connection = self._pool.engine.connect()
                break
            except DBAPIError as error:
                if not self._opened or not is_away(error) or time.monotonic() + wait > deadline:
                    raise
            time.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)
        with connection:
            yield connection

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        """Convert errors of the database to a one-line ``StoreError`` without passwords."""
        try:
            yield
        except SQLAlchemyError as error:
            raise StoreError(error_text(error, self.address)) from None


class PostgresHold:
    """A lock of a session, which ends with its connection."""

    def __init__(self, pool: ConnectionPool, address: DatabaseUrl, name: str) -> None:
        self.name = name
        self._pool, self._address = pool, address
        self._connection: Connection | None = None
        self._seen = 0

    def take(self) -> bool:
        """Lock it. Returns false if another process has it."""
        connection = self._pool.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        connection.detach()  # it belongs to the lock from now on
        key = {"key": _key(self.name, "tables")}
        if not connection.execute(text("SELECT pg_try_advisory_lock(:key)"), key).scalar_one():
            connection.close()
            return False
        self._connection, self._seen = connection, self._pool.connections
        return True

    def renew(self) -> None:
        """Lock it again if the server was restarted. Raises StoreError if another process was faster."""
        if self._connection is None or self._seen == self._pool.connections:
            return
        try:
            self._connection.execute(text("SELECT 1"))
            self._seen = self._pool.connections
        except DBAPIError:
            self._connection.invalidate()
            self._connection.close()
            if not self.take():
                raise StoreError(f"another railbird serve plays the tables of {self._address} now") from None

    def release(self) -> None:
        """Let another process have it."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _key(store: str, what: str) -> int:
    """The number of a lock."""
    return int.from_bytes(blake2b(f"{store} {what}".encode(), digest_size=8).digest(), "big", signed=True)
