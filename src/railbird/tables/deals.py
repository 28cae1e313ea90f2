"""The numbers of a table's deals: no deal of a table comes twice, also when its hand was cancelled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from railbird.game import Dealing, Game

_STARTS = 2**32
"""Deals between two starts of a server have numbers in one block of this size."""


class NumberedDeals:
    """Deals one hand after the other.

    A hand that is cancelled leaves its number to the next hand, but its deal is gone. The number of a deal is made of
    how often the table has been started, which is kept before anything is dealt, and of the deals since: so a server
    that was killed in a hand does not deal it again, and a table with seeded cards can still be repeated.

    >>> from railbird.game import SeededDealing, limit
    >>> deals = NumberedDeals(SeededDealing(7))
    >>> first, second = deals.next(limit()), deals.next(limit())
    >>> deals.restore(deals.state())
    >>> third = deals.next(limit())
    >>> [number for number, _ in (first, second, third)]
    [0, 1, 4294967296]
    """

    def __init__(self, dealing: Dealing) -> None:
        self._dealing = dealing
        self._starts = self._dealt = 0

    def next(self, game: Game) -> tuple[int, bytes]:
        """The number of the next deal, and its cards."""
        number = self._starts * _STARTS + self._dealt
        self._dealt += 1
        return number, self._dealing.deal(game, number)

    def state(self) -> dict[str, Any]:
        """What must be kept before the first deal."""
        return {"starts": self._starts}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Start again after ``state()``. Tables of earlier versions have none."""
        self._starts, self._dealt = int(state.get("starts", 0)) + 1, 0
