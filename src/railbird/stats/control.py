"""Control variates: numbers with mean 0 that are subtracted from samples to reduce their variance.

If x has mean 0, y - β x has the same mean as y for every β that does not depend on this y and x, and a smaller variance
if β is well chosen. Here β comes from ridge regression on other samples (cross-fitting): the samples are split into
folds, and each fold is corrected with the β of all other folds, so there is no bias.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

FOLDS = 10
"""The number of folds; each is corrected with coefficients from the others."""
RIDGE = 30.0
"""The weight of the prior coefficients, in samples."""
ROUNDING = 1e-20
"""A variate whose mean square is smaller than this share of the largest one is 0 but for rounding: a fit to it would
be a division by that. In duplicate dealing the variates of both seats cancel if both hands go the same way."""
CHUNK = 20_000
FEWEST = 5
"""The fewest samples for each variate; with fewer, the coefficients stay at their prior values."""

Variates = Callable[[slice], NDArray[np.float64]]
"""Returns the control variates of some samples: an array [samples, variates]."""


def cross_fitted(
    samples: NDArray[np.float64],
    variates: Variates,
    prior: NDArray[np.float64],
    groups: NDArray[np.int64],
) -> NDArray[np.float64]:
    """The corrected samples, each with coefficients from other groups of samples.

    ``prior`` are the prior coefficients of the first variates, towards which the fit is shrunk; those of the other
    variates are 0. Samples of one group depend on each other and go into the same fold.
    """
    if not len(samples):
        return samples
    width = variates(slice(0, 1)).shape[1]
    prior = np.concatenate([prior, np.zeros(width - len(prior))])
    distinct, numbers = np.unique(groups, return_inverse=True)
    fitted = len(samples) >= FEWEST * width and len(distinct) >= FOLDS
    # Mix the groups, so that folds do not follow the positions of players, which rotate.
    mixed = (numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(33)
    folds = (mixed % np.uint64(FOLDS)).astype(np.int64) if fitted else np.zeros(len(samples), np.int64)
    corrected = np.empty(len(samples))
    coefficients = _coefficients(samples, variates, prior, folds) if fitted else prior[None]
    for part in _parts(len(samples)):
        corrected[part] = samples[part] - np.einsum("ij,ij->i", variates(part), coefficients[folds[part]])
    return corrected


def adjusted_deals(
    samples: NDArray[np.float64],
    won: NDArray[np.float64],
    variates: Callable[[int, NDArray[np.int64]], NDArray[np.float64]],
    prior: NDArray[np.float64],
    deals: NDArray[np.int64],
    groups: NDArray[np.int64],
) -> NDArray[np.float64]:
    """The corrected winnings of each player in each deal: an array [deals, players].

    ``samples`` [hands, players] are corrected; ``won`` [hands, players] are the actual winnings; ``deals`` is the deal
    of each hand, and hands of one deal, as in duplicate dealing, are averaged. ``variates`` returns the control
    variates of a player in some hands. Deals of one group depend on each other. In each deal the corrected winnings
    have the same sum as the actual ones: any difference is divided equally among the players.
    """
    number, players = int(deals.max()) + 1 if len(deals) else 0, won.shape[1]
    order = np.argsort(deals, kind="stable")
    starts = np.searchsorted(deals[order], np.arange(number + 1))
    sizes = np.diff(starts)
    corrected, sums = np.empty((number, players)), np.zeros(number)
    for player in range(players):

        def by_deal(part: slice, player: int = player) -> NDArray[np.float64]:
            rows = order[starts[part.start] : starts[part.stop]]
            added = np.add.reduceat(variates(player, rows), starts[part] - starts[part.start], axis=0)
            return np.asarray(added / sizes[part, None])

        means = np.bincount(deals, samples[:, player], number) / sizes
        sums += np.bincount(deals, won[:, player], number) / sizes
        corrected[:, player] = cross_fitted(means, by_deal, prior, groups)
    return np.asarray(corrected - (corrected.sum(axis=1) - sums)[:, None] / players)


def _coefficients(
    samples: NDArray[np.float64], variates: Variates, prior: NDArray[np.float64], folds: NDArray[np.int64]
) -> NDArray[np.float64]:
    """[folds, variates]: for each fold, the coefficients from the samples of all others.

    β = b + (X'X + ridge)^-1 X'(y - ȳ - X b), where the ridge is RIDGE times the mean square of each variate. The
    variates are not centred, because their mean is known to be 0; y is centred with the mean of the other folds.
    """
    width = len(prior)
    counts, sums = np.zeros(FOLDS), np.zeros(FOLDS)
    totals, products, squares = np.zeros((FOLDS, width)), np.zeros((FOLDS, width)), np.zeros((FOLDS, width, width))
    for part in _parts(len(samples)):
        x = variates(part)
        rest = samples[part] - x @ prior
        for fold in range(FOLDS):
            inside = folds[part] == fold
            mine, left = x[inside], rest[inside]
            counts[fold] += len(left)
            sums[fold] += left.sum()
            totals[fold] += mine.sum(axis=0)
            products[fold] += mine.T @ left
            squares[fold] += mine.T @ mine
    coefficients = np.empty((FOLDS, width))
    for fold in range(FOLDS):
        others = np.arange(FOLDS) != fold
        count = counts[others].sum()
        gram = squares[others].sum(axis=0)
        mean = sums[others].sum() / count
        moment = products[others].sum(axis=0) - mean * totals[others].sum(axis=0)
        scale = np.diag(gram) / count
        ridge = RIDGE * np.where(scale > ROUNDING * scale.max(), scale, 1.0)
        coefficients[fold] = prior + np.linalg.solve(gram + np.diag(ridge), moment)
    return coefficients


def _parts(count: int) -> Iterator[slice]:
    for start in range(0, count, CHUNK):
        yield slice(start, min(start + CHUNK, count))
