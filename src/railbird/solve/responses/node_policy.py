"""``NodePolicy``: what a player does at each node of a public tree, with all holdings at once, on any board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.public_tree import PublicTree
from railbird.game.holdings import holdings


class NodePolicy(ABC):
    """A policy over a public tree, in rows: holdings that do the same share a row.

    Which row a holding has depends on the board and on the ``part`` of the node; what the row does depends on the node.
    """

    tree: PublicTree
    part: NDArray[np.int32]
    """[nodes]: the part of each node, the same for all nodes of one betting round after one sequence.

    A stored strategy may have several card abstractions, each for some of its sequences. Else there is one part.
    """
    fixed: bool
    """Whether rows do the same on every board."""

    blind = False
    """Whether it never depends on cards."""

    @property
    @abstractmethod
    def fingerprint(self) -> str:
        """A text that is the same for the same policy, on any machine; empty if nothing tells it from others."""

    @abstractmethod
    def rows(self, part: int, board: bytes, round_number: int) -> NDArray[np.int32]:
        """[holdings]: the row of each holding; any row for those with a card of the board."""

    @abstractmethod
    def table(self, node: int, board: bytes) -> NDArray[np.float64]:
        """[rows, actions]: the probabilities of a decision, in the order of the tree's edges."""


def fingerprint_of(kind: str, parts: Iterable[bytes]) -> str:
    """A short text that is the same for the same parts."""
    digest = sha256(kind.encode())
    for part in parts:
        digest.update(sha256(part).digest())
    return f"{kind} {digest.hexdigest()[:32]}"


class OneRow(NodePolicy):
    """The policy of a bot that never looks at cards: one row for all holdings.

    ``shares`` are the probabilities of the actions at each decision node.
    """

    fixed = True
    blind = True

    def __init__(self, tree: PublicTree, shares: dict[int, NDArray[np.float64]]) -> None:
        self.tree = tree
        self.part = np.zeros(len(tree), dtype=np.int32)
        self._shares = shares
        self._rows: NDArray[np.int32] = np.zeros(len(holdings(tree.spot.game)), dtype=np.int32)

    @property
    def fingerprint(self) -> str:
        return fingerprint_of("one row", (self._shares[node].tobytes() for node in sorted(self._shares)))

    def rows(self, part: int, board: bytes, round_number: int) -> NDArray[np.int32]:
        return self._rows

    def table(self, node: int, board: bytes) -> NDArray[np.float64]:
        return self._shares[node][None]
