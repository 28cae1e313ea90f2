"""Helpers for bots that state their policy for all hands at once (``RangePolicy``)."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from railbird.game import Action, View
from railbird.game.holdings import holdings

RangeDecision = tuple[tuple[Action, ...], NDArray[np.float64]]
"""The actions that a bot may take, and the probability of each with each holding: [holdings, actions]."""


def with_any_cards(view: View, actions: Iterable[Action], shares: ArrayLike = (1.0,)) -> RangeDecision:
    """The same probabilities for all holdings."""
    row, taken = np.asarray(shares, dtype=np.float64), tuple(actions)
    return taken, np.broadcast_to(row, (len(holdings(view.game)), len(taken)))


def in_columns(*parts: tuple[Action, NDArray[np.float64]]) -> RangeDecision:
    """Combine columns of probabilities by holding; columns of the same action are summed."""
    shares: dict[Action, NDArray[np.float64]] = {}
    for action, share in parts:
        shares[action] = shares[action] + share if action in shares else share
    return tuple(shares), np.stack(list(shares.values()), axis=1)
