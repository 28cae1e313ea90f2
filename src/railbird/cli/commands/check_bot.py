"""``railbird check-bot``: check that a bot is ready for matches."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.text import Text

from railbird.agent import BotReport
from railbird.cli.games import load_game
from railbird.cli.options import Json, Seed
from railbird.cli.render.grid import Grid, display
from railbird.cli.render.progress import ProgressBar
from railbird.gallery import parse_bot
from railbird.gallery.checking import check_spec


def command(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot, such as ./shark.py:Shark.")],
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="The game.", show_default="limit and no-limit")
    ] = None,
    hands: Annotated[int, typer.Option("--hands", "-n", help="Total number of hands.")] = 200,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Check a bot: legal, reproducible, no hidden memory.

    The exit code is 1 if a check fails.

    Example:

      railbird check-bot ./shark.py:Shark
    """
    spec = parse_bot(bot)
    games = [load_game(game)] if game else None
    with ProgressBar("check") as bar:
        report = check_spec(spec, games=games, hands=hands, seed=seed, progress=bar)
    if as_json:
        typer.echo(json.dumps({"bot": str(spec), **report.to_json()}, indent=2))
    else:
        display(_report_table(report))
    if not report.passed:
        raise typer.Exit(1)


def _report_table(report: BotReport) -> Grid:
    table = Grid(header=False)
    table.labels("", "")
    table.text("", style="dim")
    for each in report.checks:
        mark = Text("passed", style="green") if each.passed else Text("failed", style="bold red")
        table.row(mark, each.name, each.detail)
    return table
