"""A copy of a store has everything, wherever it is; it is whole or empty; and hashes tell stores apart."""

from __future__ import annotations

import itertools
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from railbird.errors import StoreError
from railbird.store import NewHands, NewMatch, SessionHand, Store, copy_store
from railbird.store.imports import NewHand
from tests.store.places import KINDS, FilePlace, Place
from tests.store.stores import DEFINITION, HANDS, filled

ODD = "\0 \1 \1\2 \0\0\1 ä ♠ \U0001f0a1"
"""Text that not every database can hold as it is."""


def fill(store: Store) -> Store:
    """Some of everything, with numbers that were deleted."""
    for name in ("gone", "kept", "newest"):
        number = store.add_match(DEFINITION, 2, 8, name)
    store.delete_match(number - 2)
    store.delete_match(number)
    learned = {0: {"": b"\0\xff", "ann": b"", ODD: b"x", "\1": b"y", "\0\2": b"z"}}
    for leg, texts in zip(store.legs(number - 1), (HANDS * 60, [ODD, "ä"]), strict=True):
        played = NewHands(
            first=0,
            hands=texts,
            parts=[2**40, -(2**40)],
            faults=[(1, 0, "error", ODD, "Traceback", 3)],
            decisions=[(1, 0, 1, '{"action": "c"}')],
            learned=learned,
            finished=True,
            thinking={0: (3, 0.1, 1 / 3)},
        )
        store.add_hands(leg, played)
    store.add_tournament({**DEFINITION, "kind": "rating"}, [NewMatch(DEFINITION, 1, 1)] * 3, "panel")
    table = store.sessions.add("table", {"title": ODD}, {"stacks": [1]})
    hand = SessionHand(number=1, text=ODD, seats=(3, 0), decisions={0: ("bob", {"action": "f"})})
    store.sessions.add_hand(table, hand, {"stacks": [2]})
    store.begin_import({"files": ["a"]}).add([NewHand("one", b"\0\1"), NewHand("two", b"2")])
    return store


@pytest.fixture
def new_place(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[str], Place]:
    """Makes places of both kinds."""
    numbers = itertools.count()

    def make(kind: str) -> Place:
        if kind == "sqlite":
            return FilePlace(tmp_path / f"{next(numbers)}.db")
        server = request.getfixturevalue("postgres")
        from tests.store.places import ServerPlace

        return ServerPlace(server.url(server.new_schema()))

    return make


@pytest.mark.parametrize(("source", "target"), list(itertools.product(KINDS, KINDS)))
def test_a_copy_has_everything_and_goes_on_with_the_same_numbers(
    new_place: Callable[[str], Place], source: str, target: str
) -> None:
    with fill(new_place(source).open()) as store, new_place(target).open() as copy:
        shares: list[float] = []
        contents = copy_store(store, copy, shares.append)
        assert contents == store.contents() == copy.contents()
        assert contents.rows["hand"] == 3
        assert shares == sorted(shares)
        assert shares[-1] == 1.0
        assert copy.check() == store.check() == []
        assert copy.matches() == store.matches()
        assert copy.legs(2) == store.legs(2)
        assert list(copy.hands(copy.legs(2)[1].id)) == [(0, ODD), (1, "ä")]
        assert (copy.sessions.hand(1, 1), copy.faults(2)) == (store.sessions.hand(1, 1), store.faults(2))
        for each in (store, copy):
            assert each.begin_import({}).add([NewHand("one", b"\0\1")]) == 0
            assert (each.add_match(DEFINITION, 1, 1), each.sessions.add("table", {}, {})) == (7, 3)
            assert each.add_tournament({**DEFINITION, "kind": "rating"}, []) == 2
            each.add_hands(each.legs(7)[0], NewHands(first=0, hands=HANDS, parts=[1, -1], finished=True))
            assert each.check() == []


def test_only_an_empty_store_is_copied_into(place: Place, tmp_path: Path) -> None:
    with filled(tmp_path / "source.db") as source, filled(place) as target:
        before = target.contents()
        with pytest.raises(StoreError, match=r"is not empty: copy into a new one"):
            copy_store(source, target)
        with pytest.raises(StoreError, match=r"is not empty: copy into a new one"):
            copy_store(source, source)
        assert target.contents() == before


def test_a_copy_that_is_interrupted_leaves_nothing(place: Place, tmp_path: Path) -> None:
    def interrupt(share: float) -> None:
        if share > 0.9:
            raise KeyboardInterrupt

    with filled(tmp_path / "source.db", hands=1000) as source, place.open() as target:
        empty = target.contents()
        with pytest.raises(KeyboardInterrupt):
            copy_store(source, target, interrupt)
        assert target.contents() == empty
        assert target.add_match(DEFINITION, 1, 1) == 1
        target.delete_match(1)
        assert copy_store(source, target) == source.contents()


def test_a_copy_is_of_one_moment_while_the_source_is_written(place: Place, tmp_path: Path) -> None:
    with filled(place) as source, Store(place.address) as other, Store(tmp_path / "copy.db") as copy:
        before = source.contents()

        def write(_: float) -> None:
            other.add_match(DEFINITION, 1, 1)

        assert copy_store(source, copy, write) == before
        assert copy.check() == []
        assert source.contents() != before


def test_nobody_writes_into_a_copy_before_it_is_done(place: Place, tmp_path: Path) -> None:
    writers: list[threading.Thread] = []

    def write(_: float) -> None:
        if not writers:
            writers.append(threading.Thread(target=lambda: Store(place.address).add_match(DEFINITION, 1, 1)))
            writers[0].start()
        time.sleep(0.05)

    with filled(tmp_path / "source.db") as source, place.open() as target:
        assert copy_store(source, target, write) == source.contents()
        writers[0].join()
        assert [each.id for each in target.matches()] == [2, 1]
        assert target.check() == []


def test_a_copy_that_differs_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with filled(tmp_path / "source.db") as source, Store(tmp_path / "copy.db") as copy:
        with closing(sqlite3.connect(copy.path)) as connection:
            change = "UPDATE hand SET text = upper(text) WHERE leg = NEW.leg"
            connection.execute(f"CREATE TRIGGER wrong AFTER INSERT ON hand BEGIN {change}; END")
            connection.commit()
        with pytest.raises(StoreError, match=r"differs from .*: nothing was kept"):
            copy_store(source, copy)
        assert copy.matches() == []


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE hand SET text = replace(text, 'Ah', 'Ad') WHERE leg = 1",
        "UPDATE match SET name = 'x'",
        "UPDATE match SET place = 0",
        "UPDATE tally SET seconds = 0.5 WHERE leg = 2 AND entrant = 1",
        "UPDATE leg SET finished = NOT finished WHERE id = 1",
        "DELETE FROM learned WHERE leg = 2",
    ],
)
def test_any_change_changes_the_hash(place: Place, change: str) -> None:
    with filled(place) as store:
        before = store.contents()
        assert place.execute(change) >= 1
        assert store.contents().hash != before.hash
