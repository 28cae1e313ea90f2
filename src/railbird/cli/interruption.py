"""What commands that play say when they are stopped, and how they can be gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from railbird.errors import BrokenBotError


def say_stopping() -> None:
    """Answer the first Ctrl-C at once: the hand that is being played may take a while."""
    typer.echo("\nstopping after the hand that is being played; Ctrl-C again stops at once", err=True)


@contextmanager
def resumable(command: str | None) -> Iterator[None]:
    """Say which command goes on with what is played here, if it is interrupted or a bot breaks it."""
    remedy = f"hands played so far are kept; {command} goes on" if command else "nothing was kept"
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"\nstopped; {remedy}", err=True)
        raise
    except BrokenBotError as error:
        raise BrokenBotError(f"{error}; {remedy}") from error
