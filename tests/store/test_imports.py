"""Imports keep each hand once, in batches that are written whole or not at all."""

from __future__ import annotations

import threading

import pytest

from railbird.errors import StoreError
from railbird.store import Store
from railbird.store.imports import NewHand
from tests.store.places import Place


def hands(*marks: str) -> list[NewHand]:
    return [NewHand(f"hand {mark}", mark.encode()) for mark in marks]


def test_a_hand_is_kept_once_however_often_it_comes(store: Store) -> None:
    first = store.begin_import({"files": ["monday"]})
    assert (first.add(hands("a", "b", "a")), first.add(hands("b", "c"))) == (2, 1)
    second = store.begin_import({"files": ["tuesday"]})
    assert second.add(hands("c", "d")) == 1
    assert [each.text for each in store.sessions.hands(1)] == ["hand a", "hand b", "hand c"]
    assert [each.text for each in store.sessions.hands(2)] == ["hand d"]
    assert store.check() == []


def test_an_import_without_a_new_hand_leaves_no_trace(store: Store) -> None:
    store.begin_import({}).add(hands("a"))
    again = store.begin_import({})
    assert again.add(hands("a")) == 0
    again.end("all files were read")
    assert again.number is None
    assert [(each.id, each.hands) for each in store.sessions.all(kind="import")] == [(1, 1)]


def test_a_deleted_import_can_be_imported_again(store: Store) -> None:
    store.begin_import({}).add(hands("a"))
    store.sessions.delete(1)
    assert store.begin_import({}).add(hands("a")) == 1


def test_two_imports_at_once_keep_each_hand_once(store: Store) -> None:
    def bring(offset: int) -> None:
        with Store(store.address) as opened:
            going = opened.begin_import({})
            for start in range(0, 400, 20):
                going.add(hands(*(str((start + offset + each) % 400) for each in range(20))))

    threads = [threading.Thread(target=bring, args=(offset,)) for offset in (0, 10, 200)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = [hand.text for number in store.sessions.numbers("import") for hand in store.sessions.hands(number)]
    assert sorted(kept) == sorted(f"hand {number}" for number in range(400))
    assert store.check() == []


def test_a_full_disk_keeps_the_batches_before(place: Place, store: Store) -> None:
    going = store.begin_import({})
    going.add(hands("a", "b"))
    place.fill_disk(store)
    with pytest.raises(StoreError, match="the disk is full"):
        going.add([NewHand("x" * 10_000, str(number).encode()) for number in range(100)])
    assert [each.text for each in store.sessions.hands(1)] == ["hand a", "hand b"]
    assert store.check() == []


def test_hands_are_found_by_words_in_their_text_across_blocks(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.store.sessions.BLOCK", 7)
    store.begin_import({}).add(hands(*(f"{number:02}" for number in range(50))))
    assert [each.number for each in store.sessions.hands(1)] == list(range(1, 51))
    assert [each.number for each in store.sessions.hands(1, first=12, count=20)] == list(range(12, 32))
    assert [each.text for each in store.sessions.hands(1, containing=["hand", "4"], count=3)] == [
        "hand 04",
        "hand 14",
        "hand 24",
    ]
