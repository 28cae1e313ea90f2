"""Joint tables, kept on disk: counting those of hold'em takes minutes."""

from __future__ import annotations

import zipfile
from io import BytesIO

import numpy as np

from railbird._disk_cache import DiskCache
from railbird._progress import Progress, report_nothing
from railbird.abstraction.cards import CardAbstraction
from railbird.abstraction.cards.card_abstraction import cards_of
from railbird.solve.buckets.joint import BOARDS, JointCounter, JointTables

DISK = DiskCache("tables", version=1, most_bytes=256 << 20)


def kept_tables(
    cards: CardAbstraction,
    *,
    boards: int = BOARDS,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress = report_nothing,
) -> JointTables:
    """The joint tables of an abstraction with perfect recall: from the cache, or counted."""
    counter = JointCounter(cards, boards, seed)
    key = f"{cards.spec} {cards_of(cards.game)} {counter.boards} {seed}"
    found = None if counter.exact else _tables(DISK.get(key), cards.counts[-1])
    if found is None:
        counter.run(threads, progress)
        found = counter.tables()
        if not found.exact:
            file = BytesIO()
            np.savez_compressed(file, meetings=found.meetings, wins=found.wins, boards=np.array(found.boards))
            DISK.put(key, file.getvalue())
    return found


def _tables(data: bytes | None, size: int) -> JointTables | None:
    if data is None:
        return None
    try:
        with np.load(BytesIO(data), allow_pickle=False) as file:
            tables = JointTables(file["meetings"], file["wins"], int(file["boards"]), exact=False)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):  # broken: counted again
        return None
    return tables if tables.meetings.shape == tables.wins.shape == (size, size) else None
