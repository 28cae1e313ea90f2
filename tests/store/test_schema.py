"""Stores of older versions are migrated, or stay unchanged."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from railbird.errors import StoreError
from railbird.store import NewHands, NewMatch, Store, schema
from tests.store.places import KINDS, Place
from tests.store.stores import HANDS, filled, make_older


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "railbird.db"


def test_an_older_store_is_brought_up_to_date_or_left_as_it_was(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(place).close()
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    monkeypatch.setitem(
        schema.MIGRATIONS, schema.VERSION - 1, ("ALTER TABLE match ADD COLUMN note TEXT", "SELECT nonsense")
    )
    before = place.layout()
    with pytest.raises(StoreError):
        place.open()
    assert (place.version(), place.layout()) == (schema.VERSION - 1, before)
    monkeypatch.setitem(schema.MIGRATIONS, schema.VERSION - 1, ("ALTER TABLE match ADD COLUMN note TEXT",))
    with place.open() as store:
        assert store.match(1).done == 4
    assert place.version() == schema.VERSION
    assert "note" in [column[0] for column in place.layout()["match"]]


def test_several_processes_bring_a_store_up_to_date_once(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(place).close()
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    steps: list[int] = []
    step = ("ALTER TABLE match ADD COLUMN note TEXT", lambda *_: steps.append(1))
    monkeypatch.setitem(schema.MIGRATIONS, schema.VERSION - 1, step)
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(lambda _: place.open(), range(4)))
    assert (steps, [store.match(1).done for store in stores]) == ([1], [4] * 4)
    for store in stores:
        store.close()


def test_a_step_may_be_written_for_each_kind_of_database(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(place).close()
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    each = {kind: f"ALTER TABLE match ADD COLUMN {kind} TEXT" for kind in KINDS}
    monkeypatch.setitem(schema.MIGRATIONS, schema.VERSION - 1, (each,))
    place.open().close()
    assert [name for name, *_ in place.layout()["match"] if name in KINDS] == [place.kind]


def test_files_and_databases_have_the_same_tables(place: Place) -> None:
    place.open().close()
    own = ("sqlite_sequence", "railbird_store")
    layout = {table: [name for name, *_ in columns] for table, columns in place.layout().items() if table not in own}
    assert layout == {table.name: table.c.keys() for table in schema.METADATA.tables.values()}


def test_a_store_of_the_first_version_becomes_one_of_this(path: Path) -> None:
    filled(path).close()
    make_older(path, 1)
    store = Store(path)
    assert store.match(1).done == 4
    assert store.match(1).tournament is None
    tables = [NewMatch(store.match(1).definition, 1, 4)] * 2
    tournament = store.add_tournament({"players": [], "game": "limit"}, tables)
    assert [(each.id, each.place) for each in store.matches(tournament=tournament)] == [(3, 1), (2, 0)]
    assert store.check() == []


def _layout(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            table: [row[1:2] + row[3:4] + row[5:] for row in connection.execute(f'PRAGMA table_info("{table}")')]
            for table in sorted(tables)
        }


@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
def test_older_stores_get_the_layout_and_the_checksums_of_new_ones(path: Path, tmp_path: Path, version: int) -> None:
    fresh = tmp_path / "fresh.db"
    for each in (path, fresh):
        filled(each, hands=250).close()
    make_older(path, version)
    shares: list[float] = []
    store = Store(path, progress=shares.append)
    assert shares == ([0.5, 1.0] if version < 3 else [])
    assert store.check() == []
    store.close()
    assert _layout(path) == _layout(fresh)
    rows = [
        sqlite3.connect(each).execute("SELECT leg, first, checksum FROM hand ORDER BY 1, 2").fetchall()
        for each in (path, fresh)
    ]
    assert rows[0] == rows[1]
    assert len(rows[0]) == 6


def test_an_unfinished_match_of_the_second_version_goes_on(path: Path) -> None:
    store = Store(path)
    store.add_match({"game": "limit", "players": []}, 1, 4)
    store.add_hands(store.legs(1)[0], NewHands(first=0, hands=HANDS, parts=[5, -5], learned={0: {"a": b"1"}}))
    store.close()
    make_older(path, 2)
    store = Store(path)
    store.add_hands(
        store.legs(1)[0], NewHands(first=2, hands=HANDS, parts=[5, -5], learned={0: {"a": b"2"}}, finished=True)
    )
    assert store.check() == []
    assert store.legs(1)[0].learned == {0: {"a": b"2"}}
