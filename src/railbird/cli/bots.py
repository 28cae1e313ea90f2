"""``railbird bots``, ``new-bot`` and ``check-bot``: the gallery, and your own."""

from __future__ import annotations

import inspect
import json
import keyword
import re
import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from railbird.agent import Bot, BotReport, check_bot
from railbird.agent.settings import Setting, settings_of
from railbird.cli.games import load_game
from railbird.cli.options import Json, Seed
from railbird.cli.progress import ProgressBar
from railbird.errors import BotError, quoted
from railbird.gallery import BotSpec, bot_names, parse_bot
from railbird.gallery.template import BOT, TEST
from railbird.game import kuhn, leduc, limit, nolimit, potlimit
from railbird.game.definition import MOST_PLAYERS


def list_bots(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A bot, to see its settings.")] = None,
    as_json: Json = False,
) -> None:
    """List the bots, or show the settings of one and where they come from.

    Examples:

      railbird bots

      railbird bots simple
    """
    if name is not None:
        _show_one(parse_bot(name), as_json)
        return
    specs = []
    for each in bot_names():
        try:
            specs.append(parse_bot(each))
        except BotError as error:  # of another package: the rest can be listed all the same
            typer.echo(f"railbird: {error}", err=True)
    if as_json:
        typer.echo(json.dumps([_summary(spec) for spec in specs], indent=2))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("bot", no_wrap=True)
    table.add_column("what it does")
    table.add_column("source", style="dim")
    for spec in specs:
        table.add_row(spec.name, first_line(spec.kind), source_of(spec.kind))
    Console(highlight=False).print(table)


def _show_one(spec: BotSpec, as_json: bool) -> None:
    settings = list(settings_of(spec.kind.Settings))
    if as_json:
        rows = [
            {"name": each.name, "default": _plain(each), "meaning": each.meaning, "origin": each.origin}
            for each in settings
        ]
        typer.echo(json.dumps({**_summary(spec), "settings": rows}, indent=2))
        return
    console = Console(highlight=False)
    console.print(Text(spec.name, style="bold"), Text(source_of(spec.kind), style="dim"))
    console.print(Text(f"plays {', '.join(_games(spec)) or 'games of its own'}", style="dim"))
    console.print(inspect.getdoc(spec.kind) or "", markup=False)
    about = inspect.getdoc(inspect.getmodule(spec.kind)) or ""
    if about:
        console.print()
        console.print(about, markup=False)
    if settings:
        table = Table(box=None, pad_edge=False, header_style="bold")
        for column in ("setting", "default", "meaning", "origin"):
            table.add_column(column)
        for each in settings:
            table.add_row(each.name, each.write(each.default), each.meaning, each.origin)
        console.print()
        console.print(table)


def _games(spec: BotSpec) -> list[str]:
    """What it plays, of the usual games; with how many players at most."""
    found = []
    for family in (limit, nolimit, potlimit):
        most = max((players for players in range(2, MOST_PLAYERS + 1) if spec.plays(family(players))), default=0)
        if most:
            found.append(f"{family.__name__} (2{f' to {most}' * (most > 2)} players)")
    return found + [game.__name__ for game in (kuhn, leduc) if spec.plays(game())]


def new_bot(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called, as in shark.")],
    folder: Annotated[Path, typer.Option(help="Where to put it.")] = Path(),
) -> None:
    """Write a small bot that works, with its test, to start from.

    Example:

      railbird new-bot shark && railbird match ./shark.py:Shark simple --hands 2000
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", name) or keyword.iskeyword(name):
        raise BotError(f"a bot's name is a small letter, then small letters, digits and _, not {quoted(name)}")
    kind = "".join(part.capitalize() for part in name.split("_"))
    if name in sys.stdlib_module_names or keyword.iskeyword(kind) or re.search(rf"\b{kind}\b", BOT + TEST):
        raise BotError(f"{quoted(name)} means something in Python or in Railbird already; take another name")
    files = {folder / f"{name}.py": BOT, folder / f"test_{name}.py": TEST}
    for path in files:
        if path.exists():
            raise BotError(f"{path} is there already; nothing was written")
    if not folder.is_dir():
        raise BotError(f"there is no folder {quoted(str(folder))}")
    for path, text in files.items():
        path.write_text(text.replace("{name}", name).replace("{Kind}", kind), encoding="utf-8")
        typer.echo(f"wrote {path}")
    path = folder / f"{name}.py"
    shown = shlex.quote(f"{path if path.is_absolute() else f'./{path}'}:{kind}")
    typer.echo(f"\nrailbird match {shown} simple --hands 2000")
    typer.echo(f"railbird check-bot {shown}")


def check_one(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot, as in ./shark.py:Shark.")],
    game: Annotated[str | None, typer.Option("--game", "-g", help="A game.", show_default="limit and no-limit")] = None,
    hands: Annotated[int, typer.Option("--hands", "-n", help="How many hands in all.")] = 200,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Look whether a bot is fit for matches: it answers legally, can be repeated, learns nothing by stealth.

    The exit code is 1 if it is not.

    Example:

      railbird check-bot ./shark.py:Shark
    """
    spec = parse_bot(bot)
    games = [load_game(game)] if game else None
    with ProgressBar("check") as bar:
        report = check_bot(spec.make, games=games, hands=hands, seed=seed, progress=bar)
    if as_json:
        typer.echo(json.dumps({"bot": str(spec), **report.to_json()}, indent=2))
    else:
        Console(highlight=False).print(_report_table(report))
    if not report.passed:
        raise typer.Exit(1)


def _report_table(report: BotReport) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    for each in report.checks:
        mark = Text("passed", style="green") if each.passed else Text("failed", style="bold red")
        table.add_row(mark, each.name, Text(each.detail, style="dim"))
    return table


def first_line(kind: type[Bot]) -> str:
    return (inspect.getdoc(kind) or "").partition("\n")[0]


def source_of(kind: type[Bot]) -> str:
    return str(getattr(kind, "source", ""))


def _summary(spec: BotSpec) -> dict[str, Any]:
    return {
        "bot": spec.name,
        "what": first_line(spec.kind),
        "source": source_of(spec.kind),
        "learns": spec.kind.learns,
        "plays": _games(spec),
    }


def _plain(each: Setting) -> Any:
    return each.default if isinstance(each.default, (bool, int, float, str)) else each.write(each.default)
