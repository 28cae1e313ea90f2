"""``railbird bots``: list the gallery."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console, RenderableType
from rich.text import Text

from railbird.cli.options import Json
from railbird.cli.render.bots import bots_table, refusal_text
from railbird.cli.render.grid import Grid, display
from railbird.gallery.overview import Overview, overview_of, overviews

if TYPE_CHECKING:
    from railbird.agent.settings import Setting


def command(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Show the settings of this bot.")] = None,
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="List the bots that play this game, and why the others do not.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the bots and the games they play, or show one bot's settings and their origin.

    Examples:

      railbird bots

      railbird bots --game "nolimit(players=6)"

      railbird bots simple
    """
    if name is not None:
        _show_one(name, game, as_json)
    elif game is not None:
        _show_players(game, as_json)
    else:
        _show_all(list(overviews(_warn)), as_json)


def _warn(error: Exception) -> None:
    """Report a broken bot of another package; the other bots are listed all the same."""
    typer.echo(f"railbird: {error}", err=True)


def _show_all(bots: list[Overview], as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps([each.to_json() for each in bots], indent=2))
        return
    refused: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for each in bots:
        for refusal in each.refuses:
            refused.setdefault((refusal.games, refusal.reason), []).append(each.bot)
    parts: list[RenderableType] = [bots_table(bots)]
    if refused:
        table = Grid()
        table.labels("do not play")
        table.text("bots", "because")
        for (games, reason), names in sorted(refused.items(), key=lambda item: -len(item[1])):
            table.row(", ".join(games), ", ".join(names), reason)
        parts += ["", table]
    display(*parts)


def _show_players(text: str, as_json: bool) -> None:
    """Show the bots that play a game, and the reasons of those that refuse it."""
    from railbird.cli.games import load_game  # takes a moment: asking the bots means importing them
    from railbird.errors import BotError
    from railbird.gallery import parse_bot

    game = load_game(text)
    bots = list(overviews(_warn))
    refusals: dict[str, str | None] = {}
    for each in bots:
        try:
            refusals[each.bot] = parse_bot(each.bot).refusal(game)
        except BotError as error:
            refusals[each.bot] = str(error)
    playing = [each for each in bots if refusals[each.bot] is None]
    refused = {bot: reason for bot, reason in refusals.items() if reason is not None}
    if as_json:
        data = {"game": str(game), "bots": [each.to_json() for each in playing], "refused": refused}
        typer.echo(json.dumps(data, indent=2))
        return
    parts: list[RenderableType] = [bots_table(playing, games=False) if playing else Text(f"no bot plays {game}")]
    if refused:
        table = Grid()
        table.labels(f"do not play {game}")
        table.text("because", style="dim")
        for bot, reason in refused.items():
            table.row(bot, reason)
        parts += ["", table]
    display(*parts)


def _show_one(name: str, game: str | None, as_json: bool) -> None:
    import inspect

    from railbird.agent.settings import settings_of
    from railbird.cli.games import load_game
    from railbird.gallery import parse_bot

    spec = parse_bot(name)
    settings = list(settings_of(spec.kind.Settings))
    overview = overview_of(spec)
    asked = load_game(game) if game is not None else None
    if as_json:
        rows = [
            {"name": each.name, "default": _plain(each), "meaning": each.meaning, "origin": each.origin}
            for each in settings
        ]
        more = {"refusal": spec.refusal(asked)} if asked is not None else {}
        typer.echo(json.dumps({**overview.to_json(), "settings": rows, **more}, indent=2))
        return
    console = Console(highlight=False)
    console.print(Text(spec.name, style="bold"), Text(overview.source, style="dim"))
    console.print(Text(f"plays {', '.join(overview.plays) or overview.games}", style="dim"))
    for refused in overview.refuses:
        console.print(Text(str(refused), style="dim"))
    if asked is not None:
        console.print(refusal_text(spec, asked))
    console.print(inspect.getdoc(spec.kind) or "", markup=False)
    about = inspect.getdoc(inspect.getmodule(spec.kind)) or ""
    if about:
        console.print()
        console.print(about, markup=False)
    if settings:
        table = Grid()
        table.labels("setting")
        table.text("default", "meaning", "origin")
        for each in settings:
            table.row(each.name, each.write(each.default), each.meaning, each.origin)
        display("", table)


def _plain(each: Setting) -> Any:
    return each.default if isinstance(each.default, (bool, int, float, str)) else each.write(each.default)
