"""The size of LAIN's context trees (Vytřísal 2016, §4.1)."""

from __future__ import annotations

from railbird._progress import Progress
from railbird.abstraction import AbstractBetting, count_showdowns
from railbird.game import limit
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Reproduction, compare

CAPS = (4, 3, 2, 1)


def lain_leaves(table: PublishedTable, quick: bool, progress: Progress) -> Reproduction:
    """Tables 2 to 6, counted exactly and cut to the digits that are printed."""
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
    found = f"{agreeing} of {len(comparisons)}"
    claim = Claim("every cell is the printed one when cut alike", found, agreeing == len(comparisons))
    return Reproduction(table, comparisons, (claim,), "exactly, then cut to as many digits as are printed")


def cut_like(count: int, printed: float) -> float:
    """A number without the digits that a printed one does not have.

    >>> cut_like(7_685_713, 7.6e6)
    7600000.0
    """
    digits = max(len(str(int(printed)).rstrip("0")), 1)
    scale = 10 ** (len(str(int(printed))) - digits)
    return float(count // scale * scale)
