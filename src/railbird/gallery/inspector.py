"""Asks bots of other people about themselves, in a process of their own.

Whatever their code does there, this process goes on: it may raise anything, exit, crash or hang.
"""

from __future__ import annotations

import atexit
import os
import sys
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from railbird._child import Child
from railbird.agent.failure import failure_text
from railbird.errors import BotError, RailbirdError, quoted
from railbird.gallery.learned import Model
from railbird.gallery.source import Traits
from railbird.game import Game, parse_game

PATIENCE = 60.0
"""Seconds that a bot has to be loaded and made, or to say whether it plays a game."""

Description = tuple[str, dict[str, str], str, Traits, Model | None]
"""Name, settings as text, fingerprint of the file, traits, the model that it brings."""

SEEN = "seen"
"""In place of a model's fingerprint: it was looked at already."""

_child: Child | None = None
_started_in: tuple[object, ...] = ()


def inspect_bot(text: str, model_state: str = "") -> Description:
    """Describe the bot that a spec names; ``model_state`` as in ``load_bot``."""
    description: Description = _ask(text, "describe", model_state)
    return description


def inspect_refusal(text: str, game: Game) -> str | None:
    """Why the bot does not play this game; None if it plays it."""
    refusal: str | None = _ask(text, "refusal", str(game))
    return refusal


def _ask(text: str, *question: str) -> Any:
    global _child, _started_in
    surroundings = (Path.cwd(), *sys.path)
    if _child is None or surroundings != _started_in:
        close()
        _child, _started_in = Child("railbird.gallery.inspector:serve"), surroundings
        atexit.register(close)
    try:
        _child.connection.send((text, *question))
        if not _child.connection.poll(PATIENCE):
            raise BotError(f"{quoted(text, 200)} did not answer for {PATIENCE:g} seconds while it was loaded")
        answered, answer = _child.connection.recv()
    except (EOFError, OSError):
        how = _child.ending()
        close()
        raise BotError(f"{quoted(text, 200)} ended its process while it was loaded ({how})") from None
    except BaseException:
        close()
        raise
    if not answered:
        raise BotError(str(answer))
    return answer


def close() -> None:
    """End the process that answers; the next question starts another one."""
    global _child
    if _child is not None:
        _child.close()
        _child = None
        atexit.unregister(close)


def serve(connection: Connection, shared: memoryview[Any]) -> None:
    """What the other process does: answer, until nobody asks any more."""
    while True:
        try:
            text, what, *more = connection.recv()
        except (EOFError, OSError):
            os._exit(0)
        try:
            answer = (True, _answer(text, what, *more))
        except RailbirdError as error:
            answer = (False, str(error))
        except BaseException as error:
            answer = (False, f"{quoted(text, 200)} cannot be loaded: {failure_text(error)}")
        connection.send(answer)


def _answer(text: str, what: str, more: str) -> Description | str | None:
    from railbird.gallery.spec import load_bot

    if what == "refusal":
        return load_bot(text, model_state=SEEN).refusal(parse_game(more))
    spec = load_bot(text, model_state=more)
    return spec.name, dict(spec.options), spec.fingerprint, spec.traits, spec.model
