"""Small games for tests of searches."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field

from railbird.extensive import CHANCE, NOBODY, PerfectInformation
from railbird.search.mcts import Node

Branch = Sequence["Branch | float"]


@dataclass
class ExplicitTree(PerfectInformation):
    """A game tree written as nested lists; leaves are payoffs of player 0. Players take turns; a tuple is chance."""

    tree: Branch | float
    path: list[int] = field(default_factory=list)
    applied: list[int] = field(default_factory=list)
    """Every action ever applied to this object or its copies."""
    players = 2
    payoff_range = (-1.0, 1.0)

    @property
    def _here(self) -> Branch | float:
        here = self.tree
        for action in self.path:
            assert not isinstance(here, float | int)
            here = here[action]
        return here

    @property
    def turn(self) -> int:
        here = self._here
        if isinstance(here, float | int):
            return NOBODY
        return CHANCE if isinstance(here, tuple) else len(self.path) % 2

    def legal_actions(self) -> Sequence[int]:
        here = self._here
        return () if isinstance(here, float | int) else range(len(here))

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        actions = self.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    def apply(self, action: int) -> None:
        self.path.append(action)
        self.applied.append(action)

    def clone(self) -> ExplicitTree:
        return ExplicitTree(self.tree, self.path[:], self.applied)

    def returns(self) -> tuple[float, float]:
        here = self._here
        assert isinstance(here, float | int)
        return (here, -here)

    def position_key(self) -> Hashable:
        return tuple(self.path)

    def action_text(self, action: int) -> str:
        return str(action)


def nodes_of(root: Node) -> Iterator[Node]:
    """The nodes of a tree, the root first."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(node.children)


def check_visits(root: Node, iterations: int) -> None:
    """Item 5: root visits = iterations = visits of edges; deeper, visits = 1 + visits of edges, unless terminal."""
    assert root.visits == sum(root.visits_of) == iterations
    for node in nodes_of(root):
        if node.children:
            assert node.visits_of == [child.visits for child in node.children]
        if node is not root and node.player != NOBODY:
            assert node.visits == 1 + sum(node.visits_of)
