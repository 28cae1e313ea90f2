"""A store in a PostgreSQL database: what is particular to servers."""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from railbird.errors import StoreError
from railbird.store import NewHands, Store, files, schema
from tests.store.places import ServerPlace
from tests.store.postgres_server import PASSWORD, PostgresServer
from tests.store.stores import DEFINITION, HANDS, filled


def refusal(open_it: Callable[[], object]) -> str:
    """The message of a refusal, in one line and without the password."""
    with pytest.raises(StoreError) as caught:
        open_it()
    message = str(caught.value)
    assert "\n" not in message
    whole = "".join(traceback.format_exception(caught.value))
    assert PASSWORD not in whole
    assert "correct%20horse" not in whole
    return message


def test_a_store_over_tcp_with_a_password(postgres: PostgresServer) -> None:
    postgres.sql("DROP SCHEMA public CASCADE", "CREATE SCHEMA public AUTHORIZATION ann", database="poker")
    with filled(postgres.tcp_url()) as store:
        assert store.check() == []
        assert PASSWORD not in str(store.address)
        with pytest.raises(StoreError, match="is a database, not a file"):
            _ = store.path


@pytest.mark.parametrize(
    ("address", "message"),
    [
        (lambda server: server.tcp_url(password="wrong"), "refused the password"),
        (lambda server: server.tcp_url(password=None), "no password supplied. Put the right one into ~/.pgpass"),
        (lambda server: server.tcp_url("nobody"), 'password authentication failed for user "nobody"'),
        (lambda server: server.tcp_url(database="none"), 'database "none" does not exist. Create it with createdb'),
        (lambda server: server.tcp_url() + "?nonsense=1", 'invalid connection option "nonsense"'),
        (lambda server: server.url("nowhere"), "has no schema to use"),
        (lambda server: server.tcp_url(database="postgres"), "lacks a right: permission denied for schema public"),
        (lambda server: "postgresql://ann:x@127.0.0.1:1/db", "port 1 failed: Connection refused"),
        (lambda server: "postgresql://ann:x@nowhere.invalid/db", "nowhere.invalid"),
        (lambda server: "postgresql:///db?host=/nowhere", "No such file or directory"),
    ],
)
def test_bad_addresses_are_refused_in_one_line(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch, address: Callable[[PostgresServer], str], message: str
) -> None:
    monkeypatch.setenv("PGPASSFILE", "/dev/null")
    assert message in refusal(lambda: Store(address(postgres)))


def test_a_missing_driver_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    message = refusal(lambda: Store(f"postgresql://ann:{PASSWORD}@127.0.0.1:1/db"))
    assert 'needs the driver psycopg: pip install "railbird[postgres]"' in message


def test_a_database_of_another_encoding_is_refused(postgres: PostgresServer) -> None:
    postgres.sql("CREATE DATABASE odd ENCODING 'SQL_ASCII' TEMPLATE template0 OWNER ann")
    assert "has the encoding SQL_ASCII, and the store needs UTF8" in refusal(
        lambda: Store(postgres.tcp_url(database="odd"))
    )


@pytest.mark.parametrize("change", ["DELETE FROM railbird_store", "UPDATE railbird_store SET version = 0"])
def test_a_damaged_header_is_refused(database: ServerPlace, change: str) -> None:
    filled(database).close()
    database.execute(change)
    assert "its table railbird_store is damaged" in refusal(database.open)


def test_a_user_who_may_only_read_can_read(postgres: PostgresServer, database: ServerPlace) -> None:
    filled(database).close()
    name = database.rows("SELECT current_schema()")[0][0]
    postgres.sql(f"GRANT USAGE ON SCHEMA {name} TO ann", f"GRANT SELECT ON ALL TABLES IN SCHEMA {name} TO ann")
    with Store(f"{postgres.tcp_url(database='postgres')}?options=-csearch_path%3D{name}", create=False) as store:
        assert (store.match(1).done, store.check(), store.is_served()) == (4, [], False)
        assert "lacks a right: permission denied for table railbird_store" in refusal(
            lambda: store.add_match(DEFINITION, 1, 1)
        )


def test_a_store_that_was_deleted_or_replaced_is_noticed(database: ServerPlace) -> None:
    with filled(database) as store:
        database.execute("UPDATE railbird_store SET name = 'another'")
        assert "was replaced by another while it was in use" in refusal(lambda: store.add_match(DEFINITION, 1, 1))
        database.execute("DROP TABLE railbird_store")
        assert "was deleted while it was in use" in refusal(store.matches)


def test_a_process_notices_that_a_newer_one_has_upgraded_the_store(
    database: ServerPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with filled(database) as store:
        with monkeypatch.context() as newer:
            newer.setattr(schema, "VERSION", schema.VERSION + 1)
            newer.setitem(schema.MIGRATIONS, schema.VERSION - 1, ("ALTER TABLE leg DROP COLUMN finished",))
            database.open().close()
        assert "from a newer Railbird" in refusal(lambda: store.conclude(1, "over"))


def test_a_server_that_is_killed_loses_nothing_that_was_kept(postgres: PostgresServer, database: ServerPlace) -> None:
    with filled(database) as store:
        store.add_match(DEFINITION, 1, 1000)
        (leg,) = store.legs(2)
        for first in range(0, 20, 2):
            store.add_hands(leg, NewHands(first=first, hands=HANDS, parts=[1, -1]))
        postgres.kill()
        restart = threading.Timer(0.5, postgres.start)
        restart.start()
        store.add_hands(leg, NewHands(first=20, hands=HANDS, parts=[1, -1]))  # waits for the server
        restart.join()
        assert store.legs(2)[0].done == 22
        assert store.check() == []


def test_a_connection_that_breaks_while_writing_is_reported(
    postgres: PostgresServer, database: ServerPlace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with filled(database) as store:

        def write() -> None:
            with store._database.writing() as connection:
                connection.exec_driver_sql("UPDATE match SET name = 'half'")
                postgres.end_connections()
                connection.exec_driver_sql("UPDATE match SET place = 1")

        message = refusal(write)
        assert "the connection to the store" in message
        assert "everything that was reported as kept is safe" in message
        assert store.match(1).name is None
        postgres.kill()
        monkeypatch.setattr(files, "PATIENCE", 0.3)
        assert "cannot be used" in refusal(store.matches)
        postgres.start()
        assert store.match(1).done == 4


def test_one_process_plays_the_tables_even_after_a_restart_of_the_server(
    postgres: PostgresServer, database: ServerPlace
) -> None:
    with database.open() as first, database.open() as second:
        hold = first.hold_tables()
        assert hold is not None
        assert (second.hold_tables(), first.is_served(), second.is_served()) == (None, True, True)
        postgres.stop()
        postgres.start()
        assert not second.is_served()
        first.add_match(DEFINITION, 1, 1)
        assert (second.hold_tables(), second.is_served()) == (None, True)
        postgres.stop()
        postgres.start()
        other = second.hold_tables()
        assert other is not None
        assert other.name == hold.name
        assert "another railbird serve plays the tables" in refusal(lambda: first.add_match(DEFINITION, 1, 1))
        other.release()
        assert not first.is_served()


def test_of_several_writers_of_a_leg_one_wins_each_time(database: ServerPlace) -> None:
    with database.open() as store:
        store.add_match(DEFINITION, 1, 1000)
        (leg,) = store.legs(1)

        def write(first: int) -> bool:
            try:
                store.add_hands(leg, NewHands(first=first, hands=HANDS, parts=[1, -1]))
            except StoreError as error:
                assert "another process is playing it" in str(error)
                return False
            return True

        with ThreadPoolExecutor(4) as pool:
            for first in range(0, 20, 2):
                assert sum(pool.map(write, [first] * 4)) == 1
        assert store.legs(1)[0].parts == {0: 10, 1: -10}
        assert store.check() == []


def test_a_name_is_given_once_however_many_ask_for_it(database: ServerPlace) -> None:
    with database.open() as store:

        def name(number: int) -> str:
            try:
                if number % 2:
                    store.add_match(DEFINITION, 1, 1, "monday")
                else:
                    store.add_tournament({**DEFINITION, "kind": "rating"}, [], "monday")
            except StoreError as error:
                return str(error)
            return "given"

        with ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(name, range(6)))
        assert answers.count("given") == 1
        assert sum("already has the name monday" in answer for answer in answers) == 5


def test_a_match_that_is_deleted_while_it_is_played_ends_in_one_line(database: ServerPlace) -> None:
    with database.open() as store:
        for _ in range(5):
            number = store.add_match(DEFINITION, 1, 1000)
            (leg,) = store.legs(number)

            def write(leg: object = leg) -> str:
                first = 0
                while True:
                    try:
                        store.add_hands(leg, NewHands(first=first, hands=HANDS, parts=[1, -1]))  # type: ignore[arg-type]
                    except StoreError as error:
                        return str(error)
                    first += 2

            with ThreadPoolExecutor(2) as pool:
                writing = pool.submit(write)
                pool.submit(store.delete_match, number).result()
                assert "was deleted from" in writing.result()
        assert store.check() == []


def test_connections_are_closed_with_the_store(postgres: PostgresServer, database: ServerPlace) -> None:
    def connections() -> int:
        return int(postgres.sql("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'railbird'")[0][0])

    before = connections()
    store = filled(database)
    assert connections() > before
    store.close()
    del store
    filled(database)  # nobody closes this one
    assert connections() == before
