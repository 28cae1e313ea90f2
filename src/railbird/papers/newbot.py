"""NewBot (Van den Broeck, Driessens and Ramon 2009): against baselines in no-limit, and against plain UCT by budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird.arena import DealingScheme, MatchDefinition
from railbird.game import Game, nolimit
from railbird.papers.matches import first_without_luck, match_of, played, row_seed
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Finding, Reproduction, all_above, rate_text
from railbird.stats import WinRate, win_rate
from railbird.stats.paired import paired_difference

SEED = 2009
BASELINES = ("always-call", "basic-rules", "advanced-rules", "simple", "chump")
STACK = "100bb"
REPLICATES = 10
QUICK_SHARE = 10
"""A quick run has a tenth of the deals."""
DEALS = {2: 500, 6: 50}
"""In each replicate, by the number of players; each deal is played in every seat."""
MORE = {"basic-rules": 2, "advanced-rules": 4, "simple": 5, "chump": 2}
"""So many times the deals against those from whom it wins less."""
PLAIN = "newbot(iterations={budget}, backup=mean)"
OURS = "newbot(iterations={budget})"
BUDGETS = {100: 1_500, 1_000: 1_000, 10_000: 300}
"""Iterations at each decision, and the deals of a replicate."""
HOW = (
    f"no-limit with {STACK}, {REPLICATES} replicates, duplicate dealing, seed {SEED}, luck-adjusted (by AIVAT against "
    "bots that state their policies)"
)


def newbot_heads_up(
    table: PublishedTable, quick: bool, progress: Progress, *, deals: int | None = None
) -> Reproduction:
    """Matches of two against baselines."""
    return _against_baselines(table, 2, quick, progress, deals)


def newbot_six(table: PublishedTable, quick: bool, progress: Progress, *, deals: int | None = None) -> Reproduction:
    """One NewBot among five of each baseline."""
    return _against_baselines(table, 6, quick, progress, deals)


def _against_baselines(
    table: PublishedTable, players: int, quick: bool, progress: Progress, deals: int | None
) -> Reproduction:
    count, game = DEALS[players] // (QUICK_SHARE if quick else 1), nolimit(players, stack=STACK)
    first = list(DEALS).index(players) * len(BASELINES)  # each match has deals of its own
    matches = [
        _duplicate(("newbot", *[bot] * (players - 1)), game, deals or count * MORE.get(bot, 1), first + number)
        for number, bot in enumerate(BASELINES)
    ]
    rates = [win_rate(each) for each in _won(table.name, matches, progress)]
    return Reproduction(
        table,
        (),
        (_beats(rates, players),),
        HOW,
        findings=(_wins("bb/100 with 95 % intervals over replicates", "against", BASELINES, rates, matches),),
    )


def newbot_budgets(table: PublishedTable, quick: bool, progress: Progress, *, deals: int | None = None) -> Reproduction:
    """Matches of two against plain UCT, on the same deals for every budget."""
    matches = [
        _duplicate(
            (OURS.format(budget=budget), PLAIN.format(budget=budget)),
            nolimit(stack=STACK),
            deals or count // (QUICK_SHARE if quick else 1),
            len(DEALS) * len(BASELINES),
        )
        for budget, count in BUDGETS.items()
    ]
    won = _won(table.name, matches, progress)
    leads = [win_rate(each) for each in won]
    title = "against NewBot with plain UCT (backup by the mean), the same budget for both"
    return Reproduction(
        table,
        (),
        (_leads(leads), _grows(paired_difference(won[0], won[-1]))),
        HOW,
        findings=(_wins(title, "iterations", [f"{each:,}" for each in BUDGETS], leads, matches),),
    )


def _won(name: str, matches: Sequence[MatchDefinition], progress: Progress) -> list[NDArray[np.float64]]:
    """What NewBot won in each match: [replicates], luck taken out."""
    series = played(name, matches, part_of(progress, 0.0, 0.9))
    return [deals.mean(axis=1) for deals in first_without_luck(series, part_of(progress, 0.9, 0.1), aivat=True)]


def _wins(
    title: str, against: str, names: Sequence[str], rates: Sequence[WinRate], matches: Sequence[MatchDefinition]
) -> Finding:
    hands = (f"{each.game.players * each.hands * REPLICATES:,}" for each in matches)
    return Finding(
        title, (against, "NewBot wins", "hands"), tuple(zip(names, map(rate_text, rates), hands, strict=True))
    )


def _duplicate(bots: Sequence[str], game: Game, deals: int, number: int) -> MatchDefinition:
    match = match_of(bots, game, deals, row_seed(SEED, number), REPLICATES)
    return replace(match, dealing=DealingScheme.DUPLICATE)


def _beats(rates: Sequence[WinRate], players: int) -> Claim:
    worst = min(range(len(rates)), key=lambda index: rates[index].interval[0])
    return Claim(
        f"with {players} players, NewBot beats basic and advanced rules, and the other baselines (95 %)",
        f"least sure against {BASELINES[worst]}: {rate_text(rates[worst])}",
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
