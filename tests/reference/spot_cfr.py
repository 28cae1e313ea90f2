"""Regret minimization on a spot, hand by hand: every board is played out, and every pair of hands is compared.

Counterfactual values are products of a matrix of payoffs with the other player's reach. There is no symmetry of suits,
no sorting and no precision but double.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.public_tree import DEAL, DECISION, FOLDED, LOSS, TIE, WIN
from railbird.cards import evaluate
from railbird.game.dealing import deck
from railbird.solve.schedules import RegretFactors
from railbird.solve.spots.problem import SpotProblem

Vector = NDArray[np.float64]


class SpotTwin:
    """Both players' tables by betting node and board."""

    def __init__(self, problem: SpotProblem) -> None:
        self.tree, self.payoffs = problem.tree, problem.payoffs
        self.game = problem.spot.game
        self.board = tuple(map(int, problem.spot.board))
        self.cards = [int(card) for card in deck(self.game)]
        every = problem.holdings
        chosen = [np.flatnonzero(weights) for weights in problem.weights]
        self.hands = [[tuple(map(int, every.cards[index])) for index in indices] for indices in chosen]
        self.weights = [problem.weights[player][chosen[player]] for player in range(2)]
        apart = np.array([[not set(a) & set(b) for b in self.hands[1]] for a in self.hands[0]], dtype=float)
        self.pairs = float(self.weights[0] @ apart @ self.weights[1])
        self.apart = [apart, apart.T]
        self.regrets: dict[tuple[int, tuple[int, ...]], Vector] = {}
        self.averages: dict[tuple[int, tuple[int, ...]], Vector] = {}
        self.matrices: dict[tuple[int, tuple[int, ...], int], Vector] = {}

    def iterate(self, factors: RegretFactors, t: int) -> None:
        """Iteration t, counted from 1; the factors are those of all iterations."""
        kept = factors.weights[t - 2] / factors.weights[t - 1] if t > 1 else 0.0
        self.factors = (factors.positive[t - 2], factors.negative[t - 2], kept) if t > 1 else (0.0, 0.0, 0.0)
        for player in range(2):
            own = np.ones(len(self.hands[player]))
            self._visit(player, 0, self.board, own, self.weights[1 - player] / self.pairs, "update")

    def value(self, player: int, kind: str) -> float:
        """The value of the averages (``profile``) or of a best response to the other's (``best``)."""
        own = np.ones(len(self.hands[player]))
        values = self._visit(player, 0, self.board, own, self.weights[1 - player] / self.pairs, kind)
        return float(values @ self.weights[player])

    def _visit(self, player: int, node: int, board: tuple[int, ...], own: Vector, other: Vector, kind: str) -> Vector:
        children = [int(self.tree.children[edge]) for edge in self.tree.edges(node)]
        if self.tree.kind[node] == DEAL:
            return self._deal(player, node, board, own, other, kind)
        if self.tree.kind[node] != DECISION:
            return self._matrix(node, board, player) @ other
        actor = int(self.tree.actor[node])
        tables = self.regrets if kind == "update" else self.averages
        zeros = np.zeros((len(children), len(self.hands[actor])))
        strategy = matched(tables.get((node, board), zeros))
        if actor != player:
            reaches = [other * share for share in strategy]
            return sum(
                (self._visit(player, c, board, own, r, kind) for c, r in zip(children, reaches, strict=True)),
                np.zeros(len(own)),
            )
        values = np.array(
            [
                self._visit(player, c, board, own * share, other, kind)
                for c, share in zip(children, strategy, strict=True)
            ]
        )
        if kind == "best":
            return np.asarray(values.max(axis=0))
        mean = (strategy * values).sum(axis=0)
        if kind == "update":
            positive, negative, kept = self.factors
            regrets = self.regrets.get((node, board), zeros)
            discounted = regrets * np.where(regrets > 0, positive, negative)
            self.regrets[node, board] = discounted + (values - mean)
            self.averages[node, board] = self.averages.get((node, board), zeros) * kept + own * strategy
        return np.asarray(mean)

    def _deal(self, player: int, node: int, board: tuple[int, ...], own: Vector, other: Vector, kind: str) -> Vector:
        count = self.game.board_cards[int(self.tree.round[node])]
        left = [card for card in self.cards if card not in board]
        deals = list(combinations(left, count))
        hole_cards = len(self.hands[0][0])
        ways = len(list(combinations(range(len(left) - 2 * hole_cards), count)))
        child = int(self.tree.children[self.tree.child_start[node]])
        total = np.zeros(len(own))
        for cards in deals:
            alive = [np.array([not set(hand) & set(cards) for hand in hands], dtype=float) for hands in self.hands]
            reach = other * alive[1 - player]
            values = self._visit(player, child, board + cards, own, reach, kind)
            total += values * alive[player]
        return total / ways

    def _matrix(self, node: int, board: tuple[int, ...], player: int) -> Vector:
        key = (node, board, player)
        if key not in self.matrices:
            win, loss, tie = (self.payoffs[node, player, result] for result in (WIN, LOSS, TIE))
            if self.tree.kind[node] == FOLDED:
                matrix = np.full(self.apart[player].shape, win)
            else:
                mine, theirs = ([self._strength(h, board) for h in self.hands[p]] for p in (player, 1 - player))
                matrix = np.array([[win if a > b else loss if a < b else tie for b in theirs] for a in mine])
            self.matrices[key] = matrix * self.apart[player]
        return self.matrices[key]

    def _strength(self, hand: tuple[int, ...], board: tuple[int, ...]) -> int:
        cards = set(hand) | set(board)
        return evaluate(bytes(cards)) if len(cards) == len(hand) + len(board) else 0


def matched(numbers: Vector) -> Vector:
    """Shares of the positive numbers of each column; equal ones where there are none."""
    positive = np.maximum(numbers, 0)
    sums = positive.sum(axis=0)
    return np.where(sums > 0, positive / np.where(sums > 0, sums, 1), 1 / len(numbers))
