"""``railbird show``: what came of a match."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Group
from rich.text import Text

from railbird.arena import StoredRecord
from railbird.arena.definition import Adjustment
from railbird.arena.learning_curves import MatchCurves, learning_curves
from railbird.arena.play import kept_result
from railbird.arena.results import MatchResult
from railbird.arena.styles_and_leaks import StylesAndLeaks, styles_and_leaks
from railbird.cli.commands.match import picture
from railbird.cli.options import Json, MatchRef, StorePath
from railbird.cli.render.chart import LineChart, legend
from railbird.cli.render.grid import Grid, display
from railbird.cli.series import ReportFile, say_written
from railbird.cli.stores import open_store
from railbird.errors import RailbirdError
from railbird.reports import check_page, match_page
from railbird.stats import Unit, dollars_per_hour, finite
from railbird.stats.style import LEGEND
from railbird.stats.units import HANDS_PER_HOUR


def command(
    match: MatchRef,
    adjust: Annotated[
        Adjustment | None, typer.Option(help="What to take out of the results.", show_default="as it was played")
    ] = None,
    style: Annotated[bool, typer.Option("--style", help="How everybody played, and how long it thought.")] = False,
    leaks: Annotated[
        bool, typer.Option("--leaks", help="How often and how dearly the better hand was folded.")
    ] = False,
    learning: Annotated[
        bool, typer.Option("--learning", help="The win rate as the match goes on, and when learners were in profit.")
    ] = False,
    hourly: Annotated[
        float | None,
        typer.Option(
            metavar="BET",
            min=0,
            help=f"Dollars an hour in a limit game with small bets of this size, at {HANDS_PER_HOUR} hands an hour.",
        ),
    ] = None,
    report: ReportFile = None,
    store: StorePath = None,
    as_json: Json = False,
) -> None:
    """Show what came of a match.

    Win rates are in sb/h (small bets per hand) in limit games, in bb/100 (big blinds per 100 hands) in no-limit games.

    Examples:

      railbird show last

      railbird show 3 --adjust luck --style --leaks

      railbird show 3 --hourly 10

      railbird show 3 --report match.html
    """
    check_page(report)
    opened = open_store(store)
    number = opened.match_number(match)
    record = StoredRecord.read(opened, number)
    if adjust is not None:
        record.definition = replace(record.definition, adjust=adjust)
    result, payoffs = kept_result(record, opened.match(number))
    if hourly is not None and result.unit is not Unit.SB_PER_HAND:
        raise RailbirdError(
            f"--hourly takes win rates in small bets per hand (sb/h), as limit games have them; "
            f"match {number} has {result.unit.value}"
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
    parts = [picture(result, payoffs, 0, opened.path, opened.match(number).name)]
    parts += [_styles(result, play)] if style else []
    parts += [_leaks(play)] if leaks else []
    parts += [_learning(result, curves)] if curves else []
    parts += [_hourly(result, hourly)] if hourly is not None else []
    display(parts[0], *(part for more in parts[1:] for part in ("", more)))


def _hourly(result: MatchResult, bet: float) -> Group:
    """What everybody's win rate is worth in money."""
    table = Grid()
    table.labels("player")
    table.numbers("$ an hour", "interval")
    for each in result.players:
        told = "too few hands to tell"
        if each.interval is not None:
            told = " to ".join(f"{dollars_per_hour(end, small_bet=bet):+.2f}" for end in each.interval)
        table.row(each.player, f"{dollars_per_hour(each.rate.mean, small_bet=bet):+.2f}", told)
    return Group(table, Text(f"at {HANDS_PER_HOUR} hands an hour, with small bets of ${bet:g}", style="dim"))


def _hourly_json(result: MatchResult, bet: float) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in result.players:
        interval = each.interval and [finite(dollars_per_hour(end, small_bet=bet)) for end in each.interval]
        found[each.player] = {"mean": finite(dollars_per_hour(each.rate.mean, small_bet=bet)), "interval": interval}
    return found


def _styles(result: MatchResult, play: StylesAndLeaks) -> Group:
    table = Grid()
    table.labels("player")
    table.numbers("style", right=False)
    table.numbers("VPIP", "PFR", "3-bet", "AF", "WTSD", "W$SD", "ms a decision")
    for entrant, each in enumerate(result.players):
        found, thinking = play.styles.get(each.player), result.thinking.get(entrant)
        if found is None:
            continue
        shares = (found.vpip, found.pfr, found.three_bet, found.af, found.wtsd, found.wsd)
        time = f"{1e3 * thinking.seconds / thinking.decisions:.2g}" if thinking and thinking.decisions else ""
        table.row(each.player, found.word, *map(str, shares), time)
    return Group(table, Text(LEGEND, style="dim"))


def _leaks(play: StylesAndLeaks) -> Group:
    table = Grid()
    table.labels("player")
    units = {each.unit for each in play.leaks.values()}
    table.numbers("folds", "of the better hand", f"cost in {' '.join(units)} per 100 hands", "right folds")
    for player, each in play.leaks.items():
        cells = (player, f"{each.folds:,}", str(each.better), f"{each.cost_per_100:.2f}", str(each.right))
        table.row(*cells)
    return Group(table, Text("cost: what calling and checking to the end would have won on average", style="dim"))


def _learning(result: MatchResult, found: MatchCurves) -> Group:
    """The curve of each player, and when those who learn were in profit."""
    title = f"{result.unit.value} {found.caption}"
    chart = LineChart(found.curves[0].ends, np.stack([curve.mean for curve in found.curves], axis=1), title=title)
    names = [each.player for each in result.players]
    told = [
        f"{name}: in profit for good {curve.profit_text}; 80 % of its final rate {curve.learned_text}"
        for name, curve, learns in zip(names, found.curves, found.learners, strict=True)
        if learns
    ]
    if told and found.intervals:
        told.append(f"in brackets: {found.intervals}")
    return Group(chart, legend(names), *map(Text, told or ["no bot of this match learns"]))


def _learning_json(result: MatchResult, found: MatchCurves) -> dict[str, Any]:
    return {
        each.player: {
            "hands": curve.ends.tolist(),
            "mean": curve.mean.tolist(),
            "half": [finite(half) for half in curve.half.tolist()],
            "learns": learns,
            "hands_until_profit": finite(curve.profit) if learns else None,
            "hands_until_80_percent": finite(curve.learned) if learns else None,
        }
        for each, curve, learns in zip(result.players, found.curves, found.learners, strict=True)
    }
