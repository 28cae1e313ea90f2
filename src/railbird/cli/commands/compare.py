"""``railbird compare``: is B better than A?"""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Group
from rich.text import Text

from railbird._seeds import parse_seed
from railbird.arena.comparison import ComparisonDefinition, ComparisonResult, comparison_result
from railbird.arena.definition import DealingScheme, Entrant
from railbird.cli.commands.match import player_ids
from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.options import Json, MatchSeed, Name, StorePath
from railbird.cli.render.grid import Grid, display
from railbird.cli.series import (
    Adjust,
    Dealing,
    GameText,
    Hands,
    Played,
    Players,
    Replicates,
    Resume,
    TimeLimit,
    Workers,
    rate_style,
    rate_text,
    rules_for,
)
from railbird.errors import MatchError
from railbird.gallery import parse_bot

PANEL = ("always-call", "simple", "flock", "advanced-rules")
"""Opponents if none are named: four different kinds of play; ours."""


def command(
    context: typer.Context,
    bots: Annotated[
        list[str] | None, typer.Argument(metavar="A B", help="The two bots, or two versions of one.")
    ] = None,
    versus: Annotated[
        list[str] | None,
        typer.Option("--versus", "-v", metavar="BOT", help="An opponent; several with several --versus."),
    ] = None,
    players: Players = 2,
    hands: Hands = 1000,
    game: GameText = None,
    seed: MatchSeed = "0",
    dealing: Dealing = DealingScheme.DUPLICATE,
    replicates: Replicates = None,
    adjust: Adjust = None,
    workers: Workers = None,
    time_limit: TimeLimit = 10.0,
    store: StorePath = None,
    name: Name = None,
    resume: Resume = None,
    as_json: Json = False,
) -> None:
    """Compare two bots, or two versions of one, at the same tables with the same cards.

    Win rates are in sb/h (small bets per hand) in limit games, in bb/100 (big blinds per 100 hands) in no-limit games.

    Examples:

      railbird compare simple "simple(bluff=off)"

      railbird compare ./old.py:Shark ./shark.py:Shark --versus simple --versus jag --hands 3000
    """

    def define() -> ComparisonDefinition:
        if not bots or len(bots) != 2:
            raise MatchError(f"two bots are compared, not {len(bots or [])} (railbird bots lists them)")
        first, second = map(parse_bot, bots)
        panel = [parse_bot(text) for text in versus or PANEL]
        specs = [first, second, *panel]
        rules = rules_for(game, players, specs, hands, parse_seed(seed), dealing, replicates, time_limit, adjust)
        return ComparisonDefinition(rules, first, second, tuple(map(Entrant, player_ids(panel), panel)))

    series = Played(context, store, resume, "comparison", define, workers, name)
    series.play()
    by_replicate = any(table.by_replicate for table in series.series.tables())
    result = series.result(comparison_result, by_replicate=by_replicate)
    if not result.tables:
        series.stopped_too_early()
    if as_json:
        typer.echo(series.to_json(result.to_json()))
    else:
        display(picture(result), "", series.note())
    if not result.finished:
        raise typer.Exit(INTERRUPTED)


def picture(result: ComparisonResult) -> Group:
    """Both at each table, and the difference."""
    table = Grid()
    table.labels(f"{result.unit.value} against")
    table.numbers(*result.bots, "difference")
    rows = [*result.tables, result.overall] if len(result.tables) > 1 else result.tables
    for each in rows:
        difference = Text(rate_text(each.difference), style=rate_style(each.difference))
        table.row(each.versus, rate_text(each.first), rate_text(each.second), difference)
    return Group(table, "", Text(f"{result.verdict} (on the same deals, 95 %)"))
