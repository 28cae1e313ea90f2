"""What runs in the process of an isolated bot, once its barriers are up: loads the bot and serves it."""

from __future__ import annotations

from typing import Any

from railbird.agent import Bot
from railbird.errors import BotError
from railbird.gallery.spec import load_bot
from railbird.processes.served_bot import BotServer


def serve(connection: int) -> None:
    """Serve the bot that the first request names."""
    BotServer(connection, _make).serve()


def _make(wanted: tuple[str, str]) -> tuple[Bot, dict[str, Any]]:
    """Create a bot, and say what a match must know about it."""
    text, fingerprint = wanted
    spec = load_bot(text, fingerprint)
    if spec.model is not None:
        raise BotError(f"write the model of an isolated bot outside: isolated(BOT, model={spec.model.path})")
    bot, traits = spec.make(), spec.traits
    return bot, {"name": spec.name, "learns": traits.learns, "repeatable": traits.repeatable}
