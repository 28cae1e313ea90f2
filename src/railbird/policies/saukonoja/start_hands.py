"""Saukonoja's pre-flop play: by the order of starting hands, with random raises (2007, §5.1.1)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from railbird.cards import CLASS_OF_HAND, CLASSES
from railbird.policies.triples import Array
from railbird.strength import start_hand_order

FIT_STEPS = 60


@dataclass(frozen=True, slots=True)
class StartHands:
    """Which hands are played, and how often they are raised."""

    heads_up: float = 0.9035
    """Share of hands played heads-up: slightly over 90 % (§5.1.1), down to 83o in our order."""
    full: float = 0.20
    """The same with ten players (§2.1.2: about 20 % at a full table); in between it is linear in 1/players. Ours."""
    raised: float = 0.487
    """Share of the played hands that are raised: as many as are called, or slightly fewer (§5.1.1)."""
    slope: float = 0.95
    """How much less often the worst played hand is raised than the best. Ours."""

    def __post_init__(self) -> None:
        if not (0 < self.heads_up <= 1 and 0 < self.full <= self.heads_up and 0 <= self.raised <= 1):
            raise ValueError(
                "shares of hands must be between 0 and 1, and a full table must play no more hands than heads-up"
            )
        if not 0 <= self.slope <= 1:
            raise ValueError(f"the slope must be between 0 and 1, not {self.slope}")

    def played(self, players: int) -> float:
        """Share of hands played with this many players."""
        share = (10 / players - 1) / (10 / 2 - 1)
        return self.full + (self.heads_up - self.full) * max(share, 0.0)


START_HANDS = StartHands()


@lru_cache(maxsize=256)
def raise_shares(players: int, settings: StartHands = START_HANDS) -> Array:
    """How often each class is raised, −1 for classes that are not played: [169].

    p falls linearly with the percentile in the order, between 0.05 and 0.95, shifted so that its mean over all played
    hands is ``settings.raised``.
    """
    sizes = np.bincount(CLASS_OF_HAND, minlength=len(CLASSES))
    order = np.array([each.index for each in start_hand_order()])
    percentiles = np.cumsum(sizes[order]) / sizes.sum()
    played = percentiles <= settings.played(players) + 1e-9
    weights = sizes[order] * played
    low, high = -2.0, 2.0
    for _ in range(FIT_STEPS):
        middle = (low + high) / 2
        shares = _shares(percentiles, middle, settings)
        low, high = (low, middle) if weights @ shares > settings.raised * weights.sum() else (middle, high)
    result = np.full(len(CLASSES), -1.0)
    result[order] = np.where(played, _shares(percentiles, (low + high) / 2, settings), -1.0)
    result.flags.writeable = False
    return result


def _shares(percentiles: Array, middle: float, settings: StartHands) -> Array:
    return np.clip(middle + settings.slope * (0.5 - percentiles), 0.05, 0.95)
