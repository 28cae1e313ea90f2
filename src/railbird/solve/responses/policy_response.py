"""``PolicyResponse``: what the best reply to a policy wins, with every holding, from any point of the betting.

The betting sequences that lead to a round are handled together: vectors are matrices [holdings, sequences]. The value
of a holding is counterfactual: the sum over the other's holdings of their reach times what is won against them,

    v(h) = Σ_h' r(h') u(h, h')

At the other's decisions the reach is multiplied by their policy, and values are summed over actions; at one's own the
largest is taken for each holding (Johanson, Waugh, Bowling and Zinkevich 2011). The last round is native.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction.public_tree import DEAL, DECISION, FOLDED
from railbird.game.holdings import holdings
from railbird.solve.buckets.bucket_game import native_tree, stakes_of
from railbird.solve.responses.boards import NextBoard, Streets, board_classes
from railbird.solve.responses.margins import margin_table
from railbird.solve.responses.node_policy import NodePolicy
from railbird.solve.responses.policy_reach import PolicyReach

Matrix = NDArray[np.float64]
"""[holdings, sequences]"""
Nodes = NDArray[np.int32]
"""[sequences]: the node of each sequence, all at the same place of their round's betting."""


MOST_LAST_ROUNDS = 200
"""Last rounds that are kept ready: a flop has about 20; at a table each decision has its own. Ours."""


class Watcher(Protocol):
    """Looks on while a reply is computed."""

    def wants(self, streets: Streets) -> bool:
        """Whether it wants to see the decisions of the last round on a board, which take time."""

    def see(self, nodes: Nodes, found: Sequence[Matrix], streets: Streets) -> None:
        """Own decisions on a board, with the values of each action."""


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
        self.watchers: list[Watcher] = []
        self._stakes = stakes_of(self.tree)
        self._all = holdings(self.game)
        self._boards = board_classes(self.game)
        self._with_card = [np.flatnonzero((self._all.cards == card).any(axis=1)) for card in range(52)]
        self._margins = _core.Margins(self._all.masks)
        self._margin_tables: dict[bytes, tuple[NDArray[np.float64], NDArray[np.float64]]] = {}
        self._last_rounds: dict[bytes, _core.LastRound] = {}
        self._shapes: dict[int, bytes] = {}
        self._grouped: dict[bytes, list[NDArray[np.intp]]] = {}
        self._columns: dict[tuple[bytes, int], NDArray[np.float64]] = {}

    def values(self, roots: Nodes, reach: Matrix, streets: Streets = ()) -> Matrix:
        """The value of each holding at each of these nodes, on a board, given the other's reach.

        The nodes are of one betting round. Holdings with a card of the board have the value 0.
        """
        result = np.zeros_like(reach)
        for group in self._groups(roots):
            result[:, group] = self._values(roots[group], reach[:, group], streets)
            if self._is_last(roots[0]):
                self._show_last_round(roots[group], reach[:, group], streets)
        return result

    def action_values(self, nodes: Nodes, reach: Matrix, streets: Streets) -> list[Matrix]:
        """The values of each action at own decisions, all at the same place of their round's betting."""
        actions = range(len(self.tree.edges(int(nodes[0]))))
        return [self._values(self._after(nodes, action), reach, streets) for action in actions]

    def _values(self, nodes: Nodes, reach: Matrix, streets: Streets) -> Matrix:
        """The same for sequences after which the betting of the round is the same."""
        board = b"".join(streets)
        if self._is_last(nodes[0]):
            result = np.zeros(reach.shape)
            self._add_last_round(nodes, reach, board, self._boards.all_images((0,)), result)
            return result
        ends = list(self.ends(nodes, reach, board))
        folds = self.folds([end for end in ends if self.tree.kind[end[0][0]] == FOLDED], board)
        folded = (values for _, values in folds)
        dealt = iter(self._dealt([end for end in ends if self.tree.kind[end[0][0]] == DEAL], streets))
        found = [next(folded if self.tree.kind[each[0]] == FOLDED else dealt) for each, _ in ends]
        return self._backed_up(nodes, iter(found), (len(reach), len(nodes)), streets)

    def _is_last(self, node: np.int32) -> bool:
        """Whether a node is in the last round."""
        return bool(self.tree.kind[node] != DEAL and self.tree.round[node] == self.game.rounds - 1)

    def _add_last_round(
        self, roots: Nodes, reach: Matrix, board: bytes, images: NDArray[np.int32], total: Matrix
    ) -> None:
        """Add the values of a board of the last round, and of those that exchanges of suits make of it."""
        key, policy, mask = roots.tobytes(), self.policy, sum(1 << card for card in board)
        if policy.blind:
            self._margins.add(mask, self._margin_table(roots, reach.max(axis=0)), images, total)
            return
        native = self._last_rounds.get(key)
        if native is None:
            _make_room(self._last_rounds)
            native = self._last_rounds[key] = _core.LastRound(
                native_tree(self.tree), self._stakes, self._all.masks, self.player, roots, self.bits
            )
            if policy.fixed:
                native.learn(self._tables(native, board))
        if not policy.fixed:
            if not reach.any():
                return
            native.learn(self._asked_tables(native, roots, reach, board))
        rows = np.zeros(len(reach), dtype=np.int32)
        if len(native.decisions):
            rows = policy.rows(int(policy.part[roots[0]]), board, self.game.rounds - 1)
        native.respond(mask, rows, images, reach, total)

    def _margin_table(self, roots: Nodes, reach: NDArray[np.float64]) -> NDArray[np.float64]:
        """The value of each margin, if the other's reach is the same for all holdings."""
        key = roots.tobytes()
        known = self._margin_tables.get(key)
        if known is None or not np.array_equal(known[0], reach):
            _make_room(self._margin_tables)
            known = self._margin_tables[key] = (reach, reach * margin_table(self.policy, self.player, roots))
        return known[1]

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

    def _asked_tables(self, native: _core.LastRound, roots: Nodes, reach: Matrix, board: bytes) -> NDArray[np.float64]:
        """The same, asked only where the other gets; elsewhere probabilities are 0."""
        tree, policy = self.tree, self.policy
        rows = policy.rows(int(policy.part[roots[0]]), board, self.game.rounds - 1)
        nodes = native.decisions.ravel().tolist()
        places = {node: divmod(index, len(roots)) for index, node in enumerate(nodes)}
        most = max((len(tree.edges(node)) for node in nodes), default=0)
        asked: dict[int, NDArray[np.float64]] = {}

        def ask(node: int, weights: NDArray[np.float64]) -> None:
            if tree.kind[node] != DECISION or not weights.any():
                return
            children = [int(tree.children[edge]) for edge in tree.edges(node)]
            if node not in places:
                for child in children:
                    ask(child, weights)
                return
            asked[node] = policy.table(node, board)
            for action, child in enumerate(children):
                ask(child, weights * asked[node][rows, action])

        possible = self._all.apart_from(board)
        for sequence, root in enumerate(roots.tolist()):
            ask(root, reach[:, sequence] * possible)
        count = max((len(table) for table in asked.values()), default=int(rows.max()) + 1)
        result = np.zeros((*native.decisions.shape, count, most))
        for node, table in asked.items():
            decision, sequence = places[node]
            result[decision, sequence, :, : table.shape[1]] = table
        return result

    def _dealt(self, deals: list[tuple[Nodes, Matrix]], streets: Streets) -> list[Matrix]:
        """The values of the deals that end a round, all together."""
        if not deals:
            return []
        tree = self.tree
        roots = np.concatenate([tree.children[tree.child_start[each]] for each, _ in deals])
        reach = np.concatenate([matrix for _, matrix in deals], axis=1)
        total, boards = np.zeros_like(reach), self._boards.after(streets)
        for group in self._groups(roots):
            of_group, part = np.ascontiguousarray(reach[:, group]), np.zeros((len(reach), len(group)))
            for board in boards:
                self._add(roots[group], of_group, board, part)
            total[:, group] = part
        total *= self._boards.chance(streets)
        return np.split(total, np.cumsum([len(each) for each, _ in deals])[:-1], axis=1)

    def _add(self, roots: Nodes, reach: Matrix, board: NextBoard, total: Matrix) -> None:
        """Add the values of a board that is dealt, and of those that exchanges of suits make of it."""
        images = self._boards.all_images(board.exchanges)
        if self._is_last(roots[0]):
            self._add_last_round(roots, reach, board.cards, images, total)
            self._show_last_round(roots, reach, board.streets)
            return
        possible = self._all.apart_from(board.streets[-1])[:, None]
        values = self._values(roots, reach * possible, board.streets)
        for image in images:
            total[image] += values

    def _show_last_round(self, roots: Nodes, reach: Matrix, streets: Streets) -> None:
        """Show own decisions of the last round to those who want to see them."""
        watchers = [watcher for watcher in self.watchers if watcher.wants(streets)]
        if watchers:
            possible = self._all.apart_from(b"".join(streets))[:, None]
            for nodes, weights in self._own(roots, reach * possible, b"".join(streets)):
                found = self.action_values(nodes, weights, streets)
                for watcher in watchers:
                    watcher.see(nodes, found, streets)

    def _own(self, nodes: Nodes, reach: Matrix, board: bytes) -> Iterator[tuple[Nodes, Matrix]]:
        """The own decisions of a round at and below these nodes, and the other's reach of each."""
        if self.tree.kind[nodes[0]] != DECISION or not self.reached[nodes].any():
            return
        if self.tree.actor[nodes[0]] == self.player:
            yield nodes, np.ascontiguousarray(reach)
        for action in range(len(self.tree.edges(int(nodes[0])))):
            yield from self._own(self._after(nodes, action), self._reach(nodes, action, reach, board), board)

    def ends(self, nodes: Nodes, reach: Matrix, board: bytes = b"") -> Iterator[tuple[Nodes, Matrix]]:
        """The folds and deals that end a round below these nodes, if they are reached, and the reach of each."""
        kind, reached = self.tree.kind[nodes[0]], self.reached[nodes]
        if not reached.any():
            return
        if kind == DECISION:
            for action in range(len(self.tree.edges(int(nodes[0])))):
                yield from self.ends(self._after(nodes, action), self._reach(nodes, action, reach, board), board)
        elif reached.all():
            yield nodes, reach
        else:
            yield nodes[reached], reach[:, reached]

    def _backed_up(self, nodes: Nodes, ends: Iterator[Matrix], shape: tuple[int, int], streets: Streets) -> Matrix:
        """The values of nodes, from those of the ends below them."""
        kind, reached = self.tree.kind[nodes[0]], self.reached[nodes]
        if not reached.any():
            return np.zeros(shape)
        if kind != DECISION:
            if reached.all():
                return next(ends)
            values = np.zeros(shape)
            values[:, reached] = next(ends)
            return values
        actions = range(len(self.tree.edges(int(nodes[0]))))
        found = [self._backed_up(self._after(nodes, action), ends, shape, streets) for action in actions]
        if self.tree.actor[nodes[0]] != self.player:
            summed: Matrix = np.add.reduce(found)
            return summed
        for watcher in self.watchers:
            watcher.see(nodes, found, streets)
        best: Matrix = np.maximum.reduce(found)
        return best

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

    def seconds_for(self, flop: NextBoard) -> float:
        """About how long the values on a flop take, from the time of one board of the last round."""
        tree, boards = self.tree, self._boards
        last = self.game.rounds - 1
        roots = np.array(
            [
                tree.children[tree.child_start[node]]
                for node in np.flatnonzero((tree.kind == DEAL) & (tree.round == last) & self.reached).tolist()
            ],
            dtype=np.int32,
        )
        if not len(roots):
            return 0.0
        row = [flop.streets]
        while len(row[0]) < sum(cards > 0 for cards in self.game.board_cards):
            row = [board.streets for before in row for board in boards.after(before)]
        seconds = 0.0
        for streets in (row[0], row[-1]):  # the first prepares what all need
            reach = PolicyReach(self.policy, 1 - self.player, streets).of(roots)
            begun = perf_counter()
            self.values(roots, reach, streets)
            seconds = perf_counter() - begun
        return len(row) * seconds

    def folds(self, folds: list[tuple[Nodes, Matrix]], board: bytes = b"") -> list[tuple[Nodes, Matrix]]:
        """The values of folds: the other's reach without the holdings that share a card, times the stake."""
        if not folds:
            return []
        reach = np.concatenate([matrix for _, matrix in folds], axis=1)
        rest = self.compatible(reach)
        signs = [-1 if self.tree.actor[nodes[0]] == self.player else 1 for nodes, _ in folds]
        rest *= np.concatenate([sign * self._stakes[nodes] for sign, (nodes, _) in zip(signs, folds, strict=True)])
        rest[~self._all.apart_from(board)] = 0
        values = np.split(rest, np.cumsum([len(nodes) for nodes, _ in folds])[:-1], axis=1)
        return [(nodes, each) for (nodes, _), each in zip(folds, values, strict=True)]

    def compatible(self, reach: Matrix) -> Matrix:
        """For each holding, the sum of the reaches of all holdings that share no card with it."""
        by_card = np.zeros((52, reach.shape[1]))
        for card in self._all.deck:
            by_card[card] = reach[self._with_card[card]].sum(axis=0)
        rest: Matrix = reach.sum(axis=0) - by_card[self._all.cards[:, 0]]
        for column in range(1, self.game.hole_cards):
            rest -= by_card[self._all.cards[:, column]]
            rest += reach  # it was subtracted once for each card
        return rest

    def _groups(self, roots: Nodes) -> list[NDArray[np.intp]]:
        """The sequences in groups after which the betting of the round is the same, in the same part of the policy."""
        key = roots.tobytes()
        if key not in self._grouped:
            groups: dict[tuple[int, bytes], list[int]] = {}
            for index, root in enumerate(roots.tolist()):
                groups.setdefault((int(self.policy.part[root]), self._shape(root)), []).append(index)
            self._grouped[key] = [np.array(group) for group in groups.values()]
        return self._grouped[key]

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


def _make_room(kept: dict[bytes, Any]) -> None:
    """Forget the oldest if there are too many."""
    if len(kept) >= MOST_LAST_ROUNDS:
        kept.pop(next(iter(kept)))


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
