"""Regret minimization on an abstract game, one bucket at a time: values are plain sums over the other's buckets.

There is no precision but double, no matrix, and no order of work but the recursion over the tree.
"""

from __future__ import annotations

from dataclasses import dataclass

from railbird.abstraction.public_tree import DEAL, DECISION, FOLDED
from railbird.solve.buckets import BucketGame
from railbird.solve.schedules import RegretFactors

Vector = list[float]


@dataclass
class RestrictedBuckets:
    """A player who follows a model: throughout with probability p, otherwise at each bucket with its confidence."""

    player: int
    p: float
    model: dict[int, list[Vector]]
    """By node: a row for each action."""
    confidence: dict[int, Vector]


class BucketTwin:
    """Both players' tables by node: a list of rows, one for each action, of numbers for each bucket."""

    def __init__(self, game: BucketGame, restricted: RestrictedBuckets | None = None) -> None:
        self.game, self.tree, self.first = game, game.tree, game.first_street
        self.regrets: dict[int, list[Vector]] = {}
        self.averages: dict[int, list[Vector]] = {}
        last = len(game.cards.counts) - 1
        self.meetings = {last: game.tables.meetings.tolist()}
        for street in range(last, self.first, -1):
            self.meetings[street - 1] = self._merged(street)
        self.wins = game.tables.wins.tolist()
        self.restricted = restricted or RestrictedBuckets(-1, 0.0, {}, {})

    def iterate(self, factors: RegretFactors, t: int) -> None:
        """Iteration t, counted from 1; the factors are those of all iterations."""
        kept = factors.weights[t - 2] / factors.weights[t - 1] if t > 1 else 0.0
        self.factors = (factors.positive[t - 2], factors.negative[t - 2], kept) if t > 1 else (0.0, 0.0, 0.0)
        for player in range(2):
            self._from_start(player, "update")

    def value(self, player: int, kind: str) -> float:
        """The value of the averages (``profile``) or of a best response to the other's (``best``).

        A restricted player does their best as far as they are free.
        """
        value = sum(self._from_start(player, kind))
        if kind == "best" and player == self.restricted.player:
            return self.restricted.p * sum(self._from_start(player, "model")) + (1 - self.restricted.p) * value
        return value

    def _from_start(self, player: int, kind: str) -> Vector:
        ones = [1.0] * self.game.cards.counts[self.first]
        return self._visit(player, 0, ones, (ones, ones), kind)

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

    def _visit(self, player: int, node: int, own: Vector, other: tuple[Vector, Vector], kind: str) -> Vector:
        """The values of a node. ``other`` are the other's reaches: by what they play, and by their model."""
        children = [int(self.tree.children[edge]) for edge in self.tree.edges(node)]
        street = int(self.tree.round[node])
        if self.tree.kind[node] == DEAL:
            parents = self._parents(street)
            dealt = [other[0][p] for p in parents], [other[1][p] for p in parents]
            below = self._visit(player, children[0], [own[p] for p in parents], dealt, kind)
            values = [0.0] * len(own)
            for parent, value in zip(parents, below, strict=True):
                values[parent] += value
            return values
        if self.tree.kind[node] != DECISION:
            p = self.restricted.p if self.restricted.player == 1 - player else 0.0
            reach = [(1 - p) * part + p * model for part, model in zip(*other, strict=True)]
            return self._end(player, node, street, reach)
        actor = int(self.tree.actor[node])
        count = self.game.cards.counts[street]
        tables = self.regrets if kind == "update" else self.averages
        free = strategy = matched(tables.get(node, [[0.0] * count for _ in children]))
        bound = self.restricted if self.restricted.player == actor else None
        if bound and kind == "update":
            strategy = [
                [c * m + (1 - c) * f for c, m, f in zip(bound.confidence[node], model, row, strict=True)]
                for model, row in zip(bound.model[node], free, strict=True)
            ]
        if actor != player:
            models = bound.model[node] if bound else strategy
            parts = [
                self._visit(player, child, own, (times(other[0], row), times(other[1], model)), kind)
                for child, row, model in zip(children, strategy, models, strict=True)
            ]
            return [sum(each) for each in zip(*parts, strict=True)]
        below_each = [
            self._visit(player, child, times(own, row), other, kind)
            for child, row in zip(children, strategy, strict=True)
        ]
        if kind in ("best", "model"):
            best = [max(each) for each in zip(*below_each, strict=True)]
            if not bound:
                return best
            shares = bound.confidence[node] if kind == "best" else [1.0] * count
            means = mean_of(bound.model[node], below_each)
            return [c * m + (1 - c) * b for c, m, b in zip(shares, means, best, strict=True)]
        if kind == "update":
            self._learn(node, own, strategy, below_each, mean_of(free, below_each))
        return mean_of(strategy, below_each)

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


def times(reach: Vector, shares: Vector) -> Vector:
    return [each * share for each, share in zip(reach, shares, strict=True)]


def mean_of(strategy: list[Vector], values: list[Vector]) -> Vector:
    """By bucket: the values of the actions, weighted by their probabilities."""
    return [sum((s[b] * v[b] for s, v in zip(strategy, values, strict=True)), 0.0) for b in range(len(values[0]))]


def matched(rows: list[Vector]) -> list[Vector]:
    """Shares of the positive numbers of each column; equal shares where there are none."""
    result = [list(row) for row in rows]
    for column in range(len(rows[0])):
        positive = [max(row[column], 0.0) for row in rows]
        total = sum(positive)
        for row, number in zip(result, positive, strict=True):
            row[column] = number / total if total > 0 else 1 / len(rows)
    return result
