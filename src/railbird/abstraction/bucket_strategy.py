"""``BucketStrategy``: the probabilities of actions by node of a public tree and by bucket of the player's cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.cards.card_abstraction import CardAbstraction
from railbird.abstraction.public_tree import DECISION, PublicTree
from railbird.errors import GameError

FactOfMaking = str | int | float


class BucketStrategy:
    """A strategy of both players of an abstract game: a public tree, and a card abstraction.

    ``rows`` are weights in one flat array: blocks in the order of the decision nodes, in a block a row for each bucket
    of the node's street, in a row a weight for each action. Probabilities are weights divided by the sum of their row;
    a row of zeros, which a solver never visited, plays all actions alike. ``save_strategies`` writes a file.

    >>> from railbird.abstraction import Spot, public_tree
    >>> from railbird.abstraction.cards import build_abstraction
    >>> tree = public_tree(Spot("leduc"))
    >>> cards = build_abstraction(tree.spot.game, "buckets(preflop=3, flop=2, by=ehs)")
    >>> strategy = BucketStrategy(tree, cards, np.ones(rows_needed(tree, cards)))
    >>> strategy.at(tree.node_of("r"))
    array([[0.33333333, 0.33333333, 0.33333333],
           [0.33333333, 0.33333333, 0.33333333],
           [0.33333333, 0.33333333, 0.33333333]])
    """

    def __init__(
        self,
        tree: PublicTree,
        abstraction: CardAbstraction,
        rows: NDArray[Any],
        facts: Mapping[str, FactOfMaking] | None = None,
    ) -> None:
        if not abstraction.fits(tree.spot.game):
            raise GameError(f"the buckets are of {abstraction.game}, whose cards are not those of {tree.spot.game}")
        self.tree = tree
        self.abstraction = abstraction
        self.start = row_starts(tree, abstraction)
        """[nodes + 1]: where the block of each node begins; nodes that are no decisions have empty blocks."""
        self.rows = _checked(rows, int(self.start[-1]))
        self._blocks: dict[int, tuple[int, int]] = {}
        self.facts: dict[str, FactOfMaking] = dict(facts or {})
        """How it was made: iterations, exploitability inside the abstraction, seed."""
        self.extras: dict[str, NDArray[Any]] = {}
        """Further arrays that its file holds, by name."""

    def __repr__(self) -> str:
        return f"<BucketStrategy of {self.tree.spot}, {self.abstraction.spec}: {len(self.rows):,} numbers>"

    def weights(self, node: int) -> NDArray[Any]:
        """[buckets, actions]: the weights of a decision node, as they are stored."""
        actions = len(self.tree.edges(node))
        if self.tree.kind[node] != DECISION:
            raise GameError(f"nobody decides at node {node}: {self.tree.line_of(node) or 'the start'}")
        return self.rows[self.start[node] : self.start[node + 1]].reshape(-1, actions)

    def at(self, node: int) -> NDArray[np.float64]:
        """[buckets, actions]: the probabilities of a decision node."""
        return probabilities_of(self.weights(node))

    def probabilities(self) -> NDArray[np.float64]:
        """The probabilities of all decision nodes, in the order of ``rows``."""
        actions = actions_by_row(self.tree, self.abstraction)
        shares = self.rows.astype(np.float64)
        totals = np.add.reduceat(shares, np.cumsum(actions) - actions)
        alike = totals == 0
        if alike.any():
            shares[np.repeat(alike, actions)] = 1
            totals[alike] = actions[alike]
        shares /= np.repeat(totals, actions)
        return shares

    def row(self, node: int, bucket: int) -> list[float]:
        """The probabilities of a decision node for one bucket."""
        block = self._blocks.get(node)
        if block is None:
            block = self._blocks[node] = (int(self.start[node]), len(self.tree.edges(node)))
        start, actions = block
        first = start + bucket * actions
        weights: list[float] = self.rows[first : first + actions].tolist()
        total = sum(weights)
        return [weight / total for weight in weights] if total else [1 / actions] * actions


def row_starts(tree: PublicTree, abstraction: CardAbstraction) -> NDArray[np.int64]:
    """[nodes + 1]: where the block of each node begins in the rows of a strategy."""
    buckets = np.array(abstraction.counts, dtype=np.int64)[tree.round]
    sizes = np.where(tree.kind == DECISION, buckets * np.diff(tree.child_start), 0)
    return np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])


def actions_by_row(tree: PublicTree, abstraction: CardAbstraction) -> NDArray[np.int64]:
    """[rows]: how many actions the row of each decision node and bucket has."""
    decisions = tree.kind == DECISION
    buckets = np.array(abstraction.counts, dtype=np.int64)[tree.round[decisions]]
    return np.repeat(np.diff(tree.child_start)[decisions].astype(np.int64), buckets)


def rows_needed(tree: PublicTree, abstraction: CardAbstraction) -> int:
    """How many numbers the rows of a strategy have."""
    return int(row_starts(tree, abstraction)[-1])


def probabilities_of(weights: NDArray[Any]) -> NDArray[np.float64]:
    """Weights [rows, actions] divided by the sum of their row; rows of zeros become uniform."""
    shares = weights.astype(np.float64)
    totals = shares.sum(axis=1, keepdims=True)
    shares[totals[:, 0] == 0] = 1
    totals[totals == 0] = shares.shape[1]
    shares /= totals
    return shares


def _checked(rows: NDArray[Any], size: int) -> NDArray[Any]:
    if rows.shape != (size,) or rows.dtype.kind not in "uf":
        raise GameError(f"the rows must be {size:,} numbers in one array, not {rows.dtype} of the shape {rows.shape}")
    if rows.dtype.kind == "f" and not (np.isfinite(rows).all() and rows.min(initial=0) >= 0):
        raise GameError("the rows of a strategy must be finite numbers of 0 or more")
    return rows
