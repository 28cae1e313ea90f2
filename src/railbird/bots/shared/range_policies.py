"""Policies of bots for all hands at once, in the form of ``RangePolicy``."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from railbird.game import Action, View
from railbird.game.holdings import holdings

RangeDecision = tuple[tuple[Action, ...], NDArray[np.float64]]
"""The actions that a bot may take, and how likely it takes each with each holding: an array [holdings, actions]."""


def with_any_cards(view: View, actions: Iterable[Action], shares: ArrayLike = (1.0,)) -> RangeDecision:
    """The same probabilities, whatever the cards."""
    row, taken = np.asarray(shares, dtype=np.float64), tuple(actions)
    return taken, np.broadcast_to(row, (len(holdings(view.game)), len(taken)))


def in_columns(*parts: tuple[Action, NDArray[np.float64]]) -> RangeDecision:
    """The probabilities of actions by holding, side by side; what is given of the same action is added up."""
    shares: dict[Action, NDArray[np.float64]] = {}
    for action, share in parts:
        shares[action] = shares[action] + share if action in shares else share
    return tuple(shares), np.stack(list(shares.values()), axis=1)
