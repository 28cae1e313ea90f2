"""NewBot (Van den Broeck, Driessens and Ramon 2009): against baselines in no-limit, and against plain UCT by budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from railbird._progress import Progress, part_of
from railbird.arena import DealingScheme, MatchDefinition
from railbird.arena.series import Series
from railbird.game import Game, nolimit
from railbird.papers.matches import match_of, played, row_seed
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Finding, Reproduction, all_above, rate_text
from railbird.stats import WinRate, win_rate
from railbird.stats.paired import paired_difference

SEED = 2009
BASELINES = ("always-call", "basic-rules", "advanced-rules", "simple", "chump")
STACK = "100bb"
REPLICATES = 10
DEALS, DEALS_OF_SIX = 1_000, 100
"""In each replicate, each deal in every seat."""
PLAIN = "newbot(iterations={budget}, backup=mean, uncertainty=0)"
OURS = "newbot(iterations={budget})"
BUDGETS = {100: 1_500, 1_000: 1_000, 10_000: 300}
"""Iterations at each decision, and the deals of a replicate."""


def newbot(table: PublishedTable, quick: bool, progress: Progress, *, deals: int | None = None) -> Reproduction:
    """Matches against baselines with two and six players, and against plain UCT with several budgets."""
    share = 10 if quick else 1
    rows: list[tuple[tuple[str, ...], Game, int]] = []
    for players, count in ((2, DEALS), (6, DEALS_OF_SIX)):
        game = nolimit(players, stack=STACK)
        rows += [(("newbot", *[bot] * (players - 1)), game, count // share) for bot in BASELINES]
    heads_up = nolimit(stack=STACK)
    for budget, count in BUDGETS.items():
        rows.append(((OURS.format(budget=budget), PLAIN.format(budget=budget)), heads_up, count // share))
    tables = [
        _duplicate(
            bots, game, deals or count, min(number, len(rows) - len(BUDGETS))
        )  # budgets begin with the same deals
        for number, (bots, game, count) in enumerate(rows)
    ]
    series = played("newbot", tables, part_of(progress, 0.0, 0.99))
    won = [win_rate(_by_replicate(series, index)) for index in range(len(tables))]
    baselines, leads = won[: -len(BUDGETS)], won[-len(BUDGETS) :]
    names = [f"{bots[1]}, {game.players} players" for bots, game, _ in rows[: len(baselines)]]
    growth = paired_difference(
        _by_replicate(series, len(tables) - len(BUDGETS)), _by_replicate(series, len(tables) - 1)
    )
    progress(1.0)
    return Reproduction(
        table,
        (),
        (_beats(names, baselines), _leads(leads), _grows(growth)),
        f"no-limit with {STACK}, {REPLICATES} replicates, duplicate dealing, seed {SEED}; deals of a replicate: "
        f"{deals or DEALS // share:,} with two players, {deals or DEALS_OF_SIX // share:,} with six; against plain UCT "
        f"{', '.join(f'{deals or count // share:,} with {budget:,} iterations' for budget, count in BUDGETS.items())}",
        findings=(
            Finding(
                "bb/100 with 95 % intervals over replicates",
                ("against", "NewBot wins"),
                tuple((name, rate_text(rate)) for name, rate in zip(names, baselines, strict=True)),
            ),
            Finding(
                "against NewBot with plain UCT (backup by the mean, no term for uncertainty), the same budget for both",
                ("iterations", "NewBot wins"),
                tuple((f"{budget:,}", rate_text(rate)) for budget, rate in zip(BUDGETS, leads, strict=True)),
            ),
        ),
    )


def _duplicate(bots: Sequence[str], game: Game, deals: int, number: int) -> MatchDefinition:
    match = match_of(bots, game, deals, row_seed(SEED, number), REPLICATES)
    return replace(match, dealing=DealingScheme.DUPLICATE)


def _by_replicate(series: Series, index: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The winnings of the first player in each replicate, in bb/100."""
    return np.asarray(series.payoffs(index).samples(by_replicate=True)[:, 0])


def _beats(names: Sequence[str], rates: Sequence[WinRate]) -> Claim:
    worst = min(range(len(rates)), key=lambda index: rates[index].interval[0])
    return Claim(
        "NewBot beats basic and advanced rules, and the other baselines, with two and with six players (95 %)",
        f"least sure against {names[worst]}: {rate_text(rates[worst])}",
        rates[worst].interval[0] > 0,
        decided=all_above(rates),
    )


def _leads(leads: Sequence[WinRate]) -> Claim:
    return Claim(
        "NewBot beats NewBot with plain UCT, with every budget (95 %)",
        "; ".join(map(rate_text, leads)),
        all(rate.interval[0] > 0 for rate in leads),
        decided=all_above(leads),
    )


def _grows(growth: WinRate) -> Claim:
    return Claim(
        "its lead grows from the smallest to the largest budget (95 %)",
        f"by {rate_text(growth)}",
        growth.interval[0] > 0,
        decided=growth.interval[0] > 0 or growth.interval[1] < 0,
    )
