"""A store in a SQLite file: what is particular to files."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from railbird.errors import StoreError
from railbird.store import NewHands, Store
from tests.store.stores import DEFINITION, filled


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "railbird.db"


def test_a_store_used_in_a_with_statement_is_closed_at_its_end_also_after_an_error(path: Path) -> None:
    with Store(path) as store:
        store.add_match(DEFINITION, 1, 4)
    with pytest.raises(KeyError, match="lost"), Store(path) as store:
        raise KeyError("lost")
    path.unlink()
    path.parent.rmdir()  # only an empty folder can be removed: a closed database leaves no side files


def test_a_million_hands_would_fit_in_200_megabytes(path: Path) -> None:
    long = "rrrcc/crcrc/cccrfc/crrc:AhKh|QsQd|7c7d/Kc9d2h/9s/4d:-1200|2400|-1200"
    store = Store(path)
    store.add_match(DEFINITION, 1, 20_000)
    store.add_hands(store.legs(1)[0], NewHands(first=0, hands=[long] * 20_000, parts=[0, 0, 0]))
    store.close()
    assert path.stat().st_size * 50 < 200_000_000


@pytest.mark.parametrize("content", [b"hello", b"SQLite format 3\0" + b"\1" * 5000, b"\0" * 5000])
def test_a_file_that_is_not_a_database_is_rejected_and_left_alone(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StoreError, match="is not a Railbird store, or is damaged") as caught:
        Store(path)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_rejected_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE other (x)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="a database of another program"):
        Store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["a?b.db", "a#b.db", "a%20b.db", "a b.db", "ä.db"])
def test_a_path_may_contain_any_characters(path: Path, name: str) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path.parent / "a") as connection:
        connection.execute("CREATE TABLE other (x)")
    before = (path.parent / "a").read_bytes()
    filled(path.parent / name).close()
    assert sorted(each.name for each in path.parent.iterdir()) == sorted(["a", name])
    assert (path.parent / "a").read_bytes() == before


@pytest.mark.parametrize("version", [-1, 0, -(2**31)])
def test_an_impossible_version_is_rejected_and_left_alone(path: Path, version: int) -> None:
    filled(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"has version {version}, but only versions 1 to"):
        Store(path)
    assert path.read_bytes() == before


def test_a_missing_store_is_reported(path: Path) -> None:
    with pytest.raises(StoreError, match="there is no store"):
        Store(path, create=False)
    blocked = path.parent / "file"
    path.parent.mkdir()
    blocked.write_text("in the way")
    with pytest.raises(StoreError, match="the store"):
        Store(blocked / "railbird.db")


def test_copies_are_whole(path: Path, tmp_path: Path) -> None:
    """After closing, the main file has everything."""
    filled(path).close()
    copy = tmp_path / "copy.db"
    shutil.copy(path, copy)
    assert Store(copy).match(1).done == 4


def test_a_store_is_named_by_text_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = Store("x.db")
    assert store.path == Path("x.db")
    assert store.matches() == []
