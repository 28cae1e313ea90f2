"""``railbird tournament``: all bots against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbird.arena.definition import DealingScheme
from railbird.arena.entrants import named_entrants
from railbird.arena.tournament import TournamentDefinition, tournament_result
from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.options import Isolate, Json, Name, OptionalSeed, StorePath
from railbird.cli.render.grid import display
from railbird.cli.render.pictures import check_picture, save_intervals
from railbird.cli.render.tournament import tournament_summary
from railbird.cli.report_files import ReportFile, say_written
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
    seed_for,
    series_run,
)
from railbird.errors import MatchError
from railbird.gallery.isolation import isolated_where_possible
from railbird.reports import check_page, tournament_page


def command(
    context: typer.Context,
    bots: Annotated[
        list[str] | None, typer.Argument(metavar="BOT...", help="Two or more bots, such as simple(bluff=off).")
    ] = None,
    players: Players = 2,
    hands: Hands = 500,
    game: GameText = None,
    seed: OptionalSeed = None,
    dealing: Dealing = DealingScheme.DUPLICATE,
    replicates: Replicates = None,
    adjust: Adjust = None,
    time_limit: TimeLimit = 10.0,
    isolate: Isolate = True,
    store: StorePath = None,
    name: Name = None,
    resume: Resume = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Plot the ranking to a .png, .svg or .pdf file.", callback=check_picture),
    ] = None,
    report: ReportFile = None,
    as_json: Json = False,
) -> None:
    """Play all bots against each other, and show rankings and a cross table.

    Win rates are in sb/h (small bets per hand) for limit games and bb/100 (big blinds per 100 hands) for no-limit.

    Examples:

      railbird tournament simple flock jag advanced-rules

      railbird tournament simple flock jag random always-call --players 3 --report tournament.html

      railbird tournament --resume last
    """
    check_page(report)

    def define() -> TournamentDefinition:
        if not bots or len(bots) < 2:
            raise MatchError(f"a tournament needs two or more bots, not {len(bots or [])}; railbird bots lists them")
        specs = [isolated_where_possible(text, wanted=isolate) for text in bots]
        options = TableOptions(
            game=game,
            players=players,
            hands=hands,
            seed=seed_for(specs, seed) or 0,
            dealing=dealing,
            replicates=replicates,
            time_limit=time_limit,
            adjust=adjust,
        )
        return TournamentDefinition(rules=options.rules(specs), entrants=named_entrants(specs))

    request = SeriesRequest(kind="tournament", context=context, define=define, resume=resume, store=store, name=name)
    with series_run(request) as series:
        series.play()
        result = series.result(tournament_result)
        if not result.line_ups:
            series.stopped_too_early()
        if plot is not None:
            ranked = result.ranking()
            names = [result.players[each.entrant] for each in ranked]
            save_intervals(plot, names, [each.rate for each in ranked], unit=result.unit.value, title="Tournament")
        if report is not None:
            say_written(report, tournament_page(report, series.series, result, series.styles()))
        if as_json:
            typer.echo(series.to_json(result.to_json()))
        else:
            display(tournament_summary(result), "", series.note())
        if not result.finished:
            raise typer.Exit(INTERRUPTED)
