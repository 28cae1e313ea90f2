"""The sequence form of a game (von Stengel 1996): its payoffs by what each player has done, instead of by nodes.

A *sequence* of a player is what they have done on the way to a node: the last information set and action, because with
perfect recall those determine all earlier ones. A strategy gives each sequence the probability that its player plays
it. The expected payoff is a sum over the ends of the game: payoff × probability of chance × the players' probabilities
of their sequences. So one sparse product gives the counterfactual values of all information sets of a player.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.errors import GameError, quoted
from railbird.extensive import CHANCE, NOBODY
from railbird.solve.game_tree import GameTree

NO_ACTION = 0
"""The sequence of a player who has not acted; the others are 1 + the row of their last action."""


@dataclass(frozen=True, slots=True, eq=False)
class SequenceForm:
    """A game in sequence form. Raises GameError if a player forgets what they knew or did.

    >>> form = SequenceForm.of(GameTree.expand("kuhn"))
    >>> form
    SequenceForm of kuhn: 24 rows, 30 endings
    """

    tree: GameTree = field(repr=False)
    sequences: NDArray[np.int32] = field(repr=False)
    """[node, player]: the sequence of each player at each node."""
    chance: NDArray[np.float64] = field(repr=False)
    """[node]: the probability that chance does its part in reaching the node."""
    parents: NDArray[np.int32] = field(repr=False)
    """For each information set, the sequence of its player that leads to it."""
    endings: NDArray[np.int32] = field(repr=False)
    """[ending, player]: the sequences; endings with the same sequences are one, and those that pay nothing are none."""
    payoffs: NDArray[np.float64] = field(repr=False)
    """[ending, player]: payoff × probability of chance, added up over the ends of the game that it stands for."""
    native: _core.SequenceTables = field(repr=False)

    @classmethod
    def of(cls, tree: GameTree) -> SequenceForm:
        sequences, chance = _sequences(tree)
        parents = _parents(tree, sequences)
        last = tree.actor == NOBODY
        weighted = tree.payoffs[last] * chance[last, None]
        paying = np.any(weighted != 0, axis=1)
        endings, merged = np.unique(sequences[last][paying], axis=0, return_inverse=True)
        payoffs = np.zeros((len(endings), tree.players))
        np.add.at(payoffs, merged.ravel(), weighted[paying])
        native = _core.SequenceTables(tree.set_player, tree.set_start, parents, endings, payoffs)
        return cls(tree, sequences, chance, parents, endings, payoffs, native)

    def __repr__(self) -> str:
        return f"SequenceForm of {self.tree.game}: {self.tree.rows:,} rows, {len(self.endings):,} endings"

    def reach(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """For each sequence, the probability that its player plays it if chance and the others allow it."""
        return self.native.reach(rows)

    def node_reach(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """For each node, the probability that play reaches it."""
        reach = self.reach(rows)
        total: NDArray[np.float64] = self.chance * reach[self.sequences].prod(axis=1)
        return total


def _sequences(tree: GameTree) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """The sequence of each player and the probability of chance at each node, level by level."""
    sequences = np.full((tree.nodes, tree.players), NO_ACTION, np.int32)
    chance = tree.chance.copy()
    start, stop = 0, 1
    while stop < tree.nodes:
        start, stop = stop, stop + int(tree.children[start:stop].sum())
        parent = tree.parent[start:stop]
        chance[start:stop] *= chance[parent]
        level = sequences[parent]
        acting = np.flatnonzero(tree.actor[parent] != CHANCE)
        action = np.arange(start, stop)[acting] - tree.first_child[parent[acting]]
        rows = tree.set_start[tree.information_set[parent[acting]]] + action
        level[acting, tree.actor[parent[acting]]] = rows + 1
        sequences[start:stop] = level
    return sequences, chance


def _parents(tree: GameTree, sequences: NDArray[np.int32]) -> NDArray[np.int32]:
    """The sequence that leads to each information set. Raises GameError if there are several."""
    acting = np.flatnonzero(tree.information_set >= 0)
    own = sequences[acting, tree.actor[acting]]
    sets = tree.information_set[acting]
    parents = np.zeros(tree.sets, np.int32)
    parents[sets] = own
    wrong = np.flatnonzero(parents[sets] != own)
    if len(wrong):
        index = sets[wrong[0]]
        raise GameError(
            f"player {tree.set_player[index]} of {tree.game} has no perfect recall: the information set "
            f"{quoted(tree.names[index])} is reached by different actions of their own"
        )
    return parents
