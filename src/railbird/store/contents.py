"""A hash of everything in a store, to compare stores.

Two stores have the same hash exactly if they have the same rows, whether they are files or databases, and however they
came to be: matches with their hands, totals, faults, decisions and learned states, tournaments and sessions. It is
BLAKE2b with 16 bytes over all tables in a fixed order, row by row in the order of their keys; every value has its kind
and its length.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, func, select

from railbird._progress import Progress, report_nothing
from railbird.store.dialects import IN_PARTS
from railbird.store.schema import METADATA

TABLES: tuple[Table, ...] = tuple(METADATA.sorted_tables)
"""All tables of a store; those that others refer to come first."""
BATCH = 1000
"""Rows that are handled at once."""


class StoreContents(NamedTuple):
    """What is in a store."""

    rows: dict[str, int]
    """How many rows each table has."""
    hash: str


class Hasher:
    """Hashes tables, row by row."""

    def __init__(self) -> None:
        self._digest = blake2b(digest_size=16)
        self.rows: dict[str, int] = {}

    def begin(self, table: Table) -> None:
        """The next rows are of this table."""
        self._table = table.name
        self.rows[table.name] = 0
        self._add(b"table", table.name.encode())

    def add(self, row: tuple[Any, ...]) -> None:
        self.rows[self._table] += 1
        for value in row:
            self._add(*_bytes(value))

    def contents(self) -> StoreContents:
        return StoreContents(self.rows, self._digest.hexdigest())

    def _add(self, kind: bytes, value: bytes) -> None:
        self._digest.update(kind)
        self._digest.update(len(value).to_bytes(8, "big"))
        self._digest.update(value)


def contents_of(connection: Connection, progress: Progress = report_nothing) -> StoreContents:
    """The contents that a connection sees, which should see a snapshot."""
    hasher, total, done = Hasher(), max(row_count(connection), 1), 0
    for table in TABLES:
        hasher.begin(table)
        for batch in batches(connection, table):
            for row in batch:
                hasher.add(row)
            done += len(batch)
            progress(min(done / total, 1.0))
    return hasher.contents()


def row_count(connection: Connection) -> int:
    """The number of rows in all tables."""
    return sum(connection.execute(select(func.count()).select_from(table)).scalar_one() for table in TABLES)


def batches(connection: Connection, table: Table) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of a table in the order of its key, ``BATCH`` at once."""
    query = select(*table.c).order_by(*table.primary_key.columns)
    for part in connection.execute(query, execution_options=IN_PARTS).partitions(BATCH):
        yield [tuple(row) for row in part]


def _bytes(value: object) -> tuple[bytes, bytes]:
    """The kind of a value and its bytes."""
    match value:
        case None:
            return b"none", b""
        case bool():
            return b"bool", b"1" if value else b"0"
        case int():
            return b"int", str(value).encode()
        case float():
            return b"float", struct.pack(">d", value)
        case str():
            return b"text", value.encode()
        case _:
            return b"bytes", bytes(value)  # type: ignore[call-overload]
