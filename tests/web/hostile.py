"""Hostile clients: ``python -m tests.web.hostile --messages 20000``. One honest player plays on, unharmed.

Wrong turns, other tables, messages that were sent before, huge, binary and malformed ones, readers that do not read,
connections without a word, forged tokens, paths out of the pages, requests of other sites: each is refused with a code.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from railbird.store import Store
from railbird.tables.protocol import FIELDS
from tests.web.browsers import Served, serving

VALUES: tuple[Any, ...] = (
    0,
    1,
    2,
    -1,
    2**70,
    1e308,
    "c",
    "f",
    "r40",
    "",
    "x" * 200,
    "\u202e",
    True,
    None,
    [],
    {},
    [[]],
)
SILENT = 1_000
PATHS = (
    "/../pyproject.toml",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/js/..%2f..%2fapp.py",
    "//etc/passwd",
    "/style.css%00",
    "/api/..",
)
ORIGINS = ("http://evil.example", "null", "http://localhost.evil.example")


def _nonsense(choose: random.Random, tables: int) -> str | bytes:
    """A message that somebody might send to do harm."""
    kind = choose.choice([*FIELDS, "shuffle", ""])
    fields = {name.removesuffix("?"): choose.choice(VALUES) for name in FIELDS.get(kind, {})}
    if "table" in fields and choose.random() < 0.8:
        fields["table"] = choose.randrange(1, tables + 1)
    if kind == "hello":
        fields = {"protocol": 1, "token": f"forged{choose.random()}"}
    text = json.dumps({"type": kind, **fields, "id": choose.choice(VALUES)})
    match choose.randrange(8):
        case 0:
            return text[: choose.randrange(len(text))]
        case 1:
            return text.encode()
        case 2:
            return "[" * choose.randrange(1, 20_000)
        case 3:
            return "".join(chr(choose.randrange(1, 0xD7FF)) for _ in range(choose.randrange(200)))
    return text


async def _attack(address: str, number: int, messages: int, tables: int, codes: Counter[str]) -> None:
    """Send nonsense; come back when the connection is closed."""
    choose, left = random.Random(number), messages
    while left:
        try:
            async with connect(address, max_queue=None) as socket:
                await socket.send(json.dumps({"type": "hello", "protocol": 1, "name": f"evil {number} {left}"}))
                while left:
                    left -= 1
                    await socket.send(_nonsense(choose, tables))
                    answer = json.loads(await socket.recv())
                    codes[answer.get("code", answer["type"])] += 1
        except ConnectionClosed as ended:
            codes[f"closed {ended.rcvd.code if ended.rcvd else 'without a word'}"] += 1


async def _slow_reader(address: str, table: int, stop: asyncio.Event) -> None:
    """Ask for much, and read nothing."""
    async with connect(address, max_queue=1) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 1}))
        while not stop.is_set():
            try:
                await asyncio.wait_for(socket.send(json.dumps({"type": "watch", "table": table})), 0.5)
            except (TimeoutError, ConnectionClosed):
                await asyncio.sleep(0.2)


async def _honest(address: str, token: str, table: int, stop: asyncio.Event) -> tuple[int, list[float]]:
    """Play on. Returns the hands that ended, and how long each answer took."""
    ended, delays = 0, []
    async with connect(address, max_queue=None) as socket:
        await socket.send(json.dumps({"type": "hello", "protocol": 1, "token": token}))
        await socket.send(json.dumps({"type": "sit", "table": table}))
        await socket.send(json.dumps({"type": "watch", "table": table}))
        hand: dict[str, Any] = {}
        since: dict[int, float] = {}
        while not stop.is_set():
            try:
                async with asyncio.timeout(1):
                    message = json.loads(await socket.recv())
            except TimeoutError:
                continue
            if message.get("re") in since:
                delays.append(time.monotonic() - since.pop(message["re"]))
            running = message.get("running") if message["type"] == "table" else message
            ended += message["type"] == "hand-over"
            if running and "players" in running:
                hand = {"hand": running["hand"], "position": running["position"]}
            if running and "state" in running and hand and running["state"]["actor"] == hand["position"] is not None:
                number = len(delays) + len(since) + 1
                since[number] = time.monotonic()
                action = {"hand": hand["hand"], "turn": running["state"]["turn"], "action": "c"}
                await socket.send(json.dumps({"type": "act", "table": table, "id": number, **action}))
                await asyncio.sleep(0.05)
    return ended, delays


async def _silent(address: str) -> ClientConnection | None:
    try:
        return await connect(address, open_timeout=60)
    except (OSError, TimeoutError, InvalidStatus):
        return None


def _refused_requests(address: str) -> int:
    """How many requests for what is not there, or from elsewhere, were refused: all of them."""
    place, refused = urlsplit(address).netloc, 0
    for path in PATHS:
        connection = http.client.HTTPConnection(place, timeout=30)
        connection.request("GET", path)
        answer = connection.getresponse()
        assert answer.status in (400, 404), (path, answer.status)
        assert b"root:" not in answer.read()
        refused += 1
    for host in ("evil.example", "localhost.evil.example:80"):
        connection = http.client.HTTPConnection(place, timeout=30)
        connection.request("GET", "/api/tables", headers={"Host": host})
        assert connection.getresponse().status == 421
        refused += 1
    return refused


async def _run(served: Served, messages: int) -> None:
    address = f"{served.address.replace('http', 'ws')}socket"
    token = served.enter("honest")
    table = served.open(token, bots=["simple"], game="limit(stack=1000bb, rules=casino)")
    stop, codes = asyncio.Event(), Counter[str]()
    honest = asyncio.create_task(_honest(address, token, table, stop))
    slow = [asyncio.create_task(_slow_reader(address, table, stop)) for _ in range(3)]
    print(f"{await asyncio.to_thread(_refused_requests, served.address)} requests refused")
    for origin in ORIGINS:
        try:
            await connect(address, origin=origin)  # type: ignore[arg-type]
            raise AssertionError(f"a page of {origin} could connect")
        except InvalidStatus as refused:
            assert refused.response.status_code == 403
    silent = await asyncio.gather(*(_silent(address) for _ in range(SILENT)))
    print(f"{sum(each is not None for each in silent)} of {SILENT} connections without a word")
    attackers = 8
    await asyncio.gather(*(_attack(address, each, messages // attackers, 3, codes) for each in range(attackers)))
    stop.set()
    ended, delays = await honest
    await asyncio.gather(*slow, return_exceptions=True)
    print(f"{messages:,} hostile messages: {dict(codes.most_common())}")
    late = 1000 * np.percentile(delays, 95) if delays else 0
    print(f"the honest player saw {ended} hands end; 95 % of the answers came within {late:.0f} ms")
    assert ended > 0


def main() -> None:
    """Attack, and say what happened."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=20_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "hostile.db"
        with serving(store) as served:
            asyncio.run(_run(served, options.messages))
            assert served.process.poll() is None, "the server has ended"
        with Store(store, create=False) as opened:
            assert opened.check() == []
    print("the server is alive, and its store is whole")


if __name__ == "__main__":
    main()
