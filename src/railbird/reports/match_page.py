"""The report of a match."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from railbird._seeds import seed_text
from railbird.agent.decision import number_text
from railbird.arena.definition import Adjustment
from railbird.arena.learning_curves import learning_curves
from railbird.arena.results import MatchResult, Payoffs, PlayerResult
from railbird.plots import IntervalMark, intervals, lines
from railbird.reports.page import cell, legend, note, table, write_page
from railbird.reports.style_section import style_section
from railbird.stats import CHIPS_OF, unit_of
from railbird.stats.leaks import Leaks
from railbird.stats.style import Style

TEST = (
    "This match has an anytime-valid stopping test, and the intervals are those of the test. They are wider than "
    "intervals for a fixed number of hands."
)


def match_page(
    path: Path,
    result: MatchResult,
    payoffs: Payoffs,
    styles: Mapping[str, Style],
    leaks: Mapping[str, Leaks],
) -> tuple[str, ...]:
    """Write the report of a match: win rates, winnings over time, learning, styles, leaks and faults.

    Returns the headings of the page.
    """
    definition = result.definition
    names = [each.player for each in result.players]
    title = " – ".join(names) if len(names) == 2 else ", ".join(names)
    how = f"{definition.dealing.value} dealing, {seed_text(definition.seed)}"
    if definition.flops:
        how += f", {len(definition.flops)} flops only"
    replicates = f", {definition.replicates} replicates" if definition.replicates > 1 else ""
    under = f"{definition.game}, {result.hands:,} hands, {how}{replicates}"
    return write_page(
        path,
        title,
        under,
        [
            ("Win rates", _rates(result)),
            ("Winnings over time", _winnings(payoffs, names)),
            ("Learning", _learning(payoffs, names)),
            ("Style", style_section(names, styles)),
            ("Better hands folded", _leaks(names, leaks)),
            ("Faults", _faults(result)),
        ],
    )


def _rates(result: MatchResult) -> str:
    adjusted = result.definition.adjust is not Adjustment.NONE
    level = f"{100 * result.confidence:g} % interval"
    head = ["", "bot", result.unit.value, level, *(["not adjusted"] if adjusted else []), ""]
    kinds = {"wins": "win", "loses": "loss"}
    rows = [
        (
            cell(each.player),
            cell(_without_folder(each.bot), "left unsure"),
            cell(f"{each.rate.mean:+.4f}" if np.isfinite(each.rate.mean) else "–", kinds.get(each.verdict, "unsure")),
            cell("–" if each.interval is None else "{:+.4f} to {:+.4f}".format(*each.interval)),
            *([cell(each.plain_text, "unsure")] if adjusted else []),
            cell(each.verdict or _unsure(each), "left unsure"),
        )
        for each in result.players
    ]
    chart = intervals(
        [IntervalMark(each.player, each.rate.mean, each.interval) for each in result.players],
        f"{result.unit.value}, {level}s",
    )
    worth = result.worth
    adjustment = (
        ""
        if worth is None or not np.isfinite(worth)
        else note(f"Luck is removed, which is worth {worth:.1f} times as many hands.")
    )
    test = note(TEST) if result.players[0].anytime is not None else ""
    return chart + table(head, rows) + adjustment + test


def _without_folder(bot: str) -> str:
    """The bot without the folder of its file, which should not be published."""
    file, separator, rest = bot.rpartition(".py:")
    return f"{Path(file).name}.py:{rest}" if separator else bot


def _unsure(each: PlayerResult) -> str:
    if each.within is None:
        return "too few hands"
    error = number_text(float(f"{each.within.standard_error:.3g}"))
    return f"standard error {error} within this run; other runs may differ by more"


def _winnings(payoffs: Payoffs, names: list[str]) -> str:
    at, curves = payoffs.curve(400)
    if len(at) < 3:
        return ""
    return lines(at, curves, names, f"{CHIPS_OF[unit_of(payoffs.definition.game)]} won so far") + legend(names)


def _learning(payoffs: Payoffs, names: list[str]) -> str:
    """The learning curves, if a bot learns."""
    definition = payoffs.definition
    if not definition.learns:
        return ""
    result = learning_curves(payoffs)
    if result is None:
        return ""
    chart = result.plot().svg
    rows = [
        (cell(name), cell(curve.profit_text), cell(curve.learned_text))
        for name, curve, learns in zip(names, result.curves, result.learners, strict=True)
        if learns
    ]
    bands = f" Bands and brackets: {result.intervals}." if result.intervals else ""
    what = note(f"{unit_of(definition.game).value} {result.caption}.{bands}")
    return chart + legend(names) + table(("", "in profit for good", "80 % of the final win rate"), rows) + what


def _leaks(names: list[str], leaks: Mapping[str, Leaks]) -> str:
    if not leaks:
        return ""
    unit = next(iter(leaks.values())).unit
    head = ("", "folds", "of the better hand", f"cost per 100 hands, {unit}", f"cost per fold, {unit}", "correct folds")
    rows = [
        (
            cell(name),
            cell(f"{leaks[name].folds:,}"),
            cell(f"{100 * leaks[name].better.value:.1f} %" if leaks[name].better.of else "–"),
            cell(f"{leaks[name].cost_per_100:.2f}"),
            cell(f"{leaks[name].cost_per_fold:.2f}" if leaks[name].better.count else "–"),
            cell(f"{100 * leaks[name].right.value:.1f} %" if leaks[name].right.of else "–"),
        )
        for name in names
        if name in leaks
    ]
    return table(head, rows) + note(
        "A fold of the better hand is a fold of a hand that was ahead of every player still in; its cost is what "
        "checking and calling to the end would have won on average."
    )


def _faults(result: MatchResult) -> str:
    rows = [
        (
            cell(fault["player"]),
            cell(fault["kind"], "left"),
            cell(f"{fault['count']:,}"),
            cell(fault["message"], "left"),
        )
        for fault in result.faults_by_player()
    ]
    return table(("", "kind", "count", "first message"), rows) if rows else ""
