"""Holdings that are the same up to suits, as classes: the 169 of hold'em."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.cards.deal_index import deal_index
from railbird.game import Game
from railbird.game.holdings import holdings


class HandClasses:
    """The classes of a game's holdings.

    >>> from railbird.game import limit
    >>> classes = hand_classes(limit())
    >>> len(classes), float(classes.sums(np.ones((1326, 1))).max())
    (169, 12.0)
    """

    def __init__(self, game: Game) -> None:
        self.of: NDArray[np.intp] = deal_index(game).numbers(0, holdings(game).cards).astype(np.intp)
        """[holdings]: the class of each."""
        self._order = np.argsort(self.of, kind="stable")
        self._starts = np.flatnonzero(np.diff(self.of[self._order], prepend=-1))
        self.examples: NDArray[np.intp] = self._order[self._starts]
        """[classes]: a holding of each."""

    def __len__(self) -> int:
        return len(self._starts)

    def sums(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """[classes, ...]: the sums of [holdings, ...]."""
        sums: NDArray[np.float64] = np.add.reduceat(values[self._order], self._starts, axis=0)
        return sums


@lru_cache(maxsize=4)
def hand_classes(game: Game) -> HandClasses:
    """The classes of a game; computed once."""
    return HandClasses(game)
