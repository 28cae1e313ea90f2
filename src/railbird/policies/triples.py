"""Probability triples {fold, call, raise}: the common currency of rules, predictors and weight tables.

A triple is the last axis of an array of three, so that one hand has [3] and all hands have [1326, 3].
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from railbird.game import ActionKind

Array = NDArray[np.float64]

FOLDS, CALLS, RAISES = (int(kind) for kind in ActionKind)


def triples(call: ArrayLike, raise_: ArrayLike) -> Array:
    """From how likely it is to call or raise; to fold is what is left."""
    call, raise_ = np.broadcast_arrays(np.asarray(call, dtype=np.float64), np.asarray(raise_, dtype=np.float64))
    found = np.empty((*call.shape, 3))
    found[..., FOLDS], found[..., CALLS], found[..., RAISES] = np.maximum(1 - call - raise_, 0.0), call, raise_
    return found


def legal_triples(given: Array, *, free: ArrayLike, can_raise: ArrayLike) -> Array:
    """The same where to check is free, or to raise is not allowed: nobody folds for nothing, a raise becomes a call."""
    if not np.any(free) and np.all(can_raise):
        return given.copy()
    fold, call, raise_ = given[..., FOLDS], given[..., CALLS], given[..., RAISES]
    found = np.empty_like(given)
    found[..., FOLDS] = np.where(free, 0.0, fold)
    found[..., CALLS] = call + np.where(free, fold, 0.0) + np.where(can_raise, 0.0, raise_)
    found[..., RAISES] = np.where(can_raise, raise_, 0.0)
    return found


def ramp(value: ArrayLike, at: ArrayLike, half: ArrayLike) -> Array:
    """From 0 to 1 across a threshold, ½ at it: how pure rules become mixed ones (Peña 1999, §4.1).

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
    """The action that one uniform random number picks by a triple.

    >>> choose([0.2, 0.5, 0.3], 0.69).name
    'CALL'
    """
    fold, call, raise_ = (float(share) for share in triple)
    if number < fold:
        return ActionKind.FOLD
    return ActionKind.CALL if number < fold + call or raise_ <= 0 else ActionKind.RAISE
