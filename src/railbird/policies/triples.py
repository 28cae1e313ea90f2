"""Probability triples {fold, call, raise}, shared by rules, predictors and weight tables.

A triple is the last axis of an array: shape [3] for one hand, [1326, 3] for all hands.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from railbird.game import ActionKind

Array = NDArray[np.float64]

FOLDS, CALLS, RAISES = (int(kind) for kind in ActionKind)


def triples(call: ArrayLike, raise_: ArrayLike) -> Array:
    """Triples from the probabilities of calling and raising; the rest is folding."""
    call, raise_ = np.broadcast_arrays(np.asarray(call, dtype=np.float64), np.asarray(raise_, dtype=np.float64))
    result = np.empty((*call.shape, 3))
    result[..., FOLDS], result[..., CALLS], result[..., RAISES] = np.maximum(1 - call - raise_, 0.0), call, raise_
    return result


def legal_triples(given: Array, *, free: ArrayLike, can_raise: ArrayLike) -> Array:
    """Make triples legal: a fold becomes a check where checking is free, and a raise a call where none is allowed."""
    if not np.any(free) and np.all(can_raise):
        return given.copy()
    fold, call, raise_ = given[..., FOLDS], given[..., CALLS], given[..., RAISES]
    result = np.empty_like(given)
    result[..., FOLDS] = np.where(free, 0.0, fold)
    result[..., CALLS] = call + np.where(free, fold, 0.0) + np.where(can_raise, 0.0, raise_)
    result[..., RAISES] = np.where(can_raise, raise_, 0.0)
    return result


def recalibrated(triples: Array, wanted: Array, mean: Array) -> Array:
    """Triples moved towards a wanted average: each is multiplied by wanted / mean and normalized."""
    with np.errstate(divide="ignore", invalid="ignore"):
        factors = np.where(mean > 0, wanted / np.maximum(mean, 1e-12), 0.0)
    result = triples * factors
    sums = result.sum(axis=1, keepdims=True)
    return np.where(sums > 0, result / np.where(sums > 0, sums, 1.0), wanted)


def ramp(value: ArrayLike, at: ArrayLike, half: ArrayLike) -> Array:
    """Rise linearly from 0 to 1 across a threshold, ½ at it: turns pure rules into mixed ones (Peña 1999, §4.1).

    >>> ramp([0.35, 0.45, 0.5, 0.6], 0.5, 0.1)
    array([0.  , 0.25, 0.5 , 1.  ])
    """
    value, at, half = (np.asarray(each, dtype=np.float64) for each in (value, at, half))
    above = value - at
    sharp = half <= 0
    if not sharp.any():
        return np.minimum(np.maximum(0.5 + above / (2 * half), 0.0), 1.0)
    width = np.where(sharp, 1.0, 2 * half)
    return np.where(sharp, above >= 0, np.minimum(np.maximum(0.5 + above / width, 0.0), 1.0))


def choose(triple: Any, number: float) -> ActionKind:
    """Draw an action from a triple, given a uniform random number.

    >>> choose([0.2, 0.5, 0.3], 0.69).name
    'CALL'
    """
    fold, call, raise_ = (float(share) for share in triple)
    if number < fold:
        return ActionKind.FOLD
    return ActionKind.CALL if number < fold + call or raise_ <= 0 else ActionKind.RAISE
