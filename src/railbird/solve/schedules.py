"""The CFR family: how each member discounts old regrets and weighs the strategies of its average.

All members repeat the same step. For every information set I they add the counterfactual regret of each action,
r(I, a) = v(I, a) − v(I), to a sum R(I, a), and choose the next strategy by regret matching: in proportion to the
positive part of R. The average of all strategies, weighted by the probability that their player gets to I, is what
converges to an equilibrium. The members differ in what happens to R after iteration t, and in the weight of
iteration t in the average:

| member | positive R times | negative R times | weight | source |
|---|---|---|---|---|
| CFR | 1 | 1 | 1 | Zinkevich, Johanson, Bowling and Piccione 2007 |
| CFR+ | 1 | 0 | t | Tammelin 2014 |
| linear CFR | t / (t + 1) | t / (t + 1) | t | Brown and Sandholm 2019, §3 |
| DCFR(α, β, γ) | t^α / (t^α + 1) | t^β / (t^β + 1) | t^γ | Brown and Sandholm 2019, §3 |
| PCFR+ | 1 | 0 | t² | Farina, Kroer and Sandholm 2021, §6 |

PCFR+ also chooses by R + r, with the last regret r as its prediction of the next one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray


class RegretFactors(NamedTuple):
    """What some iterations do: one element for each."""

    positive: NDArray[np.float64]
    """By what positive regrets are multiplied after the iteration."""
    negative: NDArray[np.float64]
    """By what negative regrets are multiplied after the iteration."""
    weights: NDArray[np.float64]
    """The weight of the iteration's strategy in the average."""


def constant_regrets(t: NDArray[np.float64]) -> RegretFactors:
    """CFR: nothing is discounted, and all iterations count the same."""
    one = np.ones_like(t)
    return RegretFactors(one, one, one)


def floored_regrets(t: NDArray[np.float64], power: float) -> RegretFactors:
    """CFR+: negative regrets become 0 (regret matching+), and iteration t counts t^power.

    >>> floored_regrets(np.array([1.0, 2.0, 3.0]), 2).weights.tolist()
    [1.0, 4.0, 9.0]
    """
    return RegretFactors(np.ones_like(t), np.zeros_like(t), t**power)


def discounted_regrets(t: NDArray[np.float64], alpha: float, beta: float, gamma: float) -> RegretFactors:
    """DCFR: regrets times t^α / (t^α + 1) or t^β / (t^β + 1), and weight t^γ. Linear CFR is DCFR(1, 1, 1).

    >>> discounted_regrets(np.array([1.0, 4.0]), 1.5, 0, 2).positive.round(4).tolist()
    [0.5, 0.8889]
    """
    return RegretFactors(_share(t, alpha), _share(t, beta), t**gamma)


def _share(t: NDArray[np.float64], power: float) -> NDArray[np.float64]:
    """t^power / (t^power + 1), written so that large powers do not overflow."""
    share: NDArray[np.float64] = 1 / (1 + t**-power)
    return share
