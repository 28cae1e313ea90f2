"""The model of a bot that states its policy: what it does by bucket, averaged over the hands that it brings there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird._progress import Progress, report_nothing
from railbird.abstraction.bucket_strategy import BucketStrategy
from railbird.abstraction.cards import CardAbstraction
from railbird.abstraction.public_tree import DECISION, PublicTree
from railbird.game.holdings import holdings
from railbird.models.bucket_counts import BucketCounts
from railbird.solve.buckets.joint import MOST_EXACT, all_boards, count_boards, random_board
from railbird.solve.counter.buckets import BucketModel
from railbird.solve.responses.node_policy import NodePolicy

BOARDS = 200
"""How many boards are drawn if there are too many for all. Ours."""


def bucket_model_of(
    policy: NodePolicy,
    cards: CardAbstraction,
    *,
    boards: int = BOARDS,
    seed: int = 1,
    progress: Progress = report_nothing,
) -> BucketModel:
    """What a policy does at each node with each bucket: the mean over its hands there, weighted by how often it brings
    them.

    Small games are counted over all boards, so that the model is exact if each class of hands has a bucket of its own.
    In hold'em boards are drawn. Where the policy never comes, nothing is known: the model has no observations there.
    """
    tree = policy.tree
    game = tree.spot.game
    drawn = (
        list(all_boards(game))
        if count_boards(game) <= MOST_EXACT
        else [random_board(game, _core.RandomStream(seed, number)) for number in range(boards)]
    )
    counts = BucketCounts(tree, cards)
    for number, board in enumerate(drawn):
        _BoardReach(policy, counts, board).add()
        progress((number + 1) / len(drawn))
    seen = [counts.at(node).sum(axis=1) for node in np.flatnonzero(tree.kind == DECISION).tolist()]
    known = np.where(np.concatenate(seen) > 0, np.inf, 0.0)
    return BucketModel(BucketStrategy(tree, cards, counts.rows), known)


class _BoardReach:
    """One board: how a player's hands get to each node, whatever the other one does, and what they do there."""

    def __init__(self, policy: NodePolicy, counts: BucketCounts, board: bytes) -> None:
        self.policy, self.counts, self.board = policy, counts, board
        self.tree: PublicTree = policy.tree
        game = self.tree.spot.game
        self.dealt = np.cumsum(game.board_cards).tolist()
        self.apart = holdings(game).apart_from(board)
        self.buckets = np.maximum(counts.cards.of_board(board), 0)

    def add(self) -> None:
        for player in (0, 1):
            self._visit(player, 0, self.apart.astype(np.float64))

    def _visit(self, player: int, node: int, reach: NDArray[np.float64]) -> None:
        tree = self.tree
        children = [int(tree.children[edge]) for edge in tree.edges(node)]
        if tree.kind[node] != DECISION or tree.actor[node] != player:
            for child in children:
                self._visit(player, child, reach)
            return
        street = int(tree.round[node])
        board = self.board[: self.dealt[street]]
        rows = self.policy.rows(int(self.policy.part[node]), board, street)
        shares = self.policy.table(node, board)[rows]
        block = self.counts.at(node)
        for action, child in enumerate(children):
            weights = reach * shares[:, action]
            if weights.any():
                block[:, action] += np.bincount(self.buckets[street], weights, len(block))
                self._visit(player, child, weights)
