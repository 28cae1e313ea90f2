"""References to matches and tournaments: by number, by name, or ``last``."""

import pytest

from railbird.errors import StoreError
from railbird.store import NewMatch, Store

DEFINITION = {"players": [], "game": "limit"}
TABLES = [NewMatch(DEFINITION, 1, 1)] * 2


def test_the_last_match_is_the_newest_that_is_not_a_table_of_a_tournament(store: Store) -> None:
    first = store.add_match(DEFINITION, 1, 1)
    newest = store.add_match(DEFINITION, 1, 1)
    store.add_tournament({**DEFINITION, "kind": "rating"}, TABLES)
    assert store.match_number("last") == newest
    assert store.match_number(first) == store.match_number(f" {first} ") == first
    store.delete_match(newest)
    assert store.match_number("last") == first


def test_the_last_tournament_is_the_newest_of_its_kind(store: Store) -> None:
    numbers = {kind: store.add_tournament({**DEFINITION, "kind": kind}, TABLES) for kind in ("tournament", "rating")}
    assert {kind: store.tournament_number("last", kind) for kind in numbers} == numbers
    assert store.tournament_number("last") == numbers["rating"]
    with pytest.raises(StoreError, match=r"there is no comparison in .* yet"):
        store.tournament_number("last", "comparison")


def test_names_refer_to_numbers(store: Store) -> None:
    match = store.add_match(DEFINITION, 1, 1, "monday")
    series = store.add_tournament({**DEFINITION, "kind": "rating"}, TABLES, "panel-1")
    assert store.match_number("monday") == match
    assert store.tournament_number("panel-1", "rating") == series
    assert (store.match(match).name, store.tournament(series).name) == ("monday", "panel-1")
    assert store.matches(tournament=series)[0].name is None
    for find, name in ((store.match_number, "panel-1"), (store.tournament_number, "monday")):
        with pytest.raises(StoreError, match=f"there is no .* {name} in"):
            find(name)


@pytest.mark.parametrize("name", ["last", "7", "", "two words", "-x", "é", "a" * 62])
def test_names_that_could_be_mistaken_are_refused(store: Store, name: str) -> None:
    with pytest.raises(StoreError, match="a name must begin with a letter"):
        store.add_match(DEFINITION, 1, 1, name)
    assert store.matches() == []


def test_a_name_is_used_once(store: Store) -> None:
    store.add_match(DEFINITION, 1, 1, "monday")
    with pytest.raises(StoreError, match="match 1 already has the name monday"):
        store.add_match(DEFINITION, 1, 1, "monday")
    with pytest.raises(StoreError, match="match 1 already has the name monday"):
        store.add_tournament({**DEFINITION, "kind": "rating"}, TABLES, "monday")
    assert (len(store.matches()), store.tournaments()) == (1, [])
    store.delete_match(1)
    assert store.add_match(DEFINITION, 1, 1, "monday") == 2
