"""Stored matches: they resume from what was written, or say why they cannot."""

from __future__ import annotations

import math
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from railbird.arena import StoredRecord, play_match
from railbird.arena.leg import LegRunner
from railbird.arena.results import MatchResult, Payoffs
from railbird.errors import MatchError, StoreError
from railbird.store import Store, sqlite_database
from tests.arena.matches import Forgets, match


def stop_soon(_: Payoffs) -> None:
    raise StopIteration


def begun(path: Path, bot: str = "chump") -> Store:
    """A store with a match that was stopped long before its end, even on the fastest machine."""
    definition = match(bot, "random", hands=1_000_000)
    made = Store(path)
    result = play_match(definition, record=StoredRecord.new(made, definition), chunk_seconds=0, report=stop_soon)
    assert not result.finished
    assert made.legs(1)[0].learned
    return made


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("UPDATE learned SET state = substr(state, 1, length(state) - 1) || x'7f'", "the learned state of player0"),
        ("DELETE FROM learned", "its totals, or its bots' learned states, have been changed"),
        ("UPDATE hand SET text = replace(text, ':-', ':-9')", "hands 1 to .* have been changed"),
    ],
)
def test_a_match_with_damaged_models_or_hands_is_not_resumed(tmp_path: Path, change: str, message: str) -> None:
    made = begun(tmp_path / "railbird.db")
    with closing(sqlite3.connect(made.path)) as connection, connection:
        connection.execute(change)
    before = made.legs(1)
    with pytest.raises(MatchError, match=f"match 1 cannot be resumed, .*leg 1: {message}.*railbird store delete 1"):
        StoredRecord.resume(made, 1)
    StoredRecord.read(made, 1)  # it can still be shown
    assert made.legs(1) == before


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_that_cannot_load_what_it_learned_ends_the_match(tmp_path: Path, workers: int) -> None:
    made = Store(tmp_path / "railbird.db")
    definition = match(Forgets, "random", hands=60, replicates=2)
    record = StoredRecord.new(made, definition)
    for number in range(2):
        record.add(LegRunner(definition, definition.leg(number)).run(1000, upto=30))
    error = r"player0 \(.*Forgets\) cannot load what it had learned before hand 30 of leg [01]: KeyError: 'the count'"
    with pytest.raises(MatchError, match=rf"{error}.*restore the old ones"):
        play_match(definition, record=StoredRecord.resume(made, 1), workers=workers)
    assert made.match(1).done == 60
    assert made.faults(1) == []
    assert made.check() == []


@pytest.mark.parametrize("replaced", [False, True])
def test_a_match_ends_with_an_error_if_its_store_is_deleted_or_replaced(tmp_path: Path, replaced: bool) -> None:
    path = tmp_path / "railbird.db"
    definition = match("random", "random", hands=100_000)
    made = Store(path)
    other = tmp_path / "other.db"
    Store(other).close()

    def disturb(_: Payoffs) -> None:
        path.unlink(missing_ok=True)
        if replaced:
            shutil.copy(other, path)

    with pytest.raises(StoreError, match=r"was (deleted|replaced).* while it was in use: the hands since then are"):
        play_match(definition, record=StoredRecord.new(made, definition), chunk_seconds=0, report=disturb)


def _after_power_loss(made: Store, folder: Path, choose: random.Random) -> Path:
    """A copy of the store as a disk may hold it: the main file of the last checkpoint, and the WAL without its end."""
    folder.mkdir()
    copy = folder / "railbird.db"
    shutil.copy(made.path, copy)
    wal = made.path.with_name(made.path.name + "-wal").read_bytes()
    cut = choose.randrange(len(wal) + 1)
    lost = bytearray(wal[:cut])
    if choose.random() < 0.5:  # the disk has the new file length but not yet all sectors
        lost = bytearray(wal)
        for start in range(cut // 512 * 512, len(lost), 512):
            if choose.random() < 0.5:
                lost[start : start + 512] = bytes(len(lost[start : start + 512]))
    copy.with_name(copy.name + "-wal").write_bytes(lost)
    return copy


@pytest.mark.slow
def test_after_a_power_loss_the_store_is_intact_and_the_match_resumes_to_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_database, "SYNC_SECONDS", math.inf)  # no part of the WAL is synced
    definition = match("chump", "random", hands=300, replicates=2)
    whole = play_match(definition)
    made = Store(tmp_path / "railbird.db")
    choose = random.Random(5)
    copies: list[Path] = []

    def lose_power(_: Payoffs) -> None:
        if len(copies) < 8:
            copies.append(_after_power_loss(made, tmp_path / str(len(copies)), choose))

    record = StoredRecord.new(made, definition)
    with closing(sqlite3.connect(made.path)) as connection:  # the definition of the match is on disk
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for number in range(2):
        runner = LegRunner(definition, definition.leg(number))
        for upto in range(25, 301, 25):
            record.add(runner.run(1000, upto=upto))
            lose_power(record.payoffs())
    done = []
    for copy in copies:
        after = Store(copy)
        assert after.check() == []
        done.append(after.match(1).done)
        result: MatchResult = play_match(definition, record=StoredRecord.resume(after, 1))
        assert result.players == whole.players
        after.close()
    assert len(set(done)) > 3


def test_writes_are_synced_to_disk_every_few_seconds(tmp_path: Path) -> None:
    made = begun(tmp_path / "railbird.db")
    before, after = tmp_path / "before.db", tmp_path / "after.db"
    shutil.copy(made.path, before)
    assert isinstance(made._database, sqlite_database.SqliteDatabase)
    made._database._synced -= sqlite_database.SYNC_SECONDS
    made.add_match({"game": "limit", "players": []}, 1, 1)
    shutil.copy(made.path, after)
    assert Store(before).matches() == []  # everything was only in the WAL
    assert [match.done for match in Store(after).matches()] == [0, made.match(1).done]
