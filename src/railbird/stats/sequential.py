"""Sequential tests: check results as often as you like, and stop as soon as they are clear.

If you check a 95 % interval after every hand and stop when it excludes 0, you are wrong far more often than 5 % of the
time. The tests here stay valid however often you look. Each measures evidence against a hypothetical mean; if that mean
is true, the evidence is a non-negative martingale, so by Ville's inequality the probability that it ever exceeds 1/α is
at most α. There are two tests.

The *t-test* is for samples whose means are nearly normal: hands and deals of limit games, and whole replicates. Its
evidence is the Bayes factor of the t-test with a normal prior on the effect size (Gönen et al. 2005), which is such a
martingale for any variance (Lai 1976).

The *betting test* is for samples of which only the bounds are known: no-limit hands, where a rare all-in outweighs
hundreds of small pots, and freeze-outs. Its evidence is the fortune of a gambler who bets on every sample being above
(or below) the hypothetical mean, with stakes that depend on the earlier samples (Waudby-Smith and Ramdas 2024). It is
valid for any samples within the bounds, however rare the large ones are.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.stats.bounded import Bounds
from railbird.stats.win_rate import WinRate, win_rate

FEWEST_SAMPLES = 4
"""With fewer samples there is no verdict."""
FIRST_LOOK = 200
"""Hands or deals before the first look: by then the means of limit games are nearly normal."""


def log_evidence(rate: WinRate, hypothesis: float, prior_samples: float) -> float:
    """The logarithm of the t-test's evidence against a hypothetical mean.

    With n samples, t = (x̄ - hypothesis)/SE, ν = n - 1 and the prior δ ~ N(0, 1/g) of the effect size, the evidence is

        sqrt(g / (n + g)) · ((1 + t²/ν) / (1 + t²/ν · g/(n + g)))^((ν + 1)/2).

    ``prior_samples`` is g: the test is best for effects that show after about ten times as many samples.

    >>> round(log_evidence(WinRate(0.3, 0.1, 1000), 0.0, 100), 2)
    2.88
    """
    samples = rate.samples
    if samples < FEWEST_SAMPLES or not rate.standard_error > 0:
        return 0.0
    share = prior_samples / (samples + prior_samples)
    square = ((rate.mean - hypothesis) / rate.standard_error) ** 2 / (samples - 1)
    return 0.5 * math.log(share) + samples / 2 * (math.log1p(square) - math.log1p(square * share))


def confidence_interval(rate: WinRate, error: float, prior_samples: float) -> tuple[float, float]:
    """The interval of all means against which the t-test's evidence is below 1/error.

    The probability that it ever misses the true mean is at most ``error``. It is wider than an interval for a fixed
    number of samples; that is the price of looking often.
    """
    if rate.samples < FEWEST_SAMPLES or not rate.standard_error > 0:
        return -math.inf, math.inf
    share = prior_samples / (rate.samples + prior_samples)
    most = math.exp((math.log(1 / error) - 0.5 * math.log(share)) * 2 / rate.samples)
    if most * share >= 1:  # no mean has enough evidence against it yet
        return -math.inf, math.inf
    half = rate.standard_error * math.sqrt((most - 1) / (1 - most * share) * (rate.samples - 1))
    return rate.mean - half, rate.mean + half


def log_fortunes(samples: NDArray[np.float64], hypothesis: float, bounds: Bounds) -> tuple[float, float]:
    """The logarithms of the largest fortunes that bets on "above" and "below" a hypothetical mean have reached.

    Gamblers start with 1. With samples x and the hypothetical mean m scaled to 0..1, the stake before each sample is

        λ = (μ - m) / (σ² + (μ - m)²),

    where μ and σ² are the mean and the variance of the earlier samples (plus half a sample at m with the greatest
    variance), clipped so that no bet loses more than half of the fortune. "Above" bets nothing if λ is below 0, and
    "below" nothing if it is above 0. The fortune is the product of 1 + λ (x - m).
    """
    low, high = bounds
    hypothesis = min(max((hypothesis - low) / (high - low), 1e-9), 1 - 1e-9)
    scaled = (samples - low) / (high - low)
    seen = np.arange(len(scaled)) + 0.5
    before = np.concatenate([[0.0], np.cumsum(scaled - hypothesis)[:-1]])
    mean = before / seen
    squares = np.concatenate([[0.0], np.cumsum(np.square(scaled - hypothesis))[:-1]])
    variance = np.maximum((squares + 0.125) / seen - mean**2, 1e-12)
    stakes = mean / (variance + mean**2)
    gains = scaled - hypothesis
    above = np.log1p(np.clip(stakes, 0, 0.5 / hypothesis) * gains).cumsum()
    below = np.log1p(np.clip(stakes, -0.5 / (1 - hypothesis), 0) * gains).cumsum()
    return float(max(above.max(initial=0), 0)), float(max(below.max(initial=0), 0))


def betting_interval(samples: NDArray[np.float64], error: float, bounds: Bounds) -> tuple[float, float]:
    """The interval of all means within the bounds against which no gambler has turned 1 into 2/error."""
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

    It stays a 95 % interval if it is narrow compared with the spread of samples, because only the spread decides when
    to stop (Chow and Robbins 1965).
    """

    half_width: float

    def __str__(self) -> str:
        return f"until ±{self.half_width:g}"

    def verdict(self, samples: NDArray[np.float64], planned: int, bounds: Bounds | None = None) -> str | None:
        """``"precise"`` if the intervals are narrow enough, else None; ``bounds`` give bounded intervals."""
        rates = [win_rate(column, bounds) for column in samples.T]
        narrow = all(rate.sure and rate.half <= self.half_width for rate in rates)
        return "precise" if narrow and rates else None


@dataclass(frozen=True, slots=True)
class BetterThan:
    """Stop when it is clear whether the first player wins more or less than a rate."""

    rate: float
    error: float = 0.05
    """The largest probability of a wrong answer."""

    def __str__(self) -> str:
        return f"until better or worse than {self.rate:g} with an error of {self.error:g}"

    def interval(self, column: NDArray[np.float64], planned: int, bounds: Bounds | None = None) -> tuple[float, float]:
        """The interval of the rate, valid however often you look; by the betting test if bounds are given."""
        if bounds is not None:
            return betting_interval(column, self.error, bounds)
        return confidence_interval(win_rate(column), self.error, _prior_samples(planned))

    def verdict(self, samples: NDArray[np.float64], planned: int, bounds: Bounds | None = None) -> str | None:
        """``"better"`` or ``"worse"`` as soon as that is clear, else None, in a match of at most ``planned`` samples.

        Samples must be in the order of play. If bounds are given, the betting test is used.
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
    """The prior for a match of at most ``planned`` samples, chosen to favour early stops."""
    return max(planned / 50, 1.0)


def looks(planned: int, first: int = FIRST_LOOK) -> NDArray[np.int64]:
    """The numbers of samples after which to look: each a tenth more than the last."""
    counts = [min(first, planned)]
    while counts[-1] < planned:
        counts.append(min(max(counts[-1] + 1, round(counts[-1] * 1.1)), planned))
    return np.array(counts)
