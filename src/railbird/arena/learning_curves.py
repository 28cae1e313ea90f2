"""The win rate of each player of a match as it goes on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from railbird.arena.definition import StackRule
from railbird.arena.results import Payoffs
from railbird.stats.learning import LearningCurve, learning_curve

FEWEST_HANDS = 10
"""A curve over fewer hands is not drawn."""


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
