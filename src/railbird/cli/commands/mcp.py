"""``railbird mcp``: tools for language models."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.listening import HOME, listening_socket
from railbird.cli.options import StorePath
from railbird.cli.spot_options import parse_memory
from railbird.cli.stores import address_of
from railbird.errors import RailbirdError

LONGEST = 3600.0


def command(
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            help="Serve over HTTP on this machine instead of standard input and output; 0 for any free port.",
            show_default="standard input and output",
        ),
    ] = None,
    seconds: Annotated[float, typer.Option(help="Most seconds that a solution may take.")] = 60.0,
    memory: Annotated[str, typer.Option(metavar="AMOUNT", help="Most memory that a solution may take.")] = "1GB",
    store: StorePath = None,
) -> None:
    """Offer equity, strength, solutions and stored hands to language models, over the Model Context Protocol (MCP).

    A client starts this command itself: give it "railbird mcp" as the command of a server. It needs the extra llm:
    pip install "railbird[llm]".

    Examples:

      railbird mcp

      railbird mcp --port 8766 --store evening.db

    Tools read the store and compute; they write nothing, and send nothing anywhere.
    """
    if find_spec("mcp") is None:
        raise RailbirdError('railbird mcp needs the package mcp: pip install "railbird[llm]"')
    if not 0.1 <= seconds <= LONGEST:
        raise RailbirdError(f"--seconds takes 0.1 to {LONGEST:g}, not {seconds:g}")
    most_bytes = parse_memory(memory)
    address = None if store is None else address_of(store)
    if isinstance(address, Path):
        if not address.is_file():
            raise RailbirdError(f"there is no store {store}")
        address = address.absolute()
    try:
        from railbird.mcp.server import Computers, ToolLimits, make_server
    except ImportError as error:
        raise RailbirdError(f'railbird mcp needs mcp 2 or later: pip install "railbird[llm]" ({error})') from None
    limits = ToolLimits(address, seconds, most_bytes)
    computers = Computers()
    try:
        server = make_server(limits, computers)
        if port is not None:
            _serve_http(server.streamable_http_app(host=HOME), port)
        else:
            if sys.stdin.isatty():
                typer.echo("waiting for an MCP client on standard input; Ctrl-C stops (railbird mcp --help)", err=True)
            with _ending_at_ctrl_c(computers.close):
                server.run("stdio")
    finally:
        computers.close()


@contextmanager
def _ending_at_ctrl_c(close: Callable[[], None]) -> Iterator[None]:
    """End the program at Ctrl-C, though a thread waits for standard input; there is nothing to save."""

    def end(*_: object) -> None:
        close()
        typer.echo("railbird: interrupted", err=True)
        os._exit(INTERRUPTED)

    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve_http(app: object, port: int) -> None:
    import uvicorn

    listening = listening_socket(HOME, port)
    typer.echo(f"MCP at http://{HOME}:{listening.getsockname()[1]}/mcp  (Ctrl-C stops it)")
    config = uvicorn.Config(app, log_config=None, log_level="warning", timeout_graceful_shutdown=3)  # type: ignore[arg-type]
    uvicorn.Server(config).run(sockets=[listening])
