"""NewBot (Van den Broeck, Driessens and Ramon 2009): against baselines in no-limit, and against plain UCT by budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
DEALS = {2: 1_000, 6: 100}
"""In each replicate, by the number of players; each deal is played in every seat."""
MORE = {"advanced-rules": 2, "simple": 5}
"""So many times the deals against those from whom it wins less."""
PLAIN = "newbot(iterations={budget}, backup=mean, uncertainty=0)"
OURS = "newbot(iterations={budget})"
BUDGETS = {100: 1_500, 1_000: 1_000, 10_000: 300}
"""Iterations at each decision, and the deals of a replicate."""


def newbot(table: PublishedTable, quick: bool, progress: Progress, *, deals: int | None = None) -> Reproduction:
    """Matches against baselines with two and six players, and against plain UCT with several budgets."""
    share = 10 if quick else 1
    rows: list[tuple[tuple[str, ...], Game, int]] = []
    for players, count in DEALS.items():
        game = nolimit(players, stack=STACK)
        rows += [(("newbot", *[bot] * (players - 1)), game, count * MORE.get(bot, 1) // share) for bot in BASELINES]
    heads_up = nolimit(stack=STACK)
    for budget, count in BUDGETS.items():
        rows.append(((OURS.format(budget=budget), PLAIN.format(budget=budget)), heads_up, count // share))
    tables = [
        _duplicate(
            bots, game, deals or count, min(number, len(rows) - len(BUDGETS))
        )  # budgets begin with the same deals
        for number, (bots, game, count) in enumerate(rows)
    ]
    series = played("newbot", tables, part_of(progress, 0.0, 0.98))
    won = [deals.mean(axis=1) for deals in first_without_luck(series, part_of(progress, 0.98, 0.02))]
    rates = list(map(win_rate, won))
    baselines, leads = rates[: -len(BUDGETS)], rates[-len(BUDGETS) :]
    names = [f"{bots[1]}, {game.players} players" for bots, game, _ in rows[: len(baselines)]]
    hands = [f"{table.game.players * table.hands * REPLICATES:,}" for table in tables]
    growth = paired_difference(won[-len(BUDGETS)], won[-1])
    return Reproduction(
        table,
        (),
        (_beats(names, baselines), _leads(leads), _grows(growth)),
        f"no-limit with {STACK}, {REPLICATES} replicates, duplicate dealing, seed {SEED}, luck-adjusted",
        findings=(
            Finding(
                "bb/100 with 95 % intervals over replicates",
                ("against", "NewBot wins", "hands"),
                tuple(zip(names, map(rate_text, baselines), hands[: len(names)], strict=True)),
            ),
            Finding(
                "against NewBot with plain UCT (backup by the mean, no term for uncertainty), the same budget for both",
                ("iterations", "NewBot wins", "hands"),
                tuple(zip((f"{each:,}" for each in BUDGETS), map(rate_text, leads), hands[len(names) :], strict=True)),
            ),
        ),
    )


def _duplicate(bots: Sequence[str], game: Game, deals: int, number: int) -> MatchDefinition:
    match = match_of(bots, game, deals, row_seed(SEED, number), REPLICATES)
    return replace(match, dealing=DealingScheme.DUPLICATE)


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
