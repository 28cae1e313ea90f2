"""The tables of the store, their version, and how older ones become this one."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Connection, Float, ForeignKey, Integer, LargeBinary, MetaData, String, Table

APPLICATION_ID = 0x5241494C  # "RAIL", in the header of the file
VERSION = 2

METADATA = MetaData()

TOURNAMENT = Table(
    "tournament",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("created", String, nullable=False),
    Column("railbird", String, nullable=False),
    Column("definition", String, nullable=False),
    sqlite_autoincrement=True,
)
MATCH = Table(
    "match",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("created", String, nullable=False),
    Column("railbird", String, nullable=False),
    Column("definition", String, nullable=False),
    Column("hands", Integer, nullable=False),
    Column("verdict", String),  # why it ended before all hands were played
    Column("tournament", ForeignKey("tournament.id", ondelete="CASCADE")),
    Column("place", Integer),  # which table of the tournament it is
    sqlite_autoincrement=True,  # the number of a deleted match is not given again
)
LEG = Table(
    "leg",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("match", ForeignKey("match.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("finished", Boolean, nullable=False),
)
TALLY = Table(
    "tally",
    METADATA,
    Column("leg", ForeignKey("leg.id", ondelete="CASCADE"), primary_key=True),
    Column("entrant", Integer, primary_key=True),
    Column("parts", Integer, nullable=False),
    Column("decisions", Integer, nullable=False, server_default="0"),  # those that were timed
    Column("seconds", Float, nullable=False, server_default="0"),
    Column("longest", Float, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)
HAND = Table(
    "hand",
    METADATA,
    Column("leg", ForeignKey("leg.id", ondelete="CASCADE"), primary_key=True),
    Column("first", Integer, primary_key=True),
    Column("count", Integer, nullable=False),
    Column("text", String, nullable=False),  # of so many hands from the first on, a line each
    sqlite_with_rowid=False,
)
LEARNED = Table(
    "learned",
    METADATA,
    Column("leg", ForeignKey("leg.id", ondelete="CASCADE"), primary_key=True),
    Column("entrant", Integer, primary_key=True),
    Column("about", String, primary_key=True),
    Column("state", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
FAULT = Table(
    "fault",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("leg", ForeignKey("leg.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("hand", Integer, nullable=False),
    Column("entrant", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("message", String, nullable=False),
    Column("traceback", String, nullable=False),
    Column("count", Integer, nullable=False),
)
DECISION = Table(
    "decision",
    METADATA,
    Column("leg", ForeignKey("leg.id", ondelete="CASCADE"), primary_key=True),
    Column("hand", Integer, primary_key=True),
    Column("action", Integer, primary_key=True),
    Column("entrant", Integer, nullable=False),
    Column("decision", String, nullable=False),
    sqlite_with_rowid=False,
)


def create(connection: Connection) -> None:
    """Make the tables in an empty file."""
    METADATA.create_all(connection)
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


def migrate(connection: Connection, version: int) -> None:
    """Bring a file of an older version to this one, step by step; all or nothing."""
    for step in range(version, VERSION):
        for statement in MIGRATIONS[step]:
            connection.exec_driver_sql(statement)
    connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


MIGRATIONS: dict[int, tuple[str, ...]] = {
    1: (
        "CREATE TABLE tournament (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, created VARCHAR NOT NULL, "
        "railbird VARCHAR NOT NULL, definition VARCHAR NOT NULL)",
        'ALTER TABLE "match" ADD COLUMN verdict VARCHAR',
        'ALTER TABLE "match" ADD COLUMN tournament INTEGER REFERENCES tournament (id) ON DELETE CASCADE',
        'ALTER TABLE "match" ADD COLUMN place INTEGER',
        "ALTER TABLE tally ADD COLUMN decisions INTEGER DEFAULT '0' NOT NULL",
        "ALTER TABLE tally ADD COLUMN seconds FLOAT DEFAULT '0' NOT NULL",
        "ALTER TABLE tally ADD COLUMN longest FLOAT DEFAULT '0' NOT NULL",
    ),
}
"""By version: what makes the next one of it."""
