"""Bots as one line of text: ``simple(bluff=off)``, ``./shark.py:Shark``."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from railbird._options import split_options, with_options
from railbird.agent import Bot
from railbird.agent.settings import NoSettings, read_settings, write_settings
from railbird.errors import BotError, quoted
from railbird.gallery.catalogue import bot_names, bot_of_name
from railbird.gallery.files import bot_of_file, fingerprint
from railbird.game import Game

NO_REASON = "it does not say why"
"""The reason of a bot that has none: its ``plays`` says no, and it has no ``refusal``."""
_SPEC = re.compile(r"([^()]+?)\s*(?:\((.*)\))?\s*")


@dataclass(frozen=True, slots=True)
class BotSpec:
    """A kind of bot with its settings, from which fresh ones are made."""

    name: str
    kind: type[Bot]
    settings: Any
    fingerprint: str = ""
    """Of its file, if it comes from one."""

    def make(self) -> Bot:
        """A fresh bot."""
        try:
            return self.kind() if isinstance(self.settings, NoSettings) else self.kind(self.settings)
        except Exception as error:
            raise BotError(f"{self.name} cannot be made: {type(error).__name__}: {error}") from error

    def plays(self, game: Game) -> bool:
        """Does it play this game?"""
        return self.refusal(game) is None

    def refusal(self, game: Game) -> str | None:
        """Why it does not play this game; None if it plays it."""
        bot = self.make()
        try:
            return None if bot.plays(game) else str(bot.refusal(game)) or NO_REASON
        except Exception as error:
            raise BotError(f"{self.name} does not say whether it plays {game}: {error}") from error

    def __str__(self) -> str:
        """The text that gives this bot again, in any folder."""
        return with_options(self.name, write_settings(self.settings))


def parse_bot(text: str) -> BotSpec:
    """The bot that a text names: one of the gallery, of another package, or of a file.

    >>> print(parse_bot("simple(bluff=off)"))
    simple(bluff=off)
    """
    path, in_file, rest = text.strip().rpartition(".py:")
    if path.partition("(")[0].strip() in bot_names():  # a file among the options of a bot
        path, in_file, rest = "", "", text.strip()
    elif not in_file and text.strip().endswith(".py"):
        path, in_file, rest = text.strip()[:-3], ".py", ""
    match = _SPEC.fullmatch(rest)
    if not match and not (in_file and not rest):
        raise BotError(f"{quoted(text)} is not a bot (a name, as in simple or simple(bluff=off), or FILE.py:CLASS)")
    name, options = (match[1].strip(), match[2] or "") if match else ("", "")
    state = ""
    if in_file:
        file = Path(f"{path}.py")
        kind = bot_of_file(file, name)
        state = fingerprint(file)
        name = f"{file.resolve()}:{kind.__name__}"
    else:
        kind = bot_of_name(name) or _unknown(name)
    given: dict[str, str] = {}
    for item, key, value in split_options(options):
        if value is None:
            raise BotError(f"{quoted(item)} is not a setting (write it as in bluff=off)")
        if key in given:
            raise BotError(f"{key} is given twice in {quoted(text)}")
        given[key] = value
    return BotSpec(name, kind, read_settings(kind.Settings, given, name), state)


def bots_for(game: Game) -> tuple[str, ...]:
    """Those by name that play a game with their usual settings."""
    found = []
    for name in bot_names():
        try:
            if parse_bot(name).plays(game):
                found.append(name)
        except BotError:  # of another package, and not in order
            continue
    return tuple(found)


def _unknown(name: str) -> type[Bot]:
    names = bot_names()
    near = difflib.get_close_matches(name, names, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
    raise BotError(f"there is no bot {quoted(name)}: {hint} (railbird bots lists them; FILE.py:CLASS takes your own)")
