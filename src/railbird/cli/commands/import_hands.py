"""``railbird import``: hands that were played elsewhere, into the store."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.games import load_game
from railbird.cli.options import Json, StorePath
from railbird.cli.render.progress import ProgressBar
from railbird.cli.stores import open_store, store_option
from railbird.game import Profile, Rules
from railbird.histories import Problem
from railbird.store.importing import Imported, import_hands

SHOWN_PROBLEMS = 10


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Files and folders.", show_default=False)],
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first hand that cannot be read.")] = False,
    rules: Annotated[
        Profile, typer.Option(help="The rules of hands whose files do not say by which rules was played.")
    ] = Profile.CASINO,
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="The game of ACPC logs that do not say which it is.", show_default=False),
    ] = None,
    store: StorePath = None,
    as_json: Json = False,
) -> None:
    """Import hands that were played elsewhere into the store.

    Formats: PHH, PokerStars text, Open Hand History, ACPC logs, the IRC poker database and Poker Academy's histories;
    the format is found by looking at the content. Files may be compressed with gzip.

    Every hand is played through the engine. What does not add up is reported with file, line and reason, and the rest
    goes on. A hand that the store has already is not imported again, so a folder can be imported again and again.

    Examples:

      railbird import ~/hands

      railbird import session.txt && railbird show import:last --player Hero --leaks

      railbird import match.log --game "nolimit(stack=200bb)"
    """
    opened = open_store(store, create=True)
    with ProgressBar("importing") as progress:
        result = import_hands(
            opened,
            *files,
            rules=Rules(rules),
            game=None if game is None else load_game(game),
            strict=strict,
            report=_FirstProblems(),
            progress=progress,
        )
    if as_json:
        typer.echo(json.dumps(result.to_json(), indent=2))
    else:
        typer.echo("\n".join(_summary(result, store_option(opened.address))))
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)


class _FirstProblems:
    """Prints the first problems as they are found."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, problem: Problem) -> None:
        self._count += 1
        if self._count <= SHOWN_PROBLEMS:
            typer.echo(f"railbird: {problem}", err=True)
        elif self._count == SHOWN_PROBLEMS + 1:
            typer.echo("railbird: … (--json lists more)", err=True)


def _summary(result: Imported, store: str) -> list[str]:
    parts = [f"{_hands(result.new)} imported"]
    parts += [f"{result.known:,} were in the store already"] if result.known else []
    parts += [f"{result.problem_count:,} could not be read"] if result.problem_count else []
    lines = [", ".join(parts)]
    if result.interrupted:
        lines.append("interrupted; the same command goes on")
    elif result.session is not None:
        lines.append(f"look at them: railbird show import:{result.session}{store}")
    return lines


def _hands(count: int) -> str:
    return "1 hand" if count == 1 else f"{count:,} hands"
