"""How likely a policy gets to points of the betting, with each holding, on a board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.public_tree import DECISION
from railbird.game import Game
from railbird.game.holdings import holdings
from railbird.solve.responses.boards import Streets
from railbird.solve.responses.node_policy import NodePolicy


class PolicyReach:
    """The reach of one player on one board: the product of their probabilities on the way to a node."""

    def __init__(self, policy: NodePolicy, player: int, streets: Streets) -> None:
        self._policy, self._player, self._streets = policy, player, streets
        self._tree = policy.tree
        game = self._tree.spot.game
        self._boards = [b"".join(streets[: streets_dealt(game, number)]) for number in range(game.rounds)]
        apart = holdings(game).apart_from(b"".join(streets))
        self._known: dict[int, NDArray[np.float64]] = {0: apart.astype(np.float64)}
        self._shares: dict[int, NDArray[np.float64]] = {}

    def of(self, nodes: NDArray[np.int32]) -> NDArray[np.float64]:
        """[holdings, nodes]: the reach of each node."""
        return np.stack([self._reach(node) for node in nodes.tolist()], axis=1)

    def shares(self, node: int) -> NDArray[np.float64]:
        """[holdings, actions]: the probabilities of a decision."""
        if node not in self._shares:
            number = int(self._tree.round[node])
            board = self._boards[number]
            rows = self._policy.rows(int(self._policy.part[node]), board, number)
            self._shares[node] = self._policy.table(node, board)[rows]
        return self._shares[node]

    def _reach(self, node: int) -> NDArray[np.float64]:
        if node not in self._known:
            tree = self._tree
            parent = int(tree.parent[node])
            reach = self._reach(parent)
            if tree.kind[parent] == DECISION and tree.actor[parent] == self._player:
                action = [int(tree.children[edge]) for edge in tree.edges(parent)].index(node)
                reach = reach * self.shares(parent)[:, action]
            self._known[node] = reach
        return self._known[node]


def streets_dealt(game: Game, round_number: int) -> int:
    """How many streets of the board there are in a betting round."""
    return sum(cards > 0 for cards in game.board_cards[: round_number + 1])
