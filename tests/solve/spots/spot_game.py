"""A spot with two ranges as a game in extensive form, for the tabular solvers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np

from railbird.abstraction.public_tree import DECISION, FOLDED, LOSS, TIE, WIN
from railbird.cards import evaluate
from railbird.extensive import CHANCE, NOBODY, RandomStream, Strategy
from railbird.solve.spots import SpotNode, SpotSolution
from railbird.solve.spots.problem import SpotProblem


class SpotGame:
    """A river spot: chance deals a pair of hands by their weights, then the public tree is played.

    Each player has paid half of the pot, so that the payoffs sum to 0.
    """

    players = 2
    perfect_information = False

    def __init__(self, problem: SpotProblem) -> None:
        self.problem = problem
        self.tree, self.payoffs = problem.tree, problem.payoffs - problem.tree.pot / 2
        self.payoff_range = (float(self.payoffs.min()), float(self.payoffs.max()))
        every = problem.holdings
        first, second = (np.flatnonzero(weights) for weights in problem.weights)
        pairs = [(i, j) for i in first for j in second if not every.masks[i] & every.masks[j]]
        weights = np.array([problem.weights[0][i] * problem.weights[1][j] for i, j in pairs])
        self.deals = [(int(i), int(j)) for i, j in pairs]
        self.chances = (weights / weights.sum()).tolist()
        self.deal: int | None = None
        self.node = 0

    @property
    def turn(self) -> int:
        if self.deal is None:
            return CHANCE
        return int(self.tree.actor[self.node]) if self.tree.kind[self.node] == DECISION else NOBODY

    def legal_actions(self) -> Sequence[int]:
        if self.deal is None:
            return range(len(self.deals))
        return range(len(self.tree.edges(self.node)))

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        return list(enumerate(self.chances))

    def apply(self, action: int) -> None:
        if self.deal is None:
            self.deal = action
        else:
            self.node = int(self.tree.children[self.tree.child_start[self.node] + action])

    def clone(self) -> Self:
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        return copy

    def returns(self) -> Sequence[float]:
        assert self.deal is not None
        results = [WIN, WIN]
        if self.tree.kind[self.node] != FOLDED:
            board = bytes(self.problem.spot.board)
            first, second = (evaluate(bytes(self.problem.holdings.cards[h]) + board) for h in self.deals[self.deal])
            results = [TIE, TIE] if first == second else [WIN, LOSS] if first > second else [LOSS, WIN]
        return [float(self.payoffs[self.node, player, results[player]]) for player in range(2)]

    def information_key(self, player: int) -> str:
        assert self.deal is not None
        return key_of(self.deals[self.deal][player], self.tree.line_of(self.node))

    def determinize(self, player: int, random: RandomStream) -> Self:
        raise NotImplementedError

    def action_text(self, action: int) -> str:
        if self.deal is None:
            return f"deal{action}"
        return self.tree.edge_text(self.tree.edges(self.node)[action])


def key_of(holding: int, line: str) -> str:
    """The name of an information set."""
    return f"{holding}|{line}"


def strategy_of(solution: SpotSolution) -> Strategy:
    """The average strategies of a solved river spot."""
    rows: list[tuple[str, tuple[str, ...], list[float]]] = []

    def visit(node: SpotNode) -> None:
        if node.player is None:
            return
        for hand, shares in zip(node.hands(node.player), node.strategy, strict=True):
            rows.append((key_of(int(hand), node.line), node.actions, shares.tolist()))
        for action in node.actions:
            visit(node.child(action))

    visit(solution.node())
    return Strategy.from_rows(rows)
