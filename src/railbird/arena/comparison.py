"""Is bot B better than bot A? Both play the same opponents with the same cards and the same random streams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from railbird._pandas import data_frame
from railbird.arena.definition import MatchDefinition
from railbird.arena.entrants import Entrant
from railbird.arena.stages import outcome_bounds
from railbird.arena.tables import TableRules, check_different, to_json
from railbird.errors import MatchError
from railbird.gallery import BotSpec
from railbird.plots import Chart, IntervalMark, intervals, notebook_table, text_table
from railbird.stats import Unit, WinRate, interval_text, mean_of, mean_text, unit_of, win_rate
from railbird.stats.paired import paired_difference

if TYPE_CHECKING:
    import pandas

COMPARED = "the one compared"
USUAL_OPPONENTS = ("always-call", "simple", "flock", "advanced-rules")
"""Opponents if none are named: four different kinds of play; ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonDefinition:
    """Two bots that play the same tables in turn: one table for every choice of opponents from a panel."""

    rules: TableRules
    first: BotSpec
    second: BotSpec
    panel: tuple[Entrant, ...]

    def __post_init__(self) -> None:
        needed = self.rules.game.players - 1
        if len(self.panel) < needed:
            raise MatchError(f"{self.rules.game} needs a panel of {needed} or more opponents, not {len(self.panel)}")
        check_different(self.panel)

    def tables(self) -> list[MatchDefinition]:
        """The matches of the first and the second bot, alternating; both have the same cards and seeds."""
        return [
            self.rules.table((Entrant(bot, player=COMPARED), *opponents), f"panel {index}")
            for index, opponents in enumerate(combinations(self.panel, self.rules.game.players - 1))
            for bot in (self.first, self.second)
        ]

    def to_json(self) -> dict[str, Any]:
        both = (Entrant(self.first, player="A"), Entrant(self.second, player="B"))
        return {
            "kind": "comparison",
            "players": to_json(both),
            "versus": to_json(self.panel),
            **self.rules.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Compared:
    """The win rates of two bots at the same table, or over all tables."""

    versus: str
    first: WinRate
    second: WinRate
    difference: WinRate
    """The second minus the first, paired by deal."""

    def to_json(self) -> dict[str, Any]:
        rates = {"a": self.first, "b": self.second, "b_minus_a": self.difference}
        return {"versus": self.versus} | {name: rate.to_json() for name, rate in rates.items()}


@dataclass(frozen=True, slots=True, repr=False)
class ComparisonResult:
    """The result of a comparison: what both bots win against each choice of opponents, and the difference.

    It prints as a table, shows itself in notebooks, and gives a data frame (``to_pandas``) and a chart (``plot``).

    >>> from railbird.arena.contests import compare
    >>> result = compare("simple", "random", versus=["always-call"], hands=100)
    >>> result.overall.difference.mean < 0
    True
    """

    bots: tuple[str, str]
    unit: Unit
    tables: tuple[Compared, ...]
    hands: int
    finished: bool = True

    @property
    def overall(self) -> Compared:
        """The mean over all tables, with equal weights."""
        columns = zip(*((each.first, each.second, each.difference) for each in self.tables), strict=True)
        return Compared("all", *(mean_of(rates) for rates in columns))

    @property
    def verdict(self) -> str:
        """Which bot is better, if that is clear."""
        difference = self.overall.difference
        low, high = difference.interval
        if not difference.sure or low <= 0 <= high:
            return "it is not clear which one is better"
        return f"{self.bots[1] if low > 0 else self.bots[0]} is better"

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with a row per choice of opponents: both win rates, and the difference with its interval."""
        intervals = [each.difference.interval for each in self.tables]
        return data_frame(
            {
                "versus": [each.versus for each in self.tables],
                "a": [each.first.mean for each in self.tables],
                "b": [each.second.mean for each in self.tables],
                "b_minus_a": [each.difference.mean for each in self.tables],
                "low": [low for low, _ in intervals],
                "high": [high for _, high in intervals],
            }
        )

    def plot(self) -> Chart:
        """How much more the second bot wins: the difference with its 95 % confidence interval."""
        marks = [
            IntervalMark(each.versus, each.difference.mean, each.difference.interval if each.difference.sure else None)
            for each in (*self.tables, self.overall)
        ]
        return Chart(intervals(marks, self.unit.value), title=f"{self.bots[1]} minus {self.bots[0]}, 95 % intervals")

    def __repr__(self) -> str:
        return text_table([("versus", "A", "B", "B - A", "95 % interval"), *self._rows()], note=self._note)

    def _repr_html_(self) -> str:
        return notebook_table(("versus", "A", "B", "B − A", "95 % interval"), self._rows(), note=self._note)

    def _rows(self) -> list[tuple[str, ...]]:
        return [
            (
                each.versus,
                *map(mean_text, (each.first, each.second, each.difference)),
                interval_text(each.difference.interval if each.difference.sure else None),
            )
            for each in (*self.tables, self.overall)
        ]

    @property
    def _note(self) -> str:
        return f"A is {self.bots[0]}, B is {self.bots[1]}; {self.hands:,} hands, {self.unit.value}: {self.verdict}"

    def to_json(self) -> dict[str, Any]:
        return {
            "a": self.bots[0],
            "b": self.bots[1],
            "unit": self.unit.value,
            "hands": self.hands,
            "finished": self.finished,
            "verdict": self.verdict,
            "overall": self.overall.to_json(),
            "tables": [each.to_json() for each in self.tables],
        }


def comparison_result(
    definition: Mapping[str, Any],
    tables: Sequence[MatchDefinition],
    samples: Sequence[NDArray[np.float64]],
    *,
    hands: int,
    finished: bool,
) -> ComparisonResult:
    """Compute the result from the samples of each table that both bots have played (same deals or replicates)."""
    compared = []
    for index in range(0, len(tables), 2):
        versus = ", ".join(each.player for each in tables[index].entrants[1:])
        first, second = (samples[index + bot][:, 0] for bot in (0, 1))
        if not len(first) or len(first) != len(second):
            continue
        bounds = outcome_bounds(tables[index])
        rates = win_rate(first, bounds), win_rate(second, bounds)
        compared.append(Compared(versus, *rates, paired_difference(first, second, bounds)))
    bots = definition["players"][0]["bot"], definition["players"][1]["bot"]
    return ComparisonResult(bots, unit_of(tables[0].game), tuple(compared), hands, finished)
