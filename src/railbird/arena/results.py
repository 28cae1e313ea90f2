"""What came of a match: win rates with their errors, and the way there."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.definition import MatchDefinition, StackRule
from railbird.game.events import ChipAmount
from railbird.stats import Unit, WinRate, unit_of, units_per_chip, win_rate

PARTS = 2520
"""Parts of a chip in which payoffs are counted."""


class Payoffs:
    """What each entrant has won in each hand of each leg, in 2520ths of a chip."""

    def __init__(self, definition: MatchDefinition) -> None:
        self.definition = definition
        self._legs: dict[int, list[NDArray[np.int64]]] = {}
        self._finished: set[int] = set()
        self.hands = 0

    def add(self, leg: int, payoffs: list[tuple[int, ...]], *, finished: bool) -> None:
        """The next hands of a leg, and whether they are its last."""
        if finished:
            self._finished.add(leg)
        if payoffs:
            self._legs.setdefault(leg, []).append(np.array(payoffs, dtype=np.int64))
            self.hands += len(payoffs)

    def leg(self, number: int) -> NDArray[np.int64]:
        """An array [hands, entrants]."""
        parts = self._legs.get(number, [])
        if len(parts) > 1:
            parts[:] = [np.concatenate(parts)]
        return parts[0] if parts else np.zeros((0, len(self.definition.entrants)), dtype=np.int64)

    def samples(self, *, by_replicate: bool) -> NDArray[np.float64]:
        """Independent samples of what a hand wins, in the unit of the game: an array [samples, entrants].

        A sample is a hand; with duplicate dealing the mean over all seatings of one deal; and for bots that learn the
        mean of a whole replicate, since its hands depend on each other. A freeze-out is a sample as a whole, in
        starting stacks.
        """
        definition = self.definition
        if definition.stacks is StackRule.KEPT:
            return self._freeze_outs()
        scale = units_per_chip(definition.game) / PARTS
        found = []
        for replicate in range(definition.replicates):
            first = replicate * definition.seatings
            legs = [self.leg(number) for number in range(first, first + definition.seatings)]
            common = min(map(len, legs))
            if common == 0:
                continue
            deals = np.mean([leg[:common] for leg in legs], axis=0) * scale
            found.append(deals.mean(axis=0, keepdims=True) if by_replicate else deals)
        return np.concatenate(found) if found else np.zeros((0, len(definition.entrants)))

    def means(self) -> list[float]:
        """What a hand has won on average, whether or not all seatings of a deal are played."""
        legs = [self.leg(number) for number in range(self.definition.seatings * self.definition.replicates)]
        total = sum((leg.sum(axis=0) for leg in legs), start=np.zeros(len(self.definition.entrants)))
        return list(total / max(self.hands, 1) * units_per_chip(self.definition.game) / PARTS)

    def _freeze_outs(self) -> NDArray[np.float64]:
        """Of replicates that are over in all their seatings; of others nobody knows how they end."""
        definition = self.definition
        found = []
        for replicate in range(definition.replicates):
            legs = range(replicate * definition.seatings, (replicate + 1) * definition.seatings)
            if self._finished.issuperset(legs):
                won = np.mean([self.leg(number).sum(axis=0) for number in legs], axis=0)
                found.append(won / (PARTS * definition.game.stacks[0]))
        return np.array(found) if found else np.zeros((0, len(definition.entrants)))

    def curve(self, points: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The winnings so far after some numbers of hands, as the mean over legs: [points], [points, entrants]."""
        legs = [self.leg(number) for number in range(self.definition.seatings * self.definition.replicates)]
        kept = self.definition.stacks is StackRule.KEPT
        common = (max if kept else min)(map(len, legs)) if legs else 0
        scale = units_per_chip(self.definition.game) / PARTS
        if unit_of(self.definition.game) is Unit.BB_PER_100:
            scale /= 100
        marks = np.unique(np.linspace(0, common, num=min(points, common + 1), dtype=np.int64))
        sums = np.zeros((common + 1, len(self.definition.entrants)))
        for leg in legs:
            so_far = np.cumsum(leg[:common], axis=0)
            sums[1 : len(so_far) + 1] += so_far
            if 0 < len(so_far) < common:  # a freeze-out that is over stays where it is
                sums[len(so_far) + 1 :] += so_far[-1]
        return marks, sums[marks] * scale / max(len(legs), 1)


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What one player has won."""

    player: str
    bot: str
    rate: WinRate
    hands: int


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What came of a match so far."""

    definition: MatchDefinition
    players: tuple[PlayerResult, ...]
    unit: Unit
    hands: int
    """How many were played, of ``definition.total_hands``."""
    faults: tuple[dict[str, Any], ...] = ()
    match: int | None = None
    repeatable: bool = True
    finished: bool = True

    def to_json(self) -> dict[str, Any]:
        return {
            "match": self.match,
            **self.definition.to_json(),
            "total_hands": self.definition.total_hands,
            "hands_played": self.hands,
            "finished": self.finished,
            "repeatable": self.repeatable,
            "results": [
                {
                    "player": each.player,
                    "bot": each.bot,
                    "win_rate": _finite(each.rate.mean),
                    "standard_error": _finite(each.rate.standard_error),
                    "unit": self.unit.value,
                    "hands": each.hands,
                }
                for each in self.players
            ],
            "faults": self.faults_by_player(),
        }

    def faults_by_player(self) -> list[dict[str, Any]]:
        """What went wrong, by player and kind: how often, and the first time."""
        found: dict[tuple[int, str], dict[str, Any]] = {}
        for fault in self.faults:
            known = found.get((fault["entrant"], fault["kind"]))
            if known is None:
                player = self.definition.entrants[fault["entrant"]].player
                known = {"player": player, **fault, "count": 0}
                del known["entrant"]
                found[fault["entrant"], fault["kind"]] = known
            known["count"] += fault["count"]
        return list(found.values())


def match_result(
    payoffs: Payoffs,
    *,
    match: int | None = None,
    faults: tuple[dict[str, Any], ...] = (),
    finished: bool = True,
) -> MatchResult:
    """The result of what was played so far."""
    definition = payoffs.definition
    bots = [entrant.bot.make() for entrant in definition.entrants]
    by_replicate = any(bot.learns for bot in bots)
    samples = payoffs.samples(by_replicate=by_replicate)
    rates = [win_rate(samples[:, number]) for number in range(len(bots))]
    if not len(samples) and definition.stacks is StackRule.RESET:
        rates = [WinRate(mean, float("nan"), 0) for mean in payoffs.means()]
    players = tuple(
        PlayerResult(entrant.player, str(entrant.bot), rates[number], payoffs.hands)
        for number, entrant in enumerate(definition.entrants)
    )
    repeatable = all(bot.repeatable for bot in bots) and not any(fault["kind"] == "time" for fault in faults)
    unit = unit_of(definition.game) if definition.stacks is StackRule.RESET else Unit.STACKS_PER_MATCH
    return MatchResult(definition, players, unit, payoffs.hands, faults, match, repeatable, finished)


def chip_amount(text: str) -> ChipAmount:
    """A payoff as the store writes it."""
    return Fraction(text) if "/" in text else int(text)


def _finite(number: float) -> float | None:
    return number if np.isfinite(number) else None
