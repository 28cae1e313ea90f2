"""The web application: pages, lists, who may ask, and the protocol over a real WebSocket."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from railbird.arena import play_match
from railbird.game import SeededDealing
from railbird.store import Store
from railbird.tables import Lobby, people
from railbird.tables.bot_host import BotsHere
from railbird.web import WebOptions, create_app
from railbird.web.app import FRAME, PAGES

SETUP = {"title": "a test", "game": "limit(stack=50bb, rules=casino)", "bots": ["always-call"], "pace": 0, "between": 0}
HOME = "http://localhost"
AT_HOME = {"host": "localhost"}


def client_of(folder: Path, options: WebOptions | None = None) -> TestClient:
    """A client of an application whose store is in this folder."""

    def lobby() -> Lobby:
        return Lobby(Store(folder / "tables.db"), make_bots=BotsHere, dealing=SeededDealing(5))

    return TestClient(create_app(lobby, options), base_url=HOME)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with Store(tmp_path / "tables.db") as store:
        play_match(["simple", "random"], hands=12, store=store, explain_every=1, progress=False)
    with client_of(tmp_path) as each:
        yield each


class Wire:
    """A WebSocket with ids and answers."""

    def __init__(self, socket: Any) -> None:
        self.socket, self._id = socket, 0
        self.told: list[dict[str, Any]] = []

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        self._id += 1
        self.socket.send_json({"type": kind, "id": self._id, **fields})
        return self.until(lambda each: each.get("re") == self._id)

    def until(self, wanted: Any) -> dict[str, Any]:
        for _ in range(10_000):
            message: dict[str, Any] = self.socket.receive_json()
            self.told.append(message)
            if wanted(message):
                return message
        raise AssertionError("it never came")


def played(client: TestClient, hands: int) -> tuple[int, str]:
    """Play some hands as Ann. Returns the table and her token."""
    with client.websocket_connect("/socket", headers=AT_HOME) as socket:
        wire = Wire(socket)
        token: str = wire.ask("hello", protocol=1, name="Ann")["token"]
        table: int = wire.ask("open", setup=SETUP)["table"]
        wire.ask("watch", table=table)
        wire.ask("sit", table=table)
        running: dict[str, Any] = {}
        while running.get("over", 0) < hands:
            message = wire.told[-1] if not running else wire.until(lambda each: "state" in each or "running" in each)
            running.setdefault("over", 0)
            if message["type"] == "hand":
                running.update(hand=message["hand"], position=message["position"])
            running["over"] += message["type"] == "hand-over"
            state = message.get("state")
            if state and running.get("position") is not None and state["actor"] == running["position"]:
                wire.socket.send_json({
                    "type": "act", "table": table, "hand": running["hand"], "turn": state["turn"], "action": "c"
                })  # fmt: skip
        wire.ask("leave", table=table)
    return table, token


def test_every_page_and_what_it_loads_is_there_and_is_small(client: TestClient) -> None:
    total = 0
    for path in sorted(PAGES.rglob("*")):
        if path.is_file() and path != FRAME:
            response = client.get(f"/{path.relative_to(PAGES)}")
            assert response.status_code == 200
            total += len(response.content)
            assert "default-src 'none'" in response.headers["content-security-policy"]
    assert client.get("/").content == client.get("/index.html").content
    assert total < 150_000


@pytest.mark.parametrize("path", ["/none.html", "/../app.py", "/%2e%2e/app.py", "/js/../../app.py", "/style.css/"])
def test_nothing_else_can_be_asked_for(client: TestClient, path: str) -> None:
    assert client.get(path).status_code in (404, 400)


def test_pages_name_no_other_host() -> None:
    for path in PAGES.rglob("*"):
        if path.is_file():
            text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
            assert "http://" not in text, path
            assert "https://" not in text, path
            assert "//cdn" not in text, path


def test_lists_of_bots_tables_matches_and_sessions(client: TestClient) -> None:
    assert {"bot", "plays", "what"} <= set(client.get("/api/bots").json()[0])
    assert client.get("/api/tables").json() == []
    (match,) = client.get("/api/matches").json()
    assert match["players"] == ["simple", "random"]
    assert match["hands"] == 12
    assert client.get("/api/sessions").json() == []
    assert client.get("/api/about").json()["problems"] == []
    assert client.get("/api/secrets").status_code == 404


def test_a_hand_of_a_match_is_replayed_with_all_cards_and_thoughts(client: TestClient) -> None:
    data = client.get("/api/replay?match=1&leg=1&hand=3").json()
    assert data["all_cards"]
    assert all(len(cards) == 4 for cards in data["cards"])
    assert data["last"] == 12
    assert len(data["steps"]) == len(data["equities"])
    assert data["decisions"]
    told = client.get("/api/opinion?match=1&leg=1&hand=3&step=0&bot=always-call").json()
    assert told["actions"][0]["chosen"]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("match=1", 400),
        ("hand=1", 400),
        ("match=1&session=1&hand=1", 400),
        ("match=x&hand=1", 400),
        ("match=9&hand=1", 404),
        ("match=1&hand=99", 400),
        ("session=7&hand=1", 404),
        ("match=99999999999999999999&hand=1", 400),
    ],
)
def test_wrong_questions_about_hands_are_refused_in_words(client: TestClient, query: str, status: int) -> None:
    response = client.get(f"/api/replay?{query}")
    assert response.status_code == status
    assert response.json()["error"]


def test_the_report_of_a_match_is_the_page_that_show_writes(client: TestClient) -> None:
    response = client.get("/report/1")
    assert response.status_code == 200
    assert "Win rates" in response.text
    assert client.get("/report/7").status_code == 404


def test_hands_of_a_table_are_shown_to_those_who_may_see_them(client: TestClient) -> None:
    table, token = played(client, 3)
    hands = client.get(f"/api/sessions/{table}").json()
    assert [each["hand"] for each in hands][-1] == 1
    stranger = client.get(f"/api/replay?session={table}&hand=1").json()
    mine = client.get(f"/api/replay?session={table}&hand=1", headers={"X-Railbird-Token": token}).json()
    own = mine["players"].index("Ann")
    assert stranger["position"] is None
    assert stranger["cards"][own] in (None, mine["cards"][own])
    assert stranger["decisions"] == mine["decisions"] == []
    assert mine["position"] == own
    assert len(mine["cards"][own]) == 4
    assert client.get("/api/sessions", headers={"X-Railbird-Token": "forged"}).status_code == 400
    other = client.get(f"/api/opinion?session={table}&hand=1&step=0&bot=simple").json()
    assert other["code"] == "hidden"


def test_who_has_the_name_of_somebody_gone_does_not_see_their_hands(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, token = played(client, 2)
    with client.websocket_connect("/socket", headers=AT_HOME) as socket:
        wire = Wire(socket)
        wire.ask("hello", protocol=1, token=token)
        wire.ask("close", table=table)
    while client.get("/api/tables").json():
        pass
    monkeypatch.setattr(people, "KEPT", 0.0)
    with client.websocket_connect("/socket", headers=AT_HOME) as socket:
        other: str = Wire(socket).ask("hello", protocol=1, name="Ann")["token"]
    assert client.get("/api/sessions", headers={"X-Railbird-Token": token}).json()["code"] == "bad-token"
    theirs = {"X-Railbird-Token": other}
    hand = client.get(f"/api/replay?session={table}&hand=1", headers=theirs).json()
    assert hand["position"] is None
    assert {each["yours"] for each in client.get(f"/api/sessions/{table}", headers=theirs).json()} == {None}


def test_other_hosts_and_pages_of_other_sites_are_refused(client: TestClient) -> None:
    assert client.get("/api/tables", headers={"host": "evil.example"}).status_code == 421
    assert client.get("/", headers={"host": "localhost:99"}).status_code == 200
    for headers in ({"origin": "http://evil.example"}, {"host": "evil.example"}, {"origin": "null"}):
        with pytest.raises(WebSocketDisconnect), client.websocket_connect("/socket", headers=headers) as socket:
            socket.receive_text()
    with client.websocket_connect("/socket", headers={"origin": HOME, "host": "localhost"}) as socket:
        assert Wire(socket).ask("hello", protocol=1)["type"] == "welcome"


def test_a_server_with_an_access_code_answers_nothing_without_it(tmp_path: Path) -> None:
    with client_of(tmp_path, WebOptions(hosts=(), access="secret")) as client:
        assert client.get("/").status_code == 200  # the page itself holds nothing
        assert client.get("/api/tables").status_code == 403
        assert client.get("/report/1").status_code == 404
        assert client.get("/api/tables", headers={"X-Railbird-Access": "secret"}).status_code == 200
        with client.websocket_connect("/socket", headers=AT_HOME) as socket:
            assert Wire(socket).ask("hello", protocol=1)["code"] == "no-access"


def test_a_message_that_is_far_too_long_ends_the_connection(client: TestClient) -> None:
    with client.websocket_connect("/socket", headers=AT_HOME) as socket:
        socket.send_text("x" * 500_000)
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_text()
        assert ended.value.code == 1009
