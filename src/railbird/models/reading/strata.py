"""Strata: hands that players may be expected to play alike on a board.

Post-flop a stratum is a level of strength (HS) and one of potential (PPot); pre-flop a level of the income rate, and
whether the hand is unsuited, suited or a pair. There are twelve levels, finer among strong hands, times three.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from railbird.cards import CLASS_OF_HAND, CLASSES
from railbird.models.predictors.observation import Ordering
from railbird.policies.poki.hand_values import hand_values

STRENGTH_CUTS = (0.1, 0.2, 0.35, 0.5, 0.62, 0.72, 0.8, 0.86, 0.91, 0.95, 0.98)
"""Between the levels of strength: shares of hands that are beaten; pre-flop, that have a lower income rate. Ours."""
POTENTIAL_CUTS = (0.12, 0.2)
"""Between the levels of potential: about one overcard or gutshot, and a good draw. Ours."""
KINDS = len(POTENTIAL_CUTS) + 1
STRATA = (len(STRENGTH_CUTS) + 1) * KINDS
"""How many there are on each street."""
LEVELS = 8
"""Groups of strata: six of strength, and weak and fair hands with a good draw."""
ROUGH_LEVELS = 4
"""Rougher groups, of strength alone."""

_STRENGTH = np.arange(STRATA) // KINDS
_DRAWS = (np.arange(STRATA) % KINDS == KINDS - 1) & (_STRENGTH < 8)
LEVEL_OF: NDArray[np.intp] = np.where(_DRAWS, 6 + (_STRENGTH >= 4), _STRENGTH // 2)
"""The level of each stratum post-flop."""
PREFLOP_LEVEL_OF: NDArray[np.intp] = np.minimum(_STRENGTH * LEVELS // 12, LEVELS - 1)
"""The level of each stratum pre-flop, where all levels are of strength."""
ROUGH_LEVEL_OF: NDArray[np.intp] = _STRENGTH // 3


@lru_cache(maxsize=2048)
def strata_on(board: bytes) -> NDArray[np.intp]:
    """The stratum of each of the 1326 hands on a board; read-only. Hands with a card of the board have one too."""
    values = hand_values(board)
    if board:
        strengths, kinds = values.hs, np.digitize(values.ppot, POTENTIAL_CUTS)
    else:
        strengths, kinds = Ordering(values.order).percentiles(np.ones(len(values.order))), _preflop_kinds()
    result = np.digitize(strengths, STRENGTH_CUTS) * KINDS + kinds
    result.flags.writeable = False
    return result


def _preflop_kinds() -> NDArray[np.intp]:
    """0 for unsuited hands, 1 for suited ones, 2 for pairs."""
    kinds = [2 if len(str(each)) == 2 else int(str(each).endswith("s")) for each in CLASSES]
    return np.array(kinds)[CLASS_OF_HAND]


def levels_of(street: int) -> NDArray[np.intp]:
    """The level of each stratum on a street."""
    return PREFLOP_LEVEL_OF if street == 0 else LEVEL_OF
