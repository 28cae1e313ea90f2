"""Bots as one line of text: ``simple(bluff=off)``, ``./shark.py:Shark``."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from railbird._options import split_options, with_options
from railbird.agent import Bot
from railbird.agent.settings import read_settings, write_settings
from railbird.errors import BotError, quoted
from railbird.gallery.catalogue import bot_names, bot_of_name
from railbird.gallery.files import bot_of_file

_SPEC = re.compile(r"([^()]+?)\s*(?:\(([^()]*)\))?\s*")


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A kind of bot with its settings, from which fresh ones are made."""

    name: str
    kind: type[Bot]
    settings: Any

    def make(self) -> Bot:
        """A fresh bot."""
        return self.kind(self.settings)

    def __str__(self) -> str:
        """The text that gives this bot again, in any folder."""
        return with_options(self.name, write_settings(self.settings))


def parse_bot(text: str) -> BotSpec:
    """The bot that a text names: one of the gallery, of another package, or of a file.

    >>> print(parse_bot("simple(bluff=off)"))
    simple(bluff=off)
    """
    match = _SPEC.fullmatch(text.strip())
    if not match:
        raise BotError(f"{quoted(text)} is not a bot (a name, as in simple or simple(bluff=off), or FILE.py:CLASS)")
    name = match[1].strip()
    path, _, class_name = name.partition(".py:") if ".py:" in name else (name[:-3], "", "")
    if ".py:" in name or name.endswith(".py"):
        kind = bot_of_file(Path(f"{path}.py"), class_name)
        name = f"{Path(f'{path}.py').resolve()}:{kind.__name__}"
    else:
        kind = bot_of_name(name) or _unknown(name)
    given: dict[str, str] = {}
    for item, key, value in split_options(match[2] or ""):
        if value is None:
            raise BotError(f"{quoted(item)} is not a setting (write it as in bluff=off)")
        if key in given:
            raise BotError(f"{key} is given twice in {quoted(text)}")
        given[key] = value
    return BotSpec(name, kind, read_settings(kind.Settings, given, name))


def _unknown(name: str) -> type[Bot]:
    names = bot_names()
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
    raise BotError(f"there is no bot {quoted(name)}: {hint} (railbird bots lists them; FILE.py:CLASS takes your own)")
