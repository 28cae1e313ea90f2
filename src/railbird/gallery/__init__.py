"""Bots by name and spec; bots from other packages and from files."""

from typing import TYPE_CHECKING

from railbird._lazy import names_from

if TYPE_CHECKING:
    from railbird.gallery.catalogue import bot_names
    from railbird.gallery.spec import (
        BotSpec,
        bots_for,
        is_foreign,
        is_ours,
        load_bot,
        parse_bot,
        recorded_bot,
        spec_of_class,
    )
    from railbird.gallery.traits import Traits

__all__ = [
    "BotSpec",
    "Traits",
    "bot_names",
    "bots_for",
    "is_foreign",
    "is_ours",
    "load_bot",
    "parse_bot",
    "recorded_bot",
    "spec_of_class",
]

__getattr__ = names_from(__name__, __all__, ("catalogue", "traits", "spec"))  # listing the catalogue imports no bots
