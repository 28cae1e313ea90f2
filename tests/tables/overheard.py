"""What readers of a table are told, checked: ``python -m tests.tables.overheard --hands 2000``.

Six clients look at one table, four of them with a seat; every message to each of them is checked.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from pathlib import Path
from typing import Any

from railbird.tables import Lobby
from tests.tables.lobbies import Noted, always_call, in_lobby, play, setup

CARD = re.compile(r"(?:[2-9TJQKA][cdhs])+")
PLAYERS = ("Ann", "Bob", "Cy", "Di")


def _cards_in(message: Any) -> set[str]:
    """Every card that is named anywhere in a message."""
    found = set()
    for text in re.findall(r'"([^"]*)"', json.dumps(message)):
        if CARD.fullmatch(text):
            found |= set(re.findall("..", text))
    return found


def _may_see(message: dict[str, Any], own: set[str]) -> set[str]:
    """The cards that a reader may see at this point of the hand."""
    state = message["state"]
    seen = own | set(re.findall("..", state["board"]))
    for event in message["events"]:
        if event["event"] == "cards-shown":
            seen |= set(re.findall("..", event["cards"]))
    return seen


def check_told(reader: Noted) -> int:
    """Fail if a reader was told a card or a private fact too early. Returns how many messages about hands they got."""
    checked, own = 0, set[str]()
    for message in reader.messages:
        if message["type"] == "hand":
            position = message["position"]
            own = set() if position is None else set(re.findall("..", message["cards"][position]))
        if message["type"] in ("hand", "events", "hand-over"):
            assert _cards_in(message) <= _may_see(message, own), message
            facts = [fact for each in decisions_of(message) for fact in each["facts"]]
            assert not any(fact["private"] for fact in facts), message
            assert all(row["value"] is None and row["probability"] is None for row in _rows(message)), message
            checked += 1
    return checked


def decisions_of(message: dict[str, Any]) -> list[dict[str, Any]]:
    return [*message.get("decisions", []), *([message["decision"]] if "decision" in message else [])]


def _rows(message: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for each in decisions_of(message) for row in each["actions"]]


def main() -> None:
    """Play, and say how many messages were checked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2_000)
    options = parser.parse_args()

    async def work(lobby: Lobby) -> list[Noted]:
        game = "limit(players=6, stack=10000bb, rules=casino)"
        table = await lobby.open(setup(bots=("simple", "random"), game=game), "Ann")
        readers = [Noted(name) for name in (*PLAYERS, None, "a watcher")]
        for reader in readers:
            table.attach(reader)
            if reader.player in PLAYERS:
                table.sit(reader.player)
        for hands in range(20, options.hands + 20, 20):
            await play(table, hands, dict.fromkeys(PLAYERS, always_call))
        return readers

    with tempfile.TemporaryDirectory() as folder:
        for reader in in_lobby(Path(folder), work):
            size = sum(len(json.dumps(message)) for message in reader.messages)
            print(f"{reader.player or 'nobody'}: {check_told(reader):,} messages about hands, {size:,} bytes, all fine")


if __name__ == "__main__":
    main()
