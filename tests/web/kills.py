"""A server that is killed while hands run: ``python -m tests.web.kills --times 20``.

People play at several tables; the server gets SIGKILL at random moments and is started again on the same port. No hand
that somebody saw end is lost, no chip is lost or made, and everybody is back with their seat.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from railbird.store import Store
from tests.web.browsers import Served, ask, serving

TABLES, PEOPLE, STACK = 4, 2, 10_000
LEAST, MOST = 0.0, 3.0
"""Seconds of play between two kills, after the first hand at each table."""
BACK = 60.0
"""Seconds in which everybody must be back."""


@dataclass
class Player:
    """A person who comes back whenever the connection is lost."""

    name: str
    token: str = ""
    table: int = 0
    over: int = 0
    """The last hand that they saw end."""
    back: asyncio.Event = field(default_factory=asyncio.Event)
    playing: asyncio.Event = field(default_factory=asyncio.Event)
    """They saw a hand end since the server was started: hands follow one another at their table."""

    async def play(self, address: str, stop: asyncio.Event) -> None:
        while not stop.is_set():
            try:
                async with connect(address, open_timeout=5, max_queue=None) as socket:
                    await self._play_here(socket, stop)
            except (OSError, WebSocketException, TimeoutError, EOFError):
                self.back.clear()
                await asyncio.sleep(0.1)

    async def _play_here(self, socket: ClientConnection, stop: asyncio.Event) -> None:
        who = {"token": self.token} if self.token else {"name": self.name}
        self.token = (await ask(socket, "hello", protocol=1, **who))["token"]
        await ask(socket, "watch", table=self.table)
        answer = await ask(socket, "sit", table=self.table)
        if answer["type"] == "error" and answer["code"] != "seated":
            raise AssertionError(answer)
        self.back.set()
        hand: dict[str, Any] = {}
        await socket.send(json.dumps({"type": "watch", "table": self.table}))
        while not stop.is_set():
            message = json.loads(await socket.recv())
            running = message.get("running") if message["type"] == "table" else message
            if message["type"] == "hand-over":
                self.over = max(self.over, message["hand"])
                self.playing.set()
            if running and "players" in running:
                hand = {"hand": running["hand"], "position": running["position"]}
            if not running or "state" not in running or not hand:
                continue
            state = running["state"]
            if state["actor"] is not None and state["actor"] == hand["position"]:
                action = {"hand": hand["hand"], "turn": state["turn"], "action": "c"}
                await socket.send(json.dumps({"type": "act", "table": self.table, **action}))


def check_store(store: Path, players: list[Player]) -> int:
    """How many hands are kept; every hand that somebody saw end is, and all chips are there."""
    with Store(store, create=False) as opened:
        assert opened.check() == []
        hands = 0
        for session in opened.sessions.all():
            hands += session.hands
            seen = max((player.over for player in players if player.table == session.id), default=0)
            assert session.hands >= seen, (
                f"table {session.id} has {session.hands} hands, but hand {seen} was seen to end"
            )
            guests = [guest for guest in session.state["table"]["guests"] if guest]
            chips = sum(guest["stack"] for guest in guests)
            assert chips % STACK == 0, f"table {session.id} has {chips} chips"
            assert chips == STACK * len(guests) or len(guests) < PEOPLE + 1, f"table {session.id} has {chips} chips"
    return hands


async def _run(served: Served, store: Path, times: int, choose: random.Random) -> None:
    wire = f"{served.address.replace('http', 'ws')}socket"
    owner = served.enter("owner")
    game = f"limit(players={PEOPLE + 1}, stack={STACK}chips, rules=casino)"
    tables = [served.open(owner, game=game, bots=["simple"]) for _ in range(TABLES)]
    players = [Player(f"p {table} {seat}", table=table) for table in tables for seat in range(PEOPLE)]
    stop = asyncio.Event()
    tasks = [asyncio.create_task(player.play(wire, stop)) for player in players]
    port = served.address.split(":")[-1].strip("/")
    current, again, hands = served, None, 0
    for number in range(times):
        async with asyncio.timeout(BACK):
            await asyncio.gather(*(each.wait() for player in players for each in (player.back, player.playing)))
        await asyncio.sleep(choose.uniform(LEAST, MOST))
        for player in players:
            player.back.clear()
            player.playing.clear()
        current.process.kill()
        current.process.wait()
        hands = await asyncio.to_thread(check_store, store, players)
        print(f"kill {number + 1}: {hands} hands are kept, none that was seen to end is lost", flush=True)
        begin = time.monotonic()
        again = serving(store, "--port", port)
        current = again.__enter__()
        async with asyncio.timeout(BACK):
            await asyncio.gather(*(player.back.wait() for player in players))
        print(f"  everybody is back after {time.monotonic() - begin:.1f} s", flush=True)
    assert hands >= times, f"only {hands} hands ended between {times} kills: this machine is too slow to say anything"
    stop.set()
    current.process.terminate()
    await asyncio.gather(*tasks, return_exceptions=True)


def main() -> None:
    """Kill, and say what was kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "kills.db"
        with serving(store) as served:
            asyncio.run(_run(served, store, options.times, random.Random(options.seed)))


if __name__ == "__main__":
    main()
