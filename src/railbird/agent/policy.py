"""Bots that can state their policy for every hand at once."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from railbird.game import Action, View


@runtime_checkable
class RangePolicy(Protocol):
    """A bot that states its policy for all 1326 hands, from public information alone.

    In games with another deck or number of hole cards, the rows are all holdings in the order of
    ``railbird.game.holdings``. A bot that inherits ``policy`` but plays differently sets ``policy = None``.

    >>> from railbird.gallery import parse_bot
    >>> isinstance(parse_bot("simple").make(), RangePolicy), isinstance(parse_bot("lain").make(), RangePolicy)
    (True, False)
    """

    def policy(self, view: View) -> tuple[tuple[Action, ...], NDArray[np.float64]]:
        """Return the actions it may take here and the probability of each with each hand: an array [1326, actions].

        Rows sum to 1; rows of hands that share a card with the board are ignored. The result must not depend on the
        hole cards of the view.
        """
