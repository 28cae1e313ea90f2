"""Stores that cannot be written, or have been deleted."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from railbird.errors import StoreError
from railbird.store import NewHands, Store, files, schema
from tests.store.stores import DEFINITION, HANDS, filled, make_older, public_folder, read_only


@pytest.fixture
def folder() -> Iterator[Path]:
    with public_folder() as path:
        yield path


def _with_wal(folder: Path) -> Store:
    """An open store whose second match is only in the WAL."""
    store = filled(folder / "railbird.db")
    with closing(sqlite3.connect(store.path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.add_match(DEFINITION, 1, 2)
    store.add_hands(store.legs(2)[0], NewHands(first=0, hands=HANDS, parts=[5, -5], finished=True))
    assert (folder / "railbird.db-wal").stat().st_size > 0
    return store


def test_a_store_in_a_read_only_folder_can_be_read_and_not_written(folder: Path) -> None:
    filled(folder / "railbird.db").close()
    with read_only(folder):
        store = Store(folder / "railbird.db")
        assert (store.match(1).done, store.check(), store.notice) == (4, [], None)
        with pytest.raises(StoreError, match="is read-only"):
            store.add_match(DEFINITION, 1, 1)
        store.close()
    assert [each.name for each in folder.iterdir()] == ["railbird.db"]


def test_a_store_that_somebody_else_writes_is_read_as_it_is_now(folder: Path) -> None:
    writer = _with_wal(folder)
    with read_only(folder):
        reader = Store(writer.path)
        assert [match.done for match in reader.matches()] == [2, 4]
        assert reader.notice is None
    writer.add_match(DEFINITION, 1, 2)
    with read_only(folder):
        assert [match.done for match in reader.matches()] == [0, 2, 4]


def test_a_store_copied_with_its_wal_to_a_read_only_folder_has_all_its_matches(folder: Path, tmp_path: Path) -> None:
    with public_folder() as other:
        writer = _with_wal(other)
        for name in ("railbird.db", "railbird.db-wal"):
            shutil.copy(other / name, folder / name)
        writer.close()
    before = {each.name: each.read_bytes() for each in folder.iterdir()}
    with read_only(folder):
        store = Store(folder / "railbird.db")
        assert [match.done for match in store.matches()] == [2, 4]
        assert store.check() == []
        assert store.notice is not None
        assert "reading a temporary copy of it" in store.notice
        store.close()
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == before
    assert not list(Path(tempfile.gettempdir()).glob("railbird-store-*/copy.db"))


def test_an_older_store_in_a_read_only_folder_is_read_from_a_copy(folder: Path) -> None:
    filled(folder / "railbird.db").close()
    make_older(folder / "railbird.db", 2)
    before = (folder / "railbird.db").read_bytes()
    with read_only(folder):
        store = Store(folder / "railbird.db")
        assert (store.match(1).done, store.check()) == (4, [])
        store.close()
    assert (folder / "railbird.db").read_bytes() == before


def test_a_copy_is_renewed_when_the_store_has_changed(folder: Path) -> None:
    filled(folder / "railbird.db").close()
    make_older(folder / "railbird.db", 2)
    with read_only(folder):
        store = Store(folder / "railbird.db")
        assert len(store.matches()) == 1
    with closing(sqlite3.connect(folder / "railbird.db")) as connection, connection:
        connection.execute(
            'INSERT INTO "match" SELECT 7, created, railbird, definition, 0, NULL, NULL, NULL FROM "match"'
        )
    with read_only(folder):
        assert [match.id for match in store.matches()] == [7, 1]
        store.close()


def test_a_file_that_changes_while_it_is_read_as_immutable_is_reported(folder: Path) -> None:
    filled(folder / "railbird.db", hands=250).close()
    with read_only(folder):
        store = Store(folder / "railbird.db")
        hands = store.hands(store.legs(1)[0].id)
        next(hands)
    with closing(sqlite3.connect(folder / "railbird.db")) as connection, connection:
        connection.execute(f"PRAGMA user_version = {schema.VERSION}")
    filled(folder / "railbird.db").close()
    with read_only(folder), pytest.raises(StoreError, match="changed by another process while it was read; try again"):
        list(hands)


def test_a_read_only_wal_makes_the_store_read_only(folder: Path) -> None:
    writer = _with_wal(folder)
    assert files.is_writable(writer.path)
    with read_only(folder):
        assert not files.is_writable(writer.path)


@pytest.mark.parametrize("replaced", [False, True])
def test_deleting_the_store_while_it_is_in_use_is_reported(tmp_path: Path, replaced: bool) -> None:
    store, other = filled(tmp_path / "railbird.db"), filled(tmp_path / "other.db")
    other.close()
    store.add_match(DEFINITION, 1, 10)
    leg = store.legs(2)[0]
    for each in tmp_path.glob("railbird.db*"):
        each.unlink()
    if replaced:
        shutil.copy(other.path, store.path)
    happened = "replaced by another file" if replaced else "deleted or moved"
    for use in (lambda: store.add_hands(leg, NewHands(first=0, hands=HANDS, parts=[1, -1])), store.matches):
        with pytest.raises(StoreError, match=f"was {happened} while it was in use: the hands since then are lost"):
            use()
    if replaced:
        assert Store(store.path).check() == []
        assert len(Store(store.path).matches()) == 1


def test_deleting_the_store_during_a_transaction_is_reported(tmp_path: Path) -> None:
    store = filled(tmp_path / "railbird.db")
    with pytest.raises(StoreError, match="was deleted or moved while it was in use"), store._database.writing():
        store.path.unlink()
