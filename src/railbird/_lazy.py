"""Packages whose names are imported when they are first used."""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any


def names_from(package: str, names: Sequence[str], modules: Sequence[str]) -> Callable[[str], Any]:
    """A package's ``__getattr__``: takes its public names from the first of its modules that has them.

    The modules themselves can be reached as attributes too.
    """

    def find(name: str) -> Any:
        if name in modules:
            return import_module(f"{package}.{name}")
        if name in names:
            for each in modules:
                module = import_module(f"{package}.{each}")
                if hasattr(module, name):
                    return _kept(package, name, getattr(module, name))
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return find


def front_door(package: str, names: Mapping[str, str], rooms: Sequence[str]) -> Callable[[str], Any]:
    """A package's ``__getattr__`` for names whose modules are known, as in ``{"play_match": "arena"}``.

    The ``rooms`` can be reached as attributes too.
    """

    def find(name: str) -> Any:
        if name in names:
            return _kept(package, name, getattr(import_module(f"{package}.{names[name]}"), name))
        if name in rooms:
            return import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return find


def _kept(package: str, name: str, value: Any) -> Any:
    """The value, which is a plain attribute of the package from now on."""
    setattr(sys.modules[package], name, value)
    return value
