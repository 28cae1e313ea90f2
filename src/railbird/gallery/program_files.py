"""The program of ``process(COMMAND)``: its words, its folder, and the files that a match must find unchanged."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path

from railbird.errors import BotError, quoted


def words_of(command: str) -> tuple[str, ...]:
    """The words of a command, as a shell splits them; there is no shell. Raises BotError."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise BotError(f"{quoted(command)} is not a command: {error}") from None
    if not words or not words[0]:
        raise BotError(f'{quoted(command)} names no program: write process("./shark --fast")')
    return words


def program_of(command: str, folder: str) -> tuple[str, ...]:
    """The words of a command whose program exists and may be run. Raises BotError."""
    words = words_of(command)
    if not Path(folder).is_dir():
        raise BotError(f"there is no folder {quoted(folder, 200)} to run {quoted(command)} in")
    name = words[0]
    if "/" not in name:
        if shutil.which(name) is None:
            here = Path(folder) / name
            hint = f" (there is one in {folder}: write ./{name})" if here.is_file() else ""
            raise BotError(f"there is no program {quoted(name)} on the PATH{hint}")
        return words
    path = Path(folder) / Path(name).expanduser()
    if not path.is_file():
        raise BotError(f"there is no program {quoted(str(path), 200)}")
    if not os.access(path, os.X_OK):
        raise BotError(f"{path} may not be executed: make it executable (chmod +x), or write its interpreter in front")
    interpreter = _interpreter(path)
    if interpreter and shutil.which(interpreter) is None:
        raise BotError(f"{path} asks for the interpreter {quoted(interpreter)}, which does not exist")
    return (str(path), *words[1:])


def program_fingerprint(options: Mapping[str, str]) -> str:
    """A hash of the files that a command names; empty if it names none."""
    folder = Path(options.get("folder", "."))
    try:
        words = words_of(options.get("command", ""))
    except BotError:
        return ""
    total = blake2b(digest_size=8)
    found = False
    for number, word in enumerate(words):
        if number == 0 and "/" not in word:
            continue  # an interpreter of the system, which may be updated
        try:
            path = folder / Path(word).expanduser()
            if path.is_file():
                total.update(path.read_bytes())
                found = True
        except (OSError, RuntimeError, ValueError):
            continue
    return total.hexdigest() if found else ""


def _interpreter(path: Path) -> str:
    """The interpreter that the first line of a script names; empty if there is none."""
    try:
        with path.open("rb") as file:
            first = file.readline(300)
    except OSError:
        return ""
    if not first.startswith(b"#!"):
        return ""
    words = first[2:].decode("utf-8", "replace").split()
    if words and Path(words[0]).name == "env":
        rest = [each for each in words[1:] if not each.startswith("-") and "=" not in each]
        return rest[0] if rest else ""
    return words[0] if words else ""
