"""Public chance sampling on an abstract game, one hand at a time: values are plain sums over the other's hands.

There is no precision but double, no order of hands, and no shortcut for hands that share a card.
"""

from __future__ import annotations

from railbird.abstraction.cards import CardAbstraction
from railbird.abstraction.public_tree import DEAL, DECISION, FOLDED, PublicTree
from railbird.cards import evaluate
from railbird.game.holdings import holdings
from railbird.solve.buckets.bucket_game import stakes_of
from railbird.solve.schedules import RegretFactors
from tests.reference.bucket_cfr import Vector, matched

Hand = tuple[int, ...]


class SampledTwin:
    """Both players' tables by node: a list of rows, one for each action, of numbers for each bucket."""

    def __init__(self, tree: PublicTree, cards: CardAbstraction) -> None:
        self.tree, self.cards = tree, cards
        self.stakes = stakes_of(tree).tolist()
        self.hands = [tuple(map(int, hand)) for hand in holdings(cards.game).cards]
        self.regrets: dict[int, list[Vector]] = {}
        self.averages: dict[int, list[Vector]] = {}
        for node in range(len(tree)):
            if tree.kind[node] == DECISION:
                count = cards.counts[tree.round[node]]
                self.regrets[node] = [[0.0] * count for _ in tree.edges(node)]
                self.averages[node] = [[0.0] * count for _ in tree.edges(node)]

    def iterate(self, factors: RegretFactors, t: int, board: bytes) -> None:
        """Iteration t, counted from 1, on a board; the factors are those of all iterations."""
        kept = factors.weights[t - 2] / factors.weights[t - 1] if t > 1 else 0.0
        positive, negative = (factors.positive[t - 2], factors.negative[t - 2]) if t > 1 else (0.0, 0.0)
        left = {i: hand for i, hand in enumerate(self.hands) if not set(hand) & set(board)}
        pairs = sum(not set(a) & set(b) for a in left.values() for b in left.values())
        self.buckets = self.cards.of_board(board).tolist()
        self.values = {i: evaluate(bytes(hand) + board) for i, hand in left.items()}
        ones = dict.fromkeys(left, 1.0)
        for player in range(2):
            self.gains = {node: [[0.0] * len(row) for row in rows] for node, rows in self.regrets.items()}
            self.played = {node: [[0.0] * len(row) for row in rows] for node, rows in self.regrets.items()}
            self._visit(player, 0, ones, ones, 1 / pairs)
            for node, rows in self.regrets.items():
                if int(self.tree.actor[node]) != player:
                    continue
                for row, gains in zip(rows, self.gains[node], strict=True):
                    row[:] = [r * (positive if r > 0 else negative) + g for r, g in zip(row, gains, strict=True)]
                for row, played in zip(self.averages[node], self.played[node], strict=True):
                    row[:] = [a * kept + p for a, p in zip(row, played, strict=True)]

    def _visit(
        self, player: int, node: int, own: dict[int, float], other: dict[int, float], share: float
    ) -> dict[int, float]:
        """The value of each hand; ``own`` and ``other`` are the probabilities of both players' actions by hand."""
        children = [int(self.tree.children[edge]) for edge in self.tree.edges(node)]
        if self.tree.kind[node] == DEAL:
            return self._visit(player, children[0], own, other, share)
        if self.tree.kind[node] != DECISION:
            return self._end(player, node, other, share)
        buckets = self.buckets[self.tree.round[node]]
        strategy = matched(self.regrets[node])
        if self.tree.actor[node] != player:
            parts = [
                self._visit(player, child, own, {h: r * row[buckets[h]] for h, r in other.items()}, share)
                for child, row in zip(children, strategy, strict=True)
            ]
            return {h: sum(part[h] for part in parts) for h in own}
        below = [
            self._visit(player, child, {h: r * row[buckets[h]] for h, r in own.items()}, other, share)
            for child, row in zip(children, strategy, strict=True)
        ]
        mean = {h: sum(row[buckets[h]] * part[h] for row, part in zip(strategy, below, strict=True)) for h in own}
        for a, part in enumerate(below):
            for h, bucket in ((h, buckets[h]) for h in own):
                self.gains[node][a][bucket] += part[h] - mean[h]
                self.played[node][a][bucket] += own[h] * strategy[a][bucket]
        return mean

    def _end(self, player: int, node: int, other: dict[int, float], share: float) -> dict[int, float]:
        stake = self.stakes[node] * share
        if self.tree.kind[node] == FOLDED and self.tree.actor[node] == player:
            stake = -stake
        result = {}
        for hand, value in self.values.items():
            total = 0.0
            for against, reach in other.items():
                if set(self.hands[hand]) & set(self.hands[against]):
                    continue
                better = self.values[against]
                sign = 1 if self.tree.kind[node] == FOLDED else (value > better) - (value < better)
                total += sign * reach
            result[hand] = stake * total
        return result
