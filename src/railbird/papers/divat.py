"""DIVAT and our luck adjustment compared on the same hands of heads-up limit hold'em."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird.arena.definition import Adjustment
from railbird.arena.parallel import Later, parallel_map
from railbird.arena.played_table import PlayedTable
from railbird.game import limit
from railbird.papers.matches import match_of, played, row_seed
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Finding, Reproduction, rate_text
from railbird.stats import win_rate
from railbird.stats.paired import paired_difference

SEED = 2006
PAIRS = (("simple", "flock"), ("poki", "simple"), ("jag", "chump"), ("ehs", "simple"), ("always-raise", "simple"))
HANDS, REPLICATES = 400, 10
"""For each pair: hands of a replicate, an even number so that the two seats cancel; and independent replicates, from
which the luck adjustment learns its coefficients if a bot learns."""
ADJUSTMENTS = (Adjustment.LUCK, Adjustment.DIVAT)


def divat(table: PublishedTable, quick: bool, progress: Progress, *, hands: int | None = None) -> Reproduction:
    """How many times more hands each adjustment is worth, and whether it agrees with the plain winnings."""
    length = hands or (HANDS // 10 if quick else HANDS)
    tables = [match_of(pair, limit(), length, row_seed(SEED, index), REPLICATES) for index, pair in enumerate(PAIRS)]
    series = played("divat", tables, part_of(progress, 0.0, 0.5))
    rows, gaps, worths = [], [], []
    pieces = [(index, each) for index in range(len(PAIRS)) for each in ADJUSTMENTS]
    tasks = Later(len(pieces), lambda number: (series.played(pieces[number][0]), pieces[number][1]))
    adjusted = parallel_map(_adjusted, tasks, progress=part_of(progress, 0.5, 0.5))
    for index, pair in enumerate(PAIRS):
        won = np.asarray(series.payoffs(index).samples(by_replicate=False)[:, 0])
        cells = [rate_text(win_rate(won))]
        for number, _ in enumerate(ADJUSTMENTS):
            result = adjusted[index * len(ADJUSTMENTS) + number]
            gaps.append(paired_difference(won, result))
            worths.append(float(won.var() / result.var()))
            cells += [rate_text(win_rate(result)), f"{worths[-1]:.1f}"]
        rows.append((" against ".join(pair), *cells, rate_text(gaps[-1])))
    finding = Finding(
        "sb/h of the first bot with 95 % intervals; worth: how many times more hands would give the same interval",
        ("match", "plain", "luck", "worth", "DIVAT", "worth", "DIVAT minus plain"),
        tuple(rows),
    )
    farthest = max(abs(gap.mean) / gap.standard_error for gap in gaps)
    claims = (
        Claim(
            "both adjustments narrow every interval", f"worth {min(worths):.1f} to {max(worths):.1f}", min(worths) > 1
        ),
        Claim(
            "both agree with the plain winnings, within the noise of the difference",
            f"at most {farthest:.1f} standard errors off in {len(gaps)} comparisons",
            farthest < FAR,
        ),
    )
    how = (
        f"{REPLICATES} replicates of {length:,} hands for each pair, plain dealing, seed {SEED}; both adjustments on "
        "the same hands"
    )
    return Reproduction(table, (), claims, how, findings=(finding,))


FAR = 3.3
"""Standard errors that one of ten unbiased comparisons exceeds in about 1 % of runs."""


def _adjusted(task: tuple[PlayedTable, Adjustment]) -> NDArray[np.float64]:
    """The adjusted winnings of the first player in each hand, in small bets."""
    table, adjust = task
    return np.asarray(table.adjusted(adjust)[:, 0])
