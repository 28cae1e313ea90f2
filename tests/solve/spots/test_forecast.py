"""Forecasts of the iterations that a solver still needs."""

from __future__ import annotations

import pytest

from railbird.solve.spots import SpotPoint
from railbird.solve.spots.forecast import iterations_left, share_done


def curve(power: float, last: int = 200) -> list[SpotPoint]:
    counts = [round(10 * 1.1**step) for step in range(60)]
    return [SpotPoint(count, count / 10, 1000 * count**-power, 0.0) for count in counts if count <= last]


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_a_power_law_is_prolonged(power: float) -> None:
    points = curve(power)
    left = iterations_left(points, 1000 * 500**-power)
    assert left == pytest.approx(500 - points[-1].iterations, rel=0.01)
    assert share_done(points, 1000 * 500**-power) == pytest.approx(points[-1].iterations / 500, rel=0.01)


def test_nothing_is_said_without_a_basis() -> None:
    assert iterations_left([], 1.0) is None
    assert iterations_left(curve(1.0)[:3], 1.0) is None, "too few points"
    assert iterations_left(curve(0.1), 1.0) is None, "hardly any convergence"
    assert iterations_left(curve(1.0), 0.0) is None, "never reached"
    assert share_done(curve(0.1), 1.0) == 0
    assert iterations_left(curve(1.0), 1e9) == 0, "already reached"
