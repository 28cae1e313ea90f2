"""Inspects other people's bots in a separate process.

Their code may raise anything, exit, crash or hang there without affecting this process.
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
"""Seconds that a bot has to load and be created, or to say whether it plays a game."""

Description = tuple[str, dict[str, str], str, Traits, Model | None]
"""Name, settings as text, fingerprint of the file, traits, and model, if it has one."""

SEEN = "seen"
"""Given instead of a model's fingerprint: the model was checked before."""

_child: Child | None = None
_started_in: tuple[object, ...] = ()


def inspect_bot(text: str, model_state: str = "") -> Description:
    """Describe the bot of a spec; ``model_state`` as in ``load_bot``."""
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
            raise BotError(f"{quoted(text, 200)} did not respond for {PATIENCE:g} seconds while it was loaded")
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
    """End the inspection process; the next question starts a new one."""
    global _child
    if _child is not None:
        _child.close()
        _child = None
        atexit.unregister(close)
