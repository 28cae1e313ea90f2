"""``railbird new-bot``: create a bot to start from."""

from __future__ import annotations

import keyword
import re
import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from railbird.errors import BotError, quoted
from railbird.gallery.template import BOT, TEST


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of the bot, such as shark.")],
    folder: Annotated[Path, typer.Option(help="The folder for the two files.")] = Path(),
) -> None:
    """Create a small working bot and its test, as a starting point.

    Example:

      railbird new-bot shark && railbird match ./shark.py:Shark simple --hands 2000
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", name):
        rule = "a lowercase letter, then up to 40 lowercase letters, digits and underscores"
        raise BotError(f"{quoted(name)} cannot be the name of a bot and its file: use {rule}")
    kind = "".join(part.capitalize() for part in name.split("_"))
    for taken, meaning in (
        (keyword.iskeyword(name) or keyword.iskeyword(kind), "a Python keyword"),
        (name in sys.stdlib_module_names, "a Python module, which the bot's file would hide"),
        (re.search(rf"\b{kind}\b", BOT + TEST), "a name that the bot's own code uses"),
    ):
        if taken:
            raise BotError(f"{quoted(name)} is {meaning}; use another name, such as my_{name}")
    files = {folder / f"{name}.py": BOT, folder / f"test_{name}.py": TEST}
    for path in files:
        if path.exists():
            raise BotError(f"{path} exists already; nothing was written")
    if not folder.is_dir():
        raise BotError(f"there is no folder {quoted(str(folder))}")
    for path, text in files.items():
        path.write_text(text.replace("{name}", name).replace("{Kind}", kind), encoding="utf-8")
        typer.echo(f"wrote {path}")
    path = folder / f"{name}.py"
    shown = shlex.quote(f"{path if path.is_absolute() else f'./{path}'}:{kind}")
    typer.echo(f"\nrailbird match {shown} simple --hands 2000")
    typer.echo(f"railbird check-bot {shown}")
