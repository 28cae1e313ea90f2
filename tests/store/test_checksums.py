"""Changes to a store are detected."""

from __future__ import annotations

import pytest

from railbird.store import NewHands, Store
from railbird.store.checksums import block_checksum, seal, state_checksum
from tests.store.places import Place

DEFINITION = {"game": "limit", "players": [{"player": "ann"}, {"player": "bob"}]}
HAND = "cc/cc/cc/cc:AhKh|QsQd/Kc9d2h/9s/4d:10|-10"


@pytest.fixture
def store(place: Place) -> Store:
    new = place.open()
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
            "UPDATE tally SET parts = 4000 WHERE leg = 1 AND entrant = 0",
            "match 1, leg 1: its totals, or its bots' learned states, have been changed",
        ),
        (
            "UPDATE learned SET state = :zero WHERE leg = 1 AND about = 'ann'",
            "match 1, leg 1: the learned state of bob about ann has been changed",
        ),
        (
            "UPDATE learned SET state = :zero WHERE leg = 1 AND about = ''",
            "match 1, leg 1: the learned state of bob has been changed",
        ),
        (
            "DELETE FROM learned WHERE leg = 2 AND about = 'ann'",
            "match 1, leg 2: its totals, or its bots' learned states, have been changed",
        ),
    ],
)
def test_changes_are_detected_by_the_check(place: Place, store: Store, change: str, message: str) -> None:
    assert place.execute(change, **({"zero": b"\0"} if ":zero" in change else {})) == 1
    assert store.check() == [message]
    assert store.check_match(1) == [message]


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_bytes_that_are_not_text_are_detected_by_the_check(place: Place, store: Store) -> None:
    text = "CAST(x'ff' || substr(CAST(text AS BLOB), 2) AS TEXT)"
    assert place.execute(f"UPDATE hand SET text = {text} WHERE leg = 1 AND first = 0") == 1
    assert store.check() == ["match 1, leg 1: hands 1 to 100 have been changed"]


def test_exchanged_and_missing_blocks_are_detected(place: Place, store: Store) -> None:
    place.execute("UPDATE hand SET text = replace(text, 'AhKh', 'AdKd') WHERE leg = 1 AND first = 0")
    ((checksum,),) = place.rows("SELECT checksum FROM hand WHERE leg = 2 AND first = 0")
    place.execute("UPDATE hand SET checksum = :checksum WHERE leg = 1 AND first = 0", checksum=checksum)
    place.execute("DELETE FROM hand WHERE leg = 2 AND first = 250")
    place.execute("UPDATE leg SET done = 250 WHERE id = 2")
    assert store.check() == [
        "match 1, leg 1: hands 1 to 100 have been changed",
        "match 1, leg 2: its totals, or its bots' learned states, have been changed",
    ]


def test_the_boundaries_of_pieces_count() -> None:
    assert block_checksum(b"", 1, 23, b"x") != block_checksum(b"", 12, 3, b"x")
    assert state_checksum(1, "ab", b"c") != state_checksum(1, "a", b"bc")
    assert seal(b"", [(0, 1), (1, 2)], []) == seal(b"", [(1, 2), (0, 1)], [])
    assert len({seal(b"", [(0, 1)], []), seal(b"", [(0, 2)], []), seal(b"", [], [(0, "1", b"")])}) == 3
