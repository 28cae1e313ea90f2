"""A real server and a real browser for tests: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import BrowserContext, Page, sync_playwright
from websockets.asyncio.client import ClientConnection
from websockets.sync.client import connect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUICK: dict[str, Any] = {"pace": 0.0, "between": 0.0}

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="needs a browser: apt-get install chromium")


async def ask(socket: ClientConnection, kind: str, **fields: Any) -> dict[str, Any]:
    """Say something, and wait for the answer."""
    await socket.send(json.dumps({"type": kind, "id": 0, **fields}))
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message.get("re") == 0:
            return message


@dataclass
class Served:
    """A running server."""

    address: str
    process: subprocess.Popen[str]
    store: Path

    def enter(self, name: str) -> str:
        """The token of a new player."""
        return str(self.ask("hello", protocol=1, name=name)[0]["token"])

    def open(self, token: str, **setup: Any) -> int:
        """Open a table for a player."""
        usual = {"title": "a test", "game": "limit(stack=50bb, rules=casino)", "bots": ["always-call"], **QUICK}
        return int(self.ask("hello", protocol=1, token=token, then=("open", {"setup": {**usual, **setup}}))[1]["table"])

    def ask(self, kind: str, then: tuple[str, dict[str, Any]] | None = None, **fields: Any) -> list[dict[str, Any]]:
        """Say one thing, and perhaps another. Returns the answers."""
        answers = []
        with connect(f"{self.address.replace('http', 'ws')}socket") as socket:
            for number, (each, what) in enumerate([(kind, fields), *([then] if then else [])]):
                socket.send(json.dumps({"type": each, "id": number, **what}))
                while "re" not in (answer := json.loads(socket.recv(timeout=30))):
                    pass
                assert answer["type"] != "error", answer
                answers.append(answer)
        return answers


@contextmanager
def serving(store: Path, *arguments: str) -> Iterator[Served]:
    """A server on a free port, without a fault to the end."""
    command = [sys.executable, "-u", "-m", "railbird", "serve", "--port", "0", "--store", str(store), *arguments]
    with (
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
    ):
        try:
            assert process.stdout
            line = process.stdout.readline()
            found = re.search(r"http://\S+", line)
            assert found, line
            yield Served(found[0], process, store)
        finally:
            process.terminate()
            process.wait(20)
            errors.seek(0)
            said = errors.read()
            sys.stderr.write(said)
        assert "Traceback" not in said, said[-3000:]


class Browser:
    """A browser whose pages are watched: no error in the console, no request to another host."""

    def __init__(self, served: Served, browser: Any) -> None:
        self._served, self._browser = served, browser
        self._contexts: list[BrowserContext] = []
        self.problems: list[str] = []

    def page(self, path: str = "", token: str = "", address: str = "", **options: Any) -> Page:
        """Open a page, as a player if a token is given; of another server if its address is."""
        address = address or self._served.address
        context = self._browser.new_context(**options)
        self._contexts.append(context)
        if token:
            name = self._server_name(address)
            context.add_init_script(f"localStorage.setItem('token {name}', '{token}')")
        page: Page = context.new_page()
        page.on("console", lambda said: self.problems.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", lambda request: self._check(request.url, address))
        page.set_default_timeout(20_000)
        page.goto(address + path)
        return page

    def _server_name(self, address: str) -> str:
        """The name under which a browser keeps its token."""
        with urlopen(address) as page:
            found = re.search(r'name="railbird-server" content="(\w+)"', page.read().decode())
        assert found
        return found[1]

    def _check(self, url: str, address: str) -> None:
        if not url.startswith((address, "data:", "blob:")):
            self.problems.append(f"a request to {url}")

    def close(self) -> None:
        """Close all pages, in which nothing may have gone wrong."""
        while self._contexts:
            self._contexts.pop().close()
        problems, self.problems = self.problems, []
        assert not problems, problems


@contextmanager
def browsing(served: Served) -> Iterator[Browser]:
    """A headless browser."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        browser = Browser(served, launched)
        yield browser
        browser.close()
        launched.close()


@cache
def axe() -> str:
    """The source of axe-core, which checks accessibility; from npm, once a run. Skips the test if it cannot be had."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("needs npm, for axe-core")
    with tempfile.TemporaryDirectory() as folder:
        command = [npm, "install", "--silent", "--no-save", "--prefix", folder, "axe-core@4"]
        if subprocess.run(command, capture_output=True, timeout=120).returncode:
            pytest.skip("needs axe-core, which npm could not install")
        return (Path(folder) / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page) -> list[str]:
    """What axe-core finds wrong on a page."""
    page.evaluate(axe())
    found = page.evaluate("async () => (await axe.run()).violations")
    return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found]
