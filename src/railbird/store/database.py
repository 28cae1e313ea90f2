"""The database behind a store, whatever it is: connections for reading and writing, and what only one may do at a time.

Several processes may use one database at the same time. Nothing here knows the contents of the tables.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from typing import Protocol

from sqlalchemy import Connection

from railbird.store.address import StoreAddress


class Hold(Protocol):
    """A right that one process has at a time. It ends with its process."""

    @property
    def name(self) -> str:
        """A name for the store: the same whenever it is held, and another for any other store."""

    def release(self) -> None: ...


class Database(ABC):
    """An open database."""

    address: StoreAddress

    @property
    def notice(self) -> str | None:
        """A note for readers of this store; None if there is nothing unusual."""
        return None

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def writing(self) -> AbstractContextManager[Connection]:
        """A write transaction: all of it or nothing."""

    @abstractmethod
    def writing_alone(self) -> AbstractContextManager[Connection]:
        """A write transaction beside which nobody else writes."""

    @abstractmethod
    def reading(self) -> AbstractContextManager[Connection]:
        """A connection for reading."""

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[Connection]:
        """A connection for reading that sees everything as it is now, whatever others write meanwhile."""

    @abstractmethod
    def one_at_a_time(self, connection: Connection, what: str) -> None:
        """Wait until no other transaction does this; others wait until this transaction ends."""

    @abstractmethod
    def hold(self) -> Hold | None:
        """The right to play the tables of this store; None if another process has it."""

    @abstractmethod
    def is_held(self) -> bool:
        """Whether a process has that right now."""

    @abstractmethod
    def integrity(self, connection: Connection) -> list[str]:
        """Problems that the database itself finds."""

    @abstractmethod
    def compact(self) -> None:
        """Free the space of deleted rows."""

    @abstractmethod
    def size(self) -> int:
        """The bytes that the store takes on the disk."""
