"""Tournaments: every group of entrants meets at a table of two or more; rankings and cross tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from railbird._pandas import data_frame
from railbird.arena.definition import MatchDefinition
from railbird.arena.entrants import Entrant
from railbird.arena.results import rates_of
from railbird.arena.stages import outcome_bounds
from railbird.arena.tables import TableRules, check_different, to_json
from railbird.errors import MatchError
from railbird.plots import Chart, IntervalMark, intervals, notebook_table, text_table
from railbird.stats import Unit, WinRate, interval_text, mean_of, mean_text, unit_of

if TYPE_CHECKING:
    import pandas

MOST_TABLES = 5000


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentDefinition:
    """A tournament: one table for every choice of as many entrants as the game has players."""

    rules: TableRules
    entrants: tuple[Entrant, ...]

    def __post_init__(self) -> None:
        size, entrants = self.rules.game.players, len(self.entrants)
        if entrants < size:
            raise MatchError(f"tables of {size} need {size} or more entrants, not {entrants}")
        check_different(self.entrants)
        tables = comb(entrants, size)
        if tables > MOST_TABLES:
            raise MatchError(
                f"{entrants} entrants at tables of {size} give {tables:,} tables; the limit is {MOST_TABLES:,}"
            )

    def tables(self) -> list[MatchDefinition]:
        """The matches, each with its own cards."""
        line_ups = combinations(self.entrants, self.rules.game.players)
        return [self.rules.table(line_up, f"table {index}") for index, line_up in enumerate(line_ups)]

    def to_json(self) -> dict[str, Any]:
        return {"kind": "tournament", "players": to_json(self.entrants), **self.rules.to_json()}


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant in a ranking, with its mean win rate over its tables."""

    entrant: int
    rate: WinRate


@dataclass(frozen=True, slots=True, repr=False)
class TournamentResult:
    """The result of a tournament: the win rates of each table, the ranking and the cross table.

    It prints as its ranking, shows itself in notebooks, and gives a NumPy array (``cross_table``), a data frame
    (``to_pandas``) and a chart (``plot``).

    >>> from railbird.arena.contests import tournament
    >>> result = tournament(["simple", "random"], hands=100)
    >>> result.cross_table.shape, len(result.ranking())
    ((2, 2), 2)
    """

    players: tuple[str, ...]
    unit: Unit
    line_ups: tuple[tuple[int, ...], ...]
    rates: tuple[tuple[WinRate, ...], ...]
    """The win rates at each table, in the order of its line-up."""
    hands: int
    finished: bool = True

    def total(self, entrant: int, among: Sequence[int] | None = None) -> WinRate:
        """An entrant's mean win rate over its tables, or only over tables among some entrants."""
        return self._mean(entrant, lambda line_up: among is None or set(line_up) <= set(among))

    def versus(self, entrant: int, other: int) -> WinRate:
        """An entrant's mean win rate at the tables where it meets another."""
        return self._mean(entrant, lambda line_up: other in line_up)

    def _mean(self, entrant: int, wanted: Any) -> WinRate:
        selected = [
            rates[line_up.index(entrant)]
            for line_up, rates in zip(self.line_ups, self.rates, strict=True)
            if entrant in line_up and wanted(line_up)
        ]
        return mean_of(selected) if selected else WinRate(float("nan"), float("nan"), 0)

    def ranking(self, among: Sequence[int] | None = None) -> list[Standing]:
        """The ranking by mean win rate (bankroll), of all or of some entrants."""
        entrants = range(len(self.players)) if among is None else among
        standings = [Standing(entrant, self.total(entrant, entrants)) for entrant in entrants]
        return sorted(standings, key=lambda each: -np.nan_to_num(each.rate.mean, nan=-np.inf))

    def without_weakest(self) -> list[Standing]:
        """The ranking without the last-placed entrant and its tables."""
        ranked = [each.entrant for each in self.ranking()]
        return self.ranking(ranked[:-1]) if len(ranked) > len(self.line_ups[0]) else []

    def run_off(self) -> list[int]:
        """The run-off eliminates the last-placed entrant, round after round, until one table is left; best first.

        It rewards beating strong entrants more than taking most from weak ones.
        """
        left, eliminated = list(range(len(self.players))), []
        while len(left) > len(self.line_ups[0]):
            last = self.ranking(left)[-1].entrant
            left.remove(last)
            eliminated.append(last)
        return [each.entrant for each in self.ranking(left)] + eliminated[::-1]

    @property
    def cross_table(self) -> NDArray[np.float64]:
        """What each player (row) wins at the tables where they meet each other player (column); NaN on the diagonal."""
        count = range(len(self.players))
        rows = [[self.versus(row, column).mean if row != column else np.nan for column in count] for row in count]
        return np.array(rows)

    def to_pandas(self) -> pandas.DataFrame:
        """The ranking as a data frame: a row per player, best first."""
        ranked = self.ranking()
        intervals = [each.rate.interval for each in ranked]
        return data_frame(
            {
                "player": [self.players[each.entrant] for each in ranked],
                self.unit.value: [each.rate.mean for each in ranked],
                "standard_error": [each.rate.standard_error for each in ranked],
                "low": [low for low, _ in intervals],
                "high": [high for _, high in intervals],
            }
        )

    def plot(self) -> Chart:
        """The ranking: win rates with their 95 % confidence intervals."""
        marks = [
            IntervalMark(self.players[each.entrant], each.rate.mean, each.rate.interval if each.rate.sure else None)
            for each in self.ranking()
        ]
        return Chart(intervals(marks, self.unit.value), title="Tournament, 95 % intervals")

    def __repr__(self) -> str:
        return text_table(self._rows(), note=self._note)

    def _repr_html_(self) -> str:
        return notebook_table(("player", self.unit.value, "95 % interval"), self._rows(), note=self._note)

    def _rows(self) -> list[tuple[str, str, str]]:
        return [
            (
                self.players[each.entrant],
                mean_text(each.rate),
                interval_text(each.rate.interval if each.rate.sure else None),
            )
            for each in self.ranking()
        ]

    @property
    def _note(self) -> str:
        state = "" if self.finished else ", not finished"
        return f"{self.hands:,} hands at {len(self.line_ups)} tables{state}, {self.unit.value}"

    def to_json(self) -> dict[str, Any]:
        count = range(len(self.players))
        return {
            "players": list(self.players),
            "unit": self.unit.value,
            "hands": self.hands,
            "finished": self.finished,
            "ranking": [self._to_json(each) for each in self.ranking()],
            "without_weakest": [self._to_json(each) for each in self.without_weakest()],
            "run_off": [self.players[entrant] for entrant in self.run_off()],
            "cross_table": [
                [None if row == column else self.versus(row, column).to_json() for column in count] for row in count
            ],
        }

    def _to_json(self, standing: Standing) -> dict[str, Any]:
        return {"player": self.players[standing.entrant], **standing.rate.to_json()}


def tournament_result(
    definition: Mapping[str, Any],
    tables: Sequence[MatchDefinition],
    samples: Sequence[NDArray[np.float64]],
    *,
    hands: int,
    finished: bool,
) -> TournamentResult:
    """Compute the result from the samples of all tables; tables without samples are left out."""
    players = tuple(each["player"] for each in definition["players"])
    played = [(table, won) for table, won in zip(tables, samples, strict=True) if len(won)]
    line_ups = tuple(tuple(players.index(each.player) for each in table.entrants) for table, _ in played)
    rates = tuple(tuple(rates_of(won, outcome_bounds(table))) for table, won in played)
    return TournamentResult(players, unit_of(tables[0].game), line_ups, rates, hands, finished)
