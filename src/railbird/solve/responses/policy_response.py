"""``PolicyResponse``: what the best reply to a policy wins, with every holding, from any point of the betting.

The betting sequences that lead to a round are handled together: vectors are matrices [holdings, sequences]. The value
of a holding is counterfactual: the sum over the other's holdings of their reach times what is won against them,

    v(h) = Σ_h' r(h') u(h, h')

At the other's decisions the reach is multiplied by their policy, and values are summed over actions; at one's own the
largest is taken for each holding (Johanson, Waugh, Bowling and Zinkevich 2011). The last round is native.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction.public_tree import DEAL, DECISION, FOLDED
from railbird.game.holdings import holdings
from railbird.solve.buckets.bucket_game import native_tree, stakes_of
from railbird.solve.responses.boards import Streets, board_classes
from railbird.solve.responses.node_policy import NodePolicy

Matrix = NDArray[np.float64]
"""[holdings, sequences]"""
Nodes = NDArray[np.int32]
"""[sequences]: the node of each sequence, all at the same place of their round's betting."""


class PolicyResponse:
    """The best reply of one player to the other's policy. Numbers of the last round have 32 or 64 ``bits``."""

    def __init__(self, policy: NodePolicy, player: int, *, bits: int = 64) -> None:
        self.policy = policy
        self.player = player
        self.bits = bits
        self.tree = policy.tree
        self.game = self.tree.spot.game
        self.reached = reached_nodes(policy, player)
        """[nodes]: whether the other's policy ever gets there, with any holding on any board."""
        self._stakes = stakes_of(self.tree)
        self._all = holdings(self.game)
        self._boards = board_classes(self.game)
        self._incidence = _incidence(self._all.cards)
        self._last_rounds: dict[bytes, _core.LastRound] = {}
        self._shapes: dict[int, bytes] = {}
        self._columns: dict[tuple[bytes, int], NDArray[np.float64]] = {}

    def values(self, roots: Nodes, reach: Matrix, streets: Streets = ()) -> Matrix:
        """The value of each holding at each of these nodes, on a board, given the other's reach.

        The nodes are the first of their betting round. Holdings with a card of the board have the value 0.
        """
        result = np.zeros_like(reach)
        for group in self._groups(roots):
            result[:, group] = self._values(roots[group], reach[:, group], streets)
        return result

    def _values(self, roots: Nodes, reach: Matrix, streets: Streets) -> Matrix:
        """The same for sequences after which the betting of the round is the same."""
        board = b"".join(streets)
        if self.tree.round[roots[0]] == self.game.rounds - 1:
            return self._last_round(roots, reach, board)
        deals = iter(self._dealt(list(self.leaves(roots, reach, board)), streets))
        return self._backed_up(roots, reach, board, deals)

    def _last_round(self, roots: Nodes, reach: Matrix, board: bytes) -> Matrix:
        key, policy = roots.tobytes(), self.policy
        native = self._last_rounds.get(key)
        if native is None:
            native = self._last_rounds[key] = _core.LastRound(
                native_tree(self.tree), self._stakes, self._all.masks, self.player, roots, self.bits
            )
            if policy.fixed:
                native.learn(self._tables(native, board))
        if not policy.fixed:
            native.learn(self._tables(native, board))
        rows = policy.rows(int(policy.part[roots[0]]), board, self.game.rounds - 1)
        return native.respond(sum(1 << card for card in board), rows, reach)

    def _tables(self, native: _core.LastRound, board: bytes) -> NDArray[np.float64]:
        """[decisions, sequences, rows, actions]: the policy of the last round."""
        tables = [[self.policy.table(node, board) for node in nodes] for nodes in native.decisions.tolist()]
        if not tables:
            return np.zeros((0, native.decisions.shape[1], 1, 0))
        most = max(table.shape[1] for each in tables for table in each)
        result = np.zeros((*native.decisions.shape, len(tables[0][0]), most))
        for decision, each in enumerate(tables):
            for sequence, table in enumerate(each):
                result[decision, sequence, :, : table.shape[1]] = table
        return result

    def _dealt(self, leaves: list[tuple[Nodes, Matrix]], streets: Streets) -> list[Matrix]:
        """The values of the deals that end a round, all together."""
        if not leaves:
            return []
        tree = self.tree
        roots = np.concatenate([tree.children[tree.child_start[each]] for each, _ in leaves])
        reach = np.concatenate([matrix for _, matrix in leaves], axis=1)
        total, chance = np.zeros_like(reach), self._boards.chance(streets)
        for board in self._boards.after(streets):
            possible = self._all.apart_from(board.streets[-1])[:, None]
            values = self.values(roots, reach * possible, board.streets)
            for exchange in board.exchanges:
                total[self._boards.images(exchange)] += values
        total *= chance
        return np.split(total, np.cumsum([len(each) for each, _ in leaves])[:-1], axis=1)

    def leaves(self, nodes: Nodes, reach: Matrix, board: bytes = b"") -> Iterator[tuple[Nodes, Matrix]]:
        """The deals below these nodes that are reached, from left to right, and the reach of each."""
        kind, reached = self.tree.kind[nodes[0]], self.reached[nodes]
        if kind == DEAL and reached.any():
            yield nodes[reached], reach[:, reached]
        elif kind == DECISION and reached.any():
            for action in range(len(self.tree.edges(int(nodes[0])))):
                yield from self.leaves(self._after(nodes, action), self._reach(nodes, action, reach, board), board)

    def folds(self, nodes: Nodes, reach: Matrix, board: bytes = b"") -> Iterator[tuple[Nodes, Matrix]]:
        """The folds below these nodes that are reached, and the values of each."""
        kind = self.tree.kind[nodes[0]]
        if kind == FOLDED and self.reached[nodes].any():
            yield nodes, self._folded(nodes, reach, board)
        elif kind == DECISION:
            for action in range(len(self.tree.edges(int(nodes[0])))):
                yield from self.folds(self._after(nodes, action), self._reach(nodes, action, reach, board), board)

    def _backed_up(self, nodes: Nodes, reach: Matrix, board: bytes, deals: Iterator[Matrix]) -> Matrix:
        """The values of nodes, from those of the deals below them."""
        kind, reached = self.tree.kind[nodes[0]], self.reached[nodes]
        values = np.zeros_like(reach)
        if not reached.any():
            return values
        if kind == DEAL:
            values[:, reached] = next(deals)
        elif kind == FOLDED:
            values = self._folded(nodes, reach, board)
        else:
            own = self.tree.actor[nodes[0]] == self.player
            for action in range(len(self.tree.edges(int(nodes[0])))):
                after = self._reach(nodes, action, reach, board)
                found = self._backed_up(self._after(nodes, action), after, board, deals)
                if action == 0:
                    values = found
                else:
                    (np.maximum if own else np.add)(values, found, out=values)
        return values

    def _after(self, nodes: Nodes, action: int) -> Nodes:
        after: Nodes = self.tree.children[self.tree.child_start[nodes] + action]
        return after

    def _reach(self, nodes: Nodes, action: int, reach: Matrix, board: bytes) -> Matrix:
        """The reach after an action."""
        if self.tree.actor[nodes[0]] == self.player:
            return reach
        rows = self.policy.rows(int(self.policy.part[nodes[0]]), board, int(self.tree.round[nodes[0]]))
        return reach * self._column(nodes, action, board)[rows]

    def _column(self, nodes: Nodes, action: int, board: bytes) -> NDArray[np.float64]:
        """[rows, sequences]: the probability of an action."""
        key = (nodes.tobytes(), action)
        column = self._columns.get(key)
        if column is None:
            column = np.stack([self.policy.table(node, board)[:, action] for node in nodes.tolist()], axis=1)
            if self.policy.fixed:
                self._columns[key] = column
        return column

    def _folded(self, nodes: Nodes, reach: Matrix, board: bytes) -> Matrix:
        """The other's reach without the holdings that share a card, times the stake."""
        rest = reach.sum(axis=0) - self._incidence @ (self._incidence.T @ reach)
        if self.game.hole_cards > 1:
            rest += reach  # it was subtracted once for each card
        sign = -1 if self.tree.actor[nodes[0]] == self.player else 1
        values: Matrix = sign * self._stakes[nodes] * rest
        values[~self._all.apart_from(board)] = 0
        return values

    def _groups(self, roots: Nodes) -> list[NDArray[np.intp]]:
        """The sequences in groups after which the betting of the round is the same, in the same part of the policy."""
        groups: dict[tuple[int, bytes], list[int]] = {}
        for index, root in enumerate(roots.tolist()):
            groups.setdefault((int(self.policy.part[root]), self._shape(root)), []).append(index)
        return [np.array(group) for group in groups.values()]

    def _shape(self, root: int) -> bytes:
        """The betting of a round below a node, without its stakes."""
        if root not in self._shapes:
            tree, shape, waiting = self.tree, list[int](), [root]
            while waiting:
                node = waiting.pop()
                edges = tree.edges(node) if tree.kind[node] == DECISION else range(0)
                shape += [int(tree.kind[node]), int(tree.actor[node]) + 1, len(edges)]
                waiting += [int(tree.children[edge]) for edge in reversed(edges)]
            self._shapes[root] = bytes(shape)
        return self._shapes[root]


def reached_nodes(policy: NodePolicy, player: int) -> NDArray[np.bool_]:
    """[nodes]: whether a policy ever gets there if ``player`` does what they like; all if it depends on the board."""
    tree = policy.tree
    reached: NDArray[np.bool_] = np.ones(len(tree), dtype=np.bool_)
    for node in range(len(tree)):
        others = tree.kind[node] == DECISION and tree.actor[node] != player and policy.fixed
        played = policy.table(node, b"").max(axis=0).tolist() if others else [1.0] * len(tree.edges(node))
        for edge, share in zip(tree.edges(node), played, strict=True):
            reached[tree.children[edge]] = reached[node] and share > 0
    return reached


def _incidence(cards: NDArray[np.uint8]) -> NDArray[np.float64]:
    """[holdings, 52]: 1 for each card of a holding."""
    result: NDArray[np.float64] = np.zeros((len(cards), 52))
    result[np.arange(len(cards))[:, None], cards] = 1
    return result
