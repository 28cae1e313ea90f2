"""``Trunk``: the first betting round, before any board card, with values of what follows given by hand class.

Hands that are the same up to suits are one class: 169 in hold'em. Values are sums over the holdings of a class, and
over the other's holdings with their reach.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.cards.deal_index import deal_index
from railbird.abstraction.public_tree import DEAL, FOLDED
from railbird.game import Game
from railbird.game.holdings import holdings
from railbird.solve.responses.policy_response import Matrix, Nodes, PolicyResponse

ByClass = NDArray[np.float64]
"""[classes]"""
Choices = dict[int, NDArray[np.intp]]
"""For each own decision [classes]: the index of the action."""


class Trunk:
    """The reply of one player to the other's policy in the first round."""

    def __init__(self, response: PolicyResponse) -> None:
        self.response = response
        self.tree = response.tree
        self.player = response.player
        game = self.tree.spot.game
        self.classes = hand_classes(game)
        """[holdings]: the class of each."""
        self.count = int(self.classes.max()) + 1
        count = len(holdings(game))
        self.pairs = float(_pairs(game))
        """In how many ways two holdings can be dealt."""
        self.leaves: list[int] = []
        """The deals that end the round."""
        reaches: list[Matrix] = []
        for nodes, reach in response.leaves(np.zeros(1, dtype=np.int32), np.ones((count, 1))):
            self.leaves += nodes.tolist()
            reaches.append(reach)
        self.reach = np.concatenate(reaches, axis=1) if reaches else np.zeros((count, 0))
        """[holdings, leaves]: the other's reach."""
        self._folds: dict[int, ByClass] = {
            int(nodes[0]): self.by_class(values)[0]
            for nodes, values in response.folds(np.zeros(1, dtype=np.int32), np.ones((count, 1)))
        }

    @property
    def roots(self) -> Nodes:
        """The first node after each leaf."""
        tree = self.tree
        return np.array([tree.children[tree.child_start[leaf]] for leaf in self.leaves], dtype=np.int32)

    def by_class(self, values: Matrix) -> NDArray[np.float64]:
        """[sequences, classes]: the sums of [holdings, sequences]."""
        sums: NDArray[np.float64] = np.zeros((values.shape[1], self.count))
        np.add.at(sums.T, self.classes, values)
        return sums

    def best(self, values: NDArray[np.float64]) -> Choices:
        """The best reply if the leaves have these values, [leaves, classes]."""
        choices: Choices = {}

        def choose(node: int, found: list[ByClass]) -> ByClass:
            choices[node] = np.argmax(found, axis=0)
            result: ByClass = np.max(found, axis=0)
            return result

        self._walk(0, values, choose)
        return choices

    def value(self, choices: Choices, values: NDArray[np.float64]) -> float:
        """What a reply wins, in chips a hand."""

        def follow(node: int, found: list[ByClass]) -> ByClass:
            result: ByClass = np.choose(choices[node], found)
            return result

        return float(self._walk(0, values, follow).sum() / self.pairs)

    def _walk(self, node: int, values: NDArray[np.float64], choose: Callable[[int, list[ByClass]], ByClass]) -> ByClass:
        """[classes]: the value of a node."""
        tree = self.tree
        if not self.response.reached[node]:
            return np.zeros(self.count)
        if tree.kind[node] == DEAL:
            result: ByClass = values[self.leaves.index(node)]
            return result
        if tree.kind[node] == FOLDED:
            return self._folds[node]
        found = [self._walk(int(tree.children[edge]), values, choose) for edge in tree.edges(node)]
        own = tree.actor[node] == self.player
        summed: ByClass = np.add.reduce(found)
        return choose(node, found) if own else summed


def hand_classes(game: Game) -> NDArray[np.intp]:
    """[holdings]: the class of each holding, up to suits."""
    return deal_index(game).numbers(0, holdings(game).cards).astype(np.intp)


def _pairs(game: Game) -> int:
    every = holdings(game)
    return sum(int(np.count_nonzero(every.apart_from(cards.tobytes()))) for cards in every.cards)
