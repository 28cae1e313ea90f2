"""Counts of what players did with which hands, from hands in which all cards are known."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from railbird.agent.tracker import BettingTracker
from railbird.cards import hand_index
from railbird.game import Betting, Hand
from railbird.models.poki.policy_tables import by_price
from railbird.models.reading.contexts import CONTEXTS, context_of
from railbird.models.reading.strata import STRATA, strata_on


def no_counts() -> NDArray[np.float64]:
    """Counts of nothing: [contexts, strata, 3]."""
    return np.zeros((CONTEXTS, STRATA, 3))


def count_actions(hands: Iterable[Hand], counts: dict[str, NDArray[np.float64]]) -> None:
    """Add the actions of every player to their counts."""
    for hand in hands:
        holes = [hand_index(cards) for cards in hand.hole_bytes]
        for step in BettingTracker(hand).steps():
            situation = step.situation if hand.game.betting is Betting.LIMIT else by_price(step.situation)
            board = hand.board_bytes[: situation.round + 2] if situation.round else b""
            stratum = strata_on(board)[holes[situation.player]]
            mine = counts.setdefault(hand.players[situation.player], no_counts())
            mine[context_of(situation, 0).fine, stratum, step.kind] += 1
