"""How the players of a match played: their styles, and what they folded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from railbird.arena.definition import StackRule
from railbird.arena.evidence import played_hands
from railbird.arena.keeper import Keeper
from railbird.arena.results import Payoffs
from railbird.stats.leaks import LeakCounter, Leaks
from railbird.stats.learning import LearningCurve, learning_curve
from railbird.stats.style import Style, StyleCounter

FEWEST_HANDS = 10
"""Of a curve."""


@dataclass(frozen=True, slots=True)
class Habits:
    """Styles and leaks by player; empty where they were not asked for, or the game is not hold'em."""

    styles: Mapping[str, Style] = field(default_factory=dict)
    leaks: Mapping[str, Leaks] = field(default_factory=dict)


def habits_of(keeper: Keeper, *, styles: bool = True, leaks: bool = True) -> Habits:
    """What the hands say that are kept."""
    definition = keeper.definition
    if not (styles or leaks) or not definition.game.is_holdem:
        return Habits()
    style, leak = StyleCounter(), LeakCounter()
    for leg in definition.legs():
        for hand, _ in played_hands(definition, leg, keeper.lines(leg.number)):
            if styles:
                style.add(hand)
            if leaks:
                leak.add(hand)
    return Habits(style.styles() if styles else {}, leak.report() if leaks else {})


@dataclass(frozen=True, eq=False, slots=True)
class MatchCurves:
    """The win rate of each entrant as the match goes on, and who of them learns."""

    curves: tuple[LearningCurve, ...]
    learners: tuple[bool, ...]
    legs: int
    """How many legs a curve is the mean of."""
    replicates: int

    @property
    def caption(self) -> str:
        """What the curves are, with what their intervals rest on."""
        windows = f"in each of {len(self.curves[0].ends)} windows, as it was won"
        if self.legs == 1:
            return f"{windows}, in one run"
        several = f"mean of {self.legs} runs that each begin with fresh bots"
        return f"{windows}, {several}; hands are counted in each run"

    @property
    def intervals(self) -> str:
        """Where intervals come from; empty if there are none."""
        return f"95 % intervals over {self.replicates} replicates" if self.replicates > 1 else ""


def learning_curves(payoffs: Payoffs) -> MatchCurves | None:
    """The curve of each entrant over the hands that all begun replicates have; None if there are too few of them.

    Freeze-outs have no curve: they end at different hands.
    """
    definition = payoffs.definition
    common = payoffs.common_hands()
    common = common[common > 0]
    if definition.stacks is StackRule.KEPT or not len(common) or common.min() < FEWEST_HANDS:
        return None
    hands, deals = int(common.min()), payoffs.samples(by_replicate=False)
    starts = np.cumsum(common) - common
    by_replicate = np.stack([deals[start : start + hands] for start in starts])
    curves = tuple(learning_curve(by_replicate[:, :, entrant]) for entrant in range(by_replicate.shape[2]))
    return MatchCurves(curves, definition.learners, len(common) * definition.seatings, len(common))
