"""The result of a match: win rates with standard errors, and the payoffs behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from railbird._pandas import data_frame
from railbird.arena.definition import Adjustment, MatchDefinition, StackRule
from railbird.arena.guard import FaultKind, Thinking
from railbird.arena.stages import outcome_bounds
from railbird.game.events import PARTS
from railbird.plots import Chart, IntervalMark, intervals, lines, notebook_table, text_table
from railbird.stats import CHIPS_OF, Unit, WinRate, finite, interval_text, mean_text, unit_of, units_per_chip, win_rate
from railbird.stats.bounded import Bounds
from railbird.stats.sequential import BetterThan

if TYPE_CHECKING:
    import pandas

    from railbird.arena.learning_curves import MatchCurves


class Payoffs:
    """What each entrant has won in each hand of each leg, in 2520ths of a chip."""

    def __init__(self, definition: MatchDefinition) -> None:
        self.definition = definition
        self._legs: dict[int, list[NDArray[np.int64]]] = {}
        self._finished: set[int] = set()
        self.hands = 0

    def add(self, leg: int, payoffs: list[tuple[int, ...]], *, finished: bool) -> None:
        """Add the next hands of a leg; ``finished`` if they are its last."""
        if finished:
            self._finished.add(leg)
        if payoffs:
            self._legs.setdefault(leg, []).append(np.array(payoffs, dtype=np.int64))
            self.hands += len(payoffs)

    def leg(self, number: int) -> NDArray[np.int64]:
        """The payoffs of a leg: an array [hands, entrants]."""
        parts = self._legs.get(number, [])
        if len(parts) > 1:
            parts[:] = [np.concatenate(parts)]
        return parts[0] if parts else np.zeros((0, len(self.definition.entrants)), dtype=np.int64)

    def samples(self, *, by_replicate: bool) -> NDArray[np.float64]:
        """Independent samples of the winnings per hand, in the unit of the game: an array [samples, entrants].

        A sample is a hand; with duplicate dealing, the mean over all seatings of one deal; for bots that learn, the
        mean of a whole replicate, since its hands depend on each other; for freeze-outs, the whole freeze-out, in
        starting stacks.
        """
        if self.definition.stacks is StackRule.KEPT:
            return self._freeze_outs()
        legs, numbers = self._counted()
        deals = self.by_deal(self.hand_by_hand(legs, numbers), legs, numbers)
        return self.by_replicate(deals) if by_replicate else deals

    def common_hands(self) -> NDArray[np.int64]:
        """The number of deals of each replicate that were played in all seatings."""
        definition = self.definition
        played = [len(self.leg(number)) for number in range(definition.replicates * definition.seatings)]
        return np.asarray(np.array(played).reshape(definition.replicates, definition.seatings).min(axis=1))

    def _counted(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The leg and number of all hands whose deals were played in all seatings."""
        seatings = self.definition.seatings
        common = np.repeat(self.common_hands(), seatings)
        return np.repeat(np.arange(len(common)), common), np.concatenate([np.arange(hands) for hands in common])

    def hand_by_hand(self, legs: NDArray[np.int64], numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        """The winnings in some hands, given by leg and number, in the unit of the game: an array [hands, entrants]."""
        won = np.zeros((len(legs), len(self.definition.entrants)))
        for leg in np.unique(legs):
            here = legs == leg
            won[here] = self.leg(int(leg))[numbers[here]]
        return won * (units_per_chip(self.definition.game) / PARTS)

    def deals_of(self, legs: NDArray[np.int64], numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """The deal of each hand, numbered across replicates; -1 if it was not played in all seatings."""
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
        """The mean over the deals of each finished replicate: an array [replicates, entrants].

        Unfinished replicates are left out: a learner's first hands are not representative.
        """
        common = self.common_hands()
        ends = np.cumsum(common)
        parts = [deals[ends[each] - common[each] : ends[each]].mean(axis=0) for each in self.finished_replicates()]
        return np.array(parts).reshape(-1, deals.shape[1])

    def finished_replicates(self) -> list[int]:
        """The replicates that are finished in all seatings."""
        seatings = self.definition.seatings
        legs = [range(each * seatings, (each + 1) * seatings) for each in range(self.definition.replicates)]
        return [each for each, mine in enumerate(legs) if self._finished.issuperset(mine)]

    def as_played(self, deals: NDArray[np.float64]) -> NDArray[np.float64]:
        """Deals of all replicates ordered by number: the first deal of each, then the second of each, and so on."""
        common = self.common_hands()
        numbers = np.concatenate([np.arange(hands) for hands in common])
        return deals[np.argsort(numbers, kind="stable")]

    def means(self) -> list[float]:
        """The mean winnings per hand of all hands, even if not all seatings of a deal are played."""
        legs = [self.leg(number) for number in range(self.definition.seatings * self.definition.replicates)]
        total = sum((leg.sum(axis=0) for leg in legs), start=np.zeros(len(self.definition.entrants)))
        return list(total / max(self.hands, 1) * units_per_chip(self.definition.game) / PARTS)

    def _freeze_outs(self) -> NDArray[np.float64]:
        """Results of finished freeze-outs, in starting stacks."""
        definition = self.definition
        results = []
        for replicate in self.finished_replicates():
            legs = range(replicate * definition.seatings, (replicate + 1) * definition.seatings)
            won = np.mean([self.leg(number).sum(axis=0) for number in legs], axis=0)
            results.append(won / (PARTS * definition.game.stacks[0]))
        return np.array(results) if results else np.zeros((0, len(definition.entrants)))

    def curve(self, points: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The cumulative winnings after some numbers of hands: [points] and [points, entrants].

        All legs are counted side by side: after t hands of each leg the match has Σ min(t, n) hands, where n is the
        length of a leg, and the winnings are the sum over the legs. So the curve ends at the total number of hands with
        the total winnings.
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
    """The result of one player.

    >>> from railbird.arena import play_match
    >>> play_match(["simple", "always-call"], hands=500, seed=1)["simple"].verdict
    'wins'
    """

    player: str
    bot: str
    rate: WinRate
    """The win rate, adjusted if the match has an adjustment."""
    hands: int
    plain: WinRate
    """The win rate without adjustment."""
    within: WinRate | None = None
    """For learners without replicates: the win rate as if hands were independent, which they are not."""
    anytime: tuple[float, float] | None = None
    """For a match with a stopping test: the anytime-valid interval."""

    @property
    def interval(self) -> tuple[float, float] | None:
        """The confidence interval that tables, charts and JSON show; None if there are too few samples.

        In a match with a stopping test it is the test's interval, since the usual one does not hold there.
        """
        if self.anytime is not None:
            return self.anytime if np.isfinite(self.anytime).all() else None
        return self.rate.interval if self.rate.sure else None

    @property
    def verdict(self) -> str:
        """``wins``, ``loses`` or ``may be luck``, by the interval; empty if there is none."""
        if self.interval is None:
            return ""
        low, high = self.interval
        return "wins" if low > 0 else "loses" if high < 0 else "may be luck"

    @property
    def plain_text(self) -> str:
        """The unadjusted win rate, with its interval unless the match has a stopping test."""
        return f"{self.plain.mean:+.4f}" if self.anytime is not None else self.plain.text()


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class MatchResult:
    """The result of a match so far.

    It prints as a table of win rates, shows itself in notebooks, and gives NumPy arrays (``chips``, ``samples``), a
    data frame (``to_pandas``) and charts (``plot``, ``plot_rates``).

    >>> from railbird.arena import play_match
    >>> result = play_match(["always-call", "random"], hands=300)
    >>> result.chips.shape, float(result.chips.sum())
    ((300, 2), 0.0)
    >>> float(result.samples.mean(axis=0)[0]) == result["always-call"].rate.mean
    True
    """

    definition: MatchDefinition
    players: tuple[PlayerResult, ...]
    unit: Unit
    hands: int
    """Hands played, out of ``definition.total_hands``."""
    faults: tuple[dict[str, Any], ...] = ()
    match: int | None = None
    repeatable: bool = True
    finished: bool = True
    verdict: str | None = None
    """The verdict of the stop rule: whether the first player is better or worse, or that the precision was met."""
    thinking: Mapping[int, Thinking] = field(default_factory=dict, compare=False)
    """By entrant: how long decisions took."""
    payoffs: Payoffs = field(compare=False, repr=False)
    """What was won, hand by hand."""
    samples: NDArray[np.float64] = field(compare=False, repr=False)
    """Independent samples of the win rates, [samples, players], in ``unit``; adjusted if the match is.

    A sample is a hand; with duplicate dealing, the mean over all seatings of a deal; for learners, a whole replicate.
    """

    def __getitem__(self, player: str) -> PlayerResult:
        """The result of the player with this id."""
        for each in self.players:
            if each.player == player:
                return each
        raise KeyError(f"{player} did not play in this match; the players are {', '.join(self.ids)}")

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the players, in the order of the line-up."""
        return tuple(each.player for each in self.players)

    @property
    def chips(self) -> NDArray[np.float64]:
        """Chips won in each hand, leg by leg: [hands, players]."""
        legs = [self.payoffs.leg(leg.number) for leg in self.definition.legs()]
        return np.concatenate(legs) / PARTS

    def curve(self, points: int = 240) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Winnings so far: numbers of hands, and what each player had won by then, [points, players]."""
        return self.payoffs.curve(points)

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with a row per hand: its leg, its number in the leg, and each player's chips."""
        legs = list(self.definition.legs())
        lengths = [len(self.payoffs.leg(leg.number)) for leg in legs]
        chips = self.chips
        return data_frame(
            {
                "leg": np.repeat([leg.number + 1 for leg in legs], lengths),
                "replicate": np.repeat([leg.replicate + 1 for leg in legs], lengths),
                "hand": np.concatenate([np.arange(1, length + 1) for length in lengths]),
                **{player: chips[:, index] for index, player in enumerate(self.ids)},
            }
        )

    def plot(self) -> Chart:
        """Everybody's winnings over the hands."""
        at, curves = self.curve()
        what = f"{CHIPS_OF[unit_of(self.definition.game)]} won"
        return Chart(lines(at, curves, self.ids, what), title=" – ".join(self.ids))

    def learning_curves(self) -> MatchCurves | None:
        """The win rates window by window, or None if there are too few hands."""
        from railbird.arena.learning_curves import learning_curves

        return learning_curves(self.payoffs)

    def plot_rates(self) -> Chart:
        """The win rates with their confidence intervals."""
        marks = [IntervalMark(each.player, each.rate.mean, each.interval) for each in self.players]
        return Chart(intervals(marks, self.unit.value), title=f"Win rates, {100 * self.confidence:g} % intervals")

    def __repr__(self) -> str:
        rows = [
            (each.player, mean_text(each.rate), interval_text(each.interval), each.verdict) for each in self.players
        ]
        return text_table(rows, note=self._summary)

    @property
    def _summary(self) -> str:
        played = f"{self.hands:,} hands of {self.definition.game}"
        part = "" if self.finished else f" (of {self.definition.total_hands:,} planned)"
        alone = self.definition.by_replicate and self.definition.replicates == 1
        advice = "; a learner has an interval over several replicates only" if alone else ""
        faults = sum(fault["count"] for fault in self.faults)
        failed = f"; {faults:,} faults: see faults_by_player()" if faults else ""
        return f"{played}{part}, seed {self.definition.seed}, {self.unit.value}{advice}{failed}"

    def _repr_html_(self) -> str:
        rows = [
            (each.player, each.bot, mean_text(each.rate), interval_text(each.interval), each.verdict)
            for each in self.players
        ]
        head = ("player", "bot", self.unit.value, f"{100 * self.confidence:g} % interval", "")
        return notebook_table(head, rows, note=self._summary)

    @property
    def confidence(self) -> float:
        """The confidence level of the intervals: 0.95, or that of the stopping test."""
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
        """Faults by player and kind, handled ones by message: count and first one; hands and legs count from 1."""
        results: dict[tuple[int, str, str], dict[str, Any]] = {}
        for fault in self.faults:
            key = fault["entrant"], fault["kind"], fault["message"] if fault["kind"] == FaultKind.HANDLED else ""
            known = results.get(key)
            if known is None:
                player = self.definition.entrants[fault["entrant"]].player
                known = {"player": player, **fault, "leg": fault["leg"] + 1, "hand": fault["hand"] + 1, "count": 0}
                del known["entrant"]
                results[key] = known
            known["count"] += fault["count"]
        return list(results.values())

    @property
    def worth(self) -> float | None:
        """How many times more hands would be needed without the adjustment; None if there is no adjustment."""
        if self.definition.adjust is Adjustment.NONE:
            return None
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = [np.float64(each.plain.standard_error) / each.rate.standard_error for each in self.players]
        return float(np.mean(np.square(ratios)))


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStatus:
    """The progress of a match, and its faults and thinking times."""

    match: int | None = None
    """Its number in the store."""
    faults: tuple[dict[str, Any], ...] = ()
    finished: bool = True
    verdict: str | None = None
    """The verdict of the stop rule."""
    thinking: Mapping[int, Thinking] = field(default_factory=dict)


def match_result(
    payoffs: Payoffs,
    status: MatchStatus,
    *,
    adjusted: NDArray[np.float64] | None = None,
    anytime: Sequence[tuple[float, float]] = (),
) -> MatchResult:
    """Compute the result of the hands played so far.

    ``adjusted`` has the adjusted samples, ``anytime`` the intervals of the stopping test.
    """
    definition = payoffs.definition
    samples = payoffs.samples(by_replicate=definition.by_replicate)
    plain = rates_of(samples, outcome_bounds(definition))
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
        payoffs=payoffs,
        samples=samples if adjusted is None or not len(adjusted) else adjusted,
    )


def rates_of(samples: NDArray[np.float64], bounds: Bounds | None = None) -> list[WinRate]:
    """The win rate of each entrant; ``bounds`` as in ``win_rate``."""
    return [win_rate(column, bounds) for column in samples.T]
