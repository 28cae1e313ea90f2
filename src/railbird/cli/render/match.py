"""The result of a match: win rates, the curve of winnings, and how it was played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Group, RenderableType
from rich.text import Text

from railbird._seeds import seed_text
from railbird.agent.decision import number_text
from railbird.arena import MatchResult
from railbird.arena.definition import Adjustment, StackRule
from railbird.arena.guard import FaultKind
from railbird.arena.results import Payoffs, PlayerResult
from railbird.arena.stages import sample_bounds
from railbird.cli.render.chart import CurveChart, legend
from railbird.cli.render.grid import Grid
from railbird.cli.render.pictures import save_lines
from railbird.cli.stores import store_option
from railbird.game.events import PARTS
from railbird.plots import colour
from railbird.stats import CHIPS_OF, unit_of
from railbird.stats.sequential import BetterThan, Precision

if TYPE_CHECKING:
    from railbird.store import StoreAddress


def match_summary(
    result: MatchResult, payoffs: Payoffs, seconds: float, where: StoreAddress | None, name: str | None = None
) -> Group:
    """Win rates, the curve of winnings, how the match was played, and where it is saved under which name."""
    table = Grid()
    table.labels("player", "bot")
    table.numbers(result.unit.value, f"{100 * result.confidence:g} % interval")
    table.text("")
    for number, each in enumerate(result.players):
        table.row(
            Text(each.player, style=colour(number)),
            Text(each.bot if each.bot != each.player else "", style="dim"),
            f"{each.rate.mean:+.4f}" if np.isfinite(each.rate.mean) else "",
            "" if each.interval is None else "{:+.4f} to {:+.4f}".format(*each.interval),
            Text(each.verdict or _within(each), style="dim"),
        )
    parts: list[RenderableType] = [table]
    at, lines = payoffs.curve(240)
    if len(at) > 2:
        parts += [
            "",
            CurveChart(at, lines, title=f"{CHIPS_OF[unit_of(result.definition.game)]} won so far"),
            legend([each.player for each in result.players]),
        ]
    parts += ["", Text(_note(result, seconds, where, name, _chips_so_far(result, payoffs)), style="dim")]
    for fault in _faults(result):
        parts.append(Text(fault, style="yellow"))
    return Group(*parts)


def _within(each: PlayerResult) -> str:
    if each.within is None or not each.within.sure:
        return "too few hands"
    return f"standard error {number_text(float(f'{each.within.standard_error:.2g}'))} within this run"


def _chips_so_far(result: MatchResult, payoffs: Payoffs) -> str:
    """The chips won so far, if no freeze-out is finished yet."""
    if result.definition.stacks is StackRule.RESET or np.isfinite(result.players[0].rate.mean) or not payoffs.hands:
        return ""
    chips = sum(payoffs.leg(leg.number).sum(axis=0) for leg in result.definition.legs()) / PARTS
    so_far = ", ".join(f"{each.player} {won:+,.0f}" for each, won in zip(result.players, chips, strict=True))
    return f"\nno freeze-out is finished; chips so far: {so_far}"


def _note(result: MatchResult, seconds: float, where: StoreAddress | None, name: str | None, so_far: str) -> str:
    definition = result.definition
    how = f"{definition.dealing.value} dealing, {seed_text(definition.seed)}"
    if definition.flops:
        how += f", {len(definition.flops)} flops only"
    note = f"{definition.game}, {result.hands:,} hands, {how}"
    if definition.replicates > 1:
        note += f", {definition.replicates} replicates"
    if seconds > 0.05:
        note += f", {seconds:.1f} s"
    note += _adjustment_text(result) + _verdict_text(result)
    if not result.repeatable:
        note += "; bots used the clock or a server, so the same seed may give another result"
    note += so_far
    if definition.replicates == 1 and definition.learns:
        note += (
            "\nthis match has bots that learn, so its hands depend on each other and another run may differ by more "
            "than this standard error: use --replicates for a confidence interval"
        )
    if result.match is not None and where is not None:
        option, called = store_option(where), name or result.match
        saved = f"match {result.match} ({name})" if name else f"match {result.match}"
        note += f"\nsaved as {saved} in {where}; show it with: railbird show {called}{option}"
        if not result.finished:
            note += f"\nstopped; resume with: railbird match --resume {called}{option}"
    elif not result.finished:
        note += "\nstopped"
    return note


def _adjustment_text(result: MatchResult) -> str:
    adjust, worth = result.definition.adjust, result.worth
    if worth is None or not np.isfinite(worth):
        return ""
    what = {
        Adjustment.ALL_IN: "all-in pots are divided by equity",
        Adjustment.LUCK: "luck is removed",
        Adjustment.AIVAT: "luck is removed by AIVAT",
        Adjustment.DIVAT: "decisions are compared with a baseline by DIVAT",
    }[adjust]
    plain = ", ".join(f"{each.player} {each.plain_text}" for each in result.players)
    return f"\n{what}, which is worth {worth:.1f} times as many hands; without adjustment: {plain}"


def _verdict_text(result: MatchResult) -> str:
    stop, first = result.definition.stop, result.players[0].player
    match stop, result.verdict:
        case BetterThan(rate, error), str(verdict):
            kind = "t-test" if sample_bounds(result.definition) is None else "betting test"
            test = f"anytime-valid {kind}, error at most {error:g}"
            return f"\n{first} is {verdict} than {rate:g} ({test}; the intervals are those of the test)"
        case BetterThan(rate), None if result.finished:
            return f"\nit is not clear whether {result.players[0].player} is better than {rate:g}: try more --hands"
        case Precision(half), None if result.finished:
            widest = max(each.rate.half for each in result.players)
            about = f"about {result.hands * (widest / half) ** 2:,.0f} hands in all" if widest > 0 else "more hands"
            return f"\n±{half:g} was not reached: it needs {about} (--hands)"
        case _:
            return ""


def _faults(result: MatchResult) -> list[str]:
    """The faults, by player and kind, with the first traceback of each."""
    lines = []
    for fault in result.faults_by_player():
        times = "once" if fault["count"] == 1 else f"{fault['count']:,} times"
        did = "it went on by itself" if fault["kind"] == FaultKind.HANDLED else "it checked or folded instead"
        lines.append(f"\n{fault['player']} failed {times} ({fault['kind']}); {did}.")
        legs = result.definition.total_hands > result.definition.hands
        leg = f" of leg {fault['leg']} (a leg is one replicate in one seating)" if legs else ""
        lines.append(f"First in hand {fault['hand']:,}{leg}: {fault['message']}")
        if fault["traceback"]:
            lines.append(fault["traceback"].rstrip())
    return lines


def save_winnings(path: Path, result: MatchResult, payoffs: Payoffs) -> None:
    """Plot the winnings, hand by hand, to a file."""
    at, lines = payoffs.curve(2000)
    title = f"{result.definition.game}, {seed_text(result.definition.seed)}"
    save_lines(
        path,
        at,
        lines,
        [each.player for each in result.players],
        title=title,
        unit=f"{CHIPS_OF[unit_of(result.definition.game)]} won so far",
    )
