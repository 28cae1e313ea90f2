"""Looking at results again and again, and stopping when they are clear, without deceiving oneself.

Who looks at a 95 % interval after every hand and stops when it excludes 0 is wrong far more often than 5 % of the time.
The tests here may be looked at as often as one likes. Each has an evidence against a supposed mean that is a
non-negative martingale if the mean is as supposed, so that by Ville's inequality it ever exceeds 1/α with a
probability of at most α. There are two.

The *t-test* is for samples whose means are all but normal: the hands and deals of limit games, and whole replicates.
Its evidence is the Bayes factor of the t-test with a normal prior on the effect size (Gönen et al. 2005), which is such
a martingale whatever the variance (Lai 1976).

The *betting test* is for samples of which only the bounds are known: no-limit hands, where a rare all-in outweighs
hundreds of small pots, and freeze-outs. Its evidence is the fortune of somebody who bets on every sample that it is
above (or below) the supposed mean, with stakes that depend on the samples before (Waudby-Smith and Ramdas 2024). It
holds for any samples within the bounds, however rare the large ones are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.stats.bounded import Bounds
from railbird.stats.win_rate import WinRate, win_rate

FEWEST_SAMPLES = 4
"""Before so many samples nothing is said."""
FIRST_LOOK = 200
"""Hands or deals before the first look: by then the means of limit games are all but normal."""


def log_evidence(rate: WinRate, supposed: float, prior_samples: float) -> float:
    """The logarithm of the t-test's evidence against a mean.

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
    """All means against which the t-test's evidence is below 1/error: the true one is always among them, but with that
    error.

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


def log_fortunes(samples: NDArray[np.float64], supposed: float, bounds: Bounds) -> tuple[float, float]:
    """The logarithms of the most that bets on "above" and on "below" a supposed mean have ever made of 1.

    With samples x and the supposed mean m scaled to 0..1, the stake before each sample is

        λ = (μ - m) / (σ² + (μ - m)²),

    where μ and σ² are the mean and the variance of the samples before it (with half a sample of m and of the greatest
    variance added), cut off so that no bet loses more than half of the fortune; λ below 0 bets nothing on "above", and
    the other way round. The fortune is the product of 1 + λ (x - m).
    """
    low, high = bounds
    supposed = min(max((supposed - low) / (high - low), 1e-9), 1 - 1e-9)
    scaled = (samples - low) / (high - low)
    seen = np.arange(len(scaled)) + 0.5
    before = np.concatenate([[0.0], np.cumsum(scaled - supposed)[:-1]])
    mean = before / seen
    squares = np.concatenate([[0.0], np.cumsum(np.square(scaled - supposed))[:-1]])
    variance = np.maximum((squares + 0.125) / seen - mean**2, 1e-12)
    stakes = mean / (variance + mean**2)
    gains = scaled - supposed
    above = np.log1p(np.clip(stakes, 0, 0.5 / supposed) * gains).cumsum()
    below = np.log1p(np.clip(stakes, -0.5 / (1 - supposed), 0) * gains).cumsum()
    return float(max(above.max(initial=0), 0)), float(max(below.max(initial=0), 0))


def betting_interval(samples: NDArray[np.float64], error: float, bounds: Bounds) -> tuple[float, float]:
    """All means within the bounds against which nobody has made 2/error of 1."""
    if len(samples) < FEWEST_SAMPLES:
        return bounds
    needed = math.log(2 / error)
    middle = min(max(float(samples.mean()), bounds[0]), bounds[1])

    def edge(out: float, side: int) -> float:
        inside = middle
        for _ in range(30):
            tried = (inside + out) / 2
            if log_fortunes(samples, tried, bounds)[side] >= needed:
                out = tried
            else:
                inside = tried
        return out

    return edge(bounds[0], 0), edge(bounds[1], 1)


@dataclass(frozen=True, slots=True)
class Precision:
    """Stop when every 95 % interval is ± this, or narrower.

    The interval remains a 95 % interval if it is narrow against the spread of samples, since when to stop depends on
    the spread alone (Chow and Robbins 1965).
    """

    half_width: float

    def __str__(self) -> str:
        return f"until ±{self.half_width:g}"

    def verdict(self, samples: NDArray[np.float64], planned: int, bounds: Bounds | None = None) -> str | None:
        """That it is precise enough, if it is; ``bounds`` are those of outcomes whose interval is made from them."""
        rates = [win_rate(column, bounds) for column in samples.T]
        narrow = all(rate.sure and rate.half <= self.half_width for rate in rates)
        return "precise" if narrow and rates else None


@dataclass(frozen=True, slots=True)
class BetterThan:
    """Stop when it is clear whether the first player wins more than a rate or less."""

    rate: float
    error: float = 0.05
    """The probability that the answer is wrong, at the most."""

    def __str__(self) -> str:
        return f"until better or worse than {self.rate:g} with an error of {self.error:g}"

    def interval(self, column: NDArray[np.float64], planned: int, bounds: Bounds | None = None) -> tuple[float, float]:
        """Where a rate lies but for the error, whenever one looks; with bounds by the betting test."""
        if bounds is not None:
            return betting_interval(column, self.error, bounds)
        return confidence_interval(win_rate(column), self.error, _prior_samples(planned))

    def verdict(self, samples: NDArray[np.float64], planned: int, bounds: Bounds | None = None) -> str | None:
        """Better or worse, as soon as that is clear, of a match that has so many samples at the most.

        Samples come in the order in which they were made; with bounds the betting test is made.
        """
        column = samples[:, 0]
        if bounds is not None:
            if len(column) < FEWEST_SAMPLES:
                return None
            above, below = log_fortunes(column, self.rate, bounds)
            needed = math.log(2 / self.error)
            return "better" if above >= needed else "worse" if below >= needed else None
        low, high = self.interval(column, planned)
        return "better" if low > self.rate else "worse" if high < self.rate else None


StopRule = Precision | BetterThan


def _prior_samples(planned: int) -> float:
    """The prior for a match of so many samples at the most: it should rather end early."""
    return max(planned / 50, 1.0)


def looks(planned: int, first: int = FIRST_LOOK) -> NDArray[np.int64]:
    """After how many samples to look: at first often, then after a tenth more each time."""
    found = [min(first, planned)]
    while found[-1] < planned:
        found.append(min(max(found[-1] + 1, round(found[-1] * 1.1)), planned))
    return np.array(found)
