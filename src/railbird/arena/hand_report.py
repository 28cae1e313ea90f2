"""What hands of any origin say about their players: results, playing styles and leaks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from railbird.arena.stored_hands import StoredHand
from railbird.histories.playing import losses
from railbird.stats import Unit
from railbird.stats.leaks import LeakCounter, Leaks
from railbird.stats.results import PlayerResults, ResultsCounter
from railbird.stats.style import Style, StyleCounter
from railbird.stats.win_rate import unit_of


@dataclass(frozen=True, slots=True)
class Section:
    """The players of all hands with one unit of win rates."""

    unit: Unit
    hands: int
    results: tuple[PlayerResults, ...]
    """The players with the most hands first."""
    styles: Mapping[str, Style]
    leaks: Mapping[str, Leaks]
    """Empty unless they were asked for."""


@dataclass(frozen=True, slots=True)
class HandReport:
    """Results, styles and leaks; hands of other games than hold'em have results only."""

    hands: int
    first: str
    """The date of the earliest hand; empty if there is none."""
    last: str
    sections: tuple[Section, ...]

    def of_players(self, players: Iterable[str]) -> HandReport:
        """The same about these players alone."""
        wanted = set(players)
        sections = [
            Section(
                each.unit,
                each.hands,
                tuple(result for result in each.results if result.player in wanted),
                {player: style for player, style in each.styles.items() if player in wanted},
                {player: leaks for player, leaks in each.leaks.items() if player in wanted},
            )
            for each in self.sections
        ]
        return HandReport(self.hands, self.first, self.last, tuple(sections))

    def to_json(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "hands": self.hands,
            "first": self.first or None,
            "last": self.last or None,
            "sections": [
                {
                    "unit": section.unit.value,
                    "hands": section.hands,
                    "players": {
                        result.player: {
                            **result.to_json(),
                            **_if_known("style", section.styles.get(result.player)),
                            **_if_known("leaks", section.leaks.get(result.player)),
                        }
                        for result in section.results
                    },
                }
                for section in self.sections
            ],
        }


def hand_report(hands: Iterable[StoredHand], *, leaks: bool = False) -> HandReport:
    """Count some hands, of whatever origin. Leaks take longer than the rest together."""
    counters: dict[Unit, _SectionCounters] = {}
    first, last = "", ""
    for stored in hands:
        first, last = min(first or stored.date, stored.date), max(last, stored.date)
        counters.setdefault(unit_of(stored.played.hand.game), _SectionCounters()).add(stored, leaks=leaks)
    sections = [each.section(unit) for unit, each in counters.items()]
    count = sum(each.hands for each in sections)
    return HandReport(count, first, last, tuple(sorted(sections, key=lambda each: -each.hands)))


class _SectionCounters:
    def __init__(self) -> None:
        self.hands = 0
        self.results, self.styles, self.leaks = ResultsCounter(), StyleCounter(), LeakCounter()

    def add(self, stored: StoredHand, *, leaks: bool) -> None:
        played, hand = stored.played, stored.played.hand
        self.hands += 1
        self.results.add(played)
        if not hand.game.is_holdem:
            return
        won = None
        if not hand.settled and played.payoffs is not None:
            won = [payoff > -lost for payoff, lost in zip(played.payoffs, losses(hand), strict=True)]
        self.styles.add(hand, won)
        if leaks:
            self.leaks.add(hand)

    def section(self, unit: Unit) -> Section:
        return Section(unit, self.hands, tuple(self.results.results()), self.styles.styles(), self.leaks.report())


def _if_known(name: str, known: Style | Leaks | None) -> dict[str, Any]:
    return {} if known is None else {name: known.to_json()}
