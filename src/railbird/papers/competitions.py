"""Published results of competitions, summed and ranked again."""

from __future__ import annotations

from itertools import combinations

from railbird._progress import Progress
from railbird.arena.tournament import TournamentResult
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Reproduction, all_agree, compare
from railbird.stats import Unit, WinRate

GAMES = 84
HANDS = 504_000
"""Hands of each bot: 84 games of 6,000 hands, with which the printed totals give the printed sb/h."""


def aaai_2008_ring(table: PublishedTable, quick: bool, progress: Progress) -> Reproduction:
    """Totals from the cross table, sb/h from the totals, and the ranking with and without the weakest."""
    bots = list(table.values["total"])
    printed = table.values["total"]
    result = cross_table_result(table, bots)
    totals = {bot: (len(bots) - 1) * result.total(number).mean for number, bot in enumerate(bots)}
    ours = {other: {bot: -table.values[bot][other] for bot in table.values[other]} for other in bots}
    ours |= {
        "total": totals,
        "winnings/game": {bot: printed[bot] / GAMES for bot in bots},
        "sb/h": {bot: printed[bot] / HANDS for bot in bots},
    }
    comparisons = compare(table, ours)
    ranked = [bots[each.entrant] for each in result.ranking()]
    rest = {bots[each.entrant]: each.rate.mean * (len(bots) - 2) for each in result.without_weakest()}
    ranking = list(rest)
    claims = (
        all_agree(comparisons),
        Claim("the printed totals sum to 0", f"{sum(printed.values()):g}", sum(printed.values()) == 0),
        Claim("the ranking is the printed one", ", ".join(ranked), ranked == bots),
        Claim(
            "without GUS6, from which it won most, AKI-RealBot would have been fourth of five",
            ", ".join(f"{bot} {won:+,.0f}" for bot, won in rest.items()),
            ranking.index("AKI-RealBot") == 3 and len(ranking) == 5,
        ),
    )
    how = "exact, from the cross table; each cell is compared with its mirror cell, with the sign changed"
    return Reproduction(table, comparisons, claims, how)


def cross_table_result(table: PublishedTable, bots: list[str]) -> TournamentResult:
    """A published cross table as the result of a tournament of pairs."""
    line_ups = tuple(combinations(range(len(bots)), 2))
    rates = []
    for one, other in line_ups:
        won = table.values[bots[other]][bots[one]]
        rates.append((WinRate(won, float("nan"), 1), WinRate(-won, float("nan"), 1)))
    return TournamentResult(tuple(bots), Unit.CHIPS_PER_HAND, line_ups, tuple(rates), HANDS)
