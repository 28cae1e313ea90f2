"""Sessions in the store: hands with players who come and go, such as those of a live table."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, func, insert, literal, select, update

from railbird._version import __version__
from railbird.errors import StoreError
from railbird.store.checksums import session_hand_checksum
from railbird.store.database import Database
from railbird.store.dialects import IN_PARTS, Text, position_of
from railbird.store.records import SessionHand, StoredSession
from railbird.store.schema import SESSION, SESSION_DECISION, SESSION_HAND

BLOCK = 1000
"""Hands that are read at once."""


class Sessions:
    """The sessions of a store. A hand is kept together with the state after it: both or neither.

    >>> import tempfile
    >>> import railbird as rb
    >>> with tempfile.TemporaryDirectory() as folder, rb.Store(f"{folder}/matches.db") as store:
    ...     number = store.sessions.add("table", {"game": "limit"}, {"stacks": [100, 100]})
    ...     hand = SessionHand(number=1, text="limit; AhKh QsQd; f", seats=(0, 1), button=1)
    ...     store.sessions.add_hand(number, hand, {"stacks": [95, 105]})
    ...     print(store.sessions.session(number).state, store.sessions.hand(number, 1).text)
    {'stacks': [95, 105]} limit; AhKh QsQd; f
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, kind: str, definition: Mapping[str, Any], state: Mapping[str, Any]) -> int:
        """Add a new session without hands. Returns its number."""
        with self._database.writing() as connection:
            row = new_session(kind, definition, state)
            (number,) = connection.execute(insert(SESSION).values(row)).inserted_primary_key or (0,)
        return int(number)

    def add_hand(self, session: int, hand: SessionHand, state: Mapping[str, Any]) -> None:
        """Append a hand with its decisions, and keep the state after it; all of it or nothing."""
        with self._database.writing() as connection:
            query = select(SESSION.c.hands).where(SESSION.c.id == session).with_for_update()
            hands = connection.execute(query).scalar()
            if hands is None:
                raise StoreError(self._unknown(session))
            if hand.number != hands + 1:
                raise StoreError(
                    f"session {session} has {hands} hands in {self._database.address}, so the next is not hand "
                    f"{hand.number}: another process is playing it"
                )
            seats = json.dumps([*hand.seats, hand.button])
            last = connection.execute(
                select(SESSION_HAND.c.checksum).where(SESSION_HAND.c.session == session, SESSION_HAND.c.number == hands)
            ).scalar()
            row = {
                "session": session,
                "number": hand.number,
                "ended": now(),
                "text": hand.text,
                "seats": seats,
                "checksum": session_hand_checksum(bytes(last or b""), hand.number, hand.text, seats),
            }
            connection.execute(insert(SESSION_HAND).values(row))
            if hand.decisions:
                decisions = [
                    {
                        "session": session,
                        "hand": hand.number,
                        "action": action,
                        "player": player,
                        "decision": json.dumps(decision),
                    }
                    for action, (player, decision) in hand.decisions.items()
                ]
                connection.execute(insert(SESSION_DECISION), decisions)
            values = {"hands": hand.number, "state": json.dumps(state)}
            connection.execute(update(SESSION).where(SESSION.c.id == session).values(values))

    def keep_state(self, session: int, state: Mapping[str, Any]) -> None:
        """Keep a state between two hands, when players sit down or leave."""
        self._change(session, state=json.dumps(state))

    def end(self, session: int, ending: str) -> None:
        """Record that a session is over, and why."""
        self._change(session, ending=ending)

    def delete(self, session: int) -> None:
        """Delete a session with all its hands."""
        with self._database.writing() as connection:
            if not connection.execute(delete(SESSION).where(SESSION.c.id == session)).rowcount:
                raise StoreError(self._unknown(session))

    def all(self, *, kind: str | None = None) -> list[StoredSession]:
        """All sessions, newest first, or those of one kind."""
        query = select(SESSION).order_by(SESSION.c.id.desc())
        if kind is not None:
            query = query.where(SESSION.c.kind == kind)
        with self._database.reading() as connection:
            return [self._session(row) for row in connection.execute(query)]

    def numbers(self, kind: str) -> list[int]:
        """The numbers of all sessions of a kind, oldest first."""
        with self._database.reading() as connection:
            query = select(SESSION.c.id).where(SESSION.c.kind == kind).order_by(SESSION.c.id)
            return [int(number) for number in connection.execute(query).scalars()]

    def session(self, number: int) -> StoredSession:
        """The session of a number."""
        with self._database.reading() as connection:
            row = connection.execute(select(SESSION).where(SESSION.c.id == number)).one_or_none()
        if row is None:
            raise StoreError(self._unknown(number))
        return self._session(row)

    def hand(self, session: int, number: int) -> SessionHand:
        """A hand of a session with its decisions; numbers count from 1."""
        with self._database.reading() as connection:
            query = select(SESSION_HAND).where(
                SESSION_HAND.c.session == session, SESSION_HAND.c.number == min(max(number, 0), 2**62)
            )
            row = connection.execute(query).one_or_none()
            if row is None:
                hands = connection.execute(select(SESSION.c.hands).where(SESSION.c.id == session)).scalar()
                if hands is None:
                    raise StoreError(self._unknown(session))
                raise StoreError(f"session {session} has hands 1 to {hands:,}, not {number}")
            return self._hand(row, self._decisions(connection, session, number))

    def hands(
        self, session: int, first: int = 1, count: int | None = None, *, containing: Sequence[str] = ()
    ) -> Iterator[SessionHand]:
        """Hands of a session in order, without their decisions; those whose text contains all these words."""
        query = select(SESSION_HAND).where(SESSION_HAND.c.session == session).order_by(SESSION_HAND.c.number)
        for word in containing:
            query = query.where(position_of(SESSION_HAND.c.text, literal(word, Text)) > 0)
        left = count
        while left is None or left > 0:
            block = BLOCK if left is None else min(left, BLOCK)
            with self._database.reading() as connection:
                rows = connection.execute(query.where(SESSION_HAND.c.number >= first).limit(block)).all()
            yield from (self._hand(row, {}) for row in rows)
            if len(rows) < block:
                break
            first = rows[-1].number + 1
            left = None if left is None else left - block

    def check(self, session: int) -> list[str]:
        """Problems with the rows of a session; empty if there are none."""
        wrong, last, counted = [], b"", 0
        with self._database.reading() as connection:
            query = select(SESSION_HAND).where(SESSION_HAND.c.session == session).order_by(SESSION_HAND.c.number)
            for row in connection.execute(query, execution_options=IN_PARTS):
                counted += 1
                if session_hand_checksum(last, row.number, row.text, row.seats) != row.checksum:
                    wrong.append(f"session {session}: hand {row.number} has been changed")
                last = row.checksum
            hands = connection.execute(select(func.sum(SESSION.c.hands)).where(SESSION.c.id == session)).scalar() or 0
        if counted != hands:
            wrong.append(f"session {session} has {counted} hands, but {hands} were counted")
        return wrong

    def _change(self, session: int, **values: str) -> None:
        with self._database.writing() as connection:
            if not connection.execute(update(SESSION).where(SESSION.c.id == session).values(values)).rowcount:
                raise StoreError(self._unknown(session))

    def _session(self, row: Any) -> StoredSession:
        return StoredSession(
            id=row.id,
            created=row.created,
            railbird=row.railbird,
            kind=row.kind,
            definition=self._json(row.definition, row.id),
            state=self._json(row.state, row.id),
            hands=row.hands,
            ending=row.ending,
        )

    def _hand(self, row: Any, decisions: dict[int, tuple[str, dict[str, Any]]]) -> SessionHand:
        try:
            *seats, button = json.loads(row.seats)
        except ValueError:
            raise StoreError(f"hand {row.number} of session {row.session} is damaged in the store") from None
        return SessionHand(
            number=row.number,
            text=row.text,
            seats=tuple(seats),
            button=button,
            ended=row.ended,
            decisions=decisions,
        )

    def _decisions(self, connection: Connection, session: int, hand: int) -> dict[int, tuple[str, dict[str, Any]]]:
        query = select(SESSION_DECISION).where(SESSION_DECISION.c.session == session, SESSION_DECISION.c.hand == hand)
        rows = connection.execute(query.order_by(SESSION_DECISION.c.action))
        return {row.action: (row.player, self._json(row.decision, session)) for row in rows}

    def _json(self, text: str, session: int) -> dict[str, Any]:
        try:
            data = json.loads(text)
        except ValueError:
            data = None
        if not isinstance(data, dict):
            raise StoreError(f"session {session} in {self._database.address} is damaged")
        return data

    def _unknown(self, session: int) -> str:
        return f"there is no session {session} in {self._database.address}"


def new_session(kind: str, definition: Mapping[str, Any], state: Mapping[str, Any]) -> dict[str, Any]:
    """The row of a session without hands."""
    return {
        "created": now(),
        "railbird": __version__,
        "kind": kind,
        "definition": json.dumps(definition),
        "state": json.dumps(state),
        "hands": 0,
    }


def now() -> str:
    """The time as the store writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
