"""``--report``: write an HTML page in addition to the terminal output."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

ReportFile = Annotated[
    Path | None, typer.Option("--report", metavar="FILE.html", help="Write an HTML page with tables and charts.")
]


def say_written(path: Path, sections: Sequence[str]) -> None:
    """Say where a report is and what it contains, on standard error since programs may read standard output."""
    typer.echo(f"wrote {path}: {', '.join(sections).lower()}", err=True)
