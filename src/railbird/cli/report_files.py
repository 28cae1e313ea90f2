"""``--report``: a page beside what the terminal shows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

ReportFile = Annotated[
    Path | None, typer.Option("--report", metavar="FILE.html", help="Write a page with tables and pictures.")
]


def say_written(path: Path, sections: Sequence[str]) -> None:
    """Say what a report has in it and where it is; on standard error, since programs may read standard output."""
    typer.echo(f"wrote {path}: {', '.join(sections).lower()}", err=True)
