"""Results of long work, kept as JSON: what was done once is not done again."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path
from typing import Any, Protocol

from benchmarks.report import processor
from railbird import __version__

BUILD = Path(__file__).parent.parent / "build"


def kept(file: Path, work: Callable[[], Any]) -> Any:
    """The JSON data of a file; if it is not there, the result of the work, which is kept completely or not at all."""
    if not file.exists():
        found = work()
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_suffix(".new")
        beside.write_text(json.dumps(found), encoding="utf-8")
        beside.replace(file)
    return json.loads(file.read_text(encoding="utf-8"))


def here_and_now() -> str:
    """The date, the machine and the version."""
    return f"{date.today()}, {processor()}, Python {platform.python_version()}, railbird {__version__}"


class Placed(Protocol):
    """A result that says when and where it was measured."""

    @property
    def where(self) -> str: ...


def where(results: Iterable[Placed]) -> str:
    """When and where results were measured, each place once."""
    return "; ".join(dict.fromkeys(result.where for result in results))
