"""Bots by name and spec string; bots of other packages and of files."""

from railbird.gallery.catalogue import bot_names
from railbird.gallery.spec import BotSpec, bots_for, parse_bot

__all__ = ["BotSpec", "bot_names", "bots_for", "parse_bot"]
