"""The cache on disk: bounded, versioned, shared by processes, and never in the way."""

import multiprocessing
import os
import signal
import sqlite3
import threading
import time
from pathlib import Path

import pytest

from railbird._disk_cache import DiskCache


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path / "deep" / "cache"))
    return tmp_path / "deep" / "cache"


def cache(version: int = 1, most_bytes: int = 1 << 20) -> DiskCache:
    return DiskCache("things", version, most_bytes)


def test_what_was_put_is_there_for_others(folder: Path) -> None:
    cache().put("a", b"value")
    assert cache().get("a") == b"value"
    assert cache().get("b") is None
    assert cache().contents().entries == 1
    assert folder.is_dir()


def test_it_stays_below_its_bound_and_forgets_the_oldest(folder: Path) -> None:
    small = cache(most_bytes=200_000)
    for number in range(200):
        small.put(f"{number}", os.urandom(5000))
    held = small.contents()
    assert 100_000 < held.bytes <= 210_000
    assert small.get("0") is None
    assert small.get("199") is not None


def test_another_version_does_not_see_it_and_takes_its_place(folder: Path) -> None:
    old = cache(version=9)
    old.put("a", b"old")
    old.close()
    new = cache(version=10)
    assert new.get("a") is None
    assert [path.name for path in folder.glob("*.sqlite3")] == ["things-10.sqlite3"]


def test_cleared_is_empty(folder: Path) -> None:
    kept = cache()
    kept.put("a", b"value")
    kept.clear()
    assert kept.get("a") is None
    assert kept.contents().entries == 0


def test_turned_off_it_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_CACHE", "off")
    kept = cache()
    kept.put("a", b"value")
    assert kept.get("a") is None
    assert kept.path is None


@pytest.mark.parametrize("damage", [b"this is no database", b"", b"SQLite format 3\0" + b"\1" * 5000])
def test_a_broken_file_is_replaced(folder: Path, damage: bytes) -> None:
    first = cache()
    first.put("a", b"value")
    first.close()
    path = folder / "things-1.sqlite3"
    for leftover in folder.glob("*-wal"):
        leftover.unlink()
    path.write_bytes(damage)
    second = cache()
    assert second.get("a") is None
    second.put("a", b"again")
    second.put("a", b"again")
    assert second.get("a") == b"again"


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path / "file" / "cache"))
    kept = cache()
    kept.put("a", b"value")
    assert kept.get("a") is None


def _write_many(writer: int, count: int) -> None:
    shared = cache(most_bytes=50 << 20)
    for number in range(count):
        shared.put(f"{number % 50}", f"{number % 50}".encode() * 1000)
        found = shared.get(f"{(number * 7 + writer) % 50}")
        assert found is None or found == f"{(number * 7 + writer) % 50}".encode() * 1000


def test_processes_write_at_the_same_time(folder: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write_many, args=(writer, 200)) for writer in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0] * 4
    shared = cache()
    assert shared.contents().entries == 50
    assert all(shared.get(f"{number}") == f"{number}".encode() * 1000 for number in range(50))


def test_a_killed_writer_leaves_the_file_whole(folder: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writer = context.Process(target=_write_many, args=(0, 10**9))
    writer.start()
    waiting = cache()
    for _ in range(200):
        if waiting.contents().entries == 50:
            break
        time.sleep(0.05)
    assert writer.pid is not None
    os.kill(writer.pid, signal.SIGKILL)
    writer.join()
    waiting.put("after", b"value")
    assert waiting.get("after") == b"value"
    (verdict,) = sqlite3.connect(folder / "things-1.sqlite3").execute("PRAGMA integrity_check").fetchone()
    assert verdict == "ok"


@pytest.mark.parametrize("value", ["NULL", "'text'", "7", "x'00112233'"])
def test_a_broken_entry_leaves_the_others(folder: Path, value: str) -> None:
    kept = cache()
    kept.put("a", b"value")
    kept.put("b", b"value")
    with sqlite3.connect(folder / "things-1.sqlite3") as connection:
        connection.execute(f"UPDATE entry SET value = {value} WHERE key = 'a'")
    assert kept.get("a") is None
    assert kept.get("b") == b"value"
    assert kept.contents().entries == 1


def test_a_lock_at_the_first_opening_costs_only_that_time(folder: Path) -> None:
    folder.mkdir(parents=True)
    other = sqlite3.connect(folder / "things-1.sqlite3")
    other.execute("BEGIN EXCLUSIVE")
    kept = cache()
    kept.put("a", b"value")
    other.rollback()
    other.close()
    kept.put("a", b"value")
    assert kept.get("a") == b"value"


def test_what_cannot_be_written_to_can_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = cache()
    first.put("a", b"value")
    first.close()
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    kept = cache()
    assert kept.get("a") == b"value"
    kept.put("b", b"value")
    assert kept.get("b") is None
    assert not kept.clear()


def test_looking_makes_no_folder(folder: Path) -> None:
    assert cache().contents().entries == 0
    assert cache().clear()
    assert not folder.exists()


def test_settings_are_read_as_people_write_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_CACHE", "OFF")
    assert cache().path is None
    monkeypatch.setenv("RAILBIRD_CACHE", "~/somewhere")
    assert cache().path == Path.home() / "somewhere" / "things-1.sqlite3"


def test_a_child_forked_while_a_thread_writes_does_not_hang(folder: Path) -> None:
    shared = cache()
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            shared.put("a", b"value" * 1000)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        context = multiprocessing.get_context("fork")
        for _ in range(20):
            child = context.Process(target=shared.get, args=("a",))
            child.start()
            child.join(timeout=20)
            hangs = child.is_alive()
            child.kill()
            assert not hangs
    finally:
        stop.set()
        writer.join()


def _put_in_child(shared: DiskCache) -> None:
    shared.put("child", b"value")


def test_a_forked_child_opens_the_file_for_itself(folder: Path) -> None:
    shared = cache()
    shared.put("parent", b"value")
    child = multiprocessing.get_context("fork").Process(target=_put_in_child, args=(shared,))
    child.start()
    child.join()
    assert child.exitcode == 0
    assert shared.get("child") == b"value"


def test_threads_share_it(folder: Path) -> None:
    shared = cache()
    threads = [threading.Thread(target=shared.put, args=(f"{n}", b"value")) for n in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shared.contents().entries == 20
