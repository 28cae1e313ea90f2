"""The store: it keeps what was written, and reports problems."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
import time

import pytest

from railbird.errors import StoreError
from railbird.store import NewHands, NewMatch, Store, files, schema
from tests.store.places import Place
from tests.store.stores import DEFINITION, HANDS, filled


def test_matches_legs_and_hands_are_read_back(place: Place) -> None:
    store = filled(place)
    result = store.match(1)
    assert (result.definition, result.hands, result.done, result.finished) == (DEFINITION, 4, 4, True)
    legs = store.legs(1)
    assert [leg.number for leg in legs] == [0, 1]
    assert legs[0].parts == {0: 5, 1: -5}
    assert legs[0].learned == {1: {"p": b"\0x"}}
    assert list(store.hands(legs[1].id)) == list(enumerate(HANDS))
    assert list(store.hands(legs[1].id, first=1, count=1)) == [(1, HANDS[1])]
    assert store.check() == []


def test_hands_follow_each_other_and_sums_add_up(place: Place) -> None:
    store = place.open()
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


def test_a_deleted_match_is_gone_with_all_that_belonged_to_it(place: Place) -> None:
    store = filled(place, hands=5000)
    before = store.size()
    store.delete_match(1)
    with pytest.raises(StoreError, match="there is no match 1"):
        store.match(1)
    for table in ("leg", "hand", "tally", "learned"):
        assert place.rows(f"SELECT count(*) FROM {table}") == [(0,)]
    store.compact()
    store.close()
    with place.open() as again:
        assert again.size() < before or before < 100_000
    assert filled(place).matches()[0].id == 2  # numbers are not reused


def test_a_damaged_definition_is_detected_and_can_be_deleted(place: Place) -> None:
    store = filled(place)
    place.execute("UPDATE match SET definition = '{'")
    assert "the definition of match 1" in store.check()[0]
    with pytest.raises(StoreError, match="railbird store delete 1"):
        store.matches()
    store.delete_match(1)
    assert store.check() == []


def test_a_store_of_a_newer_version_is_rejected_and_left_alone(place: Place) -> None:
    filled(place).close()
    place.set_version(schema.VERSION + 1)
    layout, matches = place.layout(), place.rows("SELECT * FROM match")
    with pytest.raises(StoreError, match=f"has version {schema.VERSION + 1}, from a newer Railbird"):
        place.open()
    assert (place.version(), place.layout(), place.rows("SELECT * FROM match")) == (schema.VERSION + 1, layout, matches)


def test_a_database_of_another_program_is_rejected_and_left_alone(place: Place) -> None:
    place.prepare()
    place.execute("CREATE TABLE other (x INTEGER)")
    before = place.layout()
    with pytest.raises(StoreError, match=place.other_program):
        place.open()
    assert place.layout() == before


def test_a_store_is_not_made_where_one_is_only_read(place: Place) -> None:
    with pytest.raises(StoreError, match=r"there is no store .*: railbird match creates it"):
        place.open(create=False)
    assert not place.exists()


def test_a_tournament_is_written_and_deleted_as_a_whole(place: Place) -> None:
    store = filled(place)
    broken = [NewMatch(store.match(1).definition, 1, 4), NewMatch({"odd": object()}, 1, 4)]
    with pytest.raises(TypeError):
        store.add_tournament({"players": [], "game": "limit"}, broken)
    assert store.tournaments() == []
    assert len(store.matches()) == 1
    number = store.add_tournament({"players": [], "game": "limit"}, broken[:1] * 3)
    with pytest.raises(StoreError, match=f"is a table of tournament {number}"):
        store.delete_match(store.matches(tournament=number)[0].id)
    place.execute("DELETE FROM leg WHERE match IN (SELECT id FROM match WHERE place = 1)")
    place.execute("DELETE FROM match WHERE place = 1")
    assert store.check() == [f"tournament {number} has 2 tables; some are missing"]
    store.delete_tournament(number)
    assert store.check() == []
    assert len(store.matches()) == 1
    with pytest.raises(StoreError, match="there is no tournament 7"):
        store.delete_tournament(7)
    with pytest.raises(StoreError, match="a number is too large"):
        store.match(10**30)


def test_a_full_disk_loses_nothing_that_was_written(place: Place) -> None:
    store = filled(place)
    store.add_match(DEFINITION, 1, 10**6)
    leg = store.legs(2)[0]
    store.add_hands(leg, NewHands(first=0, hands=HANDS, parts=[1, -1]))
    place.fill_disk(store)
    with pytest.raises(StoreError, match=r"the disk is full for the store .* everything written so far is safe"):
        store.add_hands(leg, NewHands(first=2, hands=HANDS * 20_000, parts=[1, -1]))
    assert store.legs(2)[0].done == 2
    assert store.check() == []


def test_a_writer_waits_for_another(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    store = filled(place)
    locked, release = threading.Event(), threading.Event()

    def lock() -> None:
        with place.locked():
            locked.set()
            release.wait(30)

    other = threading.Thread(target=lock)
    other.start()
    locked.wait(30)
    timer = threading.Timer(0.5, release.set)
    start = time.monotonic()
    timer.start()
    store.add_match(DEFINITION, 1, 1)
    assert time.monotonic() - start > 0.3
    other.join()
    with place.locked():
        monkeypatch.setattr(files, "PATIENCE", 0.2)
        with pytest.raises(StoreError, match=r"another process used the store .* for more than 0.2 seconds; try again"):
            place.open().add_match(DEFINITION, 1, 1)
    assert len(store.matches()) == 2


def _write_match(address: str) -> None:
    store = Store(address)
    number = store.add_match(DEFINITION, 1, 200)
    for first in range(0, 200, 4):
        store.add_hands(store.legs(number)[0], NewHands(first=first, hands=HANDS * 2, parts=[1, -1]))


@pytest.mark.slow
def test_matches_are_written_at_the_same_time_and_read_meanwhile(place: Place) -> None:
    place.open().close()
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write_match, args=(place.address,)) for _ in range(2)]
    for writer in writers:
        writer.start()
    reader = place.open()
    while any(writer.is_alive() for writer in writers):
        assert all(match.done <= 200 for match in reader.matches())
        time.sleep(0.05)
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    assert sorted(match.done for match in reader.matches()) == [200, 200]
    assert reader.check() == []


def test_missing_rows_are_detected_by_the_check(place: Place) -> None:
    store = filled(place)
    place.execute("DELETE FROM hand WHERE leg = 1")
    place.execute("UPDATE hand SET count = 3 WHERE leg = 2")
    assert store.check() == [f"match 1, leg {leg}: it has 0 hands, but 2 were counted" for leg in (1, 2)]


def test_any_slice_of_hands_can_be_read(place: Place) -> None:
    store = place.open()
    store.add_match(DEFINITION, 1, 1000)
    (leg,) = store.legs(1)
    texts = [f"cc:{number}" for number in range(777)]
    for first, last in ((0, 5), (5, 350), (350, 350), (350, 777)):
        store.add_hands(leg, NewHands(first=first, hands=texts[first:last], parts=[0, 0]))
    assert list(store.hands(leg.id)) == list(enumerate(texts))
    for first, count in ((0, 1), (4, 3), (99, 2), (104, 1), (340, 30), (776, 5), (777, 1), (200, 0)):
        assert list(store.hands(leg.id, first, count)) == list(enumerate(texts))[first : first + count]
    assert store.check() == []


def test_importing_the_library_does_not_import_the_database() -> None:
    code = "import sys, railbird; print('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "False"
