"""What runs in the process of an isolated bot, once its barriers are up: loads the bot and serves it."""

from __future__ import annotations

from typing import Any

from railbird.agent import Bot
from railbird.errors import BotError
from railbird.gallery.files import receive
from railbird.gallery.spec import load_bot
from railbird.processes.served_bot import BotServer


def serve(connection: int) -> None:
    """Serve the bot that the first request names."""
    BotServer(connection, _make).serve()


def _make(wanted: tuple[str, str, dict[str, str]]) -> tuple[Bot, dict[str, Any]]:
    """Create a bot, perhaps from copies of files of another machine, and say what a match must know about it."""
    text, fingerprint, copies = wanted
    receive(copies)
    spec = load_bot(text, fingerprint)
    if spec.model is not None:
        raise BotError(f"write the model of an isolated bot outside: isolated(BOT, model={spec.model.path})")
    bot, traits = spec.make(), spec.traits
    return bot, {"name": spec.name, "learns": traits.learns, "repeatable": traits.repeatable}
