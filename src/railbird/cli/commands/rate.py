"""``railbird rate``: one number for a bot."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Group
from rich.text import Text

from railbird._version import __version__
from railbird.arena.rating import RATED, RatingDefinition, RatingResult, panel_of, rating_result
from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.options import Json, Name, OptionalSeed, StorePath
from railbird.cli.render.grid import Grid, display
from railbird.cli.series import Played, Resume, TimeLimit, Workers, rate_style, rate_text, seed_for
from railbird.errors import MatchError
from railbird.gallery import parse_bot
from railbird.stats.style import Style

QUICK_HANDS = 150


def command(
    context: typer.Context,
    bot: Annotated[str | None, typer.Argument(metavar="BOT", help="The bot, as in ./shark.py:Shark.")] = None,
    panel: Annotated[str, typer.Option(help="limit or nolimit, or a version as in limit-1.")] = "limit",
    quick: Annotated[bool, typer.Option("--quick", help="A tenth of the deals; not comparable with others.")] = False,
    seed: OptionalSeed = None,
    workers: Workers = None,
    time_limit: TimeLimit = 10.0,
    store: StorePath = None,
    name: Name = None,
    resume: Resume = None,
    as_json: Json = False,
) -> None:
    """Rate a bot: what it wins on average against a fixed panel, and how it plays.

    Win rates are in sb/h (small bets per hand) in limit games, in bb/100 (big blinds per 100 hands) in no-limit games.

    Panels have a version and never change, so that ratings of different people and times can be compared. Railbird's
    own bots get the panel's own cards. Bots of files and other packages get secret ones, which they cannot work out.

    Examples:

      railbird rate simple

      railbird rate ./shark.py:Shark --panel nolimit
    """
    if resume is None and bot is None:
        raise MatchError("name a bot to be rated, or --resume a rating")

    def define() -> RatingDefinition:
        assert bot is not None
        spec = parse_bot(bot)
        hands = QUICK_HANDS if quick else None
        return RatingDefinition(panel_of(panel), spec, hands, time_limit, seed_for([spec], seed))

    series = Played(context, store, resume, "rating", define, workers, name)
    series.play()
    result = series.result(rating_result)
    if not result.profile:
        series.stopped_too_early()
    style = series.styles()[RATED]
    if as_json:
        typer.echo(series.to_json({"railbird": __version__, **result.to_json(), "style": style.to_json()}))
    else:
        display(picture(result, style), "", series.note())
    if not result.finished:
        raise typer.Exit(INTERRUPTED)


def picture(result: RatingResult, style: Style) -> Group:
    """The rating, the profile and a line about style."""
    table = Grid()
    table.labels("against")
    table.numbers(result.unit.value)
    for opponent, rate in result.profile:
        table.row(opponent, Text(rate_text(rate), style=rate_style(rate)))
    rating = Text(f"{result.bot}: {rate_text(result.rating)} {result.unit.value}", style="bold")
    against = f"against the panel {result.panel}, Railbird {__version__}"
    if not result.comparable:
        against += "; too few hands to be compared with other ratings"
    return Group(rating, Text(against, style="dim"), "", table, "", Text(f"{style.word}: {style}"))
