"""How the players of a match played: their styles, and what they folded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from railbird.arena.evidence import played_hands
from railbird.arena.keeper import Keeper
from railbird.stats.chance import has_board_luck
from railbird.stats.leaks import LeakCounter, Leaks
from railbird.stats.style import Style, StyleCounter


@dataclass(frozen=True, slots=True)
class Habits:
    """Styles and leaks by player; empty where they were not asked for, or the game is not hold'em."""

    styles: Mapping[str, Style] = field(default_factory=dict)
    leaks: Mapping[str, Leaks] = field(default_factory=dict)


def habits_of(keeper: Keeper, *, styles: bool = True, leaks: bool = True) -> Habits:
    """What the hands say that are kept."""
    definition = keeper.definition
    if not (styles or leaks) or not has_board_luck(definition.game):
        return Habits()
    style, leak = StyleCounter(), LeakCounter()
    for leg in definition.legs():
        for hand, _ in played_hands(definition, leg, keeper.lines(leg.number)):
            if styles:
                style.add(hand)
            if leaks:
                leak.add(hand)
    return Habits(style.styles() if styles else {}, leak.report() if leaks else {})
