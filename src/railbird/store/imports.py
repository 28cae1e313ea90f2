"""Imports in the store: sessions of hands that were played elsewhere. The store has each of these hands once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, insert, select, update

from railbird.store.checksums import session_hand_checksum
from railbird.store.database import Database
from railbird.store.schema import SESSION, SESSION_HAND
from railbird.store.sessions import new_session, now

KIND = "import"
"""The kind of these sessions."""
_NO_SEATS = "[0]"
"""The text of an imported hand has its seats."""


class NewHand(NamedTuple):
    """A hand to import."""

    text: str
    """The whole hand, as ``kept_hand`` reads it."""
    fingerprint: bytes
    date: str | None = None
    """When it was played; None if that is not known."""


class Import:
    """An import that goes on. Its session is made with its first new hand: a file that was imported leaves no trace.

    >>> import tempfile
    >>> import railbird as rb
    >>> with tempfile.TemporaryDirectory() as folder, rb.Store(f"{folder}/matches.db") as store:
    ...     new = store.begin_import({"files": ["monday.txt"]})
    ...     print(new.add([NewHand("…", b"1"), NewHand("…", b"2"), NewHand("…", b"1")]))
    ...     print(store.begin_import({"files": ["again.txt"]}).add([NewHand("…", b"2")]), new.number)
    2
    0 1
    """

    def __init__(self, database: Database, definition: Mapping[str, Any]) -> None:
        self._database, self._definition = database, definition
        self.number: int | None = None
        """The number of the session; None as long as no hand was new."""

    def add(self, hands: Sequence[NewHand]) -> int:
        """Keep the hands that the store does not have, all or none of them. Returns how many these are."""
        with self._database.writing() as connection:
            self._database.one_at_a_time(connection, "imports")
            new = list(_new_hands(connection, hands))
            if not new:
                return 0
            if self.number is None:
                (number,) = (
                    connection.execute(insert(SESSION).values(new_session(KIND, self._definition, {})))
                ).inserted_primary_key or (0,)
                self.number = int(number)
            self._append(connection, self.number, new)
        return len(new)

    def end(self, ending: str) -> None:
        """Record that the import is over, and why."""
        if self.number is not None:
            with self._database.writing() as connection:
                connection.execute(update(SESSION).where(SESSION.c.id == self.number).values(ending=ending))

    def _append(self, connection: Connection, session: int, hands: Sequence[NewHand]) -> None:
        done = connection.execute(select(SESSION.c.hands).where(SESSION.c.id == session)).scalar_one()
        last = connection.execute(
            select(SESSION_HAND.c.checksum).where(SESSION_HAND.c.session == session, SESSION_HAND.c.number == done)
        ).scalar()
        checksum, rows, moment = bytes(last or b""), [], now()
        for number, hand in enumerate(hands, done + 1):
            checksum = session_hand_checksum(checksum, number, hand.text, _NO_SEATS)
            rows.append(
                {
                    "session": session,
                    "number": number,
                    "ended": hand.date or moment,
                    "text": hand.text,
                    "seats": _NO_SEATS,
                    "checksum": checksum,
                    "fingerprint": hand.fingerprint,
                }
            )
        connection.execute(insert(SESSION_HAND), rows)
        connection.execute(update(SESSION).where(SESSION.c.id == session).values(hands=done + len(rows)))


def _new_hands(connection: Connection, hands: Sequence[NewHand]) -> Iterator[NewHand]:
    """Those that are neither in the store nor earlier in the list."""
    wanted = {hand.fingerprint for hand in hands}
    query = select(SESSION_HAND.c.fingerprint).where(SESSION_HAND.c.fingerprint.in_(wanted))
    seen = set(connection.execute(query).scalars())
    for hand in hands:
        if hand.fingerprint not in seen:
            seen.add(hand.fingerprint)
            yield hand
