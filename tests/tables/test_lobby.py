"""The lobby knows its players, and continues its tables after a restart."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from railbird.errors import TableError
from railbird.store import Store
from railbird.tables import Lobby, open_table
from railbird.tables.lobby import MOST_OWNED
from tests.tables.lobbies import Noted, always_call, in_lobby, play, setup, until


def test_a_player_comes_back_with_their_token(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        name, token = lobby.enter("  Ann   Lee ")
        assert name == "Ann Lee"
        assert lobby.enter("", token) == ("Ann Lee", token)
        for given, code in [("ann lee", "name-taken"), ("", "bad-name"), ("you", "bad-name"), ("<b>", "bad-name")]:
            with pytest.raises(TableError) as error:
                lobby.enter(given)
            assert error.value.code == code
        with pytest.raises(TableError, match="not known here"):
            lobby.enter("", "forged")

    in_lobby(tmp_path, work)


def test_players_and_bots_have_different_names(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        await lobby.open(setup(bots=("poki",)))
        with pytest.raises(TableError, match="called Poki already"):
            lobby.enter("Poki")
        with pytest.raises(TableError, match="called magpie already"):
            lobby.enter("magpie")  # a bot that does not play now
        lobby.enter("simple-2")
        with pytest.raises(TableError, match="like a bot of this table"):
            await lobby.open(setup(bots=("simple", "simple")))

    in_lobby(tmp_path, work)


def test_nobody_takes_the_name_of_a_bot_whose_table_is_being_opened(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        opening = asyncio.ensure_future(lobby.open(setup(bots=("simple", "simple"))))
        await asyncio.sleep(0)
        with pytest.raises(TableError, match="simple-1 already"):
            lobby.enter("simple-1")
        await opening

    in_lobby(tmp_path, work)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_server_that_ended_in_a_hand_continues_with_the_stacks_before_it(
    request: pytest.FixtureRequest, tmp_path: Path, kind: str
) -> None:
    where = tmp_path if kind == "sqlite" else request.getfixturevalue("database").address

    async def first(lobby: Lobby) -> tuple[int, str, list[int], int]:
        name, token = lobby.enter("Ann")
        table = await lobby.open(setup(bots=("always-raise",)), name)
        table.attach(Noted("Ann"))
        table.sit("Ann")
        await play(table, 4, {"Ann": always_call})
        table._seats.people["Ann"].bank = 7.5
        await until(lambda: table.hand is not None and table.hand.actor == "Ann")
        await play(table, 5, {"Ann": always_call})
        await until(lambda: table.hand is not None and table.hand.actor == "Ann")
        stored = lobby.store.sessions.session(table.number)
        return table.number, token, [guest["stack"] for guest in stored.state["table"]["guests"]], table.hands

    async def second(lobby: Lobby) -> None:
        assert await lobby.resume() == []
        table = lobby.table(number)
        assert table.hands == hands
        assert table.owner == "Ann"
        assert lobby.enter("", token)[0] == "Ann"
        assert [seat["stack"] for seat in table.summary()["seats"] if seat] == stacks
        assert sum(stacks) == 2 * 500
        assert table._seats.people["Ann"].bank == 7.5
        table.attach(Noted("Ann"))
        await play(table, hands + 3, {"Ann": always_call})

    number, token, stacks, hands = in_lobby(where, first)
    in_lobby(where, second)


def test_a_closed_table_does_not_come_back(tmp_path: Path) -> None:
    async def first(lobby: Lobby) -> str:
        name, token = lobby.enter("Ann")
        table = await lobby.open(setup(), name)
        table.close_for("Ann")
        await until(lambda: not lobby.tables)
        return token

    async def second(lobby: Lobby) -> None:
        assert await lobby.resume() == []
        assert lobby.lists() == []
        with pytest.raises(TableError, match="called Ann already"):
            lobby.enter("Ann")  # the hands of the closed table are theirs
        assert lobby.enter("", token)[0] == "Ann"
        with pytest.raises(TableError, match="there is no table 1"):
            lobby.table(1)

    token = in_lobby(tmp_path, first)
    in_lobby(tmp_path, second)


def test_a_table_that_cannot_be_continued_is_said_and_the_others_go_on(tmp_path: Path) -> None:
    async def first(lobby: Lobby) -> None:
        for _ in range(2):
            await lobby.open(setup(), "Ann")

    async def second(lobby: Lobby) -> None:
        (problem,) = await lobby.resume()
        assert problem.startswith("table 1 cannot be continued")
        assert list(lobby.tables) == [2]

    in_lobby(tmp_path, first)
    with Store(tmp_path / "tables.db") as store:
        store.sessions.keep_state(1, {"table": {"guests": []}})
    in_lobby(tmp_path, second)


def test_there_is_a_limit_of_tables(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        await lobby.open(setup())
        with pytest.raises(TableError, match="there are 1 tables already"):
            await lobby.open(setup())

    in_lobby(tmp_path, work, most_tables=1)


def test_a_player_opens_only_so_many_tables(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        for _ in range(MOST_OWNED):
            await lobby.open(setup(bots=()), "Ann")
        with pytest.raises(TableError, match="close one first"):
            await lobby.open(setup(bots=()), "Ann")
        await lobby.open(setup(bots=()), "Bob")

    in_lobby(tmp_path, work)


def test_a_table_at_which_nobody_is_any_more_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_table, "IDLE", 0.02)

    async def work(lobby: Lobby) -> None:
        kept = await lobby.open(setup(), "Ann")
        kept.attach(Noted("Ann"))
        kept.sit("Ann")
        await lobby.open(setup(), "Bob")
        await until(lambda: len(lobby.tables) == 1)
        assert list(lobby.tables.values()) == [kept]

    in_lobby(tmp_path, work)


def test_a_table_whose_store_fails_can_be_continued_later(tmp_path: Path) -> None:
    async def first(lobby: Lobby) -> None:
        table = await lobby.open(setup(), "Ann")
        ann = Noted("Ann")
        table.attach(ann)
        table.sit("Ann")
        await play(table, 2, {"Ann": always_call})
        with Store(tmp_path / "tables.db") as other:
            session = other.sessions.session(table.number)
            hand = replace(other.sessions.hand(table.number, 1), number=session.hands + 1)
            other.sessions.add_hand(table.number, hand, session.state)
        await play(table, 1_000, {"Ann": always_call})
        await until(lambda: bool(ann.of("closed")))
        assert "another process is playing it" in ann.of("closed")[0]["why"]

    async def second(lobby: Lobby) -> None:
        assert await lobby.resume() == []
        assert list(lobby.tables) == [1]

    in_lobby(tmp_path, first)
    in_lobby(tmp_path, second)
