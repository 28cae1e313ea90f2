"""The store: it keeps what was written, and reports problems."""

from __future__ import annotations

import multiprocessing
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from railbird.errors import StoreError
from railbird.store import NewHands, NewMatch, Store, default_store, files, schema
from tests.store.stores import DEFINITION, HANDS, filled


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "railbird.db"


def test_matches_legs_and_hands_are_read_back(path: Path) -> None:
    store = filled(path)
    result = store.match(1)
    assert (result.definition, result.hands, result.done, result.finished) == (DEFINITION, 4, 4, True)
    legs = store.legs(1)
    assert [leg.number for leg in legs] == [0, 1]
    assert legs[0].parts == {0: 5, 1: -5}
    assert legs[0].learned == {1: {"p": b"\0x"}}
    assert list(store.hands(legs[1].id)) == list(enumerate(HANDS))
    assert list(store.hands(legs[1].id, first=1, count=1)) == [(1, HANDS[1])]
    assert store.check() == []


def test_a_store_used_in_a_with_statement_is_closed_at_its_end_also_after_an_error(path: Path) -> None:
    with Store(path) as store:
        store.add_match(DEFINITION, 1, 4)
    with pytest.raises(KeyError, match="lost"), Store(path) as store:
        raise KeyError("lost")
    path.unlink()
    path.parent.rmdir()  # only an empty folder can be removed: a closed database leaves no side files


def test_hands_follow_each_other_and_sums_add_up(path: Path) -> None:
    store = Store(path)
    store.add_match(DEFINITION, 1, 4)
    (leg,) = store.legs(1)
    faults = [(1, 0, "error", "lost", "Traceback", 3)]
    store.add_hands(
        leg,
        NewHands(
            first=0,
            hands=HANDS,
            parts=[5, -5],
            faults=faults,
            decisions=[(1, 0, 1, '{"action": "c"}')],
            learned={0: {"a": b"1"}},
        ),
    )
    store.add_hands(leg, NewHands(first=2, hands=HANDS, parts=[7, -7], learned={0: {"b": b"2"}}, finished=True))
    (leg,) = store.legs(1)
    assert (leg.done, leg.finished, leg.parts, leg.learned) == (4, True, {0: 12, 1: -12}, {0: {"b": b"2"}})
    assert (store.faults(1)[0]["message"], store.faults(1)[0]["count"]) == ("lost", 3)
    assert store.decisions(leg.id, 1) == {0: (1, {"action": "c"})}
    with pytest.raises(StoreError, match=r"has 4 hands in .*, not 2: another process is playing it"):
        store.add_hands(leg, NewHands(first=2, hands=HANDS, parts=[1, -1]))
    assert store.legs(1)[0].done == 4
    assert store.check() == []


def test_a_deleted_match_is_gone_with_all_that_belonged_to_it(path: Path) -> None:
    store = filled(path, hands=5000)
    before = path.stat().st_size
    store.delete_match(1)
    with pytest.raises(StoreError, match="there is no match 1"):
        store.match(1)
    with sqlite3.connect(path) as connection:
        for table in ("leg", "hand", "tally", "learned"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    store.compact()
    store.close()
    assert path.stat().st_size < before or before < 100_000
    assert filled(path).matches()[0].id == 2  # numbers are not reused


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


def test_a_damaged_definition_is_detected_and_can_be_deleted(path: Path) -> None:
    store = filled(path)
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE match SET definition = '{'")
    assert "the definition of match 1" in store.check()[0]
    with pytest.raises(StoreError, match="railbird store delete 1"):
        store.matches()
    store.delete_match(1)
    assert store.check() == []


def test_a_store_of_a_newer_version_is_rejected_and_left_alone(path: Path) -> None:
    filled(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    with pytest.raises(StoreError, match=f"has version {schema.VERSION + 1}, from a newer Railbird"):
        Store(path)


@pytest.mark.parametrize("version", [-1, 0, -(2**31)])
def test_an_impossible_version_is_rejected_and_left_alone(path: Path, version: int) -> None:
    filled(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=f"has version {version}, but only versions 1 to"):
        Store(path)
    assert path.read_bytes() == before


def test_a_tournament_is_written_and_deleted_as_a_whole(path: Path) -> None:
    store = filled(path)
    broken = [NewMatch(store.match(1).definition, 1, 4), NewMatch({"odd": object()}, 1, 4)]
    with pytest.raises(TypeError):
        store.add_tournament({"players": [], "game": "limit"}, broken)
    assert store.tournaments() == []
    assert len(store.matches()) == 1
    number = store.add_tournament({"players": [], "game": "limit"}, broken[:1] * 3)
    with pytest.raises(StoreError, match=f"is a table of tournament {number}"):
        store.delete_match(store.matches(tournament=number)[0].id)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM match WHERE place = 1")
    assert store.check() == [f"tournament {number} has 2 tables; some are missing"]
    store.delete_tournament(number)
    assert store.check() == []
    assert len(store.matches()) == 1
    with pytest.raises(StoreError, match="there is no tournament 7"):
        store.delete_tournament(7)
    with pytest.raises(StoreError, match="a number is too large"):
        store.match(10**30)


def test_a_missing_store_is_reported(path: Path) -> None:
    with pytest.raises(StoreError, match="there is no store"):
        Store(path, create=False)
    blocked = path.parent / "file"
    path.parent.mkdir()
    blocked.write_text("in the way")
    with pytest.raises(StoreError, match="the store"):
        Store(blocked / "railbird.db")


def test_a_full_disk_loses_nothing_that_was_written(path: Path) -> None:
    store = filled(path)
    store.add_match(DEFINITION, 1, 10**6)
    leg = store.legs(2)[0]
    store.add_hands(leg, NewHands(first=0, hands=HANDS, parts=[1, -1]))
    with store._database._engine.connect() as connection:  # as if the disk were almost full
        (pages,) = connection.exec_driver_sql("PRAGMA page_count").one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 3}")
    with pytest.raises(StoreError, match=r"the disk is full for the store .* everything written so far is safe"):
        store.add_hands(leg, NewHands(first=2, hands=HANDS * 20_000, parts=[1, -1]))
    assert store.legs(2)[0].done == 2
    assert store.check() == []


def test_a_writer_waits_for_another(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = filled(path)
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.5, other.rollback)
    release.start()
    start = time.monotonic()
    store.add_match(DEFINITION, 1, 1)
    assert time.monotonic() - start > 0.3
    release.join()
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(files, "PATIENCE", 0.2)
    with pytest.raises(StoreError, match="another process used the store"):
        Store(path).add_match(DEFINITION, 1, 1)
    other.rollback()


def _write_match(path: Path) -> None:
    store = Store(path)
    number = store.add_match(DEFINITION, 1, 200)
    for first in range(0, 200, 2):
        store.add_hands(store.legs(number)[0], NewHands(first=first, hands=HANDS, parts=[1, -1]))


@pytest.mark.slow
def test_matches_are_written_at_the_same_time_and_read_meanwhile(path: Path) -> None:
    Store(path).close()
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write_match, args=(path,)) for _ in range(3)]
    for writer in writers:
        writer.start()
    reader = Store(path)
    while any(writer.is_alive() for writer in writers):
        assert all(match.done <= 200 for match in reader.matches())
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    assert sorted(match.done for match in reader.matches()) == [200, 200, 200]
    assert reader.check() == []


def test_missing_rows_are_detected_by_the_check(path: Path) -> None:
    store = filled(path)
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM hand WHERE leg = 1")
        connection.execute("UPDATE hand SET count = 3 WHERE leg = 2")
    assert store.check() == [f"match 1, leg {leg}: it has 0 hands, but 2 were counted" for leg in (1, 2)]


def test_any_slice_of_hands_can_be_read(path: Path) -> None:
    store = Store(path)
    store.add_match(DEFINITION, 1, 1000)
    (leg,) = store.legs(1)
    texts = [f"cc:{number}" for number in range(777)]
    for first, last in ((0, 5), (5, 350), (350, 350), (350, 777)):
        store.add_hands(leg, NewHands(first=first, hands=texts[first:last], parts=[0, 0]))
    assert list(store.hands(leg.id)) == list(enumerate(texts))
    for first, count in ((0, 1), (4, 3), (99, 2), (104, 1), (340, 30), (776, 5), (777, 1), (200, 0)):
        assert list(store.hands(leg.id, first, count)) == list(enumerate(texts))[first : first + count]
    assert store.check() == []


def test_the_path_of_the_store_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_STORE", "~/matches.db")
    assert default_store() == Path.home() / "matches.db"
    monkeypatch.delenv("RAILBIRD_STORE")
    assert default_store().name == "railbird.db"


def test_importing_the_library_does_not_import_the_database() -> None:
    code = "import sys, railbird; print('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "False"


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
