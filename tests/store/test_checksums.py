"""Changes to a store are detected."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from railbird.store import NewHands, Store
from railbird.store.checksums import block_checksum, seal, state_checksum

DEFINITION = {"game": "limit", "players": [{"player": "ann"}, {"player": "bob"}]}
HAND = "cc/cc/cc/cc:AhKh|QsQd/Kc9d2h/9s/4d:10|-10"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    new = Store(tmp_path / "railbird.db")
    new.add_match(DEFINITION, 2, 600)
    for leg in new.legs(1):
        new.add_hands(
            leg, NewHands(first=0, hands=[HAND] * 150, parts=[1500, -1500], learned={1: {"ann": b"calls", "": b"all"}})
        )
        new.add_hands(
            leg,
            NewHands(first=150, hands=[HAND] * 150, parts=[1500, -1500], learned={1: {"ann": b"calls", "": b"all"}}),
        )
    assert new.check() == []
    return new


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            "UPDATE hand SET text = replace(text, '10|-10', '20|-20') WHERE leg = 2 AND first = 100",
            "match 1, leg 2: hands 101 to 150 have been changed",
        ),
        (
            "UPDATE hand SET text = CAST(x'ff' || substr(CAST(text AS BLOB), 2) AS TEXT) WHERE leg = 1 AND first = 0",
            "match 1, leg 1: hands 1 to 100 have been changed",
        ),
        (
            "UPDATE tally SET parts = 4000 WHERE leg = 1 AND entrant = 0",
            "match 1, leg 1: its totals, or its bots' learned states, have been changed",
        ),
        (
            "UPDATE learned SET state = x'00' WHERE leg = 1 AND about = 'ann'",
            "match 1, leg 1: the learned state of bob about ann has been changed",
        ),
        (
            "UPDATE learned SET state = x'00' WHERE leg = 1 AND about = ''",
            "match 1, leg 1: the learned state of bob has been changed",
        ),
        (
            "DELETE FROM learned WHERE leg = 2 AND about = 'ann'",
            "match 1, leg 2: its totals, or its bots' learned states, have been changed",
        ),
    ],
)
def test_changes_are_detected_by_the_check(store: Store, change: str, message: str) -> None:
    with closing(sqlite3.connect(store.path)) as connection, connection:
        assert connection.execute(change).rowcount == 1
    assert store.check() == [message]
    assert store.check_match(1) == [message]


def test_exchanged_and_missing_blocks_are_detected(store: Store) -> None:
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE hand SET text = replace(text, 'AhKh', 'AdKd') WHERE leg = 1 AND first = 0")
        (checksum,) = connection.execute("SELECT checksum FROM hand WHERE leg = 2 AND first = 0").fetchone()
        connection.execute("UPDATE hand SET checksum = ? WHERE leg = 1 AND first = 0", (checksum,))
        connection.execute("DELETE FROM hand WHERE leg = 2 AND first = 250")
        connection.execute("UPDATE leg SET done = 250 WHERE id = 2")
    assert store.check() == [
        "match 1, leg 1: hands 1 to 100 have been changed",
        "match 1, leg 2: its totals, or its bots' learned states, have been changed",
    ]


def test_the_boundaries_of_pieces_count() -> None:
    assert block_checksum(b"", 1, 23, b"x") != block_checksum(b"", 12, 3, b"x")
    assert state_checksum(1, "ab", b"c") != state_checksum(1, "a", b"bc")
    assert seal(b"", [(0, 1), (1, 2)], []) == seal(b"", [(1, 2), (0, 1)], [])
    assert len({seal(b"", [(0, 1)], []), seal(b"", [(0, 2)], []), seal(b"", [], [(0, "1", b"")])}) == 3
