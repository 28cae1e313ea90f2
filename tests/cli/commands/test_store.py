"""``railbird store delete``: a table of ``railbird serve`` goes with all its hands, but not while it is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.store import SessionHand, Store
from railbird.store.imports import NewHand
from railbird.tables.lease import Lease
from tests.cli.test_commands import Command, command

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
