"""Flops as independent tasks: what a best reply to a policy wins on one flop, for each way to reach it.

Elsewhere a "flop" is the first street of the board, whatever the number of its cards.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from railbird.game.holdings import holdings
from railbird.solve.responses.boards import NextBoard, board_classes
from railbird.solve.responses.node_policy import NodePolicy
from railbird.solve.responses.policy_response import PolicyResponse
from railbird.solve.responses.trunk import Trunk

FlopValues = tuple[NDArray[np.float64], NDArray[np.float64]]
"""For the reply of each player [leaves, classes]: the values of the trunk's leaves if this flop comes, for sure."""


class FlopResponses:
    """Best replies of both players to a policy, flop by flop."""

    def __init__(self, policy: NodePolicy, *, bits: int = 32) -> None:
        self.game = policy.tree.spot.game
        self.trunks = tuple(Trunk(PolicyResponse(policy, player, bits=bits)) for player in range(2))
        self.flops = board_classes(self.game).after(())
        """All flops, one of each class."""

    def on(self, flop: NextBoard) -> FlopValues:
        """The values of the leaves on one flop: means over all flops of its class."""
        first, second = (self._on(flop, trunk) for trunk in self.trunks)
        return first, second

    def _on(self, flop: NextBoard, trunk: Trunk) -> NDArray[np.float64]:
        possible = holdings(self.game).apart_from(flop.cards)[:, None]
        values = trunk.response.values(trunk.roots, trunk.reach * possible, flop.streets)
        return self.flop_count * board_classes(self.game).chance(()) * trunk.by_class(values)

    @property
    def flop_count(self) -> int:
        """How many flops there are, not up to suits."""
        return sum(flop.ways for flop in self.flops)

    def exploitability(self, values: Sequence[FlopValues]) -> float:
        """What best replies win, mean over both seats, in chips a hand, given the values of all flops."""
        weights = np.array([flop.ways for flop in self.flops]) / self.flop_count
        wins = []
        for player, trunk in enumerate(self.trunks):
            leaves = np.tensordot(weights, np.array([each[player] for each in values]), axes=1)
            wins.append(trunk.value(trunk.best(leaves), leaves))
        return sum(wins) / 2
