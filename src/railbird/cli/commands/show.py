"""``railbird show``: the result of a match."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated, Any

import typer

from railbird.arena import StoredRecord
from railbird.arena.definition import Adjustment
from railbird.arena.learning_curves import MatchCurves, learning_curves
from railbird.arena.play import kept_result
from railbird.arena.results import MatchResult
from railbird.arena.stored_hands import SourceKind, sources_of
from railbird.arena.styles_and_leaks import styles_and_leaks
from railbird.cli.histories import refuse_for_histories, show_histories
from railbird.cli.options import ADJUST_HELP, HandsRef, Json, StorePath
from railbird.cli.render.grid import display
from railbird.cli.render.match import match_summary
from railbird.cli.render.match_details import hourly_table, leak_table, learning_chart, style_table
from railbird.cli.report_files import ReportFile, say_written
from railbird.cli.stores import open_store
from railbird.errors import RailbirdError
from railbird.reports import check_page, match_page
from railbird.stats import Unit, dollars_per_hour, finite
from railbird.stats.units import HANDS_PER_HOUR


def command(
    context: typer.Context,
    match: HandsRef,
    adjust: Annotated[Adjustment | None, typer.Option(help=ADJUST_HELP, show_default="as played")] = None,
    style: Annotated[bool, typer.Option("--style", help="Show playing styles and thinking times.")] = False,
    leaks: Annotated[
        bool, typer.Option("--leaks", help="Show how often each player folded the better hand, and the cost.")
    ] = False,
    learning: Annotated[
        bool,
        typer.Option("--learning", help="Show the win rate over the match, and when learning bots became profitable."),
    ] = False,
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--player", metavar="NAME", help="Of imports and tables: show this player alone, by position and ending."
        ),
    ] = None,
    hourly: Annotated[
        float | None,
        typer.Option(
            metavar="BET",
            min=0,
            help=f"Show dollars per hour for a limit game with this small bet, at {HANDS_PER_HOUR} hands per hour.",
        ),
    ] = None,
    report: ReportFile = None,
    store: StorePath = None,
    as_json: Json = False,
) -> None:
    """Show the result of a match, or of imported hands or a table.

    Win rates are in sb/h (small bets per hand) for limit games and bb/100 (big blinds per 100 hands) for no-limit.

    Examples:

      railbird show last

      railbird show 3 --adjust luck --style --leaks

      railbird show 3 --hourly 10

      railbird show 3 --report match.html

      railbird show imports --player Hero --leaks
    """
    check_page(report)
    opened = open_store(store)
    sources = sources_of(opened, match)
    if sources[0].kind is not SourceKind.MATCH:
        refuse_for_histories(context, match)
        show_histories(opened, sources, players=players or (), style=style, leaks=leaks, as_json=as_json)
        return
    if players:
        raise RailbirdError(f"--player is for imports and tables, not for match {match}")
    number = sources[0].number
    record = StoredRecord.read(opened, number)
    if adjust is not None:
        record.definition = replace(record.definition, adjust=adjust)
    result, payoffs = kept_result(record, opened.match(number))
    if hourly is not None and result.unit is not Unit.SB_PER_HAND:
        raise RailbirdError(
            f"--hourly is for limit games, with win rates in small bets per hand (sb/h); match {number} has "
            f"{result.unit.value}"
        )
    play = styles_and_leaks(record, styles=style or report is not None, leaks=leaks or report is not None)
    curves = learning_curves(payoffs) if learning else None
    if report is not None:
        say_written(report, match_page(report, result, payoffs, play.styles, play.leaks))
    if as_json:
        more = {
            "styles": {player: each.to_json() for player, each in play.styles.items()} if style else None,
            "leaks": {player: each.to_json() for player, each in play.leaks.items()} if leaks else None,
            "learning": _learning_json(result, curves) if curves else None,
            "dollars_per_hour": _hourly_json(result, hourly) if hourly is not None else None,
        }
        asked = {name: value for name, value in more.items() if value is not None}
        typer.echo(json.dumps(result.to_json() | asked, indent=2))
        return
    parts = [match_summary(result, payoffs, 0, opened.address, opened.match(number).name)]
    parts += [style_table(result, play)] if style else []
    parts += [leak_table(play)] if leaks else []
    parts += [learning_chart(result, curves)] if curves else []
    parts += [hourly_table(result, hourly)] if hourly is not None else []
    display(parts[0], *(part for more in parts[1:] for part in ("", more)))


def _hourly_json(result: MatchResult, bet: float) -> dict[str, Any]:
    results: dict[str, Any] = {}
    for each in result.players:
        interval = each.interval and [finite(dollars_per_hour(end, small_bet=bet)) for end in each.interval]
        results[each.player] = {"mean": finite(dollars_per_hour(each.rate.mean, small_bet=bet)), "interval": interval}
    return results


def _learning_json(result: MatchResult, learning: MatchCurves) -> dict[str, Any]:
    return {
        each.player: {
            "hands": curve.ends.tolist(),
            "mean": curve.mean.tolist(),
            "half": [finite(half) for half in curve.half.tolist()],
            "learns": learns,
            "hands_until_profit": finite(curve.profit) if learns else None,
            "hands_until_80_percent": finite(curve.learned) if learns else None,
        }
        for each, curve, learns in zip(result.players, learning.curves, learning.learners, strict=True)
    }
