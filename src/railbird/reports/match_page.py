"""The page of a match."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from railbird.arena.definition import Adjustment
from railbird.arena.habits import learning_curves
from railbird.arena.results import MatchResult, Payoffs, PlayerResult
from railbird.reports.page import cell, legend, note, table, write_page
from railbird.reports.style_section import style_section
from railbird.reports.svg import intervals, lines
from railbird.stats import CHIPS_OF, unit_of
from railbird.stats.leaks import Leaks
from railbird.stats.style import Style


def match_page(
    path: Path,
    result: MatchResult,
    payoffs: Payoffs,
    styles: Mapping[str, Style],
    leaks: Mapping[str, Leaks],
) -> None:
    """Write what came of a match: who won, the way there, how everybody played, and what went wrong."""
    definition = result.definition
    names = [each.player for each in result.players]
    title = " – ".join(names) if len(names) == 2 else ", ".join(names)
    under = f"{definition.game}, {result.hands:,} hands, {definition.dealing.value} dealing, seed {definition.seed}" + (
        f", {definition.replicates} replicates" if definition.replicates > 1 else ""
    )
    write_page(
        path,
        title,
        under,
        [
            ("Win rates", _rates(result)),
            ("The way there", _way(payoffs, names)),
            ("Learning", _learning(payoffs, names)),
            ("Style", style_section(names, styles)),
            ("Better hands folded", _leaks(names, leaks)),
            ("Faults", _faults(result)),
        ],
    )


def _rates(result: MatchResult) -> str:
    adjusted = result.definition.adjust is not Adjustment.NONE
    head = ["", "bot", result.unit.value, "95 % interval", *(["as it was won"] if adjusted else []), ""]
    rows = []
    for each in result.players:
        low, high = each.anytime or each.rate.interval
        kind = "win" if each.rate.sure and low > 0 else "loss" if each.rate.sure and high < 0 else "unsure"
        verdict = {"win": "wins", "loss": "loses", "unsure": "may be luck"}[kind] if each.rate.sure else _unsure(each)
        rows.append(
            (
                cell(each.player),
                cell(_without_folder(each.bot), "left unsure"),
                cell(f"{each.rate.mean:+.4f}", kind),
                cell(f"{low:+.4f} to {high:+.4f}" if each.rate.sure else "–"),
                *([cell(f"{each.plain.mean:+.4f} ± {each.plain.half:.4f}", "unsure")] if adjusted else []),
                cell(verdict, "left unsure"),
            )
        )
    chart = intervals(
        [each.player for each in result.players], [each.rate for each in result.players], result.unit.value
    )
    worth = result.worth
    told = (
        ""
        if worth is None or not np.isfinite(worth)
        else note(f"Luck is taken out, which is worth {worth:.1f} times as many hands.")
    )
    return chart + table(head, rows) + told


def _without_folder(bot: str) -> str:
    """A bot of a file by the file's name: where it lay is nobody's business."""
    file, found, rest = bot.rpartition(".py:")
    return f"{Path(file).name}.py:{rest}" if found else bot


def _unsure(each: PlayerResult) -> str:
    if each.within is None:
        return "too few to tell"
    return f"standard error {each.within.standard_error:.3g} within this run, which says little of another one"


def _way(payoffs: Payoffs, names: list[str]) -> str:
    at, curves = payoffs.curve(400)
    if len(at) < 3:
        return ""
    return lines(at, curves, f"{CHIPS_OF[unit_of(payoffs.definition.game)]} won so far") + legend(names)


def _learning(payoffs: Payoffs, names: list[str]) -> str:
    """For learners: the rate as it changes with experience."""
    definition = payoffs.definition
    if not definition.learns:
        return ""
    curves = learning_curves(payoffs)
    if curves is None:
        return ""
    chart = lines(
        curves[0].ends,
        np.stack([curve.mean for curve in curves], axis=1),
        f"{unit_of(definition.game).value} in each window",
        bands=np.stack([curve.half for curve in curves], axis=1),
    )
    head = ("", "hands until profit", "hands until 80 % of the final rate")
    rows = [
        (
            cell(name),
            cell(_hands(curve.profit, curve.profit_interval)),
            cell(_hands(curve.learned, curve.learned_interval)),
        )
        for name, curve in zip(names, curves, strict=True)
    ]
    return (
        chart
        + legend(names)
        + table(head, rows)
        + note("Means over replicates with 95 % bands; intervals by bootstrap.")
    )


def _hands(number: float, interval: tuple[float, float]) -> str:
    if not np.isfinite(number):
        return "not within the match"
    low, high = ("never" if not np.isfinite(end) else f"{end:,.0f}" for end in interval)
    return f"{number:,.0f}" + (f" ({low} to {high})" if not np.isnan(interval[0]) else "")


def _leaks(names: list[str], leaks: Mapping[str, Leaks]) -> str:
    if not leaks:
        return ""
    unit = next(iter(leaks.values())).unit
    head = ("", "folds", "of the better hand", f"cost per 100 hands, {unit}", f"cost of each, {unit}", "right folds")
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
        "A better hand is folded where it was ahead of everybody still in; it costs what calling and checking to the "
        "end would have won on average."
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
    return table(("", "kind", "how often", "the first"), rows) if rows else ""
