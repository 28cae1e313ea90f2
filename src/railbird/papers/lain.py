"""LAIN's tables and matches (Vytřísal 2016, §4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird.abstraction import AbstractBetting, count_showdowns
from railbird.arena import MatchDefinition
from railbird.game import Game, Rules, Showing, limit
from railbird.papers.matches import first_of_replicates, match_of, played, row_seed
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Curve, Ours, Reproduction, all_above, compare, rate_text
from railbird.stats import WinRate, win_rate

CAPS = (4, 3, 2, 1)
REPLICATES = 6
SEED = 2016
QUICK = 0.1
"""The share of the hands that a quick run plays."""
NO_BLUFF = "simple(bluff=off)"
POINTS = 100
"""Points of a curve."""


def lain_leaves(table: PublishedTable, quick: bool, progress: Progress) -> Reproduction:
    """Tables 2 to 6, counted exactly and truncated to the printed digits."""
    ours: dict[str, dict[str, float]] = {column: {} for column in table.values}
    for number, players in enumerate(range(2, 11)):
        game, button = limit(players), players - 1
        counts = [count_showdowns(AbstractBetting(game, 4))]
        counts += [count_showdowns(AbstractBetting(game, cap), button) for cap in CAPS]
        for column, count in zip(table.values, counts, strict=True):
            ours[column][str(players)] = cut_like(count, table.values[column][str(players)])
        progress((number + 1) / 9)
    comparisons = compare(table, ours)
    agreeing = sum(each.agrees for each in comparisons)
    result = f"{agreeing} of {len(comparisons)}"
    claim = Claim(
        "every cell equals the printed one when truncated to the same digits", result, agreeing == len(comparisons)
    )
    return Reproduction(table, comparisons, (claim,), "exact, then truncated to the printed number of digits")


def cut_like(count: int, printed: float) -> float:
    """Truncate a number to the number of digits of a printed one.

    >>> cut_like(7_685_713, 7.6e6)
    7600000.0
    """
    digits = max(len(str(int(printed)).rstrip("0")), 1)
    scale = 10 ** (len(str(int(printed))) - digits)
    return float(count // scale * scale)


@dataclass(frozen=True, slots=True, kw_only=True)
class LainMatch:
    """A match of LAIN's thesis."""

    opponents: tuple[str, ...]
    hands: int = 250_000
    hidden: bool = False
    """Whether beaten hands stay hidden."""
    spread: bool = True
    """Whether hidden hands are spread over the hands that they may have been."""

    @property
    def game(self) -> Game:
        rules = Rules(showing=Showing.MUCK) if self.hidden else Rules()
        return limit(len(self.opponents) + 1, rules=rules)


CALLERS, RAISERS, SIMPLE = "1: 2 x always-call", "2: 2 x always-raise", "3: 2 x SimpleBot"
NO_BLUFFS, MIXED, FOUR = "4: 2 x NoBluff", "5: SimpleBot and NoBluff", "8: 3 x NoBluff"
HIDDEN, SPREAD = "9: 2 x always-call, hidden cards", "10: 2 x always-call, hidden cards, spread"
ROWS: Mapping[str, LainMatch] = {
    CALLERS: LainMatch(opponents=("always-call",) * 2),
    RAISERS: LainMatch(opponents=("always-raise",) * 2),
    SIMPLE: LainMatch(opponents=("simple",) * 2),
    NO_BLUFFS: LainMatch(opponents=(NO_BLUFF,) * 2),
    MIXED: LainMatch(opponents=("simple", NO_BLUFF)),
    FOUR: LainMatch(opponents=(NO_BLUFF,) * 3, hands=30_000),
    HIDDEN: LainMatch(opponents=("always-call",) * 2, hidden=True, spread=False),
    SPREAD: LainMatch(opponents=("always-call",) * 2, hidden=True),
}
"""Rows 6 and 7 are against Poki and Simbot."""


def rows_of(bot: str, blind_bot: str, share: float) -> list[MatchDefinition]:
    """The matches of the table for a bot; the row without spreading uses ``blind_bot``."""
    return [
        match_of(
            ((bot if row.spread else blind_bot), *row.opponents),
            row.game,
            max(round(row.hands * share), 1),
            row_seed(SEED, index),
            REPLICATES,
        )
        for index, row in enumerate(ROWS.values())
    ]


def how_played(tables: Sequence[MatchDefinition]) -> str:
    hands = [table.hands for table in tables]
    lengths = f"{max(hands):,} hands ({min(hands):,} with four players)"
    return f"{REPLICATES} replicates of {lengths}, seed {SEED}, plain dealing"


WHY = (
    "The published numbers are single runs in another program, without standard errors. The opponents follow the rules "
    "of Opentestbed as far as they are known; NoBluff is described in one sentence. Where the thesis is silent (ties "
    "between actions, the pot of a leaf), our LAIN follows the plainest reading of its text."
)


def lain_matches(table: PublishedTable, quick: bool, progress: Progress, *, share: float | None = None) -> Reproduction:
    """The matches of LAIN; played matches are stored, so that the experiment can be resumed."""
    tables = rows_of("lain", "lain(spread=off)", share or (QUICK if quick else 1.0))
    series = played("lain-matches", tables, part_of(progress, 0.0, 0.97))
    won = {name: first_of_replicates(series, index) for index, name in enumerate(ROWS)}
    rates = {name: win_rate(each.mean(axis=1)) for name, each in won.items()}
    comparisons = compare(
        table, {"sb/h": {name: Ours(rate.mean, rate.standard_error, rate.samples) for name, rate in rates.items()}}
    )
    progress(1.0)
    curves = tuple(Curve(name, *so_far(each)) for name, each in won.items())
    return Reproduction(table, comparisons, _claims(rates, won), how_played(tables), WHY, curves=curves)


def so_far(won: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Cumulative winnings as in the figures of the thesis: the mean over replicates after some numbers of hands."""
    total = np.concatenate([[0.0], np.cumsum(won.mean(axis=0))])
    marks = np.unique(np.linspace(0, len(total) - 1, POINTS + 1, dtype=np.int64))
    return marks, total[marks]


def _claims(rates: Mapping[str, WinRate], won: Mapping[str, NDArray[np.float64]]) -> tuple[Claim, ...]:
    first = rates[CALLERS].mean
    order = [RAISERS, CALLERS, NO_BLUFFS, MIXED, SIMPLE]
    means = [rates[name].mean for name in order]
    hidden, spread = rates[HIDDEN].mean, rates[SPREAD].mean
    ranges = [float(np.ptp(won[name].mean(axis=1))) for name in (CALLERS, SPREAD)]
    curve = won[HIDDEN].mean(axis=0).cumsum()
    peak = int(curve.argmax()) + 1
    later = win_rate(won[HIDDEN][:, won[HIDDEN].shape[1] // 2 :].mean(axis=1))
    return (
        Claim(
            "it wins 1.10 to 1.40 sb/h against 2 x always-call", f"{first:.3f}", 1.10 <= first <= 1.40, full_length=True
        ),
        Claim(
            "rows 2, 1, 4, 5 and 3 are above 0, in this order",
            ", ".join(f"{name[:1]} {mean:+.3f}" for name, mean in zip(order, means, strict=True)),
            means == sorted(means, reverse=True) and means[-1] > 0,
            full_length=True,
        ),
        Claim("with hidden cards it falls below half of row 1", f"{hidden:+.3f}", hidden < first / 2, full_length=True),
        Claim(
            "there its winnings fall after a peak: it loses in the second half (95 %)",
            f"{later.mean:+.3f} ± {later.half:.3f}; {curve[peak - 1]:+,.0f} sb after {peak:,} hands, then falling",
            later.interval[1] < 0,
            full_length=True,
        ),
        Claim(
            "spreading hidden hands restores row 1, within the spread of replicates",
            f"{spread:+.3f}, {first:+.3f} in row 1; replicates of one row differ by up to {max(ranges):.3f}",
            abs(spread - first) <= max(ranges),
            full_length=True,
        ),
        Claim("it wins with four players", rate_text(rates[FOUR]), rates[FOUR].mean > 0, all_above([rates[FOUR]])),
    )
