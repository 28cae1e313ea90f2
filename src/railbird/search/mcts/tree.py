"""The search tree: nodes with one edge per action tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from railbird.extensive import CHANCE, State
from railbird.extensive.logarithm import log_of


class LogTable(list[float]):
    """ln of whole numbers, computed once; entry 0 is ln 1."""

    def up_to(self, count: int) -> LogTable:
        """Fill the table, so that entry ``count`` exists."""
        while len(self) <= count:
            self.append(log_of(max(len(self), 1)))
        return self


LOGS = LogTable()


class Node:
    """A position in the tree. Its edges are listed in the order in which they were first tried.

    ``totals`` are sums of the returns of the player to act (of player 0 at a chance node). Fields that are None belong
    to variants: ``squares`` to UCB1-Tuned, ``priors`` to PUCT, ``bias`` to progressive bias, ``bonus_visits`` and
    ``bonus_totals`` to virtual wins, ``amaf`` to RAVE, ``available`` to ISMCTS.
    """

    __slots__ = (
        "actions",
        "amaf",
        "available",
        "bias",
        "bonus_totals",
        "bonus_visits",
        "children",
        "player",
        "priors",
        "squares",
        "totals",
        "untried",
        "visits",
        "visits_of",
    )

    def __init__(self, player: int) -> None:
        self.player = player
        self.visits = 0
        self.actions: list[int] = []
        self.visits_of: list[int] = []
        """The visits of each edge."""
        self.totals: list[float] = []
        self.children: list[Node] = []
        """The node at the end of each edge; empty in trees of information sets, which are looked up by key."""
        self.untried: list[int] | None = None
        """Legal actions without an edge; None until the node is first left."""
        self.squares: list[float] | None = None
        self.priors: dict[int, float] | None = None
        self.bias: list[float] | None = None
        self.bonus_visits: list[float] | None = None
        self.bonus_totals: list[float] | None = None
        self.amaf: dict[int, list[float]] | None = None
        """For each action, how often it was played from here on, and the sum of the returns then."""
        self.available: list[int] | None = None

    def add_edge(self, action: int, child: Node | None = None) -> int:
        """Add an edge and return its index."""
        self.actions.append(action)
        self.visits_of.append(0)
        self.totals.append(0.0)
        if child is not None:
            self.children.append(child)
        return len(self.actions) - 1

    def most_visited(self) -> int:
        """The index of the edge with the most visits; of several, the one with the larger total."""
        return max(range(len(self.actions)), key=lambda index: (self.visits_of[index], self.totals[index]))


@dataclass(frozen=True, slots=True)
class TreeRow:
    """An edge of a tree, with its depth (1 below the root)."""

    depth: int
    player: int
    action: int
    visits: int
    total: float


def rows(root: Node) -> Iterator[TreeRow]:
    """All edges, depth first, each node's in the order in which they were tried: two equal trees have equal rows."""
    stack = [(root, 0)]
    while stack:
        node, index = stack.pop()
        if index >= len(node.actions):
            continue
        stack.append((node, index + 1))
        yield TreeRow(len(stack), node.player, node.actions[index], node.visits_of[index], node.totals[index])
        if node.children:
            stack.append((node.children[index], 0))


def principal_variation(root: Node, state: State, best: Callable[[Node], int] = Node.most_visited) -> list[str]:
    """The actions that follow the best edge of each node, as text; at chance nodes the most frequent outcome."""
    state, node, line = state.clone(), root, []
    while node.actions:
        index = node.most_visited() if node.player == CHANCE else best(node)
        if node.visits_of[index] == 0:
            break
        line.append(state.action_text(node.actions[index]))
        if not node.children:
            break
        state.apply(node.actions[index])
        node = node.children[index]
    return line
