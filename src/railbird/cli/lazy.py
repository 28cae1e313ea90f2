"""Subcommands that are imported only when they run, so that ``--help`` and small commands start quickly."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from railbird.cli.workers import add_workers

_TARGETS: dict[str, str] = {}


class LazyGroup(TyperGroup):
    """A command group that holds only the name and help line of each command, and loads a command when it runs."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and load(str(name)), rest


def add_lazily(app: typer.Typer, name: str, target: str, line: str) -> None:
    """Add a command or command group; ``target`` is its ``module:function`` in ``cli/commands``."""
    _TARGETS[name] = target
    app.command(name, help=line)(_placeholder)


def load(name: str) -> Any:
    """Import and return a command."""
    module, _, attribute = _TARGETS[name].partition(":")
    command = getattr(import_module(f"railbird.cli.commands.{module}"), attribute)
    alone = typer.Typer(add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
    if not isinstance(command, typer.Typer):
        alone.command(name)(command)
        loaded: Any = get_command(alone)
    else:
        alone.add_typer(command, name=name)
        group: Any = get_command(alone)
        loaded = group.commands[name]
    add_workers(name, loaded)
    return loaded


def _placeholder() -> None:
    """Placeholder for a command in help lists; never run."""
