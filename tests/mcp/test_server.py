"""Railbird's tools over the Model Context Protocol, as the official client sees them."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from railbird.mcp.server import Computers, ToolLimits, make_server
from tests.mcp.stores import small_store

RAILBIRD = [sys.executable, "-c", "import sys; from railbird.cli import main; sys.exit(main())", "mcp"]
TOOLS = ["equity", "strength", "solve", "list_matches", "show_hand", "explain_hand", "advise"]
RIVER = "nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50"
RANGES = ["QQ+, 76s", "JJ, KQs"]
ENDLESS = {"spot": "nolimit(stack=20bb); Kh7d2c5s; pot=6bb", "exploitability": 1e-9}

Ask = Callable[[Client], Awaitable[Any]]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_store(tmp_path_factory.mktemp("store"))


@pytest.fixture(scope="module")
def asked(store: Path) -> Iterator[Callable[[Ask], Any]]:
    """What a client in this process gets from one server, whose loop runs in a thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    computers = Computers()
    server = make_server(ToolLimits(store, seconds=1.0, bytes=200e6), computers)

    async def one(ask: Ask) -> Any:
        async with Client(server) as client:
            return await ask(client)

    yield lambda ask: asyncio.run_coroutine_threadsafe(one(ask), loop).result(120)
    computers.close()
    loop.call_soon_threadsafe(loop.stop)
    thread.join(10)


async def data_of(client: Client, tool: str, **arguments: Any) -> Any:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return result.structured_content


async def error_of(client: Client, tool: str, **arguments: Any) -> str:
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    (content,) = result.content
    return str(getattr(content, "text", ""))


def test_every_tool_is_typed_and_explained(asked: Callable[[Ask], Any]) -> None:
    async def ask(client: Client) -> Any:
        return (await client.list_tools()).tools

    tools = asked(ask)
    assert [tool.name for tool in tools] == TOOLS
    for tool in tools:
        assert tool.description.strip().endswith("."), tool.name
        assert tool.annotations.read_only_hint is True
        assert tool.output_schema["properties"], tool.name
        for name, schema in tool.input_schema["properties"].items():
            assert schema["description"].endswith((".", ".)")), f"{tool.name}: {name}"
        assert "context" not in tool.input_schema["properties"]


def test_equity_and_strength_equal_those_of_the_library(asked: Callable[[Ask], Any]) -> None:
    async def ask(client: Client) -> Any:
        exact = await data_of(client, "equity", hands=["AhKh", "QsQd"], board="Kc 7d 2h")
        drawn = await data_of(client, "equity", hands=["AK", "QQ", "random"], deals=10_000, seed=7)
        strong = await data_of(client, "strength", hand="AdQc", board="Jh4c3h")
        return exact, drawn, strong

    exact, drawn, strong = asked(ask)
    assert (exact["method"], exact["boards"], exact["board"]) == ("exact", 990, "Kc7d2h")
    assert [round(each["equity"], 3) for each in exact["players"]] == [0.92, 0.08]
    assert (drawn["method"], drawn["deals"]) == ("monte-carlo", 10_000)
    assert round(strong["report"]["hs"], 3) == 0.585


@pytest.mark.slow
def test_a_spot_is_solved_and_its_time_is_kept_to(asked: Callable[[Ask], Any]) -> None:
    async def ask(client: Client) -> Any:
        told: list[float] = []

        async def progress(progress: float, total: float | None, message: str | None) -> None:
            told.append(progress)

        solved = await data_of(client, "solve", spot=RIVER, ranges=RANGES, sizes="75%, a", hand="AsAc")
        endless = await client.call_tool("solve", ENDLESS, progress_callback=progress)
        return solved, endless.structured_content, told

    solved, endless, told = asked(ask)
    assert solved["reached"]
    assert set(solved["hand"]) == set(solved["actions"]) == {"c", "r15", "r50"}
    assert not endless["reached"]
    assert endless["iterations"] > 0
    assert told, "a long solution reports its progress"


@pytest.mark.slow
def test_a_client_that_gives_up_does_not_hold_up_the_next_one(store: Path) -> None:
    async def both() -> float:
        computers = Computers()
        async with Client(make_server(ToolLimits(store, seconds=600.0), computers)) as client:
            task = asyncio.ensure_future(client.call_tool("solve", ENDLESS))
            await asyncio.sleep(0.5)
            task.cancel()
            start = time.monotonic()
            await data_of(client, "solve", spot=RIVER, ranges=RANGES, sizes="a")
        computers.close()
        return time.monotonic() - start

    assert asyncio.run(both()) < 200, "not the 600 seconds of the other"


def test_stored_hands_are_listed_shown_and_explained(asked: Callable[[Ask], Any], store: Path) -> None:
    async def ask(client: Client) -> Any:
        return (
            await data_of(client, "list_matches"),
            await data_of(client, "show_hand", hand="small", number=1),
            await data_of(client, "explain_hand", hand="small", number=2),
            await data_of(client, "advise", hand="nolimit; AhKh ???? / Kc9d2h; r300 c / c r400"),
        )

    listed, shown, explained, advice = asked(ask)
    assert listed["store"] == str(store)
    assert [each["name"] for each in listed["sources"]] == ["2", "1"]
    assert shown["over"]
    assert {each["player"] for each in explained["decisions"]} == {"poki", "simple"}
    assert advice["pot_odds"]["to_call"] == 400


def test_wrong_questions_get_one_clear_line(asked: Callable[[Ask], Any]) -> None:
    questions: list[tuple[str, dict[str, Any], str]] = [
        ("equity", {"hands": ["AhKh"]}, "equity needs 2 to 10 hands or ranges, not 1"),
        ("show_hand", {"hand": "small", "number": 99}, "has hands 1 to 5, not 99"),
        ("advise", {"hand": "limit; AhKh ????; r r r c", "bot": "shark"}, "'shark' is no bot of the gallery"),
        ("nothing", {}, "Unknown tool: nothing"),
    ]

    async def ask(client: Client) -> Any:
        return [await error_of(client, tool, **arguments) for tool, arguments, _ in questions]

    for error, (tool, arguments, wanted) in zip(asked(ask), questions, strict=True):
        assert wanted in error, (tool, arguments, error)
        assert "\n" not in error, error


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.mark.slow
def test_the_official_client_talks_to_the_command_over_standard_input_and_output(store: Path) -> None:
    server = StdioServerParameters(command=RAILBIRD[0], args=[*RAILBIRD[1:], "--store", str(store)], env=environment())

    async def ask() -> Any:
        async with Client(server) as client:
            tools = [tool.name for tool in (await client.list_tools()).tools]
            data = await data_of(client, "equity", hands=["AhKh", "QsQd"], board="Kc7d2h")
            return tools, data, client.server_info, client.instructions, await error_of(client, "equity", hands=5)

    tools, data, info, instructions, error = asyncio.run(ask())
    assert tools == TOOLS
    assert data["boards"] == 990
    assert info.name == "railbird"
    assert "ranges" in instructions
    assert "list" in error


def test_clients_of_the_protocol_with_a_handshake_are_served_too(store: Path) -> None:
    async def ask() -> Any:
        computers = Computers()
        async with Client(make_server(ToolLimits(store), computers), mode="legacy") as client:
            await client.send_ping()
            names = [tool.name for tool in (await client.list_tools()).tools]
            return names, await error_of(client, "nothing")

    names, error = asyncio.run(ask())
    assert names == TOOLS
    assert error == "Unknown tool: nothing"


@pytest.fixture
def served(store: Path) -> Iterator[str]:
    """The address of the command that serves over HTTP."""
    process = subprocess.Popen(
        [*RAILBIRD, "--port", "0", "--store", str(store)], stdout=subprocess.PIPE, text=True, env=environment()
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[2]
    finally:
        process.terminate()
        process.wait(20)


@pytest.mark.slow
def test_the_official_client_talks_to_it_over_http_on_this_machine_only(served: str) -> None:
    async def ask() -> Any:
        async with Client(served) as client:
            return await data_of(client, "show_hand", hand="small", number=2)

    assert asyncio.run(ask())["over"]
    host, port = served.removeprefix("http://").removesuffix("/mcp").split(":")
    assert host == "127.0.0.1"
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    with socket.create_connection((host, int(port))) as plain:  # a page elsewhere whose name points to this machine
        head = "POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Type: application/json\r\nConnection: close\r\n"
        plain.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        assert plain.makefile("rb").readline().split()[1] in (b"403", b"421")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--seconds", "0"], "--seconds takes 0.1 to 3600, not 0"),
        (["--memory", "much"], "--memory takes an amount such as 4GB"),
        (["--store", "nowhere.db"], "there is no store nowhere.db"),
    ],
)
def test_wrong_options_are_one_line_with_exit_code_2(options: list[str], message: str) -> None:
    finished = subprocess.run([*RAILBIRD, *options], capture_output=True, text=True, env=environment())
    assert finished.returncode == 2
    assert finished.stderr.startswith(f"railbird: {message}")
    assert finished.stderr.count("\n") == 1
    assert finished.stdout == ""


def test_without_the_package_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['mcp'] = None; from railbird.cli import main; sys.exit(main())"
    finished = subprocess.run([sys.executable, "-c", code, "mcp"], capture_output=True, text=True, env=environment())
    assert finished.returncode == 2
    assert finished.stderr == 'railbird: railbird mcp needs the package mcp: pip install "railbird[llm]"\n'


@pytest.mark.slow
def test_ctrl_c_ends_it_though_it_waits_for_input(store: Path) -> None:
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        RAILBIRD, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    try:
        assert process.stderr is not None
        assert process.stderr.readline().startswith(b"waiting for an MCP client on standard input")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
        os.close(ours)
        os.close(theirs)
    assert (process.returncode, out, err) == (130, b"", b"railbird: interrupted\n")
