"""Joint tables, kept on disk: counting those of hold'em takes minutes."""

from __future__ import annotations

from hashlib import sha256

from railbird._disk_cache import DiskCache
from railbird._progress import Progress, report_nothing
from railbird.abstraction.cards import CardAbstraction
from railbird.errors import ModelError
from railbird.models.saved_arrays import read_arrays, write_arrays
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
    digest = sha256()
    for name, array in sorted(cards.arrays().items()):
        digest.update(name.encode() + array.tobytes())
    key = f"{digest.hexdigest()} {counter.boards} {seed}"
    found = None if counter.exact else _tables(DISK.get(key), cards.counts[-1])
    if found is None:
        counter.run(threads, progress)
        found = counter.tables()
        if not found.exact:
            head = {"boards": found.boards}
            DISK.put(key, write_arrays(head, {"meetings": found.meetings, "wins": found.wins}))
    return found


def _tables(data: bytes | None, size: int) -> JointTables | None:
    if data is None:
        return None
    try:
        head, arrays = read_arrays(data, "the joint tables")
        tables = JointTables(arrays["meetings"], arrays["wins"], int(head["boards"]), exact=False)
    except (ModelError, KeyError, TypeError, ValueError):  # broken: counted again
        return None
    return tables if tables.meetings.shape == tables.wins.shape == (size, size) else None
