"""The disk cache: bounded, versioned, shared by processes; failures are ignored."""

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


def test_values_are_visible_to_other_caches(folder: Path) -> None:
    cache().put("a", b"value")
    assert cache().get("a") == b"value"
    assert cache().get("b") is None
    assert cache().contents().entries == 1
    assert folder.is_dir()


def test_it_stays_below_its_bound_and_drops_the_oldest(folder: Path) -> None:
    small = cache(most_bytes=200_000)
    for number in range(200):
        small.put(f"{number}", os.urandom(5000))
    held = small.contents()
    assert 100_000 < held.bytes <= 210_000
    assert small.get("0") is None
    assert small.get("199") is not None


def test_a_new_version_replaces_the_old_file(folder: Path) -> None:
    old = cache(version=9)
    old.put("a", b"old")
    old.close()
    new = cache(version=10)
    assert new.get("a") is None
    assert [path.name for path in folder.glob("*.sqlite3")] == ["things-10.sqlite3"]


def test_a_cleared_cache_is_empty(folder: Path) -> None:
    disk = cache()
    disk.put("a", b"value")
    disk.clear()
    assert disk.get("a") is None
    assert disk.contents().entries == 0


def test_a_cache_that_is_off_stores_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_CACHE", "off")
    disk = cache()
    disk.put("a", b"value")
    assert disk.get("a") is None
    assert disk.path is None


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


def test_a_folder_that_cannot_be_created_is_not_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path / "file" / "cache"))
    disk = cache()
    disk.put("a", b"value")
    assert disk.get("a") is None


def _write_many(writer: int, count: int) -> None:
    shared = cache(most_bytes=50 << 20)
    for number in range(count):
        shared.put(f"{number % 50}", f"{number % 50}".encode() * 1000)
        value = shared.get(f"{(number * 7 + writer) % 50}")
        assert value is None or value == f"{(number * 7 + writer) % 50}".encode() * 1000


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


def test_a_killed_writer_leaves_the_file_intact(folder: Path) -> None:
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
    disk = cache()
    disk.put("a", b"value")
    disk.put("b", b"value")
    with sqlite3.connect(folder / "things-1.sqlite3") as connection:
        connection.execute(f"UPDATE entry SET value = {value} WHERE key = 'a'")
    assert disk.get("a") is None
    assert disk.get("b") == b"value"
    assert disk.contents().entries == 1


def test_a_lock_at_the_first_access_only_affects_that_access(folder: Path) -> None:
    folder.mkdir(parents=True)
    other = sqlite3.connect(folder / "things-1.sqlite3")
    other.execute("BEGIN EXCLUSIVE")
    disk = cache()
    disk.put("a", b"value")
    other.rollback()
    other.close()
    disk.put("a", b"value")
    assert disk.get("a") == b"value"


def test_a_read_only_cache_can_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = cache()
    first.put("a", b"value")
    first.close()
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    disk = cache()
    assert disk.get("a") == b"value"
    disk.put("b", b"value")
    assert disk.get("b") is None
    assert not disk.clear()


def test_reading_creates_no_folder(folder: Path) -> None:
    assert cache().contents().entries == 0
    assert cache().clear()
    assert not folder.exists()


def test_the_environment_variable_is_parsed_leniently(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_forked_child_opens_the_file_itself(folder: Path) -> None:
    shared = cache()
    shared.put("parent", b"value")
    child = multiprocessing.get_context("fork").Process(target=_put_in_child, args=(shared,))
    child.start()
    child.join()
    assert child.exitcode == 0
    assert shared.get("child") == b"value"


def test_threads_share_a_cache(folder: Path) -> None:
    shared = cache()
    threads = [threading.Thread(target=shared.put, args=(f"{n}", b"value")) for n in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shared.contents().entries == 20
