"""The options ``--workers`` and ``--ray`` of all commands that do batch work: how many workers do it, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.main import get_command

BATCH_COMMANDS = (
    *("match", "tournament", "compare", "rate", "exploit", "respond", "search", "reproduce"),
    "model score",
)
"""The commands that do batch work."""


def _declared(
    workers: Annotated[
        str | None,
        typer.Option(
            "--workers",
            metavar="N|ray",
            help="Number of processes, or ray for the cores of a Ray cluster (environment: RAILBIRD_WORKERS).",
            show_default="one per core",
        ),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            "--ray",
            metavar="ADDRESS",
            help="The Ray cluster: HOST:PORT, or ray://HOST:PORT. With --workers N, at most N of its cores.",
            show_default="the one that runs on this machine",
        ),
    ] = None,
) -> None:
    """Holds the two options."""


def add_workers(name: str, command: Any) -> None:
    """Add the two options to a command that does batch work; a group has its commands in ``commands``."""
    for below, each in getattr(command, "commands", {}).items():
        add_workers(f"{name} {below}", each)
    if name in BATCH_COMMANDS:
        alone = typer.Typer(add_completion=False)
        alone.command()(_declared)
        command.params.extend(option for option in get_command(alone).params if option.name in ("workers", "ray"))
        command.callback = _with_workers(command.callback)


def _with_workers(run: Callable[..., Any]) -> Callable[..., Any]:
    def run_with_workers(*, workers: str | None, ray: str | None, **others: Any) -> Any:
        lists = others.get("list_all", False)
        with _chosen(workers, ray, check=not lists):
            return run(**others)

    return run_with_workers


@contextmanager
def _chosen(workers: str | None, ray: str | None, *, check: bool) -> Iterator[None]:
    """Inside the block, the workers that were chosen do all batch work. They are checked before anything begins."""
    from railbird.arena.backends import Workers, check_workers, using, workers_of

    if workers is not None:
        chosen = Workers.parse(workers, ray)
    elif ray is not None:
        chosen = Workers(workers_of(None).count, ray)
    else:
        chosen = workers_of(None)
    if check:
        check_workers(chosen)
    with using(chosen):
        yield
