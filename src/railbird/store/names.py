"""How people refer to what is in the store: by number, by the name that they gave it, or as the ``last``."""

from __future__ import annotations

import json
import re

from sqlalchemy import Connection, Table, select

from railbird.errors import StoreError, quoted
from railbird.store.schema import MATCH, TOURNAMENT

LAST = "last"
"""The newest of its kind."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,60}", re.ASCII)


def check_new_name(connection: Connection, name: str | None) -> None:
    """Raise an error unless something new can be called this."""
    if name is None:
        return
    if not _NAME.fullmatch(name) or name == LAST:
        rule = f"a letter, then letters, digits, _ . and -, 61 at most, and not {LAST}"
        raise StoreError(f"a name is {rule}, not {quoted(name)}")
    for table in (MATCH, TOURNAMENT):
        number = connection.execute(select(table.c.id).where(table.c.name == name)).scalar()
        if number is not None:
            raise StoreError(f"{table.name} {number} is called {name} already: take another name, or delete it first")


def find_number(connection: Connection, table: Table, reference: int | str, kind: str | None = None) -> int | None:
    """The number of the match or tournament that a reference means; None if there is no such name, or nothing at all.

    The last match is the newest that is not a table of a tournament; the last tournament is the newest of a kind.
    """
    text = str(reference).strip()
    if text.isascii() and text.isdecimal():
        return int(text)
    if text != LAST:
        found = connection.execute(select(table.c.id).where(table.c.name == text)).scalar()
        return None if found is None else int(found)
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
