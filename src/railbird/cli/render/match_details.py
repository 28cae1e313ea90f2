"""What the hands of a match say beyond who won: styles, leaks, learning, money."""

from __future__ import annotations

import numpy as np
from rich.console import Group
from rich.text import Text

from railbird.arena.learning_curves import MatchCurves
from railbird.arena.results import MatchResult
from railbird.arena.styles_and_leaks import StylesAndLeaks
from railbird.cli.render.chart import CurveChart, legend
from railbird.cli.render.grid import Grid
from railbird.stats import dollars_per_hour
from railbird.stats.style import LEGEND
from railbird.stats.units import HANDS_PER_HOUR


def hourly_table(result: MatchResult, bet: float) -> Group:
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


def style_table(result: MatchResult, play: StylesAndLeaks) -> Group:
    """How everybody played, and how long they thought."""
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


def leak_table(play: StylesAndLeaks) -> Group:
    """How often the better hand was folded, and what that cost."""
    table = Grid()
    table.labels("player")
    units = {each.unit for each in play.leaks.values()}
    table.numbers("folds", "of the better hand", f"cost in {' '.join(units)} per 100 hands", "right folds")
    for player, each in play.leaks.items():
        cells = (player, f"{each.folds:,}", str(each.better), f"{each.cost_per_100:.2f}", str(each.right))
        table.row(*cells)
    return Group(table, Text("cost: what calling and checking to the end would have won on average", style="dim"))


def learning_chart(result: MatchResult, found: MatchCurves) -> Group:
    """The curve of each player, and when those who learn were in profit."""
    title = f"{result.unit.value} {found.caption}"
    chart = CurveChart(found.curves[0].ends, np.stack([curve.mean for curve in found.curves], axis=1), title=title)
    names = [each.player for each in result.players]
    told = [
        f"{name}: in profit for good {curve.profit_text}; 80 % of its final rate {curve.learned_text}"
        for name, curve, learns in zip(names, found.curves, found.learners, strict=True)
        if learns
    ]
    if told and found.intervals:
        told.append(f"in brackets: {found.intervals}")
    return Group(chart, legend(names), *map(Text, told or ["no bot of this match learns"]))
