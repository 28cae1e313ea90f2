"""Tournaments: every group of entrants meets at a table of two or more; rankings and cross tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.definition import Entrant, MatchDefinition
from railbird.arena.results import rates_of
from railbird.arena.stages import outcome_bounds
from railbird.arena.tables import TableRules, check_different, to_json
from railbird.errors import MatchError
from railbird.stats import Unit, WinRate, mean_of, unit_of

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


@dataclass(frozen=True, slots=True)
class TournamentResult:
    """The result of a tournament: the win rates at each table, and the rankings from them."""

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
