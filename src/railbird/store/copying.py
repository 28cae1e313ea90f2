"""Copy a store: a file into a database, a database into a file, or any other way."""

from __future__ import annotations

from sqlalchemy import select

from railbird._progress import Progress, part_of, report_nothing
from railbird.errors import StoreError
from railbird.store.contents import TABLES, Hasher, StoreContents, batches, contents_of, row_count
from railbird.store.dialects import insert_rows
from railbird.store.numbering import NUMBERED, last_number, set_last_number
from railbird.store.store import Store

_COPYING = 0.7
"""The share of the time until all rows are there; the rest is reading them back."""


def copy_store(source: Store, target: Store, progress: Progress = report_nothing) -> StoreContents:
    """Copy everything into an empty store, with all numbers and names; all of it or nothing.

    It copies the source as it is at the beginning; others may go on writing there. What was written is read back and
    compared before it counts.

    >>> import tempfile
    >>> import railbird as rb
    >>> with tempfile.TemporaryDirectory() as folder, rb.Store(f"{folder}/a.db") as store:
    ...     _ = rb.play_match(["simple", "random"], hands=20, store=store)
    ...     with rb.Store(f"{folder}/b.db") as copy:
    ...         copy_store(store, copy) == store.contents() == copy.contents()
    True
    """
    with source._database.snapshot() as reading, target._database.writing_alone() as writing:
        for table in TABLES:
            if writing.execute(select(*table.primary_key.columns).limit(1)).first() is not None:
                raise StoreError(f"the store {target.address} is not empty: copy into a new one")
        hasher, total, done = Hasher(), max(row_count(reading), 1), 0
        copying = part_of(progress, 0.0, _COPYING)
        for table in TABLES:
            hasher.begin(table)
            for batch in batches(reading, table):
                for row in batch:
                    hasher.add(row)
                insert_rows(writing, table, batch)
                done += len(batch)
                copying(min(done / total, 1.0))
        for table in NUMBERED:
            set_last_number(writing, table, last_number(reading, table))
        if contents_of(writing, part_of(progress, _COPYING, 1 - _COPYING)) != hasher.contents():
            raise StoreError(f"the copy in {target.address} differs from {source.address}: nothing was kept. Try again")
    progress(1.0)
    return hasher.contents()
