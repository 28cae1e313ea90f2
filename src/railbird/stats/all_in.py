"""All-in equity adjustment: if the betting ends before all cards are dealt, pots are shared by equity.

A player who is all-in with aces against kings has earned four fifths of the pot, whatever the river brings. The cards
dealt afterwards change what they win, but not what they win on average.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from railbird.game import Hand
from railbird.game.definition import BOARD_SIZES
from railbird.game.events import PARTS
from railbird.stats.chance import all_in_shares


class AllInLog:
    """Records the pots of finished hands whose betting ended before the river."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._hands = 0
        self._pots: list[tuple[int, bytes, bytes, int, list[bool], list[float]]] = []

    def add(self, hand: Hand, positions: Sequence[int]) -> None:
        """Record the next hand, with the position of each player."""
        settlement, actions = hand.settlement, hand.actions
        number = self._hands
        self._hands += 1
        last_round = actions[-1].round if actions else 0
        if settlement is None or not settlement.showdown or last_round == len(BOARD_SIZES) - 1:
            return
        holes = hand.known_hole_bytes("the all-in adjustment")
        cards = b"".join([holes[position] for position in positions])
        board = hand.board_bytes.ljust(5, b"\0")
        paid = list(hand.live_paid)
        paid[settlement.uncalled_player] -= settlement.uncalled
        folded = hand.folded
        levels = sorted({amount for amount, out in zip(paid, folded, strict=True) if not out})
        for pot, level in enumerate(levels):
            awards = {player: parts for each, player, parts in settlement.awards if each == pot}
            live = [not folded[position] and paid[position] >= level for position in positions]
            won = [awards.get(position, 0) / PARTS for position in positions]
            self._pots.append((number, cards, board, BOARD_SIZES[last_round], live, won))

    def corrections(self) -> NDArray[np.float64]:
        """[hands, players]: what to add to each player's winnings, in chips: equity minus actual share of each pot."""
        result = np.zeros((self._hands, self._players))
        if not self._pots:
            return result
        numbers, cards, boards, sizes, live, won = zip(*self._pots, strict=True)
        count = len(numbers)
        shares = all_in_shares(
            np.frombuffer(b"".join(cards), dtype=np.uint8).reshape(count, self._players, 2),
            np.array(live),
            np.frombuffer(b"".join(boards), dtype=np.uint8).reshape(count, 5),
            np.array(sizes, dtype=np.uint8),
        )
        awarded = np.array(won)
        np.add.at(result, np.array(numbers), shares * awarded.sum(axis=1, keepdims=True) - awarded)
        return result
