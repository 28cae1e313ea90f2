"""Bots from a file: ``shark.py:Shark``."""

from __future__ import annotations

import sys
import traceback
from hashlib import blake2b
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from railbird.agent import Bot
from railbird.agent.clock import OutOfTime, StopNow
from railbird.agent.failure import failure_text
from railbird.errors import BotError, quoted


def bot_of_file(path: Path, class_name: str) -> type[Bot]:
    """The bot of this name in a file of Python, or the only one if no name is given."""
    module = _module(path)
    kinds = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == module.__name__
    }
    listed = ", ".join(kinds) or "none; a bot is a subclass of railbird.agent.Bot"
    if not class_name and len(kinds) == 1:
        return next(iter(kinds.values()))
    if class_name not in kinds:
        wanted = f"no bot {quoted(class_name)}" if class_name else "not just one bot"
        raise BotError(f"{path} has {wanted} (it has: {listed})")
    return kinds[class_name]


def fingerprint(path: Path) -> str:
    """What tells one state of a file from another."""
    try:
        return blake2b(path.read_bytes(), digest_size=8).hexdigest()
    except OSError as error:
        raise BotError(f"{path} cannot be read: {error.strerror}") from None


def check_file(path: Path) -> Path:
    """The whole path of a file. Raises BotError if there is no such file."""
    try:
        whole = path.resolve()
        exists = whole.is_file()
    except (OSError, ValueError):
        raise BotError(f"{quoted(str(path))} is not the name of a file") from None
    if not exists:
        raise BotError(f"there is no file {quoted(str(path))}")
    return whole


def _module(path: Path) -> ModuleType:
    """The file as a module, read once for each state that it is in; its folder is not searched for other modules."""
    whole = check_file(path)
    name = f"railbird_file_{whole.stem}_{blake2b(f'{whole}/{fingerprint(whole)}'.encode(), digest_size=6).hexdigest()}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, whole)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (KeyboardInterrupt, OutOfTime, StopNow):
        raise
    except BaseException as error:  # sys.exit() in a bot's file does not end the program
        del sys.modules[name]
        raise BotError(f"{path} cannot be read as Python: {_place(error, whole)}") from error
    return module


def _place(error: BaseException, path: Path) -> str:
    """What went wrong, and in which line of the file."""
    what = failure_text(error)
    if isinstance(error, SyntaxError):
        return what
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f"{what}, line {lines[-1]}" if lines else what
