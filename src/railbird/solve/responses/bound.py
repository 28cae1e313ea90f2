"""A lower bound on exploitability from some flops, with a one-sided 95 % interval.

The pre-flop reply is fitted on some flops and valued on others (cross-fitting): as its value is that of a reply
which does not know the flops that it is valued on, its mean is at most what the best reply wins. After the flop, every
flop is played exactly.

With strata s of weight w, n draws each, and a draw's value y, the estimate is Σ w ȳ, and its variance Σ w² s²/n.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.solve.responses.flops import FlopValues
from railbird.solve.responses.sample import FlopSample
from railbird.solve.responses.trunk import Trunk
from railbird.stats.win_rate import t_quantile

FOLDS = 10
"""The flops are divided into this many parts; each is valued with a reply that is fitted on the others. Ours."""


@dataclass(frozen=True, slots=True)
class FlopBound:
    """An estimate of what a reply wins, in chips a hand."""

    mean: float
    standard_error: float
    freedom: int
    """The degrees of freedom of the standard error."""
    by_position: tuple[float, float]
    """What the reply wins at each position."""

    @property
    def low(self) -> float:
        """The end of the one-sided 95 % interval: the bot is exploitable by this or more."""
        return self.mean - t_quantile(self.freedom, one_sided=True) * self.standard_error


def flop_bound(trunks: Sequence[Trunk], sample: FlopSample, values: Sequence[FlopValues]) -> FlopBound:
    """The bound from the values on the flop of each draw. At least two strata have two draws or more."""
    folds = _folds(sample)
    won = np.stack(
        [_won(trunk, sample, np.array([each[player] for each in values]), folds) for player, trunk in enumerate(trunks)]
    )
    mean, squared, freedom = 0.0, 0.0, 0
    by_position = np.zeros(2)
    for stratum, weight in enumerate(sample.weights):
        inside = won[:, sample.strata == stratum]
        both = inside.mean(axis=0)
        mean += weight * both.mean()
        by_position += weight * inside.mean(axis=1)
        if len(both) > 1:
            squared += weight**2 * both.var(ddof=1) / len(both)
            freedom += len(both) - 1
    return FlopBound(float(mean), float(np.sqrt(squared)), freedom, (float(by_position[0]), float(by_position[1])))


def _won(trunk: Trunk, sample: FlopSample, values: NDArray[np.float64], folds: NDArray[np.intp]) -> NDArray[np.float64]:
    """[draws]: what the reply that is fitted on the other folds wins on the flop of each draw."""
    won = np.zeros(len(values))
    for fold in np.unique(folds):
        rest = np.flatnonzero(folds != fold)
        left = np.bincount(sample.strata[rest], minlength=len(sample.weights))
        weights = sample.weights[sample.strata[rest]] / left[sample.strata[rest]]
        choices = trunk.best(np.tensordot(weights / weights.sum(), values[rest], axes=1))
        for index in np.flatnonzero(folds == fold):
            won[index] = trunk.value(choices, values[index])
    return won


def _folds(sample: FlopSample) -> NDArray[np.intp]:
    """[draws]: the part of each. Draws of the same flop are in the same part: it is not valued where it was fitted."""
    classes = {flop: number for number, flop in enumerate(dict.fromkeys(sample.draws.tolist()))}
    parts = min(FOLDS, len(classes))
    return np.array([classes[flop] % parts for flop in sample.draws.tolist()])
