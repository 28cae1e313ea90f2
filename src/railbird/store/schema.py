"""The tables of the store, their version, and migrations from older versions.

SQLite files and PostgreSQL databases have the same tables. Only the version is kept differently: in the header of a
file, and in a table of its own in a database.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    Table,
)

from railbird._progress import Progress, report_nothing
from railbird.store.checksums import block_checksum, seal, state_checksum
from railbird.store.dialects import Text, Whole

APPLICATION_ID = 0x5241494C  # "RAIL", in the header of the file
VERSION = 6
FIRST_ON_SERVERS = 6
"""The first version of PostgreSQL databases."""

METADATA = MetaData()

TOURNAMENT = Table(
    "tournament",
    METADATA,
    Column("id", Whole, primary_key=True),
    Column("created", Text, nullable=False),
    Column("railbird", Text, nullable=False),
    Column("definition", Text, nullable=False),
    Column("name", Text),  # given by the user
    Index("tournament_name", "name", unique=True),
    sqlite_autoincrement=True,
)
MATCH = Table(
    "match",
    METADATA,
    Column("id", Whole, primary_key=True),
    Column("created", Text, nullable=False),
    Column("railbird", Text, nullable=False),
    Column("definition", Text, nullable=False),
    Column("hands", Whole, nullable=False),
    Column("verdict", Text),  # why it ended before all hands were played
    Column("tournament", ForeignKey("tournament.id", ondelete="CASCADE")),
    Column("place", Whole),  # the index of the table in the tournament
    Column("name", Text),  # given by the user
    Index("match_name", "name", unique=True),
    sqlite_autoincrement=True,  # the number of a deleted match is not reused
)
LEG = Table(
    "leg",
    METADATA,
    Column("id", Whole, primary_key=True),
    Column("match", ForeignKey("match.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("number", Whole, nullable=False),
    Column("done", Whole, nullable=False),
    Column("finished", Boolean, nullable=False),
    Column("checksum", LargeBinary, nullable=False),  # the seal of its hands, totals and learned states
)
TALLY = Table(
    "tally",
    METADATA,
    Column("leg", ForeignKey("leg.id", ondelete="CASCADE"), primary_key=True),
    Column("entrant", Whole, primary_key=True),
    Column("parts", Whole, nullable=False),
    Column("decisions", Whole, nullable=False, server_default="0"),  # the number of timed decisions
    Column("seconds", Float, nullable=False, server_default="0"),
    Column("longest", Float, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)
HAND = Table(
    "hand",
    METADATA,
    Column("leg", ForeignKey("leg.id", ondelete="CASCADE"), primary_key=True),
    Column("first", Whole, primary_key=True),
    Column("count", Whole, nullable=False),
    Column("text", Text, nullable=False),  # one line for each of the hands, from the first on
    Column("checksum", LargeBinary, nullable=False),  # of the block, chained to the block before
    sqlite_with_rowid=False,
)
LEARNED = Table(
    "learned",
    METADATA,
    Column("leg", ForeignKey("leg.id", ondelete="CASCADE"), primary_key=True),
    Column("entrant", Whole, primary_key=True),
    Column("about", Text, primary_key=True),
    Column("state", LargeBinary, nullable=False),
    Column("checksum", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
FAULT = Table(
    "fault",
    METADATA,
    Column("id", Whole, primary_key=True),
    Column("leg", ForeignKey("leg.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("hand", Whole, nullable=False),
    Column("entrant", Whole, nullable=False),
    Column("kind", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("traceback", Text, nullable=False),
    Column("count", Whole, nullable=False),
)
DECISION = Table(
    "decision",
    METADATA,
    Column("leg", ForeignKey("leg.id", ondelete="CASCADE"), primary_key=True),
    Column("hand", Whole, primary_key=True),
    Column("action", Whole, primary_key=True),
    Column("entrant", Whole, nullable=False),
    Column("decision", Text, nullable=False),
    sqlite_with_rowid=False,
)

SESSION = Table(
    "session",
    METADATA,
    Column("id", Whole, primary_key=True),
    Column("created", Text, nullable=False),
    Column("railbird", Text, nullable=False),
    Column("kind", Text, nullable=False),  # where its hands come from, such as a table
    Column("definition", Text, nullable=False),
    Column("state", Text, nullable=False),  # what is needed to continue it
    Column("hands", Whole, nullable=False),
    Column("ending", Text),  # why it is over; nothing while it goes on
    sqlite_autoincrement=True,
)
SESSION_HAND = Table(
    "session_hand",
    METADATA,
    Column("session", ForeignKey("session.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Whole, primary_key=True),  # counted from 1
    Column("ended", Text, nullable=False),
    Column("text", Text, nullable=False),  # the whole hand, with its game and players
    Column("seats", Text, nullable=False),  # the seat of each position, and that of the button
    Column("checksum", LargeBinary, nullable=False),  # chained to the hand before
    Column("fingerprint", LargeBinary),  # of a hand that was imported, which is kept once
    Index("session_hand_fingerprint", "fingerprint", unique=True),
    sqlite_with_rowid=False,
)
SESSION_DECISION = Table(
    "session_decision",
    METADATA,
    Column("session", ForeignKey("session.id", ondelete="CASCADE"), primary_key=True),
    Column("hand", Whole, primary_key=True),
    Column("action", Whole, primary_key=True),
    Column("player", Text, nullable=False),
    Column("decision", Text, nullable=False),
    sqlite_with_rowid=False,
)

SERVER_METADATA = MetaData()
HEADER = Table(
    "railbird_store",
    SERVER_METADATA,
    Column("version", Whole, nullable=False),
    Column("name", Text, nullable=False),  # told apart from every other store
)
"""One row of a PostgreSQL database: what a file has in its header."""


def create(connection: Connection) -> None:
    """Create the tables in an empty file or database."""
    METADATA.create_all(connection, checkfirst=False)


def migrate(connection: Connection, version: int, progress: Progress = report_nothing) -> None:
    """Migrate the tables of an older version to this one, step by step; the caller's transaction is all or nothing."""
    for step in range(version, VERSION):
        for statement in MIGRATIONS[step]:
            if callable(statement):
                statement(connection, progress)
            else:
                text = statement if isinstance(statement, str) else statement[connection.dialect.name]
                connection.exec_driver_sql(text)


def _add_checksums(connection: Connection, progress: Progress) -> None:
    """Compute the checksums of rows from an older version, so that later changes are detected."""
    query = connection.exec_driver_sql
    legs = [row[0] for row in query("SELECT id FROM leg ORDER BY id")]
    for number, leg in enumerate(legs):
        last = b""
        blocks = [tuple(row) for row in query("SELECT first, count FROM hand WHERE leg = ? ORDER BY first", (leg,))]
        for first, count in blocks:
            text = query("SELECT CAST(text AS BLOB) FROM hand WHERE leg = ? AND first = ?", (leg, first)).scalar()
            last = block_checksum(last, first, count, bytes(text or b""))
            query("UPDATE hand SET checksum = ? WHERE leg = ? AND first = ?", (last, leg, first))
        learned = []
        for entrant, about, state in query("SELECT entrant, about, state FROM learned WHERE leg = ?", (leg,)).all():
            checksum = state_checksum(entrant, about, state)
            query(
                "UPDATE learned SET checksum = ? WHERE leg = ? AND entrant = ? AND about = ?",
                (checksum, leg, entrant, about),
            )
            learned.append((entrant, about, checksum))
        parts = [tuple(row) for row in query("SELECT entrant, parts FROM tally WHERE leg = ?", (leg,))]
        query("UPDATE leg SET checksum = ? WHERE id = ?", (seal(last, parts, learned), leg))
        progress((number + 1) / len(legs))


Step = str | Mapping[str, str] | Callable[[Connection, Progress], None]
"""A statement for SQLite and PostgreSQL alike, one for each by the name of its dialect, or a function."""

MIGRATIONS: dict[int, tuple[Step, ...]] = {
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
    2: (
        "ALTER TABLE leg ADD COLUMN checksum BLOB DEFAULT x'' NOT NULL",
        "ALTER TABLE hand ADD COLUMN checksum BLOB DEFAULT x'' NOT NULL",
        "ALTER TABLE learned ADD COLUMN checksum BLOB DEFAULT x'' NOT NULL",
        _add_checksums,
    ),
    3: (
        "ALTER TABLE tournament ADD COLUMN name VARCHAR",
        'ALTER TABLE "match" ADD COLUMN name VARCHAR',
        "CREATE UNIQUE INDEX tournament_name ON tournament (name)",
        'CREATE UNIQUE INDEX match_name ON "match" (name)',
    ),
    4: (
        "CREATE TABLE session (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, created VARCHAR NOT NULL, "
        "railbird VARCHAR NOT NULL, kind VARCHAR NOT NULL, definition VARCHAR NOT NULL, state VARCHAR NOT NULL, "
        "hands INTEGER NOT NULL, ending VARCHAR)",
        "CREATE TABLE session_hand (session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, "
        "number INTEGER NOT NULL, ended VARCHAR NOT NULL, text VARCHAR NOT NULL, seats VARCHAR NOT NULL, "
        "checksum BLOB NOT NULL, PRIMARY KEY (session, number)) WITHOUT ROWID",
        "CREATE TABLE session_decision (session INTEGER NOT NULL REFERENCES session (id) ON DELETE CASCADE, "
        "hand INTEGER NOT NULL, action INTEGER NOT NULL, player VARCHAR NOT NULL, decision VARCHAR NOT NULL, "
        "PRIMARY KEY (session, hand, action)) WITHOUT ROWID",
    ),
    5: (
        "ALTER TABLE session_hand ADD COLUMN fingerprint BLOB",
        "CREATE UNIQUE INDEX session_hand_fingerprint ON session_hand (fingerprint)",
    ),
}
"""The steps from each version to the next. No PostgreSQL database is older than version 6, so the steps before it are
written for SQLite alone."""
