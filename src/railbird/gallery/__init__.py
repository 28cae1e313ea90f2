"""Bots by name and spec string; bots of other packages and of files."""

from typing import TYPE_CHECKING

from railbird._lazy import names_from

if TYPE_CHECKING:
    from railbird.gallery.catalogue import bot_names
    from railbird.gallery.spec import BotSpec, bots_for, parse_bot

__all__ = ["BotSpec", "bot_names", "bots_for", "parse_bot"]

__getattr__ = names_from(__name__, __all__, ("catalogue", "spec"))  # the catalogue alone needs no bot
