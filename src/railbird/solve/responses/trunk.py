"""``Trunk``: the first betting round, before any board card, with values of what follows given by hand class.

Hands that are the same up to suits are one class: 169 in hold'em. Values are sums over the holdings of a class, and
over the other's holdings with their reach.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.public_tree import DEAL, DECISION, FOLDED
from railbird.game import Game
from railbird.game.holdings import holdings
from railbird.solve.responses.hand_classes import hand_classes
from railbird.solve.responses.policy_reach import PolicyReach
from railbird.solve.responses.policy_response import Matrix, Nodes, PolicyResponse

ByClass = NDArray[np.float64]
"""[classes]"""
Choices = dict[int, NDArray[np.intp]]
"""For each own decision [classes]: the index of the action."""


TINY = 1e-300


@dataclass(frozen=True, eq=False, slots=True)
class TrunkReading:
    """What one decision costs, by class."""

    costs: ByClass
    """In chips a hand, by how often it comes up."""
    gaps: ByClass
    """In chips whenever it comes up."""
    shares: NDArray[np.float64]
    """[classes, actions]: what the policy does."""
    best: NDArray[np.intp]
    """The index of the best action."""


class Trunk:
    """The reply of one player to the other's policy in the first round."""

    def __init__(self, response: PolicyResponse) -> None:
        self.response = response
        self.tree = response.tree
        self.player = response.player
        game = self.tree.spot.game
        self.classes = hand_classes(game)
        count = len(holdings(game))
        self.pairs = float(_pairs(game))
        """In how many ways two holdings can be dealt."""
        self.leaves: list[int] = []
        """The deals that end the round."""
        ends = list(response.ends(np.zeros(1, dtype=np.int32), np.ones((count, 1))))
        for nodes, _ in ends:
            self.leaves += [node for node in nodes.tolist() if self.tree.kind[node] == DEAL]
        reaches = [reach for nodes, reach in ends if self.tree.kind[nodes[0]] == DEAL]
        self.reach = np.concatenate(reaches, axis=1) if reaches else np.zeros((count, 0))
        """[holdings, leaves]: the other's reach."""
        self._fold_ends = [end for end in ends if self.tree.kind[end[0][0]] == FOLDED]
        self._folds = self.folds_on(b"")

    @property
    def roots(self) -> Nodes:
        """The first node after each leaf."""
        tree = self.tree
        return np.array([tree.children[tree.child_start[leaf]] for leaf in self.leaves], dtype=np.int32)

    def by_class(self, values: Matrix) -> NDArray[np.float64]:
        """[sequences, classes]: the sums of [holdings, sequences]."""
        return self.classes.sums(values).T

    def best(self, values: NDArray[np.float64]) -> Choices:
        """The best reply if the leaves have these values, [leaves, classes]."""
        choices: Choices = {}

        def choose(node: int, found: list[ByClass]) -> ByClass:
            choices[node] = np.argmax(found, axis=0)
            result: ByClass = np.max(found, axis=0)
            return result

        self._walk(0, values, choose)
        return choices

    def value(self, choices: Choices, values: NDArray[np.float64], folds: Mapping[int, ByClass] | None = None) -> float:
        """What a reply wins, in chips a hand; ``folds`` are other values of the folds."""

        def follow(node: int, found: list[ByClass]) -> ByClass:
            result: ByClass = np.choose(choices[node], found)
            return result

        return float(self._walk(0, values, follow, folds).sum() / self.pairs)

    def folds_on(self, cards: bytes) -> dict[int, ByClass]:
        """The values of the folds if no holding has one of these cards."""
        possible = holdings(self.tree.spot.game).apart_from(cards)[:, None]
        folds = self.response.folds([(nodes, reach * possible) for nodes, reach in self._fold_ends], cards)
        return {int(nodes[0]): self.by_class(values)[0] for nodes, values in folds}

    def readings(self, values: NDArray[np.float64]) -> dict[int, TrunkReading]:
        """What the player's own decisions of this round cost if the leaves have these values (see ``mistakes``)."""
        tree, examples, found = self.tree, self.classes.examples, dict[int, TrunkReading]()
        own, other = (PolicyReach(self.response.policy, player, ()) for player in (self.player, 1 - self.player))

        def walk(node: int) -> ByClass:
            if not self.response.reached[node] or tree.kind[node] != DECISION:
                return self._end(node, values)
            each = [walk(int(tree.children[edge])) for edge in tree.edges(node)]
            if tree.actor[node] != self.player:
                summed: ByClass = np.add.reduce(each)
                return summed
            by_action, here = np.array(each), np.array([node], dtype=np.int32)
            best: ByClass = by_action.max(axis=0)
            shares = own.shares(node)[examples]
            gaps = best - (shares.T * by_action).sum(axis=0)
            met = self.by_class(self.response.compatible(other.of(here)))[0]
            costs = own.of(here)[examples, 0] * gaps / self.pairs
            found[node] = TrunkReading(costs, gaps / np.maximum(met, TINY), shares, by_action.argmax(axis=0))
            return best

        walk(0)
        return found

    def _end(self, node: int, values: NDArray[np.float64], folds: Mapping[int, ByClass] | None = None) -> ByClass:
        """[classes]: the value of a node where the round has ended, or which is never reached."""
        if not self.response.reached[node]:
            return np.zeros(len(self.classes))
        if self.tree.kind[node] == FOLDED:
            return (self._folds if folds is None else folds)[node]
        result: ByClass = values[self.leaves.index(node)]
        return result

    def _walk(
        self,
        node: int,
        values: NDArray[np.float64],
        choose: Callable[[int, list[ByClass]], ByClass],
        folds: Mapping[int, ByClass] | None = None,
    ) -> ByClass:
        """[classes]: the value of a node."""
        tree = self.tree
        if not self.response.reached[node] or tree.kind[node] != DECISION:
            return self._end(node, values, folds)
        found = [self._walk(int(tree.children[edge]), values, choose, folds) for edge in tree.edges(node)]
        own = tree.actor[node] == self.player
        summed: ByClass = np.add.reduce(found)
        return choose(node, found) if own else summed


def _pairs(game: Game) -> int:
    every = holdings(game)
    return sum(int(np.count_nonzero(every.apart_from(cards.tobytes()))) for cards in every.cards)
