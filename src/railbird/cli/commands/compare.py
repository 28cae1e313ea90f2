"""``railbird compare``: whether bot B is better than bot A."""

from __future__ import annotations

from typing import Annotated

import typer

from railbird._seeds import parse_seed
from railbird.arena.comparison import USUAL_OPPONENTS, ComparisonDefinition, comparison_result
from railbird.arena.definition import DealingScheme
from railbird.arena.entrants import named_entrants
from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.options import Json, MatchSeed, Name, StorePath
from railbird.cli.render.comparison import comparison_summary
from railbird.cli.render.grid import display
from railbird.cli.series import (
    Adjust,
    Dealing,
    GameText,
    Hands,
    Players,
    Replicates,
    Resume,
    SeriesRequest,
    TableOptions,
    TimeLimit,
    series_run,
)
from railbird.errors import MatchError
from railbird.gallery import parse_bot


def command(
    context: typer.Context,
    bots: Annotated[
        list[str] | None, typer.Argument(metavar="A B", help="The two bots, or two versions of one.")
    ] = None,
    versus: Annotated[
        list[str] | None,
        typer.Option("--versus", "-v", metavar="BOT", help="An opponent; repeat the option for more."),
    ] = None,
    players: Players = 2,
    hands: Hands = 1000,
    game: GameText = None,
    seed: MatchSeed = "0",
    dealing: Dealing = DealingScheme.DUPLICATE,
    replicates: Replicates = None,
    adjust: Adjust = None,
    time_limit: TimeLimit = 10.0,
    store: StorePath = None,
    name: Name = None,
    resume: Resume = None,
    as_json: Json = False,
) -> None:
    """Compare two bots, or two versions of one, at the same tables with the same cards.

    Win rates are in sb/h (small bets per hand) for limit games and bb/100 (big blinds per 100 hands) for no-limit.

    Examples:

      railbird compare simple "simple(bluff=off)"

      railbird compare ./old.py:Shark ./shark.py:Shark --versus simple --versus jag --hands 3000
    """

    def define() -> ComparisonDefinition:
        if not bots or len(bots) != 2:
            raise MatchError(f"compare takes two bots, not {len(bots or [])}; railbird bots lists them")
        first, second = map(parse_bot, bots)
        panel = [parse_bot(text) for text in versus or USUAL_OPPONENTS]
        options = TableOptions(
            game=game,
            players=players,
            hands=hands,
            seed=parse_seed(seed),
            dealing=dealing,
            replicates=replicates,
            time_limit=time_limit,
            adjust=adjust,
        )
        return ComparisonDefinition(
            rules=options.rules([first, second, *panel]), first=first, second=second, panel=named_entrants(panel)
        )

    request = SeriesRequest(kind="comparison", context=context, define=define, resume=resume, store=store, name=name)
    with series_run(request) as series:
        series.play()
        by_replicate = any(table.by_replicate for table in series.series.tables())
        result = series.result(comparison_result, by_replicate=by_replicate)
        if not result.tables:
            series.stopped_too_early()
        if as_json:
            typer.echo(series.to_json(result.to_json()))
        else:
            display(comparison_summary(result), "", series.note())
        if not result.finished:
            raise typer.Exit(INTERRUPTED)
