"""All tables of a server: opening and finding them, who the players are, and continuing after a restart."""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import secrets
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from railbird.errors import RailbirdError, TableError, quoted
from railbird.gallery.catalogue import BUILT_IN
from railbird.game import Dealing
from railbird.histories.narration import YOU
from railbird.store import SessionHand, Store, StoredSession
from railbird.tables.bot_host import Bots, HostedBots
from railbird.tables.bot_worker import Opening
from railbird.tables.open_table import OpenTable
from railbird.tables.people import People
from railbird.tables.setup import TableSetup, setup_from_json

KIND = "table"
"""The kind of sessions that are tables."""
MOST_TABLES = 1000
MOST_OWNED = 10
"""Tables of one player."""
LOG = logging.getLogger(__name__)
_RESERVED = {name.casefold() for name in BUILT_IN}
"""Names of bots, whether they play now or not."""
_NAME = re.compile(r"[^\W_][\w .'-]{0,23}")


class Lobby:
    """The tables of a server and its players. All hands go to one store."""

    def __init__(
        self,
        store: Store,
        *,
        make_bots: Callable[[Opening], Bots] = HostedBots,
        dealing: Dealing | None = None,
        most_tables: int = MOST_TABLES,
    ) -> None:
        self.store = store
        self.tables: dict[int, OpenTable] = {}
        self._make_bots, self._dealing, self._most = make_bots, dealing, most_tables
        self.people = People(self._needed_names)
        self._of_bots: set[str] = set()
        """The names of bots of tables that are being opened."""
        self._database = ThreadPoolExecutor(1, "store")
        self._running: dict[int, asyncio.Task[None]] = {}

    # Players

    def enter(self, name: str, token: str | None = None) -> tuple[str, str]:
        """A player's name and token: the same as before with a token, or new ones. Raises TableError."""
        if token:
            return self.people.visitor(token).name, token
        name = " ".join(name.split())
        taken = _RESERVED | self._of_bots
        taken |= {bot.casefold() for table in self.tables.values() for bot in table.setup.bot_ids}
        if not _NAME.fullmatch(name) or name.casefold() == YOU:
            raise TableError(f"a name has 1 to 24 letters, digits, spaces, and . ' -, not {quoted(name)}", "bad-name")
        if name.casefold() in taken:
            raise TableError(f"somebody here is called {name} already", "name-taken")
        return name, self.people.add(name)

    def _needed_names(self) -> set[str]:
        """The names of all who have sat at an open table, or own one."""
        return {name for table in self.tables.values() for name in table.known}

    def check_secret(self, given: str, wanted: str) -> bool:
        """Compare two secrets in a time that does not depend on them."""
        return hmac.compare_digest(_bytes(given), _bytes(wanted))

    # Tables

    def table(self, number: int) -> OpenTable:
        """The table of a number. Raises TableError."""
        if number not in self.tables:
            raise TableError(f"there is no table {number}", "no-table")
        return self.tables[number]

    async def open(self, setup: TableSetup, owner: str = "") -> OpenTable:
        """Open a table, and begin to play as soon as there are players."""
        if len(self.tables) >= self._most:
            raise TableError(f"there are {len(self.tables)} tables already", "too-many-tables")
        if owner and sum(table.owner == owner for table in self.tables.values()) >= MOST_OWNED:
            raise TableError(f"you have {MOST_OWNED} tables open; close one first", "too-many-tables")
        clash = [bot for bot in setup.bot_ids if bot in self.people]
        if clash:
            raise TableError(f"a player is called {clash[0]}, like a bot of this table", "name-taken")
        names = {bot.casefold() for bot in setup.bot_ids}
        self.people.forget(names)
        self._of_bots |= names  # nobody may take them while the store is written
        try:
            number = await self._in_store(self.store.sessions.add, KIND, setup.to_json(), {})
            table = self._new(number, setup, owner)
            await self._begin(table)
        finally:
            self._of_bots -= names
        return table

    async def resume(self) -> list[str]:
        """Continue the tables of an earlier run that had not been closed. Returns what could not be continued."""
        problems = []
        for number in await self._in_store(self.store.sessions.numbers, KIND):
            try:
                stored = await self._in_store(self.store.sessions.session, number)
                self.people.restore(stored.state.get("tokens", {}))  # also of closed tables: their hands are theirs
                if stored.ending is None:
                    await self._resume(stored)
            except (RailbirdError, AttributeError, KeyError, TypeError, ValueError) as error:
                problems.append(f"table {number} cannot be continued: {error}")
                LOG.warning(problems[-1])
        return problems

    async def _resume(self, stored: StoredSession) -> None:
        table = self._new(stored.id, setup_from_json(stored.definition), "")
        table.restore(stored.state, stored.hands)
        await self._begin(table)

    async def _begin(self, table: OpenTable) -> None:
        """Keep the state of a table before anything is dealt, and play."""
        await self._in_store(self.store.sessions.keep_state, table.number, self._with_tokens(table))
        self._start(table)

    def _new(self, number: int, setup: TableSetup, owner: str) -> OpenTable:
        seats = setup.seats
        empty = [f"seat {seat + 1}" for seat in range(seats - len(setup.bots))]
        opening = Opening(
            game=setup.game,
            players=(*empty, *setup.bot_ids),
            bots=tuple(zip(setup.bot_ids, map(str, setup.specs), strict=True)),
            seed=secrets.randbits(48),
            limit=setup.bot_seconds,
        )
        record = _StoredTable(self, number)
        return OpenTable(number, setup, self._make_bots(opening), record, owner=owner, dealing=self._dealing)

    def _start(self, table: OpenTable) -> None:
        self.tables[table.number] = table
        task = asyncio.get_running_loop().create_task(table.run(), name=f"table {table.number}")
        self._running[table.number] = task
        task.add_done_callback(lambda _: self._over(table))

    def _over(self, table: OpenTable) -> None:
        self._running.pop(table.number, None)
        self.tables.pop(table.number, None)

    async def stop(self) -> None:
        """Stop all tables without closing them: they continue with ``resume``."""
        for task in list(self._running.values()):
            task.cancel()
        tables = list(self.tables.values())
        await asyncio.gather(*self._running.values(), return_exceptions=True)
        await asyncio.gather(*(table.states.finish() for table in tables))
        self._database.shutdown()

    def lists(self) -> list[dict[str, Any]]:
        """All tables, newest first."""
        return [self.tables[number].summary() for number in sorted(self.tables, reverse=True)]

    # Store

    async def _in_store(self, work: Callable[..., Any], *arguments: object) -> Any:
        """Use the store in the one thread that may use it."""
        return await asyncio.get_running_loop().run_in_executor(self._database, lambda: work(*arguments))

    async def read(self, work: Callable[[Store], Any]) -> Any:
        """Read from the store."""
        return await self._in_store(work, self.store)

    def _with_tokens(self, table: OpenTable, state: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """A state with the hashes of its players' tokens, so that they can come back."""
        state = table.state() if state is None else state
        return {**state, "tokens": self.people.tokens_of({*state["known"], state["owner"]})}


class _StoredTable:
    """Keeps the hands of one table."""

    def __init__(self, lobby: Lobby, number: int) -> None:
        self._lobby, self._number = lobby, number

    async def keep_hand(self, hand: SessionHand, state: Mapping[str, Any]) -> None:
        lobby = self._lobby
        whole = lobby._with_tokens(lobby.table(self._number), state)
        await lobby._in_store(lobby.store.sessions.add_hand, self._number, hand, whole)

    async def keep_state(self, state: Mapping[str, Any]) -> None:
        lobby = self._lobby
        if self._number in lobby.tables:
            whole = lobby._with_tokens(lobby.table(self._number), state)
            await lobby._in_store(lobby.store.sessions.keep_state, self._number, whole)

    async def end(self, why: str) -> None:
        await self._lobby._in_store(self._lobby.store.sessions.end, self._number, why)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
