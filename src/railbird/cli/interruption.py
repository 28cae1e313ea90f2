"""Messages for work that is interrupted, with the command that resumes it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from railbird.errors import BrokenBotError


def say_stopping(what: str = "hand") -> None:
    """Respond to the first Ctrl-C at once, since the current hand may take a while."""
    typer.echo(f"\nstopping after this {what}; press Ctrl-C again to stop at once", err=True)


@contextmanager
def resumable(command: str | None) -> Iterator[None]:
    """If a command is interrupted or a bot breaks it, name the command that resumes it."""
    remedy = f"the hands played so far are saved; resume with: {command}" if command else "its hands are not saved"
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"\nstopped; {remedy}", err=True)
        raise
    except BrokenBotError as error:
        raise BrokenBotError(f"{error}; {remedy}") from error


@contextmanager
def acknowledging(what: str) -> Iterator[None]:
    """Respond to the first Ctrl-C at once, even while native code runs in the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    read, write = os.pipe()
    os.set_blocking(write, False)

    def listen() -> None:
        while byte := os.read(read, 1):
            if byte[0] == signal.SIGINT:
                typer.echo(f"\nstopping after this {what}", err=True)
                break

    listener = threading.Thread(target=listen, daemon=True)
    before = signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    listener.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(before)
        os.close(write)
        listener.join()
        os.close(read)
