"""Regret minimization on an abstract game, one bucket at a time: values are plain sums over the other's buckets.

There is no precision but double, no matrix, and no order of work but the recursion over the tree.
"""

from __future__ import annotations

from railbird.abstraction.public_tree import DEAL, DECISION, FOLDED
from railbird.solve.buckets import BucketGame
from railbird.solve.schedules import RegretFactors

Vector = list[float]


class BucketTwin:
    """Both players' tables by node: a list of rows, one for each action, of numbers for each bucket."""

    def __init__(self, game: BucketGame) -> None:
        self.game, self.tree, self.first = game, game.tree, game.first_street
        self.regrets: dict[int, list[Vector]] = {}
        self.averages: dict[int, list[Vector]] = {}
        last = len(game.cards.counts) - 1
        self.meetings = {last: game.tables.meetings.tolist()}
        for street in range(last, self.first, -1):
            self.meetings[street - 1] = self._merged(street)
        self.wins = game.tables.wins.tolist()

    def iterate(self, factors: RegretFactors, t: int) -> None:
        """Iteration t, counted from 1; the factors are those of all iterations."""
        kept = factors.weights[t - 2] / factors.weights[t - 1] if t > 1 else 0.0
        self.factors = (factors.positive[t - 2], factors.negative[t - 2], kept) if t > 1 else (0.0, 0.0, 0.0)
        for player in range(2):
            self._from_start(player, "update")

    def value(self, player: int, kind: str) -> float:
        """The value of the averages (``profile``) or of a best response to the other's (``best``)."""
        return sum(self._from_start(player, kind))

    def _from_start(self, player: int, kind: str) -> Vector:
        ones = [1.0] * self.game.cards.counts[self.first]
        return self._visit(player, 0, ones, ones, kind)

    def _merged(self, street: int) -> list[Vector]:
        parents = self._parents(street)
        count = self.game.cards.counts[street - 1]
        table = [[0.0] * count for _ in range(count)]
        for i, row in enumerate(self.meetings[street]):
            for j, share in enumerate(row):
                table[parents[i]][parents[j]] += share
        return table

    def _parents(self, street: int) -> list[int]:
        parents = self.game.cards.parents[street]
        assert parents is not None
        return list(map(int, parents))

    def _visit(self, player: int, node: int, own: Vector, other: Vector, kind: str) -> Vector:
        children = [int(self.tree.children[edge]) for edge in self.tree.edges(node)]
        street = int(self.tree.round[node])
        if self.tree.kind[node] == DEAL:
            parents = self._parents(street)
            below = self._visit(player, children[0], [own[p] for p in parents], [other[p] for p in parents], kind)
            values = [0.0] * len(own)
            for parent, value in zip(parents, below, strict=True):
                values[parent] += value
            return values
        if self.tree.kind[node] != DECISION:
            return self._end(player, node, street, other)
        actor = int(self.tree.actor[node])
        count = self.game.cards.counts[street]
        tables = self.regrets if kind == "update" else self.averages
        strategy = matched(tables.get(node, [[0.0] * count for _ in children]))
        if actor != player:
            parts = [
                self._visit(player, child, own, [r * s for r, s in zip(other, row, strict=True)], kind)
                for child, row in zip(children, strategy, strict=True)
            ]
            return [sum(each) for each in zip(*parts, strict=True)]
        below_each = [
            self._visit(player, child, [r * s for r, s in zip(own, row, strict=True)], other, kind)
            for child, row in zip(children, strategy, strict=True)
        ]
        if kind == "best":
            return [max(each) for each in zip(*below_each, strict=True)]
        mean = [sum((s[b] * v[b] for s, v in zip(strategy, below_each, strict=True)), 0.0) for b in range(count)]
        if kind == "update":
            self._learn(node, own, strategy, below_each, mean)
        return mean

    def _learn(self, node: int, own: Vector, strategy: list[Vector], values: list[Vector], mean: Vector) -> None:
        positive, negative, kept = self.factors
        zeros = [[0.0] * len(mean) for _ in strategy]
        regrets, averages = self.regrets.get(node, zeros), self.averages.get(node, zeros)
        self.regrets[node] = [
            [r * (positive if r > 0 else negative) + v - m for r, v, m in zip(row, value, mean, strict=True)]
            for row, value in zip(regrets, values, strict=True)
        ]
        self.averages[node] = [
            [a * kept + r * s for a, r, s in zip(row, own, share, strict=True)]
            for row, share in zip(averages, strategy, strict=True)
        ]

    def _end(self, player: int, node: int, street: int, other: Vector) -> Vector:
        stake = float(self.game.stakes[node])
        folded = self.tree.kind[node] == FOLDED
        table = self.meetings[street] if folded else self.wins
        sign = (-1 if self.tree.actor[node] == player else 1) if folded else (1, -1)[player]
        size = len(table)
        return [
            sign * stake * sum((table[b][c] if player == 0 else table[c][b]) * other[c] for c in range(size))
            for b in range(size)
        ]


def matched(rows: list[Vector]) -> list[Vector]:
    """Shares of the positive numbers of each column; equal shares where there are none."""
    result = [list(row) for row in rows]
    for column in range(len(rows[0])):
        positive = [max(row[column], 0.0) for row in rows]
        total = sum(positive)
        for row, number in zip(result, positive, strict=True):
            row[column] = number / total if total > 0 else 1 / len(rows)
    return result
