"""All published tables that can be regenerated, by name."""

from __future__ import annotations

import difflib
from collections.abc import Callable

from railbird._progress import Progress, report_nothing
from railbird.errors import RailbirdError, quoted
from railbird.papers.competitions import aaai_2008_ring
from railbird.papers.incomes import heidenreich_figure_2, heidenreich_figure_3, papp_income_rates
from railbird.papers.lain import lain_leaves
from railbird.papers.published import PublishedTable, read_table
from railbird.papers.strengths import (
    heidenreich_figure_4,
    heidenreich_hand_strength,
    pena_hand_strength,
    saukonoja_hand_strength,
    saukonoja_pot_odds,
)
from railbird.papers.verdict import Reproduction

Experiment = Callable[[PublishedTable, bool, Progress], Reproduction]

EXPERIMENTS: dict[str, Experiment] = {
    "aaai-2008-ring": aaai_2008_ring,
    "heidenreich-figure-2": heidenreich_figure_2,
    "heidenreich-figure-3": heidenreich_figure_3,
    "heidenreich-figure-4": heidenreich_figure_4,
    "heidenreich-hand-strength": heidenreich_hand_strength,
    "lain-leaves": lain_leaves,
    "papp-income-rates": papp_income_rates,
    "pena-hand-strength": pena_hand_strength,
    "saukonoja-hand-strength": saukonoja_hand_strength,
    "saukonoja-pot-odds": saukonoja_pot_odds,
}


def published_tables() -> tuple[PublishedTable, ...]:
    """The published tables that can be regenerated."""
    return tuple(read_table(name) for name in EXPERIMENTS)


def reproduce(name: str, *, quick: bool = False, progress: Progress = report_nothing) -> Reproduction:
    """Regenerate a table; ``quick`` takes seconds, and is less sure where there is chance in it.

    >>> reproduce("heidenreich-hand-strength").holds
    True
    """
    if name not in EXPERIMENTS:
        near = difflib.get_close_matches(name, EXPERIMENTS, n=1)
        hint = f"; did you mean {near[0]}?" if near else f": {', '.join(EXPERIMENTS)}"
        raise RailbirdError(f"there is no published table {quoted(name)}{hint}")
    return EXPERIMENTS[name](read_table(name), quick, progress)
