"""Bots that can state what they would do with every hand at once."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from railbird.game import Action, View


@runtime_checkable
class RangePolicy(Protocol):
    """A bot that offers its policy for all 1326 hands, from what is public alone.

    In games with another deck or another number of hole cards it is for all holdings, in the order of
    ``railbird.game.holdings``. A bot that inherits a policy and acts otherwise says ``policy = None``.
    """

    def policy(self, view: View) -> tuple[tuple[Action, ...], NDArray[np.float64]]:
        """The actions it may take here, and how likely it takes each with each hand: an array [1326, actions].

        Rows sum to 1; those of hands that share a card with the board do not matter. It must not depend on the hole
        cards of the view.
        """
