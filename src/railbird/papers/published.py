"""Published tables as plain data: values, source, section, unit and uncertainty."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A published table, with its numbers as printed."""

    name: str
    title: str
    source: str
    section: str
    unit: str
    uncertainty: str
    """What the source says about its errors, or what can be inferred."""
    misprints: tuple[str, ...]
    tolerance: Mapping[str, float]
    """By column: how far a published value may be from the truth, from rounding and noise."""
    values: Mapping[str, Mapping[str, float]]
    """By column, then by row."""
    axes: tuple[str, str] = ("", "")
    """Names of rows and columns."""
    heading: str = "published"
    """Heading of the numbers: "published", unless they were derived from what is published."""


def read_table(name: str) -> PublishedTable:
    """Read the table of a name."""
    data = tomllib.loads(files("railbird.papers").joinpath("data", f"{name}.toml").read_text(encoding="utf-8"))
    for key in ("misprints", "axes"):
        if key in data:
            data[key] = tuple(data[key])
    return PublishedTable(name=name, **data)
