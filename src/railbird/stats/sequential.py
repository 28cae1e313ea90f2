"""Looking at results again and again, and stopping when they are clear, without deceiving oneself.

Who looks at a 95 % interval after every hand and stops when it excludes 0 is wrong far more often than 5 % of the time.
The test here may be looked at as often as one likes: its evidence against a supposed mean is the Bayes factor of the
t-test with a normal prior on the effect size (Gönen et al. 2005), which is a non-negative martingale if the mean is as
supposed, whatever the variance (Lai 1976). By Ville's inequality it ever exceeds 1/α with a probability of at most α.
That is exact for normal samples, and holds for others as far as their means are normal: hands and deals are therefore
looked at in blocks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.stats.win_rate import WinRate

FEWEST_SAMPLES = 4
"""Before so many samples nothing is said."""


def log_evidence(rate: WinRate, supposed: float, prior_samples: float) -> float:
    """The logarithm of the evidence against a mean.

    With n samples, t = (x̄ - supposed)/SE, ν = n - 1 and the prior δ ~ N(0, 1/g) of the effect size, the evidence is

        sqrt(g / (n + g)) · ((1 + t²/ν) / (1 + t²/ν · g/(n + g)))^((ν + 1)/2).

    ``prior_samples`` is g: the test is at its best for effects that show after some ten times as many samples.

    >>> round(log_evidence(WinRate(0.3, 0.1, 1000), 0.0, 100), 2)
    2.88
    """
    samples = rate.samples
    if samples < FEWEST_SAMPLES or not rate.standard_error > 0:
        return 0.0
    share = prior_samples / (samples + prior_samples)
    square = ((rate.mean - supposed) / rate.standard_error) ** 2 / (samples - 1)
    return 0.5 * math.log(share) + samples / 2 * (math.log1p(square) - math.log1p(square * share))


def confidence_interval(rate: WinRate, error: float, prior_samples: float) -> tuple[float, float]:
    """All means against which the evidence is below 1/error: the true one lies in all of them but with that error.

    It is wider than the interval for a number of samples that was fixed beforehand; that is the price of looking often.
    """
    if rate.samples < FEWEST_SAMPLES or not rate.standard_error > 0:
        return -math.inf, math.inf
    share = prior_samples / (rate.samples + prior_samples)
    most = math.exp((math.log(1 / error) - 0.5 * math.log(share)) * 2 / rate.samples)
    if most * share >= 1:  # no mean whatever has so much evidence against it yet
        return -math.inf, math.inf
    half = rate.standard_error * math.sqrt((most - 1) / (1 - most * share) * (rate.samples - 1))
    return rate.mean - half, rate.mean + half


@dataclass(frozen=True, slots=True)
class Precision:
    """Stop when every 95 % interval is ± this, or narrower.

    The interval remains a 95 % interval if it is narrow against the spread of samples, since when to stop depends on
    the spread alone (Chow and Robbins 1965).
    """

    half_width: float

    def __str__(self) -> str:
        return f"until ±{self.half_width:g}"

    def verdict(self, rates: list[WinRate], planned: int) -> str | None:
        """That it is precise enough, if it is."""
        narrow = all(rate.sure and rate.half <= self.half_width for rate in rates)
        return "precise" if narrow else None


@dataclass(frozen=True, slots=True)
class BetterThan:
    """Stop when it is clear whether the first player wins more than a rate or less."""

    rate: float
    error: float = 0.05
    """The probability that the answer is wrong, at the most."""

    def __str__(self) -> str:
        return f"until better or worse than {self.rate:g} with an error of {self.error:g}"

    def verdict(self, rates: list[WinRate], planned: int) -> str | None:
        """Better or worse, as soon as that is clear, of a match that has so many samples at the most."""
        low, high = confidence_interval(rates[0], self.error, _prior_samples(planned))
        return "better" if low > self.rate else "worse" if high < self.rate else None


StopRule = Precision | BetterThan


def _prior_samples(planned: int) -> float:
    """The prior for a match of so many samples at the most: it should rather end early."""
    return max(planned / 50, 1.0)


def looks(planned: int) -> NDArray[np.int64]:
    """After how many samples to look: often at first, then after a tenth more each time."""
    found = [min(FIRST_LOOK, planned)]
    while found[-1] < planned:
        found.append(min(max(found[-1] + 1, round(found[-1] * 1.1)), planned))
    return np.array(found)


FIRST_LOOK = 200
"""Hands or deals before the first look: by then their mean is all but normal."""
