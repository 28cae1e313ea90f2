"""Tournaments: everybody against everybody, at tables of two or more, and who is the best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.definition import Adjustment, DealingScheme, Entrant, MatchDefinition, derived_seed
from railbird.arena.results import rates_of
from railbird.errors import MatchError
from railbird.game import Game
from railbird.stats import Unit, WinRate, mean_of, unit_of

MOST_TABLES = 5000


@dataclass(frozen=True, slots=True)
class TournamentDefinition:
    """Who meets at tables of as many players as the game has: every choice of entrants once."""

    game: Game
    entrants: tuple[Entrant, ...]
    hands: int
    """Deals at each table, of each replicate."""
    seed: int = 0
    dealing: DealingScheme = DealingScheme.DUPLICATE
    replicates: int = 1
    time_limit: float = 10.0
    adjust: Adjustment = Adjustment.LUCK

    def __post_init__(self) -> None:
        if len(self.entrants) < self.game.players:
            raise MatchError(f"tables of {self.game.players} need as many entrants or more, not {len(self.entrants)}")
        if not 0 <= self.seed < 2**64:
            raise MatchError(f"a seed lies between 0 and 2^64 - 1, not {self.seed}")
        if len({entrant.player for entrant in self.entrants}) < len(self.entrants):
            raise MatchError(f"entrants need different ids: {', '.join(each.player for each in self.entrants)}")
        if comb(len(self.entrants), self.game.players) > MOST_TABLES:
            raise MatchError(
                f"{len(self.entrants)} entrants at tables of {self.game.players} are "
                f"{comb(len(self.entrants), self.game.players):,} tables; {MOST_TABLES:,} are the most"
            )

    def line_ups(self) -> list[tuple[int, ...]]:
        """The entrants of each table."""
        return list(combinations(range(len(self.entrants)), self.game.players))

    def tables(self) -> list[MatchDefinition]:
        """The matches; each has its own cards."""
        return [
            MatchDefinition(
                self.game,
                tuple(self.entrants[number] for number in line_up),
                self.hands,
                derived_seed(self.seed, f"table {place}"),
                self.dealing,
                self.replicates,
                self.time_limit,
                adjust=self.adjust,
            )
            for place, line_up in enumerate(self.line_ups())
        ]

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "tournament",
            "game": str(self.game),
            "players": [{"player": each.player, "bot": str(each.bot)} for each in self.entrants],
            "hands": self.hands,
            "seed": self.seed,
            "dealing": self.dealing.value,
            "replicates": self.replicates,
            "adjust": self.adjust.value,
        }


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant of a ranking: what it wins at all its tables, on average."""

    entrant: int
    rate: WinRate


@dataclass(frozen=True, slots=True)
class TournamentResult:
    """What came of a tournament: the rates of each table, and what follows from them."""

    players: tuple[str, ...]
    unit: Unit
    line_ups: tuple[tuple[int, ...], ...]
    rates: tuple[tuple[WinRate, ...], ...]
    """Of each table, in the order of its line-up."""
    hands: int
    finished: bool = True

    def total(self, entrant: int, among: Sequence[int] | None = None) -> WinRate:
        """What an entrant wins on average over its tables, or over those of some entrants only."""
        return self._mean(entrant, lambda line_up: among is None or set(line_up) <= set(among))

    def versus(self, entrant: int, other: int) -> WinRate:
        """What an entrant wins at the tables where it meets another one."""
        return self._mean(entrant, lambda line_up: other in line_up)

    def _mean(self, entrant: int, wanted: Any) -> WinRate:
        found = [
            rates[line_up.index(entrant)]
            for line_up, rates in zip(self.line_ups, self.rates, strict=True)
            if entrant in line_up and wanted(line_up)
        ]
        return mean_of(found) if found else WinRate(float("nan"), float("nan"), 0)

    def ranking(self, among: Sequence[int] | None = None) -> list[Standing]:
        """By bankroll: who wins most on average, of all or of some entrants."""
        entrants = range(len(self.players)) if among is None else among
        standings = [Standing(entrant, self.total(entrant, entrants)) for entrant in entrants]
        return sorted(standings, key=lambda each: -np.nan_to_num(each.rate.mean, nan=-np.inf))

    def without_weakest(self) -> list[Standing]:
        """The ranking of those that are left when the last one goes, and with it what the others won from it."""
        ranked = [each.entrant for each in self.ranking()]
        return self.ranking(ranked[:-1]) if len(ranked) > len(self.line_ups[0]) else []

    def run_off(self) -> list[int]:
        """The last one goes again and again, until a table is left: those who stayed longest, best first.

        It rewards who beats strong ones rather than who takes most from weak ones.
        """
        left, gone = list(range(len(self.players))), []
        while len(left) > len(self.line_ups[0]):
            last = self.ranking(left)[-1].entrant
            left.remove(last)
            gone.append(last)
        return [each.entrant for each in self.ranking(left)] + gone[::-1]

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
    """What the samples of all tables say; those without any are left out."""
    players = tuple(each["player"] for each in definition["players"])
    there = [(table, found) for table, found in zip(tables, samples, strict=True) if len(found)]
    line_ups = tuple(tuple(players.index(each.player) for each in table.entrants) for table, _ in there)
    rates = tuple(tuple(rates_of(found)) for _, found in there)
    return TournamentResult(players, unit_of(tables[0].game), line_ups, rates, hands, finished)
