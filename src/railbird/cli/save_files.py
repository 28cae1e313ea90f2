"""``--save``: files of solutions and strategies, written whole or not at all."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import typer

from railbird._memory import gigabytes
from railbird.errors import GameError, quoted


@dataclass(frozen=True, slots=True)
class SaveFile:
    """The file of ``--save``; no path if nothing is to be saved."""

    path: Path | None = None

    @classmethod
    def of(cls, path: Path | None, overwrite: bool, *, resumable: bool = True) -> Self:
        """Check before the work begins that the file can be written."""
        if path is None:
            if overwrite:
                raise GameError("--overwrite is only used with --save")
            return cls()
        if path.is_dir():
            raise GameError(f"{quoted(str(path))} is a folder; name a file to save")
        if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
            raise GameError(f"there is no writable folder {quoted(str(path.parent))} to save in")
        if path.exists() and not overwrite:
            resume = f", or --resume {path}" if resumable else ""
            raise GameError(f"{path} exists already: give another name, or --overwrite{resume}")
        return cls(path)

    def check_room(self, needed: int, what: str = "the solution") -> None:
        """Raise GameError if the disk has too little room."""
        if self.path is not None:
            free = shutil.disk_usage(self.path.parent).free
            if free < needed:
                raise GameError(f"{what} needs {gigabytes(needed)}, and the disk of {self.path} has {gigabytes(free)}")

    def write(self, save: Callable[[Path], None], *, look: str, resume: str = "") -> None:
        """Save, and say on standard error how to look at the file, or how to get one."""
        if self.path is None:
            typer.echo(f"nothing was saved: add --save FILE, then look at it with {look} FILE", err=True)
            return
        try:
            save(self.path)
        except KeyboardInterrupt:
            self.say_unchanged()
            raise
        name = shlex.quote(str(self.path))
        lines = [f"wrote {self.path} ({gigabytes(self.path.stat().st_size)})", f"look at it: {look} {name}"]
        if resume:
            lines.append(f"go on with: {resume} {name}")
        typer.echo("\n".join(lines), err=True)

    def say_unchanged(self) -> None:
        """Say that the work was stopped at once."""
        kept = "" if self.path is None or not self.path.exists() else f"; {self.path} is as it was"
        typer.echo(f"\nstopped; nothing was saved{kept}", err=True)
