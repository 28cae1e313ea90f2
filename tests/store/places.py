"""Where tests keep a store: in a file or in a database of a server. Each test runs in both."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, NullPool, create_engine, make_url, text

from railbird.store import Store

KINDS = ("sqlite", "postgresql")


class Place(ABC):
    """A place for one store, and a way to it that does not go through the store."""

    kind: str
    address: str
    other_program: str
    """What a store says about a database of another program."""

    @abstractmethod
    def prepare(self) -> None:
        """Make room for tables that are not ours."""

    @abstractmethod
    def exists(self) -> bool:
        """Whether there is a store, or anything else."""

    def open(self, **options: Any) -> Store:
        return Store(self.address, **options)

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """A connection of our own; what it does is kept at the end."""
        with self._engine.begin() as connection:
            yield connection

    @cached_property
    def _engine(self) -> Engine:
        return create_engine(self._url(), poolclass=NullPool)

    def execute(self, statement: str, **values: Any) -> int:
        """Execute a statement. Returns the number of rows that it changed."""
        with self.connected() as connection:
            return int(connection.execute(text(statement), values).rowcount)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with self.connected() as connection:
            return [tuple(row) for row in connection.execute(text(query))]

    @abstractmethod
    def version(self) -> int:
        """The version of the store's layout."""

    @abstractmethod
    def set_version(self, version: int) -> None: ...

    @abstractmethod
    def locked(self) -> Any:
        """Keeps others from writing."""

    @abstractmethod
    def fill_disk(self, store: Store) -> None:
        """From now on there is hardly any room for this store."""

    @abstractmethod
    def layout(self) -> dict[str, list[tuple[Any, ...]]]:
        """The columns of each table."""

    @abstractmethod
    def _url(self) -> Any: ...


class FilePlace(Place):
    """A SQLite file."""

    kind = "sqlite"
    other_program = "a database of another program"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.address = str(path)

    def prepare(self) -> None:
        self.path.parent.mkdir(exist_ok=True)

    def exists(self) -> bool:
        return self.path.exists()

    def version(self) -> int:
        return int(self.rows("PRAGMA user_version")[0][0])

    def set_version(self, version: int) -> None:
        self.execute(f"PRAGMA user_version = {version}")

    @contextmanager
    def locked(self) -> Iterator[None]:
        with self.connected() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield
            connection.rollback()

    def fill_disk(self, store: Store) -> None:
        with store._database.reading() as connection:
            (pages,) = connection.exec_driver_sql("PRAGMA page_count").one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 3}")

    def layout(self) -> dict[str, list[tuple[Any, ...]]]:
        names = [row[0] for row in self.rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        columns = {name: self.rows(f'PRAGMA table_info("{name}")') for name in names}
        return {name: [row[1:2] + row[3:4] + row[5:] for row in rows] for name, rows in columns.items()}

    def _url(self) -> Any:
        return f"sqlite:///{self.path}"


class ServerPlace(Place):
    """A schema of a PostgreSQL database."""

    kind = "postgresql"
    other_program = "has tables of another program"

    def __init__(self, address: str) -> None:
        self.address = address

    def prepare(self) -> None:
        """There is room."""

    def exists(self) -> bool:
        return bool(self.layout())

    def version(self) -> int:
        return int(self.rows("SELECT version FROM railbird_store")[0][0])

    def set_version(self, version: int) -> None:
        self.execute("UPDATE railbird_store SET version = :version", version=version)

    @contextmanager
    def locked(self) -> Iterator[None]:
        with self.connected() as connection:
            connection.exec_driver_sql("LOCK TABLE leg, match IN EXCLUSIVE MODE")
            yield
            connection.rollback()

    def fill_disk(self, store: Store) -> None:
        full = "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
        self.execute(full + "'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$")
        for table in ("hand", "session_hand"):
            self.execute(
                f"CREATE TRIGGER full_disk BEFORE INSERT ON {table} FOR EACH ROW WHEN (length(NEW.text) > 2000) "
                "EXECUTE FUNCTION full_disk()"
            )

    def layout(self) -> dict[str, list[tuple[Any, ...]]]:
        query = "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns WHERE "
        found: dict[str, list[tuple[Any, ...]]] = {}
        for table, *column in self.rows(query + "table_schema = current_schema() ORDER BY 1, ordinal_position"):
            found.setdefault(table, []).append(tuple(column))
        return found

    def _url(self) -> Any:
        return make_url(self.address)
