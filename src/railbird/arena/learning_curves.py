"""Learning curves: the win rate of each player over the course of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from railbird.arena.definition import StackRule
from railbird.plots import Chart, lines
from railbird.stats import Unit, unit_of
from railbird.stats.learning import LearningCurve, learning_curve

if TYPE_CHECKING:
    from railbird.arena.results import Payoffs

FEWEST_HANDS = 10
"""Below this number there is no curve."""


@dataclass(frozen=True, eq=False, slots=True)
class MatchCurves:
    """The win rate of each entrant over the course of the match, and which entrants learn."""

    curves: tuple[LearningCurve, ...]
    learners: tuple[bool, ...]
    legs: int
    """The number of legs that a curve averages."""
    replicates: int
    players: tuple[str, ...]
    unit: Unit

    def plot(self) -> Chart:
        """The win rates window by window, with 95 % bands if there are several replicates."""
        chart = lines(
            self.curves[0].ends,
            np.stack([curve.mean for curve in self.curves], axis=1),
            self.players,
            f"{self.unit.value} in each window",
            bands=np.stack([curve.half for curve in self.curves], axis=1),
        )
        return Chart(chart, title=f"Learning curves, {self.caption}")

    def _repr_html_(self) -> str:
        return self.plot()._repr_html_()

    @property
    def caption(self) -> str:
        """A caption: what the curves show and how many runs they average."""
        windows = f"in each of {len(self.curves[0].ends)} windows, not adjusted"
        if self.legs == 1:
            return f"{windows}, one run"
        several = f"mean of {self.legs} runs, each with fresh bots"
        return f"{windows}, {several}; hands are counted per run"

    @property
    def intervals(self) -> str:
        """What the intervals are based on; empty if there are none."""
        return f"95 % intervals over {self.replicates} replicates" if self.replicates > 1 else ""


def learning_curves(payoffs: Payoffs) -> MatchCurves | None:
    """Compute a curve for each entrant over the hands that all started replicates have; None if there are too few.

    Freeze-outs have no curve, since they end at different hands.
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
    return MatchCurves(
        curves=curves,
        learners=definition.learners,
        legs=len(common) * definition.seatings,
        replicates=len(common),
        players=tuple(entrant.player for entrant in definition.entrants),
        unit=unit_of(definition.game),
    )
