"""Published tables as plain data: what the source says, where, in which unit, and how sure it is."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """Numbers as printed."""

    name: str
    title: str
    source: str
    section: str
    unit: str
    uncertainty: str
    """What the source says of its own errors, or what can be inferred."""
    misprints: tuple[str, ...]
    tolerance: Mapping[str, float]
    """By column: how far a published value may lie from the truth, by rounding and by its own noise."""
    values: Mapping[str, Mapping[str, float]]
    """By column, then by row."""
    axes: tuple[str, str] = ("", "")
    """What rows and columns are called."""
    heading: str = "published"
    """What the numbers are: published, unless they follow from what was."""


def read_table(name: str) -> PublishedTable:
    """The table of this name."""
    data = tomllib.loads(files("railbird.papers").joinpath("data", f"{name}.toml").read_text(encoding="utf-8"))
    for key in ("misprints", "axes"):
        if key in data:
            data[key] = tuple(data[key])
    return PublishedTable(name=name, **data)
