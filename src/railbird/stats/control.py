"""Control variates: numbers that are 0 on average, taken away from samples to make them vary less.

If x is 0 on average, y - β x has the same mean as y for every β that does not depend on this y and x; and a smaller
variance if β is well chosen. Here β is found by ridge regression on other samples (cross-fitting): the samples are
split into folds, and those of one fold are corrected with the β of all the others, so that nothing is biased.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

FOLDS = 10
"""Into which samples are split; each is corrected by what the other nine say."""
RIDGE = 30.0
"""Samples that say that a coefficient is what it was believed to be beforehand."""
CHUNK = 20_000
FEWEST = 5
"""Samples for each variate; with fewer the coefficients stay what they are believed to be."""

Variates = Callable[[slice], NDArray[np.float64]]
"""Gives the control variates of some samples: an array [samples, variates]."""


def cross_fitted(
    samples: NDArray[np.float64],
    variates: Variates,
    believed: NDArray[np.float64],
    groups: NDArray[np.int64],
) -> NDArray[np.float64]:
    """The samples, corrected; each with coefficients that were found on other groups of samples.

    ``believed`` are coefficients of the first variates that are known beforehand, towards which those found are drawn,
    those of the others towards 0. Samples of one ``group`` depend on each other, and go into the same fold.
    """
    if not len(samples):
        return samples
    width = variates(slice(0, 1)).shape[1]
    believed = np.concatenate([believed, np.zeros(width - len(believed))])
    distinct, numbers = np.unique(groups, return_inverse=True)
    fitted = len(samples) >= FEWEST * width and len(distinct) >= FOLDS
    # Folds must not go by the position of players, which goes round, so that groups are mixed.
    mixed = (numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(33)
    folds = (mixed % np.uint64(FOLDS)).astype(np.int64) if fitted else np.zeros(len(samples), np.int64)
    corrected = np.empty(len(samples))
    coefficients = _coefficients(samples, variates, believed, folds) if fitted else believed[None]
    for part in _parts(len(samples)):
        corrected[part] = samples[part] - np.einsum("ij,ij->i", variates(part), coefficients[folds[part]])
    return corrected


def adjusted_deals(
    samples: NDArray[np.float64],
    won: NDArray[np.float64],
    variates: Callable[[int, NDArray[np.int64]], NDArray[np.float64]],
    believed: NDArray[np.float64],
    deals: NDArray[np.int64],
    groups: NDArray[np.int64],
) -> NDArray[np.float64]:
    """What each player won in each deal, corrected: an array [deals, players].

    ``samples`` [hands, players] are what is corrected, ``won`` [hands, players] what was really won, ``deals`` the deal
    of each hand: hands of one deal, as in duplicate dealing, are averaged. ``variates`` gives the control variates of
    a player in some hands; deals of one group depend on each other. What one wins the others lose, corrected too: what
    the corrected samples of a deal miss in their sum is taken from all players alike.
    """
    number, players = int(deals.max()) + 1 if len(deals) else 0, won.shape[1]
    order = np.argsort(deals, kind="stable")
    starts = np.searchsorted(deals[order], np.arange(number + 1))
    sizes = np.diff(starts)
    found, sums = np.empty((number, players)), np.zeros(number)
    for player in range(players):

        def by_deal(part: slice, player: int = player) -> NDArray[np.float64]:
            rows = order[starts[part.start] : starts[part.stop]]
            added = np.add.reduceat(variates(player, rows), starts[part] - starts[part.start], axis=0)
            return np.asarray(added / sizes[part, None])

        means = np.bincount(deals, samples[:, player], number) / sizes
        sums += np.bincount(deals, won[:, player], number) / sizes
        found[:, player] = cross_fitted(means, by_deal, believed, groups)
    return np.asarray(found - (found.sum(axis=1) - sums)[:, None] / players)


def _coefficients(
    samples: NDArray[np.float64], variates: Variates, believed: NDArray[np.float64], folds: NDArray[np.int64]
) -> NDArray[np.float64]:
    """[folds, variates]: for each fold, what the samples of all others say.

    β = b + (X'X + ridge)^-1 X'(y - ȳ - X b), the ridge being RIDGE times the mean square of each variate. The variates
    are not centred, since they are known to be 0 on average; y is, with the mean of all other folds.
    """
    width = len(believed)
    counts, sums = np.zeros(FOLDS), np.zeros(FOLDS)
    totals, products, squares = np.zeros((FOLDS, width)), np.zeros((FOLDS, width)), np.zeros((FOLDS, width, width))
    for part in _parts(len(samples)):
        x = variates(part)
        rest = samples[part] - x @ believed
        for fold in range(FOLDS):
            inside = folds[part] == fold
            mine, left = x[inside], rest[inside]
            counts[fold] += len(left)
            sums[fold] += left.sum()
            totals[fold] += mine.sum(axis=0)
            products[fold] += mine.T @ left
            squares[fold] += mine.T @ mine
    found = np.empty((FOLDS, width))
    for fold in range(FOLDS):
        others = np.arange(FOLDS) != fold
        count = counts[others].sum()
        gram = squares[others].sum(axis=0)
        mean = sums[others].sum() / count
        moment = products[others].sum(axis=0) - mean * totals[others].sum(axis=0)
        scale = np.diag(gram) / count
        ridge = RIDGE * np.where(scale > 0, scale, 1.0)
        found[fold] = believed + np.linalg.solve(gram + np.diag(ridge), moment)
    return found


def _parts(count: int) -> Iterator[slice]:
    for start in range(0, count, CHUNK):
        yield slice(start, min(start + CHUNK, count))
