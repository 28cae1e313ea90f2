"""A lobby for tests: bots in this process, seeded cards, people who act by a script, listeners that note everything."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from railbird.game import Dealing, SeededDealing
from railbird.store import Store
from railbird.tables import Lobby, OpenTable, TableSetup
from railbird.tables.audience import Message
from railbird.tables.bot_host import BotsHere
from railbird.tables.running_hand import RunningHand

PATIENCE = 60.0
"""Seconds after which a test that waits has failed."""
QUICK: dict[str, Any] = {"pace": 0.0, "between": 0.0}
Chooses = Callable[[RunningHand], str]


def always_call(hand: RunningHand) -> str:
    return "c"


@dataclass(eq=False)
class Noted:
    """A listener that keeps every message as it would go over the wire."""

    player: str | None = None
    messages: list[dict[str, Any]] = field(default_factory=list)

    def send(self, message: Message) -> None:
        self.messages.append(json.loads(json.dumps(message)))

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.messages if message["type"] == kind]


def setup(**changes: Any) -> TableSetup:
    """A quick table of limit hold'em with a calling bot and a free seat."""
    usual = {"title": "a test", "game": "limit(stack=50bb, rules=casino)", "bots": ("always-call",), **QUICK}
    return TableSetup(**{**usual, **changes})


async def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0)


async def play(table: OpenTable, hands: int, people: dict[str, Chooses]) -> None:
    """People act by their scripts until so many hands have been played, or the table is closed."""

    def acted() -> bool:
        hand = table.hand
        if hand is not None and not hand.driver.over and hand.actor in people:
            table.act(hand.actor, hand.number, hand.driver.actions, people[hand.actor](hand))
        return table.hands >= hands or table.ending is not None

    await until(acted)


def in_lobby(
    folder: Path | str,
    work: Callable[[Lobby], Awaitable[Any]],
    *,
    dealing: Dealing | None = None,
    **options: Any,
) -> Any:
    """Do something in a lobby that runs in a loop of its own; its store is in this folder, or at this URL."""
    address = folder if isinstance(folder, str) else folder / "tables.db"

    async def run() -> Any:
        with Store(address) as store:
            chosen = {"make_bots": BotsHere, "dealing": dealing or SeededDealing(7), **options}
            lobby = Lobby(store, **chosen)
            try:
                return await work(lobby)
            finally:
                await lobby.stop()

    return asyncio.run(run())
