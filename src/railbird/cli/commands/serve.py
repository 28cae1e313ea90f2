"""``railbird serve``: the table in the browser."""

from __future__ import annotations

import secrets
import socket
import webbrowser
from pathlib import Path
from threading import Timer
from typing import Annotated

import typer

from railbird.cli.listening import HOME, listening_socket
from railbird.cli.options import StorePath
from railbird.cli.stores import open_store
from railbird.errors import RailbirdError


def command(
    host: Annotated[
        str, typer.Option(help="The address to listen on. Any but this machine's own needs an access code.")
    ] = HOME,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any free one.")] = 8765,
    browser: Annotated[bool, typer.Option("--open", help="Open the lobby in your browser.")] = False,
    access: Annotated[
        str, typer.Option(metavar="CODE", help="What players must know to enter.", show_default="random if needed")
    ] = "",
    names: Annotated[
        str, typer.Option(metavar="A,B,…", help="Host names under which the server is reached.", show_default="any")
    ] = "",
    certificate: Annotated[Path | None, typer.Option(help="A certificate for HTTPS (PEM).")] = None,
    key: Annotated[Path | None, typer.Option(help="Its private key (PEM).")] = None,
    store: StorePath = None,
) -> None:
    """Play with people and bots in the browser, and watch bots think.

    Examples:

      railbird serve --open

      railbird serve --port 9000 --store evening.db

      railbird serve --host 0.0.0.0 --certificate cert.pem --key key.pem

    Hands are kept in the store as they end. A server that is stopped, or killed, continues its tables when it starts
    again; a hand that was not finished is returned to its players.
    """
    import uvicorn

    from railbird.tables import Lobby
    from railbird.tables.lease import Lease
    from railbird.web import WebOptions, create_app
    from railbird.web.app import HOME_NAMES

    if (certificate is None) != (key is None):
        raise RailbirdError("HTTPS needs both --certificate and --key")
    for path in filter(None, (certificate, key)):
        if not path.is_file():
            raise RailbirdError(f"there is no file {path}")
    at_home = host in (HOME, "localhost", "::1")
    code = access or ("" if at_home else secrets.token_urlsafe(9))
    listening = listening_socket(host, port)
    number = listening.getsockname()[1]
    known = tuple(name.strip().lower() for name in names.split(",") if name.strip())
    hosts = (*HOME_NAMES, *known) if known or at_home else ()
    opened = open_store(store, create=True)
    lease = Lease(opened)
    app = create_app(lambda: Lobby(opened), WebOptions(hosts=hosts, access=code, server=lease.server))
    scheme = "https" if certificate else "http"
    shown = "localhost" if at_home else (known[0] if known else socket.gethostname())
    address = f"{scheme}://{shown}:{number}/" + (f"#access={code}" if code else "")
    typer.echo(f"Railbird is at {address}  (Ctrl-C stops it)")
    if code:
        typer.echo(f"access code: {code}")
    if browser:
        Timer(1.0, webbrowser.open, [address]).start()
    config = uvicorn.Config(
        app,
        log_config=None,  # warnings go to standard error, and other loggers stay as they are
        log_level="warning",
        ssl_certfile=str(certificate) if certificate else None,
        ssl_keyfile=str(key) if key else None,
        ws_max_size=131_072,
        ws_per_message_deflate=False,  # messages are small; compressing each costs more time and memory than all else
        timeout_graceful_shutdown=3,
    )
    try:
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        lease.give_up()
