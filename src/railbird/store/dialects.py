"""What SQLite and PostgreSQL write differently: types of columns and a few expressions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Dialect,
    Integer,
    LargeBinary,
    String,
    Table,
    TypeDecorator,
    cast,
    insert,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.expression import FunctionElement

POSTGRESQL = "postgresql"
IN_PARTS = {"stream_results": True, "max_row_buffer": 100}
"""How a query with many rows is executed: they come part by part, and not all at once into memory."""
_ZERO, _ESCAPE = "\0", "\1"


class _TextWithoutZero(TypeDecorator[str]):
    """Text of a PostgreSQL database, which cannot hold the character with code 0.

    Codes 0 and 1 become 1, 1 and 1, 2, so that every text comes back, and texts keep their order. They are compared
    byte by byte, as SQLite does.
    """

    impl = String
    cache_ok = True

    def __init__(self) -> None:
        super().__init__(collation="C")

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None or (_ZERO not in value and _ESCAPE not in value):
            return value
        return value.replace(_ESCAPE, _ESCAPE + "\2").replace(_ZERO, _ESCAPE + _ESCAPE)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None or _ESCAPE not in value:
            return value
        first, *rest = value.split(_ESCAPE + _ESCAPE)
        return _ZERO.join(part.replace(_ESCAPE + "\2", _ESCAPE) for part in (first, *rest))


Whole = BigInteger().with_variant(Integer(), "sqlite")
"""A whole number of 64 bits."""
Text = String().with_variant(_TextWithoutZero(), POSTGRESQL)
"""Any text."""


class position_of(FunctionElement[int]):  # noqa: N801 - used like the functions of SQLAlchemy
    """Where a word is in a text, counted from 1; 0 if it is not there. Upper and lower case differ."""

    name = "position_of"
    type = Integer()
    inherit_cache = True


@compiles(position_of, "sqlite")
def _sqlite_position(element: Any, compiler: Any, **options: Any) -> str:
    return f"instr({compiler.process(element.clauses, **options)})"


@compiles(position_of, POSTGRESQL)
def _postgresql_position(element: Any, compiler: Any, **options: Any) -> str:
    return f"strpos({compiler.process(element.clauses, **options)})"


def insert_rows(connection: Connection, table: Table, rows: Sequence[Sequence[Any]]) -> None:
    """Insert rows with the values of all columns in order."""
    if connection.dialect.name == POSTGRESQL:
        names = table.c.keys()
        connection.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])
    else:  # in half the time of an insert that looks at every value
        name = connection.dialect.identifier_preparer.format_table(table)
        marks = ", ".join("?" * len(table.c))
        connection.exec_driver_sql(f"INSERT INTO {name} VALUES ({marks})", [tuple(row) for row in rows])


def raw_text(connection: Connection, column: ColumnElement[str]) -> ColumnElement[Any]:
    """A text column to read as bytes, because damaged text may not decode. PostgreSQL has no such text: it is text."""
    return column if connection.dialect.name == POSTGRESQL else cast(column, LargeBinary)
