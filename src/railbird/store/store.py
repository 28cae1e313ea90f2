"""The store: all matches in one database, hand by hand, with everything needed to resume them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from sqlalchemy import ColumnElement, Connection, Integer, cast, delete, func, insert, select, text, update

from railbird._progress import Progress, report_nothing
from railbird._version import __version__
from railbird.errors import StoreError
from railbird.store.address import DatabaseUrl, StoreAddress, store_address
from railbird.store.checksums import block_checksum, seal, state_checksum
from railbird.store.contents import StoreContents, contents_of
from railbird.store.database import Database, Hold
from railbird.store.dialects import IN_PARTS, insert_rows
from railbird.store.imports import Import
from railbird.store.integrity import last_checksum, seal_of, wrong_in_match
from railbird.store.names import LAST, check_new_name, find_number
from railbird.store.records import FAULT_COLUMNS, NewHands, NewMatch, StoredLeg, StoredMatch, StoredTournament
from railbird.store.schema import DECISION, FAULT, HAND, LEARNED, LEG, MATCH, SESSION, TALLY, TOURNAMENT
from railbird.store.sessions import Sessions
from railbird.store.sqlite_database import SqliteDatabase

BLOCK = 100
"""The number of hands in one row of the table of hands."""


class Store:
    """A file or PostgreSQL database of matches. Several processes may read and write it at the same time.

    >>> import tempfile
    >>> import railbird as rb
    >>> with tempfile.TemporaryDirectory() as folder, rb.Store(f"{folder}/matches.db") as store:
    ...     _ = rb.play_match(["simple", "random"], hands=20, store=store, name="first")
    ...     print([(match.id, match.name, match.done) for match in store.matches()])
    [(1, 'first', 20)]
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | DatabaseUrl,
        *,
        create: bool = True,
        progress: Progress = report_nothing,
    ) -> None:
        """Open or create a store: a file, or a database as ``postgresql+psycopg://USER@HOST/DATABASE``.

        ``progress`` is called while a store of an older version is migrated.
        """
        self._database = _open(store_address(path), create, progress)
        self.address: StoreAddress = self._database.address
        """The path of the file, or the URL of the database."""
        self.sessions = Sessions(self._database)
        """Hands with players who come and go, such as those of live tables and imports."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()

    @property
    def path(self) -> Path:
        """The path of the file. Raises StoreError if the store is not a file."""
        if not isinstance(self.address, Path):
            raise StoreError(f"the store {self.address} is a database, not a file")
        return self.address

    @property
    def notice(self) -> str | None:
        """A note for readers of this store; None if there is nothing unusual."""
        return self._database.notice

    # Writing

    def begin_import(self, definition: Mapping[str, Any]) -> Import:
        """Begin to import hands that were played elsewhere."""
        return Import(self._database, definition)

    def add_match(self, definition: Mapping[str, Any], legs: int, hands: int, name: str | None = None) -> int:
        """Add a new match without hands. Returns its number."""
        with self._database.writing() as connection:
            check_new_name(self._database, connection, name)
            return _insert_match(connection, NewMatch(definition, legs, hands), None, None, name)

    def add_tournament(self, definition: Mapping[str, Any], tables: Sequence[NewMatch], name: str | None = None) -> int:
        """Add a new tournament with all its tables, without hands. Returns its number."""
        with self._database.writing() as connection:
            check_new_name(self._database, connection, name)
            row = {**_new({**definition, "tables": len(tables)}), "name": name}
            (number,) = connection.execute(insert(TOURNAMENT).values(row)).inserted_primary_key or (0,)
            for index, table in enumerate(tables):
                _insert_match(connection, table, int(number), index)
        return int(number)

    def delete_tournament(self, number: int) -> None:
        """Delete a tournament and all its tables."""
        with self._database.writing() as connection:
            if not connection.execute(delete(TOURNAMENT).where(TOURNAMENT.c.id == number)).rowcount:
                raise StoreError(self._unknown("tournament", number))

    def extend_match(self, match: int, definition: Mapping[str, Any], hands: int) -> None:
        """Extend a match to this total number of hands. Its legs count as unfinished again."""
        with self._database.writing() as connection:
            values = {"definition": json.dumps(definition), "hands": hands}
            connection.execute(update(MATCH).where(MATCH.c.id == match).values(values))
            connection.execute(update(LEG).where(LEG.c.match == match).values(finished=False))

    def conclude(self, match: int, verdict: str) -> None:
        """Record that a match ended before all hands were played, and why."""
        with self._database.writing() as connection:
            connection.execute(update(MATCH).where(MATCH.c.id == match).values(verdict=verdict))

    def add_hands(self, leg: StoredLeg, played: NewHands) -> None:
        """Append hands to a leg; all of them or none."""
        with self._database.writing() as connection:
            row = connection.execute(select(LEG.c.done).where(LEG.c.id == leg.id).with_for_update()).one_or_none()
            if row is None:
                raise StoreError(f"the match of leg {leg.number + 1} was deleted from {self.address}")
            if row.done != played.first:
                state = f"leg {leg.number + 1} has {row.done} hands in {self.address}"
                raise StoreError(f"{state}, not {played.first}: another process is playing it")
            last = last_checksum(connection, leg.id)
            if played.hands:
                blocks = list(_blocks(leg.id, played, last))
                last = blocks[-1][-1]
                insert_rows(connection, HAND, blocks)
            _add_tallies(connection, leg.id, played)
            if played.faults:
                faults = [{"leg": leg.id, **dict(zip(FAULT_COLUMNS, row, strict=True))} for row in played.faults]
                connection.execute(insert(FAULT), faults)
            if played.decisions:
                insert_rows(connection, DECISION, [(leg.id, *row) for row in played.decisions])
            for entrant, states in played.learned.items():
                connection.execute(delete(LEARNED).where(LEARNED.c.leg == leg.id, LEARNED.c.entrant == entrant))
                if states:
                    rows = [(about, state, state_checksum(entrant, about, state)) for about, state in states.items()]
                    insert_rows(connection, LEARNED, [(leg.id, entrant, *row) for row in rows])
            done = played.first + len(played.hands)
            sealed = seal_of(connection, leg.id, last)
            connection.execute(
                update(LEG).where(LEG.c.id == leg.id).values(done=done, finished=played.finished, checksum=sealed)
            )

    def delete_match(self, number: int) -> None:
        """Delete a match with all its hands."""
        with self._database.writing() as connection:
            row = connection.execute(select(MATCH.c.tournament).where(MATCH.c.id == number)).one_or_none()
            if row is None:
                raise StoreError(self._unknown("match", number))
            if row.tournament is not None:
                remedy = f"railbird store delete --tournament {row.tournament} deletes all of it"
                raise StoreError(f"match {number} is a table of tournament {row.tournament}: {remedy}")
            connection.execute(delete(MATCH).where(MATCH.c.id == number))

    def compact(self) -> None:
        """Free the space of deleted matches."""
        self._database.compact()

    def size(self) -> int:
        """The bytes that the store takes on the disk."""
        return self._database.size()

    def contents(self, progress: Progress = report_nothing) -> StoreContents:
        """How many rows each table has, and a hash of everything, to compare stores."""
        with self._database.snapshot() as connection:
            return contents_of(connection, progress)

    def hold_tables(self) -> Hold | None:
        """Take the right to play the tables of this store, which one process has; None if another has it."""
        return self._database.hold()

    def is_served(self) -> bool:
        """Whether a process plays the tables of this store now."""
        return self._database.is_held()

    # Reading

    def match_number(self, reference: int | str) -> int:
        """The number of the match for a number, a name or ``last``. Raises StoreError if there is none."""
        with self._database.reading() as connection:
            number = find_number(connection, MATCH, reference)
        if number is None:
            raise StoreError(self._unknown("match", reference))
        return number

    def tournament_number(self, reference: int | str, kind: str | None = None) -> int:
        """The number of a tournament, comparison or rating; ``last`` is the newest, of this kind if one is given."""
        with self._database.reading() as connection:
            number = find_number(connection, TOURNAMENT, reference, kind)
        if number is None:
            raise StoreError(self._unknown(kind or "tournament", reference))
        return number

    def matches(self, *, tournament: int | None = None) -> list[StoredMatch]:
        """All matches, or those of a tournament, newest first."""
        chosen = () if tournament is None else (MATCH.c.tournament == tournament,)
        with self._database.reading() as connection:
            return list(self._matches(connection, *chosen))

    def match(self, number: int) -> StoredMatch:
        """The match with this number."""
        with self._database.reading() as connection:
            for match in self._matches(connection, MATCH.c.id == number):
                return match
        raise StoreError(self._unknown("match", number))

    def tournaments(self) -> list[StoredTournament]:
        """All tournaments, newest first."""
        with self._database.reading() as connection:
            rows = connection.execute(select(TOURNAMENT).order_by(TOURNAMENT.c.id.desc())).all()
        return [
            StoredTournament(row.id, row.created, row.railbird, self._json(row, "tournament"), row.name) for row in rows
        ]

    def tournament(self, number: int) -> StoredTournament:
        """The tournament with this number."""
        for tournament in self.tournaments():
            if tournament.id == number:
                return tournament
        raise StoreError(self._unknown("tournament", number))

    def legs(self, match: int) -> list[StoredLeg]:
        """The legs of a match, in order."""
        with self._database.reading() as connection:
            rows = connection.execute(select(LEG).where(LEG.c.match == match).order_by(LEG.c.number)).all()
            return [self._leg(connection, row) for row in rows]

    def hands(self, leg: int, first: int = 0, count: int | None = None) -> Iterator[tuple[int, str]]:
        """The hands of a leg by number, as ``BETTING:CARDS:PAYOFFS``."""
        query = select(HAND.c.first, HAND.c.text).where(HAND.c.leg == leg, HAND.c.first + HAND.c.count > first)
        if count is not None:
            query = query.where(HAND.c.first < first + count)
        with self._database.reading() as connection:
            for start, block in connection.execute(query.order_by(HAND.c.first), execution_options=IN_PARTS):
                for number, text in enumerate(block.split("\n"), start):
                    if number >= first and (count is None or number < first + count):
                        yield number, text

    def faults(self, match: int) -> list[dict[str, Any]]:
        """The faults of a match, in order of legs and hands."""
        query = (
            select(LEG.c.number.label("leg"), *(column for column in FAULT.c if column.name not in ("id", "leg")))
            .join(FAULT, FAULT.c.leg == LEG.c.id)
            .where(LEG.c.match == match)
            .order_by(LEG.c.number, FAULT.c.id)
        )
        with self._database.reading() as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def thinking(self, match: int) -> dict[int, tuple[int, float, float]]:
        """By entrant: the number of timed decisions, their total seconds, and the longest."""
        query = (
            select(TALLY.c.entrant, func.sum(TALLY.c.decisions), func.sum(TALLY.c.seconds), func.max(TALLY.c.longest))
            .join(LEG, TALLY.c.leg == LEG.c.id)
            .where(LEG.c.match == match)
            .group_by(TALLY.c.entrant)
        )
        with self._database.reading() as connection:
            return {int(row[0]): (int(row[1]), float(row[2]), float(row[3])) for row in connection.execute(query)}

    def decisions(self, leg: int, hand: int) -> dict[int, tuple[int, dict[str, Any]]]:
        """The recorded decisions of a hand, by index of the action: entrant and decision."""
        query = select(DECISION).where(DECISION.c.leg == leg, DECISION.c.hand == hand)
        with self._database.reading() as connection:
            return {row.action: (row.entrant, json.loads(row.decision)) for row in connection.execute(query)}

    def check(self) -> list[str]:
        """Problems with the store; empty if there are none."""
        wrong = []
        with self._database.reading() as connection:
            wrong += self._database.integrity(connection)
            for row in connection.execute(select(TOURNAMENT)):
                query = select(func.count()).select_from(MATCH).where(MATCH.c.tournament == row.id)
                tables = connection.execute(query).scalar() or 0
                if tables != self._json(row, "tournament").get("tables"):
                    wrong.append(f"tournament {row.id} has {tables} tables; some are missing")
            for row in connection.execute(select(MATCH).order_by(MATCH.c.id)).all():
                try:
                    definition = self._json(row, "match")
                except StoreError as error:
                    wrong.append(str(error))
                    definition = {}
                wrong += wrong_in_match(connection, row.id, definition)
            sessions = list(connection.execute(select(SESSION.c.id).order_by(SESSION.c.id)).scalars())
        return wrong + [problem for session in sessions for problem in self.sessions.check(session)]

    def check_match(self, number: int) -> list[str]:
        """Problems with the hands of a match, its totals and its learned states; empty if there are none."""
        definition = self.match(number).definition
        with self._database.reading() as connection:
            return wrong_in_match(connection, number, definition)

    # Helpers

    def _unknown(self, what: str, reference: int | str) -> str:
        if reference == LAST:
            return f"there is no {what} in {self.address} yet"
        return f"there is no {what} {reference!s:.60} in {self.address} (railbird matches lists them)"

    def _matches(self, connection: Connection, *chosen: ColumnElement[bool]) -> Iterator[StoredMatch]:
        sums = (func.sum(LEG.c.done).label("done"), func.min(cast(LEG.c.finished, Integer)).label("finished"))
        query = select(MATCH, *sums).outerjoin(LEG, LEG.c.match == MATCH.c.id).where(*chosen)
        for row in connection.execute(query.group_by(MATCH.c.id).order_by(MATCH.c.id.desc())):
            definition = self._json(row, "match")
            yield StoredMatch(
                id=row.id,
                created=row.created,
                railbird=row.railbird,
                definition=definition,
                hands=row.hands,
                done=int(row.done or 0),
                finished=row.verdict is not None or bool(row.finished),
                verdict=row.verdict,
                tournament=row.tournament,
                place=row.place,
                name=row.name,
            )

    def _json(self, row: Any, what: str) -> dict[str, Any]:
        try:
            definition = json.loads(row.definition)
        except ValueError:
            definition = None
        if not isinstance(definition, dict) or "players" not in definition or "game" not in definition:
            remedy = f"; railbird store delete {row.id}" if what == "match" else ""
            raise StoreError(f"the definition of {what} {row.id} in {self.address} is damaged{remedy}")
        return definition

    def _leg(self, connection: Connection, row: Any) -> StoredLeg:
        parts = connection.execute(select(TALLY.c.entrant, TALLY.c.parts).where(TALLY.c.leg == row.id))
        won = {int(each.entrant): int(each.parts) for each in parts}
        learned: dict[int, dict[str, bytes]] = {}
        for entrant, about, state in connection.execute(
            select(LEARNED.c.entrant, LEARNED.c.about, LEARNED.c.state).where(LEARNED.c.leg == row.id)
        ):
            learned.setdefault(entrant, {})[about] = state
        return StoredLeg(row.id, row.number, row.done, bool(row.finished), won, learned)


def _insert_match(
    connection: Connection, match: NewMatch, tournament: int | None, table: int | None, name: str | None = None
) -> int:
    row = {**_new(match.definition), "hands": match.hands, "tournament": tournament, "place": table, "name": name}
    (number,) = connection.execute(insert(MATCH).values(row)).inserted_primary_key or (0,)
    empty = {"done": 0, "finished": False, "checksum": seal(b"", (), ())}
    legs = [{"match": number, "number": leg, **empty} for leg in range(match.legs)]
    connection.execute(insert(LEG), legs)
    return int(number)


def _new(definition: Mapping[str, Any]) -> dict[str, Any]:
    """The common columns of a new match or tournament."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return {"created": now, "railbird": __version__, "definition": json.dumps(definition)}


def _blocks(leg: int, played: NewHands, last: bytes) -> Iterator[tuple[int, int, int, str, bytes]]:
    """Rows of the table of hands, ``BLOCK`` hands in each: faster to write, and smaller, than one row a hand."""
    for start in range(0, len(played.hands), BLOCK):
        texts = played.hands[start : start + BLOCK]
        first, block = played.first + start, "\n".join(texts)
        last = block_checksum(last, first, len(texts), block.encode())
        yield leg, first, len(texts), block, last


def _add_tallies(connection: Connection, leg: int, played: NewHands) -> None:
    """Add what each entrant won, and how long they thought."""
    names = ("decisions", "seconds", "longest")
    rows = [
        {
            "leg": leg,
            "entrant": entrant,
            "parts": parts,
            **dict(zip(names, played.thinking.get(entrant, (0, 0.0, 0.0)), strict=True)),
        }
        for entrant, parts in enumerate(played.parts)
    ]
    if rows:
        connection.execute(_ADD_TALLIES, rows)


_ADD_TALLIES = text(
    "INSERT INTO tally (leg, entrant, parts, decisions, seconds, longest) "
    "VALUES (:leg, :entrant, :parts, :decisions, :seconds, :longest) ON CONFLICT (leg, entrant) DO UPDATE SET "
    "parts = tally.parts + excluded.parts, decisions = tally.decisions + excluded.decisions, "
    "seconds = tally.seconds + excluded.seconds, "
    "longest = CASE WHEN tally.longest > excluded.longest THEN tally.longest ELSE excluded.longest END"
)


def _open(address: StoreAddress, create: bool, progress: Progress) -> Database:
    if isinstance(address, DatabaseUrl):
        from railbird.store.postgres_database import PostgresDatabase  # late: few stores are on servers

        return PostgresDatabase(address, create=create, progress=progress)
    return SqliteDatabase(address, create=create, progress=progress)
