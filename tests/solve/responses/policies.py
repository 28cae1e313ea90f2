"""Policies for tests: random ones that treat suits alike, on games of a few cards."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction import PublicTree, Spot, public_tree
from railbird.abstraction.cards.deal_index import deal_index
from railbird.abstraction.public_tree import DECISION
from railbird.game import Game, limit
from railbird.game.holdings import holdings
from railbird.solve.responses.node_policy import NodePolicy, fingerprint_of

ROWS = 7


def small_holdem() -> Game:
    """Four rounds, eight cards of two suits, a flop of two cards; one bet pre-flop and on the river."""
    return replace(limit(), ranks=4, suits=2, board_cards=(0, 2, 1, 1), most_raises=(1, 0, 0, 1))


class RandomPolicy(NodePolicy):
    """Random probabilities by node and row; the row of a holding is random, too, but the same for all suits.

    Some actions are never taken: ``never`` is their share.
    """

    fixed = True

    def __init__(self, tree: PublicTree, seed: int, never: float = 0.0) -> None:
        generator = np.random.default_rng(seed)
        self.tree = tree
        self.part = _parts(tree)
        index = deal_index(tree.spot.game)
        self._row_of = [generator.integers(ROWS, size=(2, count)) for count in index.counts]
        self._tables: dict[int, NDArray[np.float64]] = {}
        for node in np.flatnonzero(tree.kind == DECISION).tolist():
            table = generator.random((ROWS, len(tree.edges(node))))
            table[:, 1:][:, generator.random(table.shape[1] - 1) < never] = 0
            self._tables[node] = table / table.sum(axis=1, keepdims=True)

    @property
    def fingerprint(self) -> str:
        return fingerprint_of("random", [self._tables[node].tobytes() for node in sorted(self._tables)])

    def rows(self, part: int, board: bytes, round_number: int) -> NDArray[np.int32]:
        game = self.tree.spot.game
        every = holdings(game)
        apart = every.apart_from(board)
        deals = np.hstack([every.cards[apart], np.tile(np.frombuffer(board, np.uint8), (int(apart.sum()), 1))])
        rows: NDArray[np.int32] = np.zeros(len(every), dtype=np.int32)
        rows[apart] = self._row_of[round_number][part][deal_index(game).numbers(round_number, deals).astype(np.intp)]
        return rows

    def table(self, node: int, board: bytes) -> NDArray[np.float64]:
        return self._tables[node]

    def of_holding(self, node: int, board: bytes, holding: int) -> list[float]:
        rows = self.rows(int(self.part[node]), board, int(self.tree.round[node]))
        row: list[float] = self._tables[node][rows[holding]].tolist()
        return row


def _parts(tree: PublicTree) -> NDArray[np.int32]:
    """A part of two for each betting round of each sequence."""
    parts = np.zeros(len(tree), dtype=np.int32)
    for node in range(1, len(tree)):
        parent = tree.parent[node]
        parts[node] = parts[parent] if tree.round[node] == tree.round[parent] else node % 2
    return parts


def random_policy(game: Game | str, seed: int, never: float = 0.0) -> RandomPolicy:
    return RandomPolicy(public_tree(Spot(game)), seed, never)
