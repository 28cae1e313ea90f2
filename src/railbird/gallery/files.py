"""Bots from a file: ``shark.py:Shark``."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from importlib.abc import SourceLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from railbird.agent import Bot
from railbird.agent.clock import OutOfTime, StopNow
from railbird.agent.failure import failure_text
from railbird.errors import BotError, quoted


def bot_of_file(path: Path, class_name: str) -> type[Bot]:
    """The bot class of this name in a Python file, or the only one if no name is given."""
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
        wanted = (
            f"has no bot {quoted(class_name)}" if class_name else "does not have exactly one bot: write FILE.py:CLASS"
        )
        raise BotError(f"{path} {wanted} (bots: {listed})")
    return kinds[class_name]


def fingerprint(path: Path) -> str:
    """A hash of a file's contents. Raises BotError if it cannot be read."""
    try:
        return blake2b(located(path).read_bytes(), digest_size=8).hexdigest()
    except OSError as error:
        raise BotError(f"{path} cannot be read: {error.strerror}") from None


_copies: dict[str, Path] = {}
"""Copies of files of another machine, by their path there."""


def receive(copies: Mapping[str, str]) -> None:
    """From now on in this process, use copies of files, by their path on the machine that they come from."""
    _copies.update({path: Path(copy) for path, copy in copies.items()})


def copies_of(paths: Iterable[Path]) -> dict[str, str]:
    """The copies of these files, for ``receive`` in another process on this machine."""
    names = {name for path in paths for name in (str(path), str(path.absolute()))}
    return {name: str(copy) for name, copy in _copies.items() if name in names}


def located(path: Path) -> Path:
    """Where a file is read: at its path, or where its copy is if it came from another machine."""
    return _copies.get(str(path), path)


class _CopyLoader(SourceLoader):
    """Loads the copy of a file under its own name, so that errors in it read the same on all machines."""

    def __init__(self, path: Path, copy: Path) -> None:
        self._path, self._copy = path, copy

    def get_filename(self, fullname: str) -> str:
        return str(self._path)

    def get_data(self, path: str) -> bytes:
        return self._copy.read_bytes()


def check_file(path: Path) -> Path:
    """The absolute path of a file. Raises BotError if there is no such file."""
    if str(path) in _copies:
        return path.absolute()
    try:
        whole = path.resolve()
        exists = whole.is_file()
    except (OSError, ValueError):
        raise BotError(f"{quoted(str(path))} is not the name of a file") from None
    if not exists:
        raise BotError(f"there is no file {quoted(str(path))}")
    return whole


def _module(path: Path) -> ModuleType:
    """The file as a module, loaded again only if its contents change; its folder is not added to ``sys.path``."""
    whole = check_file(path)
    name = f"railbird_file_{whole.stem}_{blake2b(f'{whole}/{fingerprint(path)}'.encode(), digest_size=6).hexdigest()}"
    if name in sys.modules:
        return sys.modules[name]
    copy = located(path)
    spec = spec_from_file_location(name, whole, loader=None if copy is path else _CopyLoader(whole, copy))
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
        raise BotError(f"{path} cannot be loaded: {_error_with_line(error, whole)}") from error
    return module


def _error_with_line(error: BaseException, path: Path) -> str:
    """The error, with the line of the file where it was raised."""
    what = failure_text(error)
    if isinstance(error, SyntaxError):
        return what
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f"{what}, line {lines[-1]}" if lines else what
