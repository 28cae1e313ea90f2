"""What came of a match: win rates with their errors, and the way there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.definition import Adjustment, MatchDefinition, StackRule
from railbird.arena.guard import Thinking
from railbird.arena.stages import outcome_bounds
from railbird.game.events import PARTS
from railbird.stats import Unit, WinRate, finite, unit_of, units_per_chip, win_rate
from railbird.stats.bounded import Bounds
from railbird.stats.sequential import BetterThan


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
        if self.definition.stacks is StackRule.KEPT:
            return self._freeze_outs()
        legs, numbers = self._counted()
        deals = self.by_deal(self.hand_by_hand(legs, numbers), legs, numbers)
        return self.by_replicate(deals) if by_replicate else deals

    def common_hands(self) -> NDArray[np.int64]:
        """How many deals of each replicate were played in all its seatings."""
        definition = self.definition
        played = [len(self.leg(number)) for number in range(definition.replicates * definition.seatings)]
        return np.asarray(np.array(played).reshape(definition.replicates, definition.seatings).min(axis=1))

    def _counted(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Leg and number of all hands whose deals were played in all seatings."""
        seatings = self.definition.seatings
        common = np.repeat(self.common_hands(), seatings)
        return np.repeat(np.arange(len(common)), common), np.concatenate([np.arange(hands) for hands in common])

    def hand_by_hand(self, legs: NDArray[np.int64], numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        """What was won in some hands, given by leg and number, in the unit of the game: an array [hands, entrants]."""
        won = np.zeros((len(legs), len(self.definition.entrants)))
        for leg in np.unique(legs):
            here = legs == leg
            won[here] = self.leg(int(leg))[numbers[here]]
        return won * (units_per_chip(self.definition.game) / PARTS)

    def deals_of(self, legs: NDArray[np.int64], numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """The deal of each hand, counted through all replicates; -1 if it was not played in all seatings."""
        replicates = legs // self.definition.seatings
        common = self.common_hands()
        return np.where(numbers < common[replicates], (np.cumsum(common) - common)[replicates] + numbers, -1)

    def by_deal(
        self, won: NDArray[np.float64], legs: NDArray[np.int64], numbers: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """The mean over the seatings of each deal: an array [deals, entrants]."""
        deals = self.deals_of(legs, numbers)
        sums = np.zeros((int(self.common_hands().sum()), won.shape[1]))
        np.add.at(sums, deals[deals >= 0], won[deals >= 0])
        return sums / self.definition.seatings

    def by_replicate(self, deals: NDArray[np.float64]) -> NDArray[np.float64]:
        """The mean over the deals of each replicate that is over: an array [replicates, entrants].

        One that is not says something else: a learner's first hands.
        """
        common = self.common_hands()
        ends = np.cumsum(common)
        parts = [deals[ends[each] - common[each] : ends[each]].mean(axis=0) for each in self.finished_replicates()]
        return np.array(parts).reshape(-1, deals.shape[1])

    def finished_replicates(self) -> list[int]:
        """The replicates that are over in all their seatings."""
        seatings = self.definition.seatings
        legs = [range(each * seatings, (each + 1) * seatings) for each in range(self.definition.replicates)]
        return [each for each, mine in enumerate(legs) if self._finished.issuperset(mine)]

    def as_played(self, deals: NDArray[np.float64]) -> NDArray[np.float64]:
        """Deals of all replicates in the order of their numbers: the first of each, then the second of each."""
        common = self.common_hands()
        numbers = np.concatenate([np.arange(hands) for hands in common])
        return deals[np.argsort(numbers, kind="stable")]

    def means(self) -> list[float]:
        """What a hand has won on average, whether or not all seatings of a deal are played."""
        legs = [self.leg(number) for number in range(self.definition.seatings * self.definition.replicates)]
        total = sum((leg.sum(axis=0) for leg in legs), start=np.zeros(len(self.definition.entrants)))
        return list(total / max(self.hands, 1) * units_per_chip(self.definition.game) / PARTS)

    def _freeze_outs(self) -> NDArray[np.float64]:
        """Of replicates that are over in all their seatings; of others nobody knows how they end."""
        definition = self.definition
        results = []
        for replicate in self.finished_replicates():
            legs = range(replicate * definition.seatings, (replicate + 1) * definition.seatings)
            won = np.mean([self.leg(number).sum(axis=0) for number in legs], axis=0)
            results.append(won / (PARTS * definition.game.stacks[0]))
        return np.array(results) if results else np.zeros((0, len(definition.entrants)))

    def curve(self, points: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The winnings so far after some numbers of hands: [points] and [points, entrants].

        All legs are counted side by side. After t hands of each leg the match has Σ min(t, n) hands, where n is the
        number that a leg has, and the winnings are the sum over the legs. So the curve ends after all the hands that
        were played, with everything that was won.
        """
        definition = self.definition
        legs = [self.leg(number) for number in range(definition.seatings * definition.replicates)]
        lengths = np.array([len(leg) for leg in legs])
        longest = int(lengths.max(initial=0))
        scale = units_per_chip(definition.game) / PARTS
        if unit_of(definition.game) is Unit.BB_PER_100:
            scale /= 100
        won = np.zeros((longest + 1, len(definition.entrants)), dtype=np.int64)
        for leg in legs:
            won[1 : len(leg) + 1] += leg
        marks = np.unique(np.linspace(0, longest, num=min(points, longest + 1), dtype=np.int64))
        hands: NDArray[np.int64] = np.minimum(marks[:, None], lengths[None, :]).sum(axis=1)
        return hands, np.cumsum(won, axis=0)[marks] * np.float64(scale)


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """What one player has won."""

    player: str
    bot: str
    rate: WinRate
    """Adjusted, if the match is."""
    hands: int
    plain: WinRate
    """As it was won."""
    within: WinRate | None = None
    """Of a match of learners without replicates: its hands taken for independent ones, which they are not."""
    anytime: tuple[float, float] | None = None
    """Of a match that is stopped by a test: where the rate lies, whenever one looks."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true rate lies, as tables, charts and JSON show it; None if there are too few samples.

        It is the test's interval in a match that a test stops, since the usual one does not hold there.
        """
        if self.anytime is not None:
            return self.anytime if np.isfinite(self.anytime).all() else None
        return self.rate.interval if self.rate.sure else None

    @property
    def verdict(self) -> str:
        """What the interval says: wins, loses, or that it may be luck; nothing if there is no interval."""
        if self.interval is None:
            return ""
        low, high = self.interval
        return "wins" if low > 0 else "loses" if high < 0 else "may be luck"

    @property
    def plain_text(self) -> str:
        """What was won without an adjustment; with its interval, unless the match was stopped by a test."""
        return f"{self.plain.mean:+.4f}" if self.anytime is not None else self.plain.text()


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
    verdict: str | None = None
    """What the rule that stops the match says of the first player: better or worse; or that it was met."""
    thinking: Mapping[int, Thinking] = field(default_factory=dict, compare=False)
    """By entrant: how long decisions took."""

    @property
    def confidence(self) -> float:
        """How often the intervals contain the true rate: 0.95, or what the test that stops the match promises."""
        stop = self.definition.stop
        return 1 - stop.error if isinstance(stop, BetterThan) else 0.95

    def to_json(self) -> dict[str, Any]:
        return {
            "match": self.match,
            **self.definition.to_json(),
            "total_hands": self.definition.total_hands,
            "hands_played": self.hands,
            "finished": self.finished,
            "repeatable": self.repeatable,
            "verdict": self.verdict,
            "results": [
                {
                    "player": each.player,
                    "bot": each.bot,
                    **each.rate.to_json(),
                    "interval": None if each.interval is None else list(each.interval),
                    "confidence": self.confidence,
                    "unit": self.unit.value,
                    "hands": each.hands,
                    "plain": each.plain.to_json() | ({} if each.anytime is None else {"interval": None}),
                    "error_within_run": None if each.within is None else finite(each.within.standard_error),
                }
                for each in self.players
            ],
            "faults": self.faults_by_player(),
            "decision_times": [
                {
                    "player": each.player,
                    "milliseconds": 1e3 * self.thinking[entrant].seconds / max(self.thinking[entrant].decisions, 1),
                    "longest_milliseconds": 1e3 * self.thinking[entrant].longest,
                    "of": self.thinking[entrant].decisions,
                }
                for entrant, each in enumerate(self.players)
                if entrant in self.thinking
            ],
        }

    def faults_by_player(self) -> list[dict[str, Any]]:
        """What went wrong, by player and kind: how often, and the first time; hands and legs are counted from 1."""
        results: dict[tuple[int, str], dict[str, Any]] = {}
        for fault in self.faults:
            known = results.get((fault["entrant"], fault["kind"]))
            if known is None:
                player = self.definition.entrants[fault["entrant"]].player
                known = {"player": player, **fault, "leg": fault["leg"] + 1, "hand": fault["hand"] + 1, "count": 0}
                del known["entrant"]
                results[fault["entrant"], fault["kind"]] = known
            known["count"] += fault["count"]
        return list(results.values())

    @property
    def worth(self) -> float | None:
        """How many times as many hands would give the same intervals without the adjustment; None if there is none."""
        if self.definition.adjust is Adjustment.NONE:
            return None
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = [np.float64(each.plain.standard_error) / each.rate.standard_error for each in self.players]
        return float(np.mean(np.square(ratios)))


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStatus:
    """How far a match has come, and what happened beside its payoffs."""

    match: int | None = None
    """Its number in the store."""
    faults: tuple[dict[str, Any], ...] = ()
    finished: bool = True
    verdict: str | None = None
    """Of the rule that stopped it."""
    thinking: Mapping[int, Thinking] = field(default_factory=dict)


def match_result(
    payoffs: Payoffs,
    status: MatchStatus,
    *,
    adjusted: NDArray[np.float64] | None = None,
    anytime: Sequence[tuple[float, float]] = (),
) -> MatchResult:
    """The result of what was played so far.

    ``adjusted`` has the samples of an adjustment, ``anytime`` the intervals of a test that may stop the match.
    """
    definition = payoffs.definition
    plain = rates_of(payoffs.samples(by_replicate=definition.by_replicate), outcome_bounds(definition))
    if not plain[0].samples and definition.stacks is StackRule.RESET:
        plain = [WinRate(mean, float("nan"), 0) for mean in payoffs.means()]
    rates = plain if adjusted is None or not len(adjusted) else rates_of(adjusted)
    alone = definition.learns and definition.replicates == 1 and definition.stacks is StackRule.RESET
    within = rates_of(payoffs.samples(by_replicate=False)) if alone else [None] * len(rates)
    players = tuple(
        PlayerResult(
            entrant.player,
            str(entrant.bot),
            rates[number],
            payoffs.hands,
            plain[number],
            within[number],
            anytime[number] if anytime else None,
        )
        for number, entrant in enumerate(definition.entrants)
    )
    timed = any(fault["kind"] == "time" for fault in status.faults)
    repeatable = all(entrant.bot.traits.repeatable for entrant in definition.entrants) and not timed
    unit = unit_of(definition.game) if definition.stacks is StackRule.RESET else Unit.STACKS_PER_MATCH
    return MatchResult(
        definition=definition,
        players=players,
        unit=unit,
        hands=payoffs.hands,
        faults=status.faults,
        match=status.match,
        repeatable=repeatable,
        finished=status.finished,
        verdict=status.verdict,
        thinking=status.thinking,
    )


def rates_of(samples: NDArray[np.float64], bounds: Bounds | None = None) -> list[WinRate]:
    """The win rate of each entrant; ``bounds`` as in ``win_rate``."""
    return [win_rate(column, bounds) for column in samples.T]
