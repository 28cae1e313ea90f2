"""AIVAT for the hands of a match."""

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
    """Records AIVAT's payoffs and terms of each player in finished hands."""

    def __init__(self, policies: Sequence[Policy | None]) -> None:
        """``policies`` are the players' policies in the caller's order; None if a strategy is unknown."""
        self._policies = policies
        self._value = EquityValue()
        self._payoffs: list[list[float]] = []
        self._terms: list[NDArray[np.float64]] = []

    def add(self, hand: Hand, positions: Sequence[int]) -> None:
        """Record the next hand, with the position of each player."""
        known = {
            position: policy for position, policy in zip(positions, self._policies, strict=True) if policy is not None
        }
        try:
            parts = aivat_of_all(hand, known, self._value)
        except RailbirdError as error:
            raise RailbirdError(
                f"AIVAT is not possible in {hand}: {error}; use --adjust luck, which needs no policies"
            ) from None
        self._payoffs.append([parts[position].payoff for position in positions])
        self._terms.append(np.array([parts[position].terms for position in positions]))

    def adjusted(
        self,
        won: NDArray[np.float64],
        rows: NDArray[np.int64],
        deals: NDArray[np.int64],
        groups: NDArray[np.int64],
    ) -> NDArray[np.float64]:
        """The adjusted winnings of each player in each deal: an array [deals, players].

        ``rows`` select recorded hands; ``won`` [hands, players] are the actual winnings in them, and ``deals`` their
        deals. Plain AIVAT adds every term in full; here the best coefficient of each term comes from other deals.
        """
        if not len(rows):
            return np.zeros((0, len(self._policies)))
        payoffs, terms = np.array(self._payoffs)[rows], np.array(self._terms)[rows]
        prior = np.full(terms.shape[2], -1.0)
        return adjusted_deals(payoffs, won, lambda player, some: terms[some, player], prior, deals, groups)
