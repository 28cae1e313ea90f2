"""Packages whose names are imported when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any


def names_from(package: str, names: Sequence[str], modules: Sequence[str]) -> Callable[[str], Any]:
    """A package's ``__getattr__``: finds its public names in the first of its modules that has them.

    The modules themselves can be reached as attributes too.
    """

    def find(name: str) -> Any:
        if name in modules:
            return import_module(f"{package}.{name}")
        if name in names:
            for each in modules:
                module = import_module(f"{package}.{each}")
                if hasattr(module, name):
                    value = getattr(module, name)
                    setattr(sys.modules[package], name, value)
                    return value
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return find
