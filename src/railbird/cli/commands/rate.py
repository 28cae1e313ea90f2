"""``railbird rate``: rate a bot with one number."""

from __future__ import annotations

from typing import Annotated

import typer

from railbird._version import __version__
from railbird.arena.rating import QUICK, RATED, RatingDefinition, panel_of, rating_result
from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.options import Isolate, Json, Name, OptionalSeed, StorePath
from railbird.cli.render.grid import display
from railbird.cli.render.rating import rating_summary
from railbird.cli.series import Resume, SeriesRequest, TimeLimit, seed_for, series_run
from railbird.errors import MatchError
from railbird.gallery.isolation import isolated_where_possible


def command(
    context: typer.Context,
    bot: Annotated[str | None, typer.Argument(metavar="BOT", help="The bot, such as ./shark.py:Shark.")] = None,
    panel: Annotated[
        str, typer.Option(help="limit, nolimit or nolimit-learners, or a version such as limit-1.")
    ] = "limit",
    quick: Annotated[
        bool, typer.Option("--quick", help="A tenth of the deals; not comparable with full ratings.")
    ] = False,
    seed: OptionalSeed = None,
    time_limit: TimeLimit = 10.0,
    isolate: Isolate = True,
    store: StorePath = None,
    name: Name = None,
    resume: Resume = None,
    as_json: Json = False,
) -> None:
    """Rate a bot: its mean win rate against a fixed panel, and its playing style.

    Win rates are in sb/h (small bets per hand) for limit games and bb/100 (big blinds per 100 hands) for no-limit.

    Panels are versioned and never change, so ratings are comparable across people and time. Railbird's own bots play
    the fixed deals of the panel; bots from files and other packages get secret deals, which they cannot predict.

    Examples:

      railbird rate simple

      railbird rate ./shark.py:Shark --panel nolimit
    """
    if resume is None and bot is None:
        raise MatchError("name a bot to rate, or a rating to --resume")

    def define() -> RatingDefinition:
        assert bot is not None
        spec = isolated_where_possible(bot, wanted=isolate)
        opponents = panel_of(panel)
        hands = opponents.hands // QUICK if quick else None
        return RatingDefinition(
            panel=opponents, bot=spec, hands=hands, time_limit=time_limit, seed=seed_for([spec], seed)
        )

    request = SeriesRequest(kind="rating", context=context, define=define, resume=resume, store=store, name=name)
    with series_run(request) as series:
        series.play()
        result = series.result(rating_result)
        if not result.profile:
            series.stopped_too_early()
        style = series.styles()[RATED]
        if as_json:
            typer.echo(series.to_json({"railbird": __version__, **result.to_json(), "style": style.to_json()}))
        else:
            display(rating_summary(result, style), "", series.note())
        if not result.finished:
            raise typer.Exit(INTERRUPTED)
