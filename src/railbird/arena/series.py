"""A series of matches: the tables of a tournament, a comparison or a rating.

They are stored as one tournament, are played on all cores, and can be resumed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, report_nothing
from railbird.arena.backends import WorkersLike
from railbird.arena.definition import Adjustment, MatchDefinition, bot_to_read, define_match
from railbird.arena.evidence import evidence_of, played_hands
from railbird.arena.guard import FaultKind
from railbird.arena.leg import Chunk
from railbird.arena.match_record import StoredRecord
from railbird.arena.play import stopping
from railbird.arena.played_table import PlayedTable
from railbird.arena.results import Payoffs
from railbird.arena.workers import CHUNK_SECONDS, Task, team_of
from railbird.errors import MatchError
from railbird.game import Hand

if TYPE_CHECKING:
    from railbird.store import Store, StoreAddress, StoredMatch

Report = Callable[[int, int], None]
"""Called with the number of hands played and the total."""


class SeriesDefinition(Protocol):
    """A tournament, a comparison or a rating."""

    def tables(self) -> list[MatchDefinition]:
        """The matches to play."""

    def to_json(self) -> dict[str, Any]:
        """The definition as JSON."""


class Series:
    """A stored series of matches."""

    def __init__(self, store: Store, number: int) -> None:
        """Open the series of a number."""
        stored = store.tournament(number)
        self.number = number
        self.name = stored.name
        self.definition: dict[str, Any] = stored.definition
        self._store = store
        self._matches = self._read()
        if [match.place for match in self._matches] != list(range(self.definition.get("tables", 0))):
            raise MatchError(f"tournament {number} in {store.address} is damaged: some of its tables are missing")

    def _read(self) -> list[StoredMatch]:
        return sorted(self._store.matches(tournament=self.number), key=lambda match: match.place or 0)

    @classmethod
    def new(
        cls, store: Store, definition: dict[str, Any], tables: Sequence[MatchDefinition], name: str | None = None
    ) -> Series:
        """Create a series."""
        from railbird.store import NewMatch

        new = [NewMatch(table.to_json(), table.seatings * table.replicates, table.total_hands) for table in tables]
        return cls(store, store.add_tournament(definition, new, name))

    def __len__(self) -> int:
        return len(self._matches)

    @property
    def address(self) -> StoreAddress:
        """The address of the store."""
        return self._store.address

    @property
    def finished(self) -> bool:
        return all(match.finished for match in self._matches)

    @property
    def hands(self) -> int:
        """The number of hands played."""
        return sum(match.done for match in self._matches)

    def tables(self) -> list[MatchDefinition]:
        """The match at each table."""
        return [define_match(match.definition, bot_to_read) for match in self._matches]

    def match_number(self, index: int) -> int:
        """The number of a table's match in the store."""
        return self._matches[index].id

    def play(
        self,
        *,
        workers: WorkersLike = 1,
        chunk_seconds: float = CHUNK_SECONDS,
        report: Report = lambda *_: None,
        on_stop: Callable[[], None] = lambda: None,
    ) -> None:
        """Play the remaining hands, or until Ctrl-C, which first calls ``on_stop``."""
        records = [StoredRecord.resume(self._store, match.id) for match in self._matches]
        total, done = sum(match.hands for match in self._matches), self.hands
        tasks = [
            Task(index, record.definition.leg(state.number), state, record.definition.hands)
            for index, record in enumerate(records)
            for state in record.states()
            if not state.finished
        ]
        stop = threading.Event()

        def keep(index: int, chunk: Chunk) -> None:
            nonlocal done
            records[index].add(chunk)
            done += len(chunk.hands)
            report(done, total)

        definitions = [record.definition for record in records]
        with stopping(stop, on_stop), team_of(definitions, workers, len(tasks), chunk_seconds) as team:
            team.play(tasks, keep, stop)
        self._matches = self._read()

    def faults(self) -> list[dict[str, Any]]:
        """Faults at all tables by bot and kind: the count and the first one; handled ones by what failed."""
        results: dict[tuple[str, str, str], dict[str, Any]] = {}
        for match in self._matches:
            bots = [each["bot"] for each in match.definition["players"]]
            for fault in self._store.faults(match.id):
                handled = fault["message"] if fault["kind"] == FaultKind.HANDLED else ""
                key = bots[fault["entrant"]], fault["kind"], handled
                known = results.setdefault(key, {"bot": key[0], "kind": key[1], "count": 0, "match": match.id})
                known.setdefault("message", fault["message"])
                known["count"] += fault["count"]
        return list(results.values())

    def samples(
        self, progress: Progress = report_nothing, *, by_replicate: bool | None = None
    ) -> Iterator[NDArray[np.float64]]:
        """The independent samples of each table, with its adjustment: arrays [samples, entrants], in order.

        A table with too few hands has none.
        """
        for index, match in enumerate(self._matches):
            record = StoredRecord.read(self._store, match.id)
            payoffs = record.payoffs()
            evidence = evidence_of(record, payoffs)
            whole = record.definition.by_replicate if by_replicate is None else by_replicate
            source = payoffs if evidence is None else evidence
            yield source.samples(by_replicate=whole)
            progress((index + 1) / len(self._matches))

    def payoffs(self, index: int) -> Payoffs:
        """The payoffs at a table, hand by hand."""
        return StoredRecord.read(self._store, self._matches[index].id).payoffs()

    def adjusted(self, index: int, adjust: Adjustment) -> NDArray[np.float64]:
        """The winnings at a table in its unit, with any adjustment: an array [hands or deals, entrants]."""
        return self.played(index).adjusted(adjust)

    def played(self, index: int) -> PlayedTable:
        """A table with all its hands, as data for tasks on other machines."""
        return PlayedTable.of(StoredRecord.read(self._store, self._matches[index].id))

    def learned(self, index: int) -> list[Mapping[int, Mapping[str, bytes]]]:
        """What bots had learned by the end of each leg of a table, by entrant."""
        return [state.learned for state in StoredRecord.read(self._store, self._matches[index].id).states()]

    def hands_of(self, index: int) -> Iterator[Hand]:
        """The hands of a table, in order."""
        record = StoredRecord.read(self._store, self._matches[index].id)
        for leg in record.definition.legs():
            for hand, _ in played_hands(record.definition, leg, record.lines(leg.number)):
                yield hand
