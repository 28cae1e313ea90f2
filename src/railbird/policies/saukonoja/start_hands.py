"""Saukonoja's pre-flop play: by the order of starting hands, with raises drawn by chance (2007, §5.1.1)."""

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
    """What is played, and how often it is raised."""

    heads_up: float = 0.9035
    """The share of hands that is played by two: slightly over 90 % (§5.1.1), to 83o in our order."""
    full: float = 0.20
    """The same with ten (§2.1.2: about 20 % at a full table); between them as the inverse of the number. Ours."""
    raised: float = 0.487
    """Of the hands that are played: as often as called, or slightly less (§5.1.1)."""
    slope: float = 0.95
    """How much less the worst hand that is played is raised than the best. Ours."""

    def __post_init__(self) -> None:
        if not (0 < self.heads_up <= 1 and 0 < self.full <= self.heads_up and 0 <= self.raised <= 1):
            raise ValueError("shares of hands lie between 0 and 1, and fewer are played by more")
        if not 0 <= self.slope <= 1:
            raise ValueError(f"the slope lies between 0 and 1, not {self.slope}")

    def played(self, players: int) -> float:
        """The share of hands that is played with so many players."""
        share = (10 / players - 1) / (10 / 2 - 1)
        return self.full + (self.heads_up - self.full) * max(share, 0.0)


START_HANDS = StartHands()


@lru_cache(maxsize=256)
def raise_shares(players: int, settings: StartHands = START_HANDS) -> Array:
    """By class: how often it is raised; −1 for those that are not played: [169].

    p falls linearly with the place in the order, between 0.05 and 0.95, and is moved so that its mean over all hands
    that are played is what is wanted.
    """
    sizes = np.bincount(CLASS_OF_HAND, minlength=len(CLASSES))
    order = np.array([each.index for each in start_hand_order()])
    places = np.cumsum(sizes[order]) / sizes.sum()
    played = places <= settings.played(players) + 1e-9
    weights = sizes[order] * played
    low, high = -2.0, 2.0
    for _ in range(FIT_STEPS):
        middle = (low + high) / 2
        shares = _shares(places, middle, settings)
        low, high = (low, middle) if weights @ shares > settings.raised * weights.sum() else (middle, high)
    found = np.full(len(CLASSES), -1.0)
    found[order] = np.where(played, _shares(places, (low + high) / 2, settings), -1.0)
    found.flags.writeable = False
    return found


def _shares(places: Array, middle: float, settings: StartHands) -> Array:
    return np.clip(middle + settings.slope * (0.5 - places), 0.05, 0.95)
