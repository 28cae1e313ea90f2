"""Details of a match: styles, leaks, learning curves, dollars per hour."""

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
    """Every player's win rate in dollars per hour."""
    table = Grid()
    table.labels("player")
    table.numbers("$ per hour", "interval")
    for each in result.players:
        interval = "too few hands"
        if each.interval is not None:
            interval = " to ".join(f"{dollars_per_hour(end, small_bet=bet):+.2f}" for end in each.interval)
        table.row(each.player, f"{dollars_per_hour(each.rate.mean, small_bet=bet):+.2f}", interval)
    return Group(table, Text(f"at {HANDS_PER_HOUR} hands per hour, with small bets of ${bet:g}", style="dim"))


def style_table(result: MatchResult, play: StylesAndLeaks) -> Group:
    """The playing style and thinking time of each player."""
    table = Grid()
    table.labels("player")
    table.numbers("style", right=False)
    table.numbers("VPIP", "PFR", "3-bet", "AF", "WTSD", "W$SD", "ms per decision")
    for entrant, each in enumerate(result.players):
        style, thinking = play.styles.get(each.player), result.thinking.get(entrant)
        if style is None:
            continue
        shares = (style.vpip, style.pfr, style.three_bet, style.af, style.wtsd, style.wsd)
        time = f"{1e3 * thinking.seconds / thinking.decisions:.2g}" if thinking and thinking.decisions else ""
        table.row(each.player, style.word, *map(str, shares), time)
    return Group(table, Text(LEGEND, style="dim"))


def leak_table(play: StylesAndLeaks) -> Group:
    """How often each player folded the better hand, and the cost."""
    table = Grid()
    table.labels("player")
    units = {each.unit for each in play.leaks.values()}
    table.numbers("folds", "of the better hand", f"cost in {' '.join(units)} per 100 hands", "correct folds")
    for player, each in play.leaks.items():
        cells = (player, f"{each.folds:,}", str(each.better), f"{each.cost_per_100:.2f}", str(each.right))
        table.row(*cells)
    return Group(table, Text("cost: average winnings missed by not checking and calling to the end", style="dim"))


def learning_chart(result: MatchResult, learning: MatchCurves) -> Group:
    """The learning curve of each player, and when learning bots became profitable."""
    title = f"{result.unit.value} {learning.caption}"
    means = np.stack([curve.mean for curve in learning.curves], axis=1)
    chart = CurveChart(learning.curves[0].ends, means, title=title)
    names = [each.player for each in result.players]
    lines = [
        f"{name}: in profit for good {curve.profit_text}; 80 % of its final win rate {curve.learned_text}"
        for name, curve, learns in zip(names, learning.curves, learning.learners, strict=True)
        if learns
    ]
    if lines and learning.intervals:
        lines.append(f"in brackets: {learning.intervals}")
    return Group(chart, legend(names), *map(Text, lines or ["no bot of this match learns"]))
