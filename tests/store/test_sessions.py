"""Sessions keep hands with players who come and go, each together with the state after it."""

from __future__ import annotations

import pytest

from railbird.errors import StoreError
from railbird.store import SessionHand, Store
from tests.store.places import Place


def hand(number: int, text: str = "limit; AhKh QsQd; f") -> SessionHand:
    return SessionHand(number=number, text=text, seats=(3, 0), button=0, decisions={0: ("bob", {"action": "f"})})


def test_a_hand_is_kept_with_its_decisions_and_the_state_after_it(store: Store) -> None:
    number = store.sessions.add("table", {"title": "tonight"}, {"stacks": [10, 10]})
    store.sessions.add_hand(number, hand(1), {"stacks": [5, 15]})
    kept = store.sessions.hand(number, 1)
    assert (kept.text, kept.seats, kept.button) == ("limit; AhKh QsQd; f", (3, 0), 0)
    assert kept.decisions == {0: ("bob", {"action": "f"})}
    session = store.sessions.session(number)
    assert (session.hands, session.state, session.ending) == (1, {"stacks": [5, 15]}, None)
    assert store.check() == []


def test_hands_come_in_order_and_none_comes_twice(store: Store) -> None:
    number = store.sessions.add("table", {}, {})
    store.sessions.add_hand(number, hand(1), {})
    for wrong in (1, 3):
        with pytest.raises(StoreError, match="another process is playing it"):
            store.sessions.add_hand(number, hand(wrong), {"changed": True})
    assert store.sessions.session(number).state == {}
    store.sessions.add_hand(number, hand(2), {})
    assert [each.number for each in store.sessions.hands(number)] == [1, 2]
    assert [each.number for each in store.sessions.hands(number, first=2, count=5)] == [2]


def test_sessions_that_are_over_are_told_from_those_that_go_on(store: Store) -> None:
    first, second = (store.sessions.add("table", {}, {}) for _ in range(2))
    store.sessions.end(first, "somebody won")
    assert [each.id for each in store.sessions.all()] == [second, first]
    assert [each.id for each in store.sessions.all(kind="table") if each.ending is None] == [second]
    assert store.sessions.all(kind="import") == []


def test_what_is_not_there_is_named(store: Store) -> None:
    with pytest.raises(StoreError, match="there is no session 7"):
        store.sessions.session(7)
    with pytest.raises(StoreError, match="there is no session 7"):
        store.sessions.keep_state(7, {})
    with pytest.raises(StoreError, match="there is no session 7"):
        store.sessions.delete(7)
    number = store.sessions.add("table", {}, {})
    with pytest.raises(StoreError, match="has hands 1 to 0, not 1"):
        store.sessions.hand(number, 1)


def test_a_deleted_session_takes_its_hands_along(place: Place, store: Store) -> None:
    number = store.sessions.add("table", {}, {})
    store.sessions.add_hand(number, hand(1), {})
    store.sessions.delete(number)
    assert store.check() == []
    for table in ("session_hand", "session_decision"):
        assert place.rows(f"SELECT count(*) FROM {table}") == [(0,)]


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ("UPDATE session_hand SET text = 'limit; AhKh QsQd; r' WHERE number = 2", "hand 2 has been changed"),
        ("DELETE FROM session_hand WHERE number = 3", "has 2 hands, but 3 were counted"),
        ("DELETE FROM session_hand WHERE number = 1", "hand 2 has been changed"),
    ],
)
def test_damage_is_noticed(place: Place, store: Store, damage: str, problem: str) -> None:
    number = store.sessions.add("table", {}, {})
    for each in (1, 2, 3):
        store.sessions.add_hand(number, hand(each), {})
    place.execute(damage)
    assert any(problem in each for each in store.check())


def test_a_damaged_state_is_an_error_and_not_a_crash(place: Place, store: Store) -> None:
    number = store.sessions.add("table", {}, {})
    place.execute("UPDATE session SET state = '{'")
    with pytest.raises(StoreError, match=f"session {number} .* is damaged"):
        store.sessions.session(number)
