"""The text of bots that run outside: ``isolated(BOT, memory=500)`` and ``process(COMMAND, protocol=acpc)``.

The first item is the bot or the command, the others are settings. A command with commas, brackets or quotes stands in
quotes, as in a shell: ``process('./bot --sizes "1,2"')``.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from pathlib import Path

from railbird.errors import BotError, quoted

ISOLATED, PROCESS = "isolated", "process"
FIRST = {ISOLATED: "bot", PROCESS: "command"}
"""The setting that comes first, without its name."""
_SPEC = re.compile(r"(isolated|process)\s*(?:\((.*)\))?", re.DOTALL)
_SETTING = re.compile(r"([a-z_]+)\s*=(.*)", re.DOTALL)
_NEEDS_QUOTES = re.compile(r"[,()'\"\\\n]|^\s|\s$|^[a-z_]+\s*=|^$")


def split_outside(text: str) -> tuple[str, dict[str, str]] | None:
    """The name and the settings of such a spec; None if it is another bot.

    >>> split_outside("isolated(simple(bluff=off), memory=500)")
    ('isolated', {'bot': 'simple(bluff=off)', 'memory': '500'})
    >>> split_outside("process('python3 bot.py --sizes 1,2', protocol=json)")
    ('process', {'command': 'python3 bot.py --sizes 1,2', 'protocol': 'json'})
    """
    match = _SPEC.fullmatch(text.strip())
    if not match:
        return None
    name, first = match[1], FIRST[match[1]]
    given: dict[str, str] = {}
    for number, item in enumerate(_items(match[2] or "", text)):
        setting = _SETTING.fullmatch(item)
        key, value = (setting[1], setting[2].strip()) if setting else (first, item)
        if not setting and number:
            hint = "put a command with commas in quotes, such as process('./bot 1,2')"
            why = hint if name == PROCESS else "write NAME=VALUE, such as memory=500"
            raise BotError(f"{quoted(item)} is not a setting ({why})")
        if key in given:
            raise BotError(f"{key} is given twice in {quoted(text)}")
        given[key] = _unquoted(value)
    if not given.get(first):
        example = "isolated(./shark.py:Shark)" if name == ISOLATED else 'process("./shark --fast")'
        raise BotError(f"{quoted(text)} names no {first}: write {example}")
    return name, given


def outside_text(name: str, settings: Mapping[str, str]) -> str:
    """The text that ``split_outside`` reads back."""
    first = FIRST[name]
    items = [f"{key}={_quoted(value)}" for key, value in settings.items() if key != first]
    own = settings.get(first, "")
    return f"{name}({', '.join([own if name == ISOLATED else _quoted(own), *items])})"


def title_of(settings: Mapping[str, str], name: str) -> str:
    """A short name for the player: that of the bot or of the program."""
    own = settings.get(FIRST[name], name)
    if name == ISOLATED:
        bot = own.partition("(")[0].rpartition(":")[2] or own
        return (Path(bot).stem if bot.endswith(".py") else bot).lower()
    try:
        words = shlex.split(own)
    except ValueError:
        return name
    files = [each for each in words[1:] if re.search(r"\.\w+$", each) and not each.startswith("-")]
    return Path(files[0] if files and _is_interpreter(words[0]) else words[0]).stem.lower() if words else name


def _is_interpreter(program: str) -> bool:
    return "/" not in program or Path(program).name.startswith(("python", "node", "sh", "bash"))


def _items(text: str, whole: str) -> list[str]:
    """The items between commas that are outside brackets and quotes."""
    items, depth, quote, start = [], 0, "", 0
    for index, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter in "()":
            depth += 1 if letter == "(" else -1
        elif letter == "," and depth == 0:
            items.append(text[start:index])
            start = index + 1
    if quote or depth:
        raise BotError(f"{quoted(whole)} has a {'quote' if quote else 'bracket'} without its partner")
    return [each.strip() for each in (*items, text[start:]) if each.strip()]


def _unquoted(value: str) -> str:
    """A value without the quotes around the whole of it."""
    if value[:1] in ("'", '"') and value[:1]:
        try:
            words = shlex.split(value)
        except ValueError:
            return value
        if len(words) == 1:
            return words[0]
    return value


def _quoted(value: str) -> str:
    return shlex.quote(value) if _NEEDS_QUOTES.search(value) else value
