"""The numbers that a store gives to new rows: the next one is above every number that was ever given."""

from __future__ import annotations

from sqlalchemy import Connection, Table, func, select

from railbird.store.dialects import POSTGRESQL
from railbird.store.schema import METADATA

NUMBERED: tuple[Table, ...] = tuple(table for table in METADATA.sorted_tables if "id" in table.c)
"""The tables whose rows are numbered."""


def last_number(connection: Connection, table: Table) -> int:
    """The last number that was given; 0 if there was none."""
    given = None
    if connection.dialect.name == POSTGRESQL:
        sequence = _sequence(connection, table)
        if connection.execute(select(func.has_sequence_privilege(sequence, "SELECT"))).scalar():
            last = "CASE WHEN is_called THEN last_value ELSE last_value - 1 END"
            given = connection.exec_driver_sql(f"SELECT {last} FROM {sequence}").scalar()
    else:
        given = connection.exec_driver_sql("SELECT seq FROM sqlite_sequence WHERE name = ?", (table.name,)).scalar()
    highest = connection.execute(select(func.max(table.c.id))).scalar()
    return max(int(given or 0), int(highest or 0))


def set_last_number(connection: Connection, table: Table, number: int) -> None:
    """Go on after this number; part of the transaction."""
    if connection.dialect.name == POSTGRESQL:
        connection.exec_driver_sql(f"ALTER SEQUENCE {_sequence(connection, table)} RESTART WITH {number + 1}")
    elif table.dialect_options["sqlite"]["autoincrement"]:
        connection.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
        connection.exec_driver_sql("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table.name, number))


def _sequence(connection: Connection, table: Table) -> str:
    """The name of the sequence of a table, quoted."""
    name = connection.dialect.identifier_preparer.format_table(table)
    query = select(func.pg_get_serial_sequence(name, "id"))
    return str(connection.execute(query).scalar_one())
