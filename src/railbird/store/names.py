"""References to matches and tournaments in the store: a number, a name, or ``last``."""

from __future__ import annotations

import json
import re

from sqlalchemy import Connection, Table, select

from railbird.errors import StoreError, quoted
from railbird.store.database import Database
from railbird.store.schema import MATCH, TOURNAMENT

LAST = "last"
"""The newest of its kind."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,60}", re.ASCII)


def check_new_name(database: Database, connection: Connection, name: str | None) -> None:
    """Raise StoreError unless the name is valid and free, and stays free in this transaction; None is always fine."""
    if name is None:
        return
    if not _NAME.fullmatch(name) or name == LAST:
        rule = f"begin with a letter, have at most 61 letters, digits, _ . and -, and not be {LAST}"
        raise StoreError(f"a name must {rule}: {quoted(name)}")
    database.one_at_a_time(connection, "names")
    for table in (MATCH, TOURNAMENT):
        number = connection.execute(select(table.c.id).where(table.c.name == name)).scalar()
        if number is not None:
            raise StoreError(f"{table.name} {number} already has the name {name}: choose another, or delete it first")


def find_number(connection: Connection, table: Table, reference: int | str, kind: str | None = None) -> int | None:
    """The number of the match or tournament for a reference; None if there is none.

    The last match is the newest that is not a table of a tournament; the last tournament is the newest of its kind.
    """
    text = str(reference).strip()
    if text.isascii() and text.isdecimal():
        return int(text)
    if text != LAST:
        named = connection.execute(select(table.c.id).where(table.c.name == text)).scalar()
        return None if named is None else int(named)
    if table is MATCH:
        query = select(MATCH.c.id).where(MATCH.c.tournament.is_(None)).order_by(MATCH.c.id.desc()).limit(1)
        newest = connection.execute(query).scalar()
        return None if newest is None else int(newest)
    for row in connection.execute(select(TOURNAMENT.c.id, TOURNAMENT.c.definition).order_by(TOURNAMENT.c.id.desc())):
        if kind is None or _kind(row.definition) == kind:
            return int(row.id)
    return None


def _kind(definition: str) -> object:
    try:
        data = json.loads(definition)
    except ValueError:
        return None
    return data.get("kind") if isinstance(data, dict) else None
