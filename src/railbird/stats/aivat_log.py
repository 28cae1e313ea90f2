"""AIVAT of the hands of a match."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from railbird.errors import RailbirdError
from railbird.game import Hand
from railbird.stats.aivat import Policy, aivat_of_all
from railbird.stats.control import adjusted_deals
from railbird.stats.equity_value import EquityValue


class AivatLog:
    """Takes down, for finished hands, AIVAT's payoffs and terms of each player."""

    def __init__(self, policies: Sequence[Policy | None]) -> None:
        """``policies`` has those of the players whose strategy is known, in an order of one's own."""
        self._policies = policies
        self._value = EquityValue()
        self._payoffs: list[list[float]] = []
        self._terms: list[NDArray[np.float64]] = []

    def add(self, hand: Hand, positions: Sequence[int]) -> None:
        """The next hand, and the position of each player in it."""
        known = {
            position: policy for position, policy in zip(positions, self._policies, strict=True) if policy is not None
        }
        try:
            parts = aivat_of_all(hand, known, self._value)
        except RailbirdError as error:
            raise RailbirdError(f"AIVAT is not possible in {hand}: {error}; --adjust luck asks no bot") from None
        self._payoffs.append([parts[position].payoff for position in positions])
        self._terms.append(np.array([parts[position].terms for position in positions]))

    def adjusted(
        self,
        won: NDArray[np.float64],
        rows: NDArray[np.int64],
        deals: NDArray[np.int64],
        groups: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """What each player won in each deal: an array [deals, players].

        The ``rows`` of the hands that count go with ``won`` [hands, players], what was won in them, and with their
        ``deals``. AIVAT takes all terms in full; here how much of each is best is found on other deals.
        """
        if not len(rows):
            return np.zeros((0, len(self._policies)))
        payoffs, terms = np.array(self._payoffs)[rows], np.array(self._terms)[rows]
        believed = np.full(terms.shape[2], -1.0)
        return adjusted_deals(payoffs, won, lambda player, some: terms[some, player], believed, deals, groups)
