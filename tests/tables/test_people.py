"""A name belongs to whoever knows its token, until nobody needs it any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.errors import TableError
from railbird.store import Store
from railbird.tables import Lobby, people
from tests.tables.lobbies import Noted, always_call, in_lobby, play, setup, until


def test_the_name_of_a_person_who_is_gone_for_long_is_free_and_their_token_is_not_known_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(lobby: Lobby) -> None:
        _, token = lobby.enter("Ann")
        with pytest.raises(TableError, match="called ANN already"):
            lobby.enter("ANN")
        monkeypatch.setattr(people, "KEPT", 0.0)
        lobby.people.arrive("Ann")
        with pytest.raises(TableError, match="called Ann already"):
            lobby.enter("Ann")  # they are here
        lobby.people.go("Ann")
        _, other = lobby.enter("ann")
        assert lobby.enter("", other)[0] == "ann"
        with pytest.raises(TableError, match="not known here"):
            lobby.enter("", token)

    in_lobby(tmp_path, work)


def test_nobody_takes_the_name_of_a_person_who_has_sat_at_an_open_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "KEPT", 0.0)

    async def work(lobby: Lobby) -> None:
        table = await lobby.open(setup(), lobby.enter("Owner")[0])
        lobby.enter("Ann")
        table.attach(Noted("Ann"))
        table.sit("Ann")
        await play(table, 2, {"Ann": always_call})
        table.leave("Ann")
        for name in ("Ann", "Owner"):
            with pytest.raises(TableError, match=f"called {name} already"):
                lobby.enter(name)
        table.close_for("Owner")
        await until(lambda: not lobby.tables)
        for name in ("Ann", "Owner"):
            lobby.enter(name)

    in_lobby(tmp_path, work)


def test_after_a_restart_the_last_person_of_a_name_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "KEPT", 0.0)

    async def sits(lobby: Lobby) -> str:
        name, token = lobby.enter("Ann")
        table = await lobby.open(setup(), name)
        table.sit("Ann")
        await table.states.finish()
        table.close_for("Ann")
        await until(lambda: not lobby.tables)
        return token

    async def later(lobby: Lobby) -> None:
        assert await lobby.resume() == []
        assert lobby.enter("", second)[0] == "Ann"
        with pytest.raises(TableError, match="not known here"):
            lobby.enter("", first)

    first, second = in_lobby(tmp_path, sits), in_lobby(tmp_path, sits)
    in_lobby(tmp_path, later)
    with Store(tmp_path / "tables.db") as store:
        assert [len(each.state["tokens"]) for each in store.sessions.all()] == [1, 1]


def test_a_bot_may_have_the_name_of_a_person_who_is_gone_and_they_do_not_come_back_as_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "KEPT", 0.0)

    async def work(lobby: Lobby) -> None:
        _, token = lobby.enter("simple-2")
        await lobby.open(setup(bots=("simple", "simple")))
        with pytest.raises(TableError, match="not known here"):
            lobby.enter("", token)

    in_lobby(tmp_path, work)
