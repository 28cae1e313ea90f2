"""Many people at many tables: ``python -m tests.web.load --tables 40 --people 5 --minutes 10 [--watchers 500]``.

A server runs in a process of its own; all clients run in this one. Each person answers after a moment's thought. The
time from sending an action to being told of it is measured: it is told before the next player thinks. Afterwards the
actions that the store has kept are compared with those that were sent: none is lost, none comes twice.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from websockets.asyncio.client import connect

from railbird.game import ActionKind, Hand
from railbird.store import Store
from tests.web.browsers import ask, serving

SAMPLE_SECONDS = 5.0
THOUGHT = (0.2, 0.8)
"""Least and most seconds of thought before an action."""
BETWEEN = 1.0


@dataclass
class Seen:
    """What the clients of a run have sent and seen."""

    sent: set[tuple[int, int, int, str]] = field(default_factory=set)
    """Table, hand, turn and player of each action."""
    over: dict[int, int] = field(default_factory=dict)
    """The last hand of each table that ended while everybody played."""
    refused: list[str] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    watched: int = 0
    cpu: float = 0.0
    """Seconds of processor time that the server used."""
    stop: asyncio.Event = field(default_factory=asyncio.Event)


async def _open_table(address: str, name: str, people: int) -> int:
    async with connect(address) as socket:
        await ask(socket, "hello", protocol=1, name=name)
        game = f"limit(players={people + 1}, stack=1000bb, rules=casino)"
        setup = {"title": name, "game": game, "bots": ["poki"], "pace": 0, "between": BETWEEN, "glass_box": True}
        return int((await ask(socket, "open", setup=setup))["table"])


async def _person(address: str, name: str, table: int, seen: Seen) -> None:
    """Sit at a table, and call whenever asked."""
    choose = random.Random(name)
    async with connect(address, max_queue=None) as socket:
        await ask(socket, "hello", protocol=1, name=name)
        await ask(socket, "sit", table=table)
        await socket.send(json.dumps({"type": "watch", "table": table}))
        hand: dict[str, Any] = {}
        since: dict[tuple[int, int], float] = {}
        while not seen.stop.is_set():
            try:
                async with asyncio.timeout(1):
                    message = json.loads(await socket.recv())
            except TimeoutError:
                continue
            if message["type"] == "error":
                seen.refused.append(message["text"])
            if message["type"] == "hand-over":
                seen.over[table] = max(seen.over.get(table, 0), message["hand"])
            running = message.get("running") if message["type"] == "table" else message
            if not running or "state" not in running:
                continue
            if "players" in running:
                hand = {"hand": running["hand"], "position": running["position"]}
            state = running["state"]
            done = since.pop((hand["hand"], state["turn"] - 1), None)
            if done is not None:
                seen.delays.append(time.monotonic() - done)
            if state["actor"] == hand["position"] and hand["position"] is not None:
                await asyncio.sleep(choose.uniform(*THOUGHT))
                since[hand["hand"], state["turn"]] = time.monotonic()
                action = {"hand": hand["hand"], "turn": state["turn"], "action": "c"}
                await socket.send(json.dumps({"type": "act", "table": table, **action}))
                seen.sent.add((table, hand["hand"], state["turn"], name))
        await ask(socket, "leave", table=table)


async def _watcher(address: str, table: int, seen: Seen) -> None:
    async with connect(address, max_queue=None) as socket:
        await ask(socket, "hello", protocol=1)
        await socket.send(json.dumps({"type": "watch", "table": table}))
        while not seen.stop.is_set():
            try:
                async with asyncio.timeout(1):
                    message = json.loads(await socket.recv())
            except TimeoutError:
                continue
            seen.watched += message["type"] in ("events", "hand-over")


def _memory(process: int) -> float:
    """The resident memory of a process in MB."""
    text = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(next(line for line in text.splitlines() if line.startswith("VmRSS")).split()[1]) / 1024


def _cpu(process: int) -> float:
    """The processor time of a process in seconds, without its children. Other programs do not change it much."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _run(options: argparse.Namespace, address: str, process: int, seen: Seen) -> list[tuple[float, float]]:
    wire = f"{address.replace('http', 'ws')}socket"
    tables = [await _open_table(wire, f"owner {number}", options.people) for number in range(options.tables)]
    tasks = [
        asyncio.create_task(_person(wire, f"p {table} {seat}", table, seen))
        for table in tables
        for seat in range(options.people)
    ]
    tasks += [asyncio.create_task(_watcher(wire, tables[0], seen)) for _ in range(options.watchers)]
    begin, used, memory = time.monotonic(), _cpu(process), []
    while (passed := time.monotonic() - begin) < 60 * options.minutes:
        memory.append((passed, _memory(process)))
        failed = [task for task in tasks if task.done()]
        if failed:
            await failed[0]
        await asyncio.sleep(min(SAMPLE_SECONDS, 60 * options.minutes - passed))
    seen.stop.set()
    seen.cpu = _cpu(process) - used
    await asyncio.gather(*tasks)
    return memory


def lost_and_unasked(store: Path, seen: Seen) -> tuple[int, int, int]:
    """Actions in finished hands; how many that were sent are not there; how many calls nobody sent."""
    kept, finished = set(), set()
    with Store(store, create=False) as opened:
        for session in opened.sessions.all():
            for each in opened.sessions.hands(session.id):
                if each.number > seen.over.get(session.id, 0):
                    continue
                hand = Hand.parse(each.text)
                finished.add((session.id, each.number))
                for turn, action in enumerate(hand.actions):
                    player = hand.players[action.player]
                    if player.startswith("p ") and action.kind is ActionKind.CALL:
                        kept.add((session.id, each.number, turn, player))
    lost = sum(each[:2] in finished and each not in kept for each in seen.sent)
    return len(kept), lost, len(kept - seen.sent)


def main() -> None:
    """Run, and say what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--people", type=int, default=5, help="people at each table, with one bot")
    parser.add_argument("--watchers", type=int, default=0, help="watchers of the first table")
    parser.add_argument("--minutes", type=float, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store, seen = Path(folder) / "load.db", Seen()
        with serving(store) as served:
            memory = asyncio.run(_run(options, served.address, served.process.pid, seen))
        kept, lost, unasked = lost_and_unasked(store, seen)
    delays = 1000 * np.array(seen.delays)
    late = [(at, used) for at, used in memory if at > memory[-1][0] / 3]
    slope = 60 * float(np.polyfit([at for at, _ in late], [used for _, used in late], 1)[0]) if len(late) > 2 else 0.0
    half, most, longest = np.median(delays), np.percentile(delays, 95), delays.max()
    print(f"{options.tables} tables, {options.tables * options.people} people, {options.watchers} watchers")
    print(f"{len(seen.sent):,} actions sent, {kept:,} kept in finished hands: {lost} lost, {unasked} that nobody sent")
    print(f"refused: {seen.refused[:3] or 'none'}")
    print(f"told after {half:.1f} ms (median), {most:.1f} ms (95 %), {longest:.0f} ms (longest)")
    print(f"the server used {1000 * seen.cpu / max(len(seen.sent), 1):.1f} ms of processor time for each action")
    print(f"memory of the server {memory[-1][1]:.0f} MB, slope {slope:+.2f} MB a minute; watchers saw {seen.watched:,}")


if __name__ == "__main__":
    main()
