"""Hand strength, potential and effective hand strength, from standings (Poki, §4.2; Saukonoja 2007, §3.1.2).

All functions take arrays over any number of hands: standings [..., 3] or tables [..., 3, 3] of ``standing``.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from railbird.errors import StrengthError
from railbird.strength.standing import AHEAD, BEHIND, TIED

Array = NDArray[np.float64]


def hand_strength(standing: ArrayLike) -> Array:
    """HS = (ahead + tied/2) / (ahead + tied + behind); NaN where there is no opposing hand.

    >>> hand_strength([628, 9, 444]).round(4)
    np.float64(0.5851)
    """
    now = _checked(standing, (3,))
    return _ratio(now[..., AHEAD] + now[..., TIED] / 2, now.sum(axis=-1), np.nan)


def positive_potential(table: ArrayLike) -> Array:
    """PPot = (T(B,A) + T(B,T)/2 + T(T,A)/2) / (T(B,S) + T(T,S)/2); 0 where nothing is behind or tied now."""
    t = _checked(table, (3, 3))
    gained = t[..., BEHIND, AHEAD] + t[..., BEHIND, TIED] / 2 + t[..., TIED, AHEAD] / 2
    return _ratio(gained, t[..., BEHIND, :].sum(axis=-1) + t[..., TIED, :].sum(axis=-1) / 2, 0.0)


def negative_potential(table: ArrayLike) -> Array:
    """NPot = (T(A,B) + T(A,T)/2 + T(T,B)/2) / (T(A,S) + T(T,S)/2); 0 where nothing is ahead or tied now."""
    t = _checked(table, (3, 3))
    lost = t[..., AHEAD, BEHIND] + t[..., AHEAD, TIED] / 2 + t[..., TIED, BEHIND] / 2
    return _ratio(lost, t[..., AHEAD, :].sum(axis=-1) + t[..., TIED, :].sum(axis=-1) / 2, 0.0)


def effective_hand_strength(hs: ArrayLike, ppot: ArrayLike, npot: ArrayLike = 0.0) -> Array:
    """EHS = HS · (1 − NPot) + (1 − HS) · PPot (Saukonoja, eq. 7).

    Without NPot this is Poki's optimistic HS + (1 − HS) · PPot: the hand is best now, or becomes best.
    """
    hs, ppot, npot = (np.asarray(each, dtype=np.float64) for each in (hs, ppot, npot))
    return hs * (1 - npot) + (1 - hs) * ppot


def _checked(given: ArrayLike, shape: tuple[int, ...]) -> Array:
    array = np.asarray(given, dtype=np.float64)
    if array.shape[-len(shape) :] != shape:
        raise StrengthError(f"ahead, tied and behind need an array whose shape ends in {shape}, not {array.shape}")
    return array


def _ratio(above: Array, below: Array, otherwise: float) -> Array:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(below > 0, above / np.where(below > 0, below, 1.0), otherwise)[()]
