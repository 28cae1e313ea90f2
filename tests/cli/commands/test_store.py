"""``railbird store``: tables are deleted, but not while they are played; stores are copied; passwords stay hidden."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from railbird.store import SessionHand, Store
from railbird.store.imports import NewHand
from railbird.tables.lease import Lease
from tests.cli.test_commands import Command, command
from tests.store.places import ServerPlace
from tests.store.postgres_server import PASSWORD, PostgresServer

__all__ = ["command"]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store with two tables, the first of which was closed."""
    path = tmp_path / "railbird.db"
    monkeypatch.setenv("RAILBIRD_STORE", str(path))
    with Store(path) as made:
        for number in (1, 2):
            made.sessions.add("table", {"game": "limit"}, {})
            made.sessions.add_hand(
                number, SessionHand(number=1, text="limit; AhKh QsQd; f", seats=(0, 1), button=1), {}
            )
        made.sessions.end(1, "Ann closed it")
    return path


def tables(store: Path) -> list[int]:
    with Store(store) as opened:
        assert opened.check() == []
        return opened.sessions.numbers("table")


def test_a_table_is_deleted_with_its_hands_after_a_question(store: Path, command: Command) -> None:
    assert command.run("store", "delete", "table:1")[0] != 0
    assert tables(store) == [1, 2]  # nobody said yes
    code, out, _ = command.run("store", "delete", "table:1", "--yes")
    assert (code, tables(store)) == (0, [2])
    assert out.startswith("deleted table 1;")
    code, _, err = command.run("hand", "table:1", "1")
    assert (code, "there is no 'table:1'" in err) == (2, True)


def test_a_table_that_is_played_is_not_deleted(store: Path, command: Command) -> None:
    lease = Lease(Store(store))
    code, _, err = command.run("store", "delete", "table:2", "--yes")
    assert (code, tables(store)) == (2, [1, 2])
    assert "table 2 is open: close it first" in err
    assert command.run("store", "delete", "table:1", "--yes")[0] == 0  # it was closed
    lease.give_up()
    assert command.run("store", "delete", "table:2", "--yes")[0] == 0
    assert tables(store) == []


@pytest.mark.parametrize("wrong", ["table:x", "table:", "table:-1", "table:99", "table:1e3"])
def test_a_table_that_is_not_there_is_named(store: Path, command: Command, wrong: str) -> None:
    code, _, err = command.run("store", "delete", wrong, "--yes")
    assert code == 2
    assert f"there is no '{wrong}'" in err
    assert "table:1, table:2" in err


def test_an_import_is_deleted_like_a_table(store: Path, command: Command) -> None:
    with Store(store) as opened:
        opened.begin_import({"files": ["a"]}).add([NewHand("…", b"1")])
    code, out, _ = command.run("store", "delete", "import:last", "--yes")
    assert (code, out.startswith("deleted import 3;")) == (0, True)
    assert tables(store) == [1, 2]


def test_a_store_is_copied_into_a_database_and_back_with_the_same_hash(
    store: Path, database: ServerPlace, command: Command, tmp_path: Path
) -> None:
    back = tmp_path / "back.db"
    there = command.json("store", "copy", str(store), database.address)
    again = command.json("store", "copy", database.address, str(back))
    assert (there["from"], again["to"]) == (str(store), str(back))
    hashes = {
        command.json("store", "hash", "--store", each)["hash"] for each in (str(store), database.address, str(back))
    }
    assert hashes == {there["hash"], again["hash"]}
    assert there["rows"]["session_hand"] == 2
    assert there["hash"] in command.run("store", "hash")[1]
    code, out, err = command.run("store", "copy", str(store), str(back))
    assert (code, out) == (2, "")
    assert err == f"railbird: the store {back} is not empty: copy into a new one\n"
    assert command.run("store", "check", "--store", database.address)[1].endswith(" is intact\n")
    assert " MB before, " in command.run("store", "compact", "--store", database.address)[1]


def test_a_match_is_kept_in_a_database_and_resumed_without_showing_the_password(
    postgres: PostgresServer, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres.sql("DROP SCHEMA public CASCADE", "CREATE SCHEMA public AUTHORIZATION ann", database="poker")
    url = postgres.tcp_url()
    said = []
    for arguments in (
        ("match", "simple", "chump", "--hands", "40", "--workers", "1", "--name", "tonight"),
        ("match", "--resume", "tonight", "--hands", "60", "--workers", "1"),
        ("show", "last", "--style"),
        ("matches",),
        ("hands", "last"),
        ("hand", "tonight", "3"),
        ("tournament", "simple", "chump", "--hands", "2", "--replicates", "1", "--workers", "1"),
        ("store", "check"),
    ):
        code, out, err = command.run(*arguments, "--store", url)
        assert (code, err) == (0, ""), arguments
        said.append(out)
    whole = "".join("".join(said).split())
    assert "correct" not in whole
    shown = postgres.tcp_url(password=None)
    assert f"--store'{shown}'" in whole or f"--store{shown}" in whole
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    assert command.json("show", "tonight", "--store", shown)["hands_played"] == 60
    monkeypatch.setenv("RAILBIRD_STORE", url)
    assert "--store" not in command.run("match", "--resume", "last")[1]


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", "simple", "chump", "--hands", "4"),
        ("show", "last"),
        ("serve", "--port", "0"),
        ("import", "/dev/null"),
        ("store", "check"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_line_and_exit_code_2(
    postgres: PostgresServer, database: ServerPlace, command: Command, arguments: tuple[str, ...]
) -> None:
    command.monkeypatch.setenv("PGPASSFILE", "/dev/null")
    newer = database.address
    database.open().close()
    database.set_version(99)
    for url, why in (
        (postgres.tcp_url(password="secret1"), "refused the password"),
        (f"postgresql://ann:secret1@127.0.0.1:{postgres.port}:x/poker", "is malformed"),
        ("postgresql:/ann:secret1@host/poker", "is malformed"),
        ("mysql://ann:secret1@host/poker", "a store cannot be kept at mysql:…"),
        (newer, "has version 99, from a newer Railbird"),
    ):
        code, out, err = command.run(*arguments, "--store", url)
        assert (code, out, err.count("\n")) == (2, "", 1), err
        assert why in err
        assert "secret1" not in err
    assert database.version() == 99


@pytest.mark.slow
def test_no_process_of_a_match_shows_the_password(postgres: PostgresServer) -> None:
    postgres.sql("DROP SCHEMA public CASCADE", "CREATE SCHEMA public AUTHORIZATION ann", database="poker")
    program = [sys.executable, "-m", "railbird", "match", "simple", "chump", "--hands", "100000000", "--workers", "2"]
    environment = {**os.environ, "RAILBIRD_STORE": postgres.tcp_url(), "RAILBIRD_THREADS": "2"}
    match = subprocess.Popen(program, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        with Store(postgres.tcp_url()) as store:
            until = time.monotonic() + 60
            while not any(each.done for each in store.matches()) and time.monotonic() < until:
                time.sleep(0.1)
            assert store.matches()[0].done
        seen = [each.read_bytes() for each in Path("/proc").glob("[0-9]*/cmdline") if each.exists()]
        assert sum(b"railbird" in line for line in seen) >= 2
        assert not [line for line in seen if b"correct%20horse" in line or PASSWORD.encode() in line]
    finally:
        match.send_signal(signal.SIGINT)
        out, err = match.communicate(timeout=60)
    assert "correct" not in out + err
