"""The policy of an equilibrium bot at each node of a real game's public tree, for best responses."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction import Place, PublicTree, TreeTracker
from railbird.abstraction.public_tree import CALL
from railbird.bots.equilibrium.player import EquilibriumBot
from railbird.bots.equilibrium.strategies import StrategyPart
from railbird.errors import GameError
from railbird.solve.responses.decisions import public_decisions
from railbird.solve.responses.node_policy import NodePolicy, fingerprint_of
from railbird.solve.responses.stated_rows import EDGES

MOST_BOARDS = 6_000
"""Boards whose buckets are remembered: those of a flop, for both players and a few parts; 5 kB each. Ours."""


class StoredPolicy(NodePolicy):
    """What a bot's stored strategy does in a game. Raises GameError if its trees end a hand too early."""

    fixed = True

    def __init__(self, bot: EquilibriumBot, tree: PublicTree) -> None:
        self.tree = tree
        self.part = np.zeros(len(tree), dtype=np.int32)
        self._parts: list[StrategyPart] = []
        self._tables: dict[int, NDArray[np.float64]] = {}
        for node, hand in public_decisions(tree):
            view = hand.view(hand.actor)
            name = bot.part_name(view)
            part = bot.strategies[name]
            tracker = TreeTracker(part.tree, view, view.position)
            kinds = [int(tree.edge_kind[edge]) for edge in tree.edges(node)]
            self.part[node] = self._number(part)
            self._tables[node] = _table(part, tracker, kinds, view.round)
        self._buckets = lru_cache(maxsize=MOST_BOARDS)(self._look_up)

    @property
    def fingerprint(self) -> str:
        tables = (self._tables[node].tobytes() for node in sorted(self._tables))
        arrays = (part.cards.arrays() for part in self._parts)
        buckets = (array.tobytes() for part in arrays for _, array in sorted(part.items()))
        return fingerprint_of("stored", chain([self.part.tobytes()], tables, buckets))

    def rows(self, part: int, board: bytes, round_number: int) -> NDArray[np.int32]:
        return self._buckets(part, board, round_number)

    def table(self, node: int, board: bytes) -> NDArray[np.float64]:
        return self._tables[node]

    def _number(self, part: StrategyPart) -> int:
        """The number of the part whose buckets these are; parts with the same buckets are one."""
        for number, known in enumerate(self._parts):
            if known is part or known.cards is part.cards:
                return number
        self._parts.append(part)
        return len(self._parts) - 1

    def _look_up(self, part: int, board: bytes, round_number: int) -> NDArray[np.int32]:
        rows: NDArray[np.int32] = np.maximum(self._parts[part].cards.of_board(board)[round_number], 0)
        return rows


def _table(part: StrategyPart, tracker: TreeTracker, kinds: list[int], round_number: int) -> NDArray[np.float64]:
    """[buckets, actions]: the probabilities of the real actions."""
    place = tracker.place()
    if place is Place.TREE_OVER:
        raise GameError(
            "the stacks are deeper than those of the strategy, which does not say by bucket what to do there"
        )
    if place is Place.ROUND_OVER:
        result = np.zeros((part.cards.counts[round_number], len(kinds)))
        result[:, kinds.index(CALL)] = 1
        return result
    shares = part.strategy.at(tracker.node)
    result = np.zeros((len(shares), len(kinds)))
    for column, action in zip(shares.T, tracker.actions(), strict=True):
        result[:, kinds.index(EDGES[action.kind])] += column
    return result
