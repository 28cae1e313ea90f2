"""The packages that environments need, which come with extras."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from railbird.errors import RailbirdError


def needed(package: str, extra: str = "rl") -> ModuleType:
    """Import a package of an extra. Raises RailbirdError with the remedy if it is not installed."""
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise RailbirdError(f'this needs {package}: pip install "railbird[{extra}]"') from None
