"""Asks bots of other people about themselves, in a process of their own.

Whatever their code does there, this process goes on: it may raise anything, exit, crash or hang.
"""

from __future__ import annotations

import atexit
import sys
from pathlib import Path
from typing import Any

from railbird._child import Child
from railbird.errors import BotError, quoted
from railbird.gallery.learned import Model
from railbird.gallery.traits import Traits
from railbird.game import Game

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
        _child, _started_in = Child("railbird.gallery.inspection:serve"), surroundings
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
