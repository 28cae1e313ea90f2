"""The protocol: every message has an answer, and what is wrong is refused with a code and changes nothing."""

from __future__ import annotations

import json
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from railbird.tables import Lobby
from railbird.tables.audience import Message
from railbird.tables.processes import AnsweringProcess
from railbird.tables.protocol import FIELDS, LONGEST, Client
from tests.tables.lobbies import QUICK, in_lobby, until

SETUP: dict[str, Any] = {"title": "a test", "game": "limit(stack=50bb, rules=casino)", "bots": ["always-call"], **QUICK}


class Talker:
    """A client of a lobby, and what it was told."""

    def __init__(self, lobby: Lobby, advice: AnsweringProcess | None = None, access: str = "") -> None:
        self.told: list[dict[str, Any]] = []
        self.client = Client(lobby, self._note, advice=advice or AnsweringProcess("none:none"), access=access)
        self._id = 0

    def _note(self, message: Message) -> None:
        self.told.append(json.loads(json.dumps(message)))

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The answer to a message."""
        self._id += 1
        await self.client.take(json.dumps({"type": kind, "id": self._id, **fields}))
        return next(each for each in reversed(self.told) if each.get("re") == self._id)

    async def enter(self, name: str) -> str:
        token: str = (await self.ask("hello", protocol=1, name=name))["token"]
        return token

    async def say(self, text: str | bytes) -> str:
        """The code of the answer to any text."""
        await self.client.take(text)
        return str(self.told[-1].get("code", self.told[-1]["type"]))

    def state(self) -> dict[str, Any]:
        """What was told last about the hand."""
        state: dict[str, Any] = next(each for each in reversed(self.told) if "state" in each)["state"]
        return state

    def now(self) -> tuple[int, int]:
        """The hand and the turn that it was told about last."""
        return self.last("hand")["hand"], self.state()["turn"]

    async def asked_after(self, answered: tuple[int, int]) -> None:
        """Wait until it is its turn again."""
        await until(lambda: self.is_asked() and self.now() != answered)

    def is_asked(self) -> bool:
        """Whether it was told that it is its turn."""
        hands = [each for each in self.told if each["type"] == "hand"]
        return bool(hands) and self.state()["actor"] == hands[-1]["position"]

    def last(self, kind: str) -> dict[str, Any]:
        return next(each for each in reversed(self.told) if each["type"] == kind)


def talking(folder: Path, work: Callable[[Lobby, Talker], Awaitable[Any]]) -> Any:
    """Let Ann talk with a lobby."""

    async def run(lobby: Lobby) -> Any:
        ann = Talker(lobby)
        await ann.enter("Ann")
        return await work(lobby, ann)

    return in_lobby(folder, run)


def test_a_program_sits_down_and_plays_with_messages_alone(tmp_path: Path) -> None:
    async def work(lobby: Lobby, ann: Talker) -> None:
        number = (await ann.ask("open", setup=SETUP))["table"]
        assert (await ann.ask("watch", table=number))["type"] == "done"
        assert (await ann.ask("sit", table=number))["type"] == "done"
        table = lobby.table(number)
        answered: tuple[int, int] = (0, 0)
        for _ in range(30):
            await ann.asked_after(answered)
            hand, turn = answered = ann.now()
            assert (await ann.ask("act", table=number, hand=hand, turn=turn, action="c"))["type"] == "done"
            assert (await ann.ask("act", table=number, hand=hand, turn=turn, action="c"))["type"] == "error"
        assert table.hands > 3
        assert (await ann.ask("tables"))["tables"][0]["hands"] == table.hands
        assert (await ann.ask("leave", table=number))["type"] == "done"
        assert (await ann.ask("close", table=number))["type"] == "done"
        await until(lambda: not lobby.tables)

    talking(tmp_path, work)


def test_what_comes_before_hello_or_without_a_name_is_refused(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        stranger = Talker(lobby)
        assert await stranger.say('{"type": "tables"}') == "no-hello"
        assert (await stranger.ask("hello", protocol=2))["code"] == "wrong-protocol"
        assert (await stranger.ask("hello", protocol=1))["name"] is None
        assert (await stranger.ask("tables"))["tables"] == []
        assert (await stranger.ask("open", setup=SETUP))["code"] == "no-name"
        token = await stranger.enter("Ann")
        assert (await stranger.ask("hello", protocol=1, name="Bob"))["code"] == "has-name"
        again = Talker(lobby)
        assert (await again.ask("hello", protocol=1, token=token))["name"] == "Ann"
        assert (await Talker(lobby).ask("hello", protocol=1, token="forged"))["code"] == "bad-token"

    in_lobby(tmp_path, work)


def test_a_server_with_an_access_code_lets_nobody_in_without_it(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        stranger = Talker(lobby, access="secret")
        for wrong in ({}, {"access": "guess"}, {"access": ""}):
            assert (await stranger.ask("hello", protocol=1, **wrong))["code"] == "no-access"
        assert await stranger.say('{"type": "tables"}') == "no-hello"
        assert (await stranger.ask("hello", protocol=1, access="secret"))["type"] == "welcome"

    in_lobby(tmp_path, work)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "malformed"),
        ("[]", "malformed"),
        ("{", "malformed"),
        ("[" * 5_000, "malformed"),
        ('"hello"', "malformed"),
        ("x" * (LONGEST + 1), "too-long"),
        (b"\x00\xff", "malformed"),
        ("{}", "unknown-type"),
        ('{"type": 7}', "unknown-type"),
        ('{"type": "shuffle"}', "unknown-type"),
        ('{"type": "watch"}', "malformed"),
        ('{"type": "watch", "table": "1"}', "malformed"),
        ('{"type": "watch", "table": true}', "malformed"),
        ('{"type": "watch", "table": 1e3}', "malformed"),
        ('{"type": "watch", "table": 99}', "no-table"),
        (f'{{"type": "control", "table": 1, "speed": {10**400}}}', "malformed"),
        ('{"type": "hello", "protocol": 1, "token": "\\ud800"}', "has-name"),
        ('{"type": "watch", "table": -1}', "no-table"),
        ('{"type": "watch", "table": 1, "more": 1}', "malformed"),
        ('{"type": "act", "table": 1, "hand": 1, "turn": 0, "action": "c"}', "not-seated"),
        ('{"type": "sit", "table": 1, "seat": 99}', "seat-taken"),
        ('{"type": "sit", "table": 1, "seat": -1}', "seat-taken"),
        ('{"type": "leave", "table": 1}', "not-seated"),
        ('{"type": "hint", "table": 1}', "no-hand"),
        ('{"type": "control", "table": 1, "paused": true}', "not-alone"),
        ('{"type": "practice", "table": 1, "reveal": true}', "not-seated"),
        ('{"type": "practice", "table": 1, "style": "wild"}', "bad-style"),
        ('{"type": "open", "setup": {}}', "refused"),
        ('{"type": "opinion", "table": 1, "bot": "os.system"}', "foreign-bot"),
        ('{"type": "opinion", "table": 1, "bot": "simbot(trials=1000000)"}', "foreign-bot"),
    ],
)
def test_a_wrong_message_is_answered_by_a_code(tmp_path: Path, text: str | bytes, code: str) -> None:
    async def work(lobby: Lobby, ann: Talker) -> None:
        number = (await ann.ask("open", setup=SETUP))["table"]
        before = lobby.table(number).summary()
        assert await ann.say(text) == code
        assert lobby.table(number).summary() == before

    talking(tmp_path, work)


@pytest.mark.parametrize(
    "bot",
    [
        "./x.py:Shark",
        "poki(net=/etc/passwd)",
        "poki(net\t=x)",
        "team(UCB1; ./x.py:Shark, poki)",
        "a.b:C",
        "llm(model=m, url=https://evil.example/v1)",
        "llm(prompt=secret.txt)",
        "llm(key=AWS_SECRET)",
        "team(UCB1; simple, llm(model=m, url=https://evil.example/v1))",
    ],
)
def test_a_client_cannot_choose_what_code_or_file_the_server_reads(tmp_path: Path, bot: str) -> None:
    async def work(lobby: Lobby, ann: Talker) -> None:
        assert (await ann.ask("open", setup={**SETUP, "bots": [bot]}))["code"] == "foreign-bot"
        assert not lobby.tables

    talking(tmp_path, work)


def test_random_messages_never_break_a_table(tmp_path: Path) -> None:
    """Valid messages with wrong values, at any time, by somebody with a seat."""
    choose = random.Random(11)
    values: list[Any] = [0, 1, 2, -1, 2**70, "c", "f", "r40", "", "x" * 99, True, None, [], {}, 1.5]

    async def work(lobby: Lobby, ann: Talker) -> None:
        number = (await ann.ask("open", setup=SETUP))["table"]
        await ann.ask("watch", table=number)
        await ann.ask("sit", table=number)
        table = lobby.table(number)
        codes = set()
        for _ in range(1_500):
            kind = choose.choice([each for each in FIELDS if each not in ("hint", "opinion", "close", "open")])
            fields = {name.removesuffix("?"): choose.choice(values) for name in FIELDS[kind] if choose.random() < 0.9}
            if "table" in fields and choose.random() < 0.8:
                fields["table"] = number
            ann.client._allowance = 100.0
            codes.add((await ann.ask(kind, **fields)).get("code", "done"))
            hand = table.hand
            if hand and hand.actor == "Ann" and choose.random() < 0.5:
                table.act("Ann", hand.number, hand.driver.actions, "c")
        assert {"malformed", "no-table", "done"} <= codes
        assert table.ending is None
        assert sum(seat["stack"] for seat in table.summary()["seats"] if seat) % 500 == 0

    talking(tmp_path, work)


def test_a_client_that_talks_too_fast_is_told_so(tmp_path: Path) -> None:
    async def work(lobby: Lobby, ann: Talker) -> None:
        codes = [await ann.say('{"type": "ping"}') for _ in range(150)]
        assert codes[:50] == ["pong"] * 50
        assert codes[-1] == "too-fast"

    talking(tmp_path, work)


def test_a_connection_that_ends_leaves_its_seat_to_the_next_with_the_same_token(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        ann = Talker(lobby)
        token = await ann.enter("Ann")
        number = (await ann.ask("open", setup=SETUP))["table"]
        await ann.ask("watch", table=number)
        await ann.ask("sit", table=number)
        table = lobby.table(number)
        await until(lambda: table.hand is not None and table.hand.actor == "Ann")
        ann.client.close()
        assert not table.summary()["seats"][0]["connected"]
        back = Talker(lobby)
        await back.ask("hello", protocol=1, token=token)
        await back.ask("watch", table=number)
        running = back.last("table")["running"]
        assert running["position"] is not None
        assert len(running["cards"][running["position"]]) == 4
        answer = await back.ask("act", table=number, hand=running["hand"], turn=running["state"]["turn"], action="c")
        assert answer["type"] == "done"

    in_lobby(tmp_path, work)


def test_hints_and_opinions_come_from_another_process(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        advice = AnsweringProcess("railbird.tables.second_opinion:work")
        ann = Talker(lobby, advice)
        await ann.enter("Ann")
        number = (await ann.ask("open", setup=SETUP))["table"]
        await ann.ask("watch", table=number)
        await ann.ask("sit", table=number)
        table = lobby.table(number)
        await until(lambda: table.hand is not None and table.hand.actor == "Ann")
        hint = await ann.ask("hint", table=number)
        assert hint["type"] == "hint"
        assert hint["equity"]["random"] > 0
        opinion = await ann.ask("opinion", table=number, bot="simple")
        assert opinion["explanation"]["player"] == "simple"
        refused = await ann.ask("opinion", table=number, bot="merlin")
        assert refused["type"] == "error"
        advice.close()

    in_lobby(tmp_path, work)
