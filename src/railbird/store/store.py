"""All matches in one file: what was played, hand by hand, and all that is needed to go on."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    LargeBinary,
    cast,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool, QueuePool

from railbird._progress import Progress, report_nothing
from railbird._version import __version__
from railbird.errors import StoreError
from railbird.store import files, schema
from railbird.store.checksums import block_checksum, seal, state_checksum
from railbird.store.names import LAST, check_new_name, find_number
from railbird.store.schema import DECISION, FAULT, HAND, LEARNED, LEG, MATCH, TALLY, TOURNAMENT

SYNC_SECONDS = 5.0
"""Seconds of writing after which all that was written is forced to the disk: about what a power loss can cost."""
BLOCK = 100
"""Hands in a row of the table of hands."""
FAULT_COLUMNS = ("hand", "entrant", "kind", "message", "traceback", "count")


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match that is to be written."""

    definition: Mapping[str, Any]
    legs: int
    hands: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMatch:
    """A match as the store has it."""

    id: int
    created: str
    railbird: str
    definition: dict[str, Any]
    hands: int
    """How many it has in all, at the most."""
    done: int
    """How many are played."""
    finished: bool
    verdict: str | None = None
    """Why it ended before all hands were played."""
    tournament: int | None = None
    place: int | None = None
    """Which table of the tournament it is."""
    name: str | None = None
    """What its player called it."""


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament as the store has it."""

    id: int
    created: str
    railbird: str
    definition: dict[str, Any]
    name: str | None = None
    """What its player called it."""


@dataclass(frozen=True, slots=True)
class StoredLeg:
    """How far a leg has come."""

    id: int
    number: int
    done: int
    finished: bool
    parts: dict[int, int]
    """What each entrant has won, in 2520ths of a chip."""
    learned: dict[int, dict[str, bytes]]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewHands:
    """Hands to be written, and what goes with them."""

    first: int
    hands: Sequence[str]
    parts: Sequence[int]
    faults: Sequence[tuple[Any, ...]] = ()
    """Each with the columns of ``FAULT_COLUMNS``."""
    decisions: Sequence[tuple[int, int, int, str]] = ()
    """Hand, place of the action, entrant, the decision as JSON."""
    learned: Mapping[int, Mapping[str, bytes]] = field(default_factory=dict)
    finished: bool = False
    thinking: Mapping[int, tuple[int, float, float]] = field(default_factory=dict)
    """By entrant: decisions that were timed, their seconds, the longest."""


def default_store() -> Path:
    """``RAILBIRD_STORE``, or ``railbird.db`` in the user's data folder."""
    setting = os.environ.get("RAILBIRD_STORE", "")
    if setting:
        return Path(setting).expanduser()
    import platformdirs

    return platformdirs.user_data_path("railbird", appauthor=False) / "railbird.db"


class Store:
    """A file of matches. Several processes may read and write it at the same time."""

    def __init__(
        self, path: str | os.PathLike[str], *, create: bool = True, progress: Progress = report_nothing
    ) -> None:
        """Open a store, or make it; ``progress`` is told how far a store of an older version is brought up to date."""
        path = Path(path)
        self.path = path
        if not path.exists() and not create:
            raise StoreError(f"there is no store {path}: railbird match makes it")
        with self._telling():
            if create:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._read_only: files.ReadOnlyFile | None = None
            if not files.is_writable(path):
                self._read_only = files.ReadOnlyFile(path, schema.VERSION, _bring_up_to_date)
            self._identity: files.Identity | None = None
            self._synced = time.monotonic()
            self._check_ours()
            self._engine = _engine(path, self._read_only)
            self._prepare(progress)
            self._identity = files.identity(path)

    def close(self) -> None:
        self._engine.dispose()
        if self._read_only is not None:
            self._read_only.close()

    @property
    def notice(self) -> str | None:
        """What somebody should know who reads this store; None if there is nothing unusual."""
        if self._read_only is None or not self._read_only.copied:
            return None
        return f"{self.path} cannot be written; a temporary copy of it is read, with all that it and its WAL hold"

    # Writing

    def add_match(self, definition: Mapping[str, Any], legs: int, hands: int, name: str | None = None) -> int:
        """A new match, of which nothing is played yet; gives its number."""
        with self._writing() as connection:
            check_new_name(connection, name)
            return _insert_match(connection, NewMatch(definition, legs, hands), None, None, name)

    def add_tournament(self, definition: Mapping[str, Any], tables: Sequence[NewMatch], name: str | None = None) -> int:
        """A new tournament with all its tables, of which nothing is played yet; gives its number."""
        with self._writing() as connection:
            check_new_name(connection, name)
            row = {**_new({**definition, "tables": len(tables)}), "name": name}
            (number,) = connection.execute(insert(TOURNAMENT).values(row)).inserted_primary_key or (0,)
            for place, table in enumerate(tables):
                _insert_match(connection, table, int(number), place)
        return int(number)

    def delete_tournament(self, number: int) -> None:
        """Forget a tournament and all its tables."""
        with self._writing() as connection:
            if not connection.execute(delete(TOURNAMENT).where(TOURNAMENT.c.id == number)).rowcount:
                raise StoreError(self._unknown("tournament", number))

    def extend_match(self, match: int, definition: Mapping[str, Any], hands: int) -> None:
        """Plan more hands for a match: so many in all. None of its legs is finished any more."""
        with self._writing() as connection:
            values = {"definition": json.dumps(definition), "hands": hands}
            connection.execute(update(MATCH).where(MATCH.c.id == match).values(values))
            connection.execute(update(LEG).where(LEG.c.match == match).values(finished=False))

    def conclude(self, match: int, verdict: str) -> None:
        """A match has ended before all hands were played."""
        with self._writing() as connection:
            connection.execute(update(MATCH).where(MATCH.c.id == match).values(verdict=verdict))

    def add_hands(self, leg: StoredLeg, played: NewHands) -> None:
        """Write hands that follow those that are there; all of it, or nothing."""
        with self._writing() as connection:
            done = connection.execute(select(LEG.c.done).where(LEG.c.id == leg.id)).scalar()
            if done is None:
                raise StoreError(f"the match of leg {leg.number + 1} is no longer in {self.path}: somebody deleted it")
            if done != played.first:
                there = f"leg {leg.number + 1} has {done} hands in {self.path}"
                raise StoreError(f"{there}, not {played.first}: another process plays it")
            last = _last_checksum(connection, leg.id)
            if played.hands:
                blocks = list(_blocks(leg.id, played, last))
                last = blocks[-1][-1]
                connection.exec_driver_sql("INSERT INTO hand VALUES (?, ?, ?, ?, ?)", blocks)
            connection.exec_driver_sql(
                "INSERT INTO tally VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET parts = parts + excluded.parts, "
                "decisions = decisions + excluded.decisions, seconds = seconds + excluded.seconds, "
                "longest = max(longest, excluded.longest)",
                [
                    (leg.id, entrant, parts, *played.thinking.get(entrant, (0, 0.0, 0.0)))
                    for entrant, parts in enumerate(played.parts)
                ],
            )
            if played.faults:
                rows = [dict(zip(FAULT_COLUMNS, row, strict=True)) for row in played.faults]
                connection.execute(insert(FAULT), [{"leg": leg.id, **row} for row in rows])
            if played.decisions:
                connection.exec_driver_sql(
                    "INSERT INTO decision VALUES (?, ?, ?, ?, ?)", [(leg.id, *row) for row in played.decisions]
                )
            for entrant, states in played.learned.items():
                connection.execute(delete(LEARNED).where(LEARNED.c.leg == leg.id, LEARNED.c.entrant == entrant))
                if states:
                    connection.exec_driver_sql(
                        "INSERT INTO learned VALUES (?, ?, ?, ?, ?)",
                        [
                            (leg.id, entrant, about, state, state_checksum(entrant, about, state))
                            for about, state in states.items()
                        ],
                    )
            done = played.first + len(played.hands)
            sealed = _seal(connection, leg.id, last)
            connection.execute(
                update(LEG).where(LEG.c.id == leg.id).values(done=done, finished=played.finished, checksum=sealed)
            )

    def delete_match(self, number: int) -> None:
        """Forget a match and all that belongs to it."""
        with self._writing() as connection:
            found = connection.execute(select(MATCH.c.tournament).where(MATCH.c.id == number)).one_or_none()
            if found is None:
                raise StoreError(self._unknown("match", number))
            if found.tournament is not None:
                remedy = f"railbird store delete --tournament {found.tournament} deletes all of it"
                raise StoreError(f"match {number} is a table of tournament {found.tournament}: {remedy}")
            connection.execute(delete(MATCH).where(MATCH.c.id == number))

    def compact(self) -> None:
        """Give the room of deleted matches back."""
        with self._telling(), self._engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("VACUUM")

    # Reading

    def match_number(self, reference: int | str) -> int:
        """The number of the match that a number, a name or ``last`` means."""
        with self._reading() as connection:
            number = find_number(connection, MATCH, reference)
        if number is None:
            raise StoreError(self._unknown("match", reference))
        return number

    def tournament_number(self, reference: int | str, kind: str | None = None) -> int:
        """The same for a tournament, comparison or rating; ``last`` is the newest of its kind, if one is given."""
        with self._reading() as connection:
            number = find_number(connection, TOURNAMENT, reference, kind)
        if number is None:
            raise StoreError(self._unknown(kind or "tournament", reference))
        return number

    def matches(self, *, tournament: int | None = None) -> list[StoredMatch]:
        """All matches, or those of a tournament, the newest first."""
        chosen = () if tournament is None else (MATCH.c.tournament == tournament,)
        with self._reading() as connection:
            return list(self._matches(connection, *chosen))

    def match(self, number: int) -> StoredMatch:
        """The match of this number."""
        with self._reading() as connection:
            for found in self._matches(connection, MATCH.c.id == number):
                return found
        raise StoreError(self._unknown("match", number))

    def tournaments(self) -> list[StoredTournament]:
        """All tournaments, the newest first."""
        with self._reading() as connection:
            rows = connection.execute(select(TOURNAMENT).order_by(TOURNAMENT.c.id.desc())).all()
        return [
            StoredTournament(row.id, row.created, row.railbird, self._json(row, "tournament"), row.name) for row in rows
        ]

    def tournament(self, number: int) -> StoredTournament:
        """The tournament of this number."""
        for found in self.tournaments():
            if found.id == number:
                return found
        raise StoreError(self._unknown("tournament", number))

    def legs(self, match: int) -> list[StoredLeg]:
        """How far each leg of a match has come, in order."""
        with self._reading() as connection:
            rows = connection.execute(select(LEG).where(LEG.c.match == match).order_by(LEG.c.number)).all()
            return [self._leg(connection, row) for row in rows]

    def hands(self, leg: int, first: int = 0, count: int | None = None) -> Iterator[tuple[int, str]]:
        """The hands of a leg by number, as ``BETTING:CARDS:PAYOFFS``."""
        query = select(HAND.c.first, HAND.c.text).where(HAND.c.leg == leg, HAND.c.first + HAND.c.count > first)
        if count is not None:
            query = query.where(HAND.c.first < first + count)
        with self._reading() as connection:
            for start, block in connection.execute(query.order_by(HAND.c.first)):
                for number, text in enumerate(block.split("\n"), start):
                    if number >= first and (count is None or number < first + count):
                        yield number, text

    def faults(self, match: int) -> list[dict[str, Any]]:
        """What went wrong in a match, in the order of legs and hands."""
        query = (
            select(LEG.c.number.label("leg"), *(column for column in FAULT.c if column.name not in ("id", "leg")))
            .join(FAULT, FAULT.c.leg == LEG.c.id)
            .where(LEG.c.match == match)
            .order_by(LEG.c.number, FAULT.c.id)
        )
        with self._reading() as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def thinking(self, match: int) -> dict[int, tuple[int, float, float]]:
        """By entrant: decisions that were timed, their seconds, the longest."""
        query = (
            select(TALLY.c.entrant, func.sum(TALLY.c.decisions), func.sum(TALLY.c.seconds), func.max(TALLY.c.longest))
            .join(LEG, TALLY.c.leg == LEG.c.id)
            .where(LEG.c.match == match)
            .group_by(TALLY.c.entrant)
        )
        with self._reading() as connection:
            return {int(row[0]): (int(row[1]), float(row[2]), float(row[3])) for row in connection.execute(query)}

    def decisions(self, leg: int, hand: int) -> dict[int, tuple[int, dict[str, Any]]]:
        """The decisions of a hand that were kept, by place of the action: entrant and decision."""
        query = select(DECISION).where(DECISION.c.leg == leg, DECISION.c.hand == hand)
        with self._reading() as connection:
            return {row.action: (row.entrant, json.loads(row.decision)) for row in connection.execute(query)}

    def check(self) -> list[str]:
        """What is wrong with the file; empty if nothing is."""
        wrong = []
        with self._reading() as connection:
            wrong += [row[0] for row in connection.exec_driver_sql("PRAGMA integrity_check") if row[0] != "ok"]
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
            wrong += [f"table {row[0]} has a row without its {row[2]}" for row in broken]
            for row in connection.execute(select(TOURNAMENT)):
                query = select(func.count()).select_from(MATCH).where(MATCH.c.tournament == row.id)
                tables = connection.execute(query).scalar() or 0
                if tables != self._json(row, "tournament").get("tables"):
                    wrong.append(f"tournament {row.id} has {tables} tables, and not all that it had")
            for row in connection.execute(select(MATCH).order_by(MATCH.c.id)).all():
                try:
                    definition = self._json(row, "match")
                except StoreError as error:
                    wrong.append(str(error))
                    definition = {}
                wrong += _wrong_in_match(connection, row.id, definition)
        return wrong

    def check_match(self, number: int) -> list[str]:
        """What is wrong with the hands of a match, its totals and what its bots had learned; empty if nothing is."""
        definition = self.match(number).definition
        with self._reading() as connection:
            return _wrong_in_match(connection, number, definition)

    # Parts

    def _unknown(self, what: str, reference: int | str) -> str:
        if reference == LAST:
            return f"there is no {what} in {self.path} yet"
        return f"there is no {what} {reference!s:.60} in {self.path} (railbird matches lists them)"

    def _matches(self, connection: Connection, *chosen: ColumnElement[bool]) -> Iterator[StoredMatch]:
        sums = (func.sum(LEG.c.done).label("done"), func.min(LEG.c.finished).label("finished"))
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
            raise StoreError(f"the definition of {what} {row.id} in {self.path} is broken{remedy}")
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

    def _check_ours(self) -> None:
        """Look at a file without changing a byte of it."""
        if not self.path.exists() or self.path.stat().st_size == 0:
            return
        opened = self._read_only.connect() if self._read_only else files.connect(self.path, "ro")
        with closing(opened) as connection:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != schema.APPLICATION_ID:
            raise StoreError(f"{self.path} is a database of another program, not a store of Railbird")
        if version > schema.VERSION:
            raise StoreError(
                f"the store {self.path} has version {version} of a newer Railbird; this one knows {schema.VERSION}"
            )
        if version < 0 or (version == 0 and tables):
            raise StoreError(
                f"the store {self.path} says that it has version {version}, which no Railbird has written (versions "
                f"1 to {schema.VERSION} exist): its header is damaged. Restore it from a copy, or move it away, and a "
                "new one is made"
            )

    def _prepare(self, progress: Progress) -> None:
        """Make the tables, or bring them up to date; another process may do so at the same time."""
        with self._reading() as connection:
            (version,) = connection.exec_driver_sql("PRAGMA user_version").one()
        if version == schema.VERSION:
            return
        with self._writing() as connection:
            (version,) = connection.exec_driver_sql("PRAGMA user_version").one()
            if version == 0:
                schema.create(connection)
            elif version < schema.VERSION:
                schema.migrate(connection, version, progress)

    def _check_same_file(self) -> None:
        """SQLite writes on into a file that was deleted; nobody would ever find it again."""
        now = files.identity(self.path)
        if self._identity is None or self._read_only is not None or now == self._identity:
            return
        happened = "deleted or moved" if now is None else "replaced by another file"
        raise StoreError(
            f"the store {self.path} was {happened} while it was in use: what was played since is not kept. Put it back "
            "and resume, or start again"
        )

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        if self._read_only is not None:
            raise StoreError(f"the store {self.path} is read-only")
        with self._telling():
            self._check_same_file()
            with self._engine.begin() as connection:
                yield connection
            self._check_same_file()
            self._sync()

    def _sync(self) -> None:
        """Force what was written to the disk, if that was not done for a while.

        Transactions are written to the WAL without waiting for the disk (``synchronous=NORMAL``). A checkpoint waits:
        it syncs the WAL, moves it into the main file and syncs that. SQLite alone makes one after 1,000 pages, which a
        slow match takes minutes to fill.
        """
        if time.monotonic() - self._synced < SYNC_SECONDS:
            return
        with self._engine.connect() as connection:
            automatic = connection.execution_options(isolation_level="AUTOCOMMIT")
            automatic.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")
        self._synced = time.monotonic()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._telling():
            self._check_same_file()
            with self._engine.connect() as connection:
                yield connection.execution_options(isolation_level="AUTOCOMMIT")
            if self._read_only is not None:
                self._read_only.check_unchanged()

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """Errors of the database and of the system, told in one line."""
        try:
            yield
        except OSError as error:
            raise StoreError(f"the store {self.path}: {error.strerror or error}") from None
        except OverflowError:
            raise StoreError(f"the store {self.path} has no such large numbers") from None
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StoreError(_told(error, self.path)) from None


def _insert_match(
    connection: Connection, match: NewMatch, tournament: int | None, place: int | None, name: str | None = None
) -> int:
    row = {**_new(match.definition), "hands": match.hands, "tournament": tournament, "place": place, "name": name}
    (number,) = connection.execute(insert(MATCH).values(row)).inserted_primary_key or (0,)
    empty = {"done": 0, "finished": False, "checksum": seal(b"", (), ())}
    legs = [{"match": number, "number": leg, **empty} for leg in range(match.legs)]
    connection.execute(insert(LEG), legs)
    return int(number)


def _new(definition: Mapping[str, Any]) -> dict[str, Any]:
    """What a new match or tournament begins with."""
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return {"created": now, "railbird": __version__, "definition": json.dumps(definition)}


def _blocks(leg: int, played: NewHands, last: bytes) -> Iterator[tuple[int, int, int, str, bytes]]:
    """Rows of the table of hands: so many hands at a time are quicker to write, and take less room."""
    for start in range(0, len(played.hands), BLOCK):
        texts = played.hands[start : start + BLOCK]
        first, text = played.first + start, "\n".join(texts)
        last = block_checksum(last, first, len(texts), text.encode())
        yield leg, first, len(texts), text, last


def _last_checksum(connection: Connection, leg: int) -> bytes:
    """The end of a leg's chain of checksums."""
    query = select(HAND.c.checksum).where(HAND.c.leg == leg).order_by(HAND.c.first.desc()).limit(1)
    return bytes(connection.execute(query).scalar() or b"")


def _seal(connection: Connection, leg: int, last: bytes) -> bytes:
    """The seal of a leg as its rows are now; ``last`` is the end of its chain."""
    parts = connection.execute(select(TALLY.c.entrant, TALLY.c.parts).where(TALLY.c.leg == leg))
    columns = (LEARNED.c.entrant, LEARNED.c.about, LEARNED.c.checksum)
    learned = connection.execute(select(*columns).where(LEARNED.c.leg == leg))
    return seal(last, [(row[0], row[1]) for row in parts], [(row[0], row[1], row[2]) for row in learned])


def _wrong_in_match(connection: Connection, match: int, definition: Mapping[str, Any]) -> list[str]:
    """What is not as it was written, leg by leg."""
    wrong = []
    legs = connection.execute(select(LEG).where(LEG.c.match == match).order_by(LEG.c.number)).all()
    for leg in legs:
        found = [*_wrong_hands(connection, leg), *_wrong_states(connection, leg.id, definition)]
        if not found and _seal(connection, leg.id, _last_checksum(connection, leg.id)) != leg.checksum:
            found = ["its totals, or what its bots had learned, are not what was written"]
        wrong += [f"match {match}, leg {leg.number + 1}: {each}" for each in found]
    return wrong


def _wrong_hands(connection: Connection, leg: Any) -> list[str]:
    wrong, hands, last = [], 0, b""
    text = cast(HAND.c.text, LargeBinary).label("text")  # as bytes, since damaged text may be no text at all
    columns = (HAND.c.first, HAND.c.count, text, HAND.c.checksum)
    blocks = connection.execute(select(*columns).where(HAND.c.leg == leg.id).order_by(HAND.c.first))
    for first, count, block, checksum in blocks:
        if first == hands and count == block.count(b"\n") + 1:
            hands += count
            if block_checksum(last, first, count, block) != checksum:
                wrong.append(f"hands {first + 1} to {hands} are not what was written")
        last = checksum
    if hands != leg.done:
        wrong.append(f"{hands} hands are there, {leg.done} were counted")
    return wrong


def _wrong_states(connection: Connection, leg: int, definition: Mapping[str, Any]) -> list[str]:
    players = [str(each.get("player")) for each in definition.get("players", ())]
    names = dict(enumerate(players))
    columns = (LEARNED.c.entrant, LEARNED.c.about, cast(LEARNED.c.state, LargeBinary), LEARNED.c.checksum)
    return [
        f"what {names.get(entrant, f'entrant {entrant}')} had learned{f' about {about}' if about else ''} is not what "
        "was written"
        for entrant, about, state, checksum in connection.execute(select(*columns).where(LEARNED.c.leg == leg))
        if state_checksum(entrant, about, state) != checksum
    ]


def _bring_up_to_date(path: Path) -> None:
    """Open a private copy of a store, which moves its WAL into it and makes it one of this version."""
    Store(path).close()


def _told(error: Exception, path: Path) -> str:
    cause = str(getattr(error, "orig", error)).splitlines()[0]
    if "locked" in cause:
        return f"the store {path} was in use by another process for more than {files.PATIENCE} seconds; try again"
    if "not a database" in cause or "malformed" in cause or "file is encrypted" in cause:
        return f"{path} is no store of Railbird, or is broken ({cause}); move it away, and a new one is made"
    if "full" in cause:
        return f"there is no room left for the store {path} ({cause}); what was written before is safe"
    if "readonly" in cause or "read-only" in cause:
        return f"the store {path} is read-only"
    if isinstance(error, (OperationalError, DatabaseError)):
        return f"the store {path} cannot be used: {cause}"
    return f"the store {path}: {cause}"


def _engine(path: Path, read_only: files.ReadOnlyFile | None) -> Engine:
    """Every transaction of the engine takes the right to write at its beginning, so that none has to give up later."""

    def open_file() -> sqlite3.Connection:
        return read_only.connect() if read_only else files.connect(path, "rwc")

    engine = create_engine("sqlite://", creator=open_file, poolclass=NullPool if read_only else QueuePool)

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")
        if not read_only:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        if connection.get_execution_options().get("isolation_level") != "AUTOCOMMIT":
            connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    return engine
