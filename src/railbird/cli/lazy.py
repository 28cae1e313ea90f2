"""Subcommands that are imported when they are run, so that ``--help`` and small commands start at once."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

_WHERE: dict[str, str] = {}


class LazyGroup(TyperGroup):
    """A group that knows the names of its commands and a line about each; the rest is loaded when one is run."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and load(str(name)), rest


def add_lazily(app: typer.Typer, name: str, where: str, line: str) -> None:
    """Add a command, or a group of commands, that ``where`` names as ``module:function`` of ``cli/commands``."""
    _WHERE[name] = where
    app.command(name, help=line)(_stand_in)


def load(name: str) -> Any:
    """The command itself."""
    module, _, attribute = _WHERE[name].partition(":")
    command = getattr(import_module(f"railbird.cli.commands.{module}"), attribute)
    alone = typer.Typer(add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
    if not isinstance(command, typer.Typer):
        alone.command(name)(command)
        return get_command(alone)
    alone.add_typer(command, name=name)
    group: Any = get_command(alone)
    return group.commands[name]


def _stand_in() -> None:
    """Stands for a command in lists; never run."""
