"""The process of a table's bots lives as long as it is needed, and what they have learned outlives it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from railbird.errors import TableError
from railbird.game.events import HandStarted
from railbird.tables import Lobby, OpenTable, open_table
from railbird.tables.bot_host import BotsHere, HostedBots
from railbird.tables.bot_worker import Opening
from railbird.tables.setup import setup_from_json
from tests.tables.lobbies import Noted, always_call, in_lobby, play, setup, until


class Watched(HostedBots):
    """Bots whose process can be watched."""

    made: list[Watched] = []  # noqa: RUF012

    def __init__(self, opening: Opening) -> None:
        super().__init__(opening)
        self.made.append(self)

    @property
    def runs(self) -> bool:
        return self._process.runs


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Watched]:
    monkeypatch.setattr(open_table, "IDLE", 0.3)
    made: list[Watched] = []
    monkeypatch.setattr(Watched, "made", made)
    return made


async def played(lobby: Lobby, bot: str, **changes: Any) -> OpenTable:
    """A table at which Ann has played some hands and sits out now."""
    table = await lobby.open(setup(bots=(bot,), glass_box=True, **changes), "Ann")
    table.attach(Noted("Ann"))
    table.sit("Ann")
    await play(table, 4, {"Ann": always_call})
    table.sit_out("Ann", away=True)
    return table


def test_bots_rest_while_nothing_is_dealt_and_know_afterwards_what_they_knew(
    tmp_path: Path, made: list[Watched]
) -> None:
    async def work(lobby: Lobby) -> None:
        table = await played(lobby, "poki")
        (bots,) = made
        await until(lambda: table.hand is None)
        (before,) = await table.portraits("Ann")
        await until(lambda: not bots.runs)
        (after,) = await table.portraits("Ann")  # starts it again
        assert bots.runs
        assert before["actions"] > 4
        assert after == before
        hands = table.hands
        table.sit_out("Ann", away=False)
        await play(table, hands + 2, {"Ann": always_call})
        (later,) = await table.portraits("Ann")
        assert later["actions"] > before["actions"]
        assert table.faults == []

    in_lobby(tmp_path, work, make_bots=Watched)


def test_bots_do_not_rest_in_a_hand(tmp_path: Path, made: list[Watched]) -> None:
    async def work(lobby: Lobby) -> None:
        table = await lobby.open(setup(bots=("always-call", "always-call")), "Ann")
        table.attach(Noted())
        await until(lambda: table.hand is not None and table.hand.driver.actions > 0)
        table.control("Ann", paused=True)
        (bots,) = made
        await asyncio.sleep(1)
        assert bots.runs
        assert table.hand is not None

    in_lobby(tmp_path, work, make_bots=Watched)


def test_the_style_that_was_chosen_at_a_practice_table_outlives_the_process(
    tmp_path: Path, made: list[Watched]
) -> None:
    async def work(lobby: Lobby) -> list[str]:
        practice = {"game": "rezai", "bots": ("rezai",), "kind": "freeze-out", "practice": True}
        table = await lobby.open(setup_from_json({**setup().to_json(), **practice}), "Ann")
        ann = Noted("Ann")
        table.attach(ann)
        table.sit("Ann")
        await table.set_style("Ann", "tag")
        (bots,) = made
        await until(lambda: not bots.runs)
        table.restart("Ann")
        await play(table, 3, {"Ann": always_call})
        return [
            fact["value"]
            for message in ann.of("hand-over")
            for decision in message["decisions"]
            for fact in decision["facts"]
            if fact["name"] == "style"
        ]

    assert set(in_lobby(tmp_path, work, make_bots=Watched)) == {"tight-aggressive"}


def test_bots_that_cannot_save_what_they_learned_do_not_rest(tmp_path: Path, made: list[Watched]) -> None:
    class Unable(Watched):
        async def rest(self) -> None:
            raise TableError("poki: OSError: no memory")

    async def work(lobby: Lobby) -> None:
        table = await played(lobby, "poki")
        (bots,) = made
        await until(lambda: bool(table.faults))
        assert bots.runs
        assert table.ending is None

    in_lobby(tmp_path, work, make_bots=Unable)


def test_events_of_past_hands_are_not_kept_for_a_bot_that_does_not_observe(tmp_path: Path) -> None:
    made: list[BotsHere] = []

    def make(opening: Opening) -> BotsHere:
        made.append(BotsHere(opening))
        return made[-1]

    async def work(lobby: Lobby) -> None:
        table = await lobby.open(setup(bots=("simple",)), "Ann")
        table.attach(Noted("Ann"))
        table.sit("Ann")
        await play(table, 30, {"Ann": always_call})
        (hosted,) = made[0]._worker._bots.values()
        starts = [event for event in hosted.seen.events(0) if isinstance(event, HandStarted)]
        assert len(starts) <= 1

    in_lobby(tmp_path, work, make_bots=make)
