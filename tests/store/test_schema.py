"""Stores of older versions are migrated, or stay unchanged."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from railbird.errors import StoreError
from railbird.store import NewHands, NewMatch, Store, schema
from tests.store.stores import HANDS, filled, make_older


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "railbird.db"


def test_an_older_store_is_brought_up_to_date_or_left_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path).close()
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    monkeypatch.setitem(
        schema.MIGRATIONS, schema.VERSION - 1, ("ALTER TABLE match ADD COLUMN note TEXT", "SELECT nonsense")
    )
    with pytest.raises(StoreError):
        Store(path)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION - 1,)
        assert "note" not in [row[1] for row in connection.execute("PRAGMA table_info(match)")]
    monkeypatch.setitem(schema.MIGRATIONS, schema.VERSION - 1, ("ALTER TABLE match ADD COLUMN note TEXT",))
    assert Store(path).match(1).done == 4
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (schema.VERSION,)


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
