"""Messages for matches that are interrupted, with the command that resumes them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from railbird.errors import BrokenBotError


def say_stopping(what: str = "hand") -> None:
    """Respond to the first Ctrl-C at once, since the current hand may take a while."""
    typer.echo(f"\nstopping after this {what}; press Ctrl-C again to stop at once", err=True)


@contextmanager
def resumable(command: str | None) -> Iterator[None]:
    """If play is interrupted or a bot breaks it, name the command that resumes it."""
    remedy = f"the hands played so far are saved; resume with: {command}" if command else "nothing was saved"
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"\nstopped; {remedy}", err=True)
        raise
    except BrokenBotError as error:
        raise BrokenBotError(f"{error}; {remedy}") from error
