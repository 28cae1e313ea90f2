"""The web application: static pages, lists under /api, and the table protocol under /socket."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from railbird._version import __version__
from railbird.errors import RailbirdError, StoreError, TableError
from railbird.tables.lobby import Lobby
from railbird.tables.people import Visitor
from railbird.tables.processes import AnsweringProcess
from railbird.tables.setup import TableSetup
from railbird.web.connection import talk
from railbird.web.lists import Lists

PAGES = Path(__file__).parent / "pages"
FRAME = PAGES / "frame.html"
"""What all pages have in common."""
KINDS = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
_ALIASES = {"": "index.html", "favicon.ico": "icon.svg"}
HOME_NAMES = ("localhost", "127.0.0.1", "[::1]")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""No page loads anything from another host, or is shown inside one."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


@dataclass(frozen=True, kw_only=True)
class WebOptions:
    """How the application is served."""

    hosts: tuple[str, ...] = HOME_NAMES
    """Names under which it may be asked for; empty for any. Others are refused, so that no foreign page can ask."""
    access: str = ""
    """What a client must know to enter, if anything."""
    server: str = ""
    """The name of the server: browsers keep under it who their player is."""
    tables: tuple[TableSetup, ...] = field(default=())
    """Tables that are opened at the start, unless tables of an earlier run go on."""


def create_app(make_lobby: Callable[[], Lobby], options: WebOptions | None = None) -> Starlette:
    """The application. The lobby is made when it starts, in the loop in which it runs."""
    chosen = options or WebOptions()
    pages = _Pages(chosen.server)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        lobby = make_lobby()
        advice = AnsweringProcess("railbird.tables.second_opinion:work")
        app.state.lobby, app.state.advice = lobby, advice
        app.state.lists = Lists(lobby, advice)
        app.state.problems = await lobby.resume()
        if not lobby.tables:
            for setup in chosen.tables:
                await lobby.open(setup)
        yield
        await lobby.stop()
        advice.close()

    async def socket(connection: WebSocket) -> None:
        if _refusal(connection, chosen) or not _same_origin(connection):
            await connection.close(1008)
            return
        state = connection.app.state
        await talk(connection, state.lobby, state.advice, chosen.access)

    async def page(request: Request) -> Response:
        return pages.response(_ALIASES.get(path := request.path_params["path"], path))

    async def report(request: Request) -> Response:
        try:
            _viewer(request, chosen)
            content = await request.app.state.lists.report(request.path_params["match"])
        except RailbirdError as error:
            return PlainTextResponse(f"{error}\n", 404, HEADERS)
        return Response(content, media_type="text/html", headers=HEADERS)

    def listed(
        answer: Callable[[Request, Lists, Visitor | None], Awaitable[Any]],
    ) -> Callable[..., Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            try:
                viewer = _viewer(request, chosen)
                return JSONResponse(await answer(request, request.app.state.lists, viewer), headers=HEADERS)
            except TableError as error:
                return _error(403 if error.code == "no-access" else 400, str(error), error.code)
            except StoreError as error:
                return _error(404, str(error), "not-found")
            except RailbirdError as error:
                return _error(400, str(error), "refused")

        return endpoint

    routes = [
        Route("/api/sessions/{session:int}", listed(_session)),
        Route("/api/replay", listed(_replay)),
        Route("/api/opinion", listed(_opinion)),
        Route("/api/{what}", listed(_list)),
        Route("/report/{match:int}", report),
        WebSocketRoute("/socket", socket),
        Route("/{path:path}", page),
    ]
    app = Starlette(routes=routes, lifespan=lifespan)
    app.add_middleware(_OnlyKnownHosts, options=chosen)
    return app


class _OnlyKnownHosts:
    """Refuses requests for other hosts: a page elsewhere could have made a browser ask."""

    def __init__(self, app: Any, options: WebOptions) -> None:
        self._app, self._options = app, options

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and (why := _refusal(HTTPConnection(scope), self._options)):
            await PlainTextResponse(why, 421, HEADERS)(scope, receive, send)
            return
        await self._app(scope, receive, send)


def _refusal(connection: HTTPConnection, options: WebOptions) -> str:
    host = connection.headers.get("host", "")
    name = host[: host.index("]") + 1] if "]" in host else host.partition(":")[0]
    if options.hosts and name.lower() not in options.hosts:
        return f"this server is not {name[:80]!r}; it is asked for as {', '.join(options.hosts)}\n"
    return ""


def _same_origin(connection: WebSocket) -> bool:
    """Whether a page of this server opens the socket, or a program that is no browser."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")


def _viewer(request: Request, options: WebOptions) -> Visitor | None:
    """The person who asks. Raises TableError without the access code, or with a wrong token."""
    lobby: Lobby = request.app.state.lobby
    if options.access and not lobby.check_secret(request.headers.get("x-railbird-access", ""), options.access):
        raise TableError("this server needs the access code that it printed when it started", "no-access")
    token = request.headers.get("x-railbird-token")
    return lobby.people.visitor(token) if token else None


def _error(status: int, text: str, code: str) -> Response:
    return JSONResponse({"error": text, "code": code}, status, HEADERS)


def _whole(request: Request, name: str, default: int | None = None) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < 16):
        raise TableError(f"{name} must be a whole number, not {text[:40]!r}", "malformed")
    return int(text)


async def _list(request: Request, lists: Lists, viewer: Visitor | None) -> Any:
    match request.path_params["what"]:
        case "bots":
            return lists.bots()
        case "tables":
            return request.app.state.lobby.lists()
        case "sessions":
            return await lists.sessions(_whole(request, "before"))
        case "matches":
            return await lists.matches()
        case "about":
            return {"railbird": __version__, "problems": request.app.state.problems}
        case other:
            raise StoreError(f"there is no list {other[:40]!r}: there are about, bots, matches, sessions and tables")


async def _session(request: Request, lists: Lists, viewer: Visitor | None) -> Any:
    return await lists.session_hands(request.path_params["session"], viewer, _whole(request, "before"))


def _which(request: Request) -> dict[str, int]:
    which = {name: _whole(request, name) for name in ("session", "match", "leg", "hand")}
    known = {name: value for name, value in which.items() if value is not None}
    if "hand" not in known or ("session" in known) == ("match" in known):
        raise TableError("name a hand: session=1&hand=2, or match=1&leg=1&hand=2", "malformed")
    return known


async def _replay(request: Request, lists: Lists, viewer: Visitor | None) -> Any:
    return await lists.replay(_which(request), viewer)


async def _opinion(request: Request, lists: Lists, viewer: Visitor | None) -> Any:
    step = _whole(request, "step", 0) or 0
    return await lists.opinion(_which(request), viewer, step, request.query_params.get("bot", ""))


class _Pages:
    """The static files, read once; nothing else can be asked for. Pages are put into the frame that they share."""

    def __init__(self, server: str) -> None:
        self._server, self._frame = server, FRAME.read_text(encoding="utf-8")
        self._files = {
            path.relative_to(PAGES).as_posix(): (self._content(path), KINDS[path.suffix])
            for path in sorted(PAGES.rglob("*"))
            if path.is_file() and path != FRAME
        }

    def _content(self, path: Path) -> bytes:
        if path.suffix != ".html":
            return path.read_bytes()
        head, _, body = path.read_text(encoding="utf-8").partition("<body>\n")
        parts = {"server": self._server, "page": path.stem, "head": head.rstrip(), "body": body.rstrip()}
        return re.sub(r"\{(\w+)\}", lambda found: parts[found[1]], self._frame).encode()

    def response(self, path: str) -> Response:
        if path not in self._files:
            return PlainTextResponse("there is no such page\n", 404, HEADERS)
        content, kind = self._files[path]
        return Response(content, media_type=kind, headers=HEADERS)
