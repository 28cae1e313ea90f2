"""The playing styles and leaks of the players of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from railbird.arena.evidence import played_hands
from railbird.arena.match_record import MatchRecord
from railbird.stats.leaks import LeakCounter, Leaks
from railbird.stats.style import Style, StyleCounter


@dataclass(frozen=True, slots=True)
class StylesAndLeaks:
    """Styles and leaks by player; empty if not requested, or if the game is not hold'em."""

    styles: Mapping[str, Style] = field(default_factory=dict)
    leaks: Mapping[str, Leaks] = field(default_factory=dict)


def styles_and_leaks(record: MatchRecord, *, styles: bool = True, leaks: bool = True) -> StylesAndLeaks:
    """Compute styles and leaks from the recorded hands."""
    definition = record.definition
    if not (styles or leaks) or not definition.game.is_holdem:
        return StylesAndLeaks()
    style, leak = StyleCounter(), LeakCounter()
    for leg in definition.legs():
        for hand, _ in played_hands(definition, leg, record.lines(leg.number)):
            if styles:
                style.add(hand)
            if leaks:
                leak.add(hand)
    return StylesAndLeaks(style.styles() if styles else {}, leak.report() if leaks else {})
