"""How many iterations a solver still needs, from its convergence so far."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

import numpy as np

LOOK_BACK = 3.0
"""The line is fitted to points since the iterations were this factor fewer. Ours."""
FEWEST_POINTS = 5
"""Points that a forecast needs. Ours."""
SLOWEST = 0.25
"""A convergence slower than iterations^−0.25 is no basis for a forecast. Ours."""


class Measured(Protocol):
    """The exploitability after some iterations, of a spot solver or of a tabular one."""

    @property
    def iterations(self) -> int: ...

    @property
    def exploitability(self) -> float: ...


def iterations_left(points: Sequence[Measured], to: float) -> float | None:
    """About how many more iterations bring the exploitability down to ``to`` chips; None if that cannot be told.

    It fits a line to the logarithm of the exploitability over the logarithm of the iterations, by least squares over
    the last points, and prolongs it.

    >>> from railbird.solve.spots import SpotPoint
    >>> points = [SpotPoint(i, i / 10, 500 / i, 5 / i) for i in (10, 20, 22, 25, 28, 31)]
    >>> round(iterations_left(points, 10))
    19
    """
    if not points or to <= 0:
        return None
    last = points[-1]
    if last.exploitability <= to:
        return 0.0
    recent = [point for point in points if point.iterations * LOOK_BACK >= last.iterations and point.exploitability > 0]
    if len(recent) < FEWEST_POINTS:
        return None
    iterations = np.log([point.iterations for point in recent])
    slope = -float(np.polyfit(iterations, np.log([point.exploitability for point in recent]), 1)[0])
    if not slope > SLOWEST:
        return None
    return last.iterations * (math.exp(math.log(last.exploitability / to) / slope) - 1)


def share_done(points: Sequence[Measured], to: float) -> float:
    """The share of the iterations that are done, by the same forecast; 0 if it cannot be told."""
    left = iterations_left(points, to)
    return 0.0 if left is None else points[-1].iterations / (points[-1].iterations + left)
