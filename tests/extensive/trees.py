"""Explicit game trees as states: hand-made ones, and random ones from a seed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from railbird.extensive import CHANCE, NOBODY, PerfectInformation, RandomStream


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a tree: a leaf has payoffs, a turn of chance has probabilities."""

    turn: int
    children: tuple[Node, ...] = ()
    chances: tuple[float, ...] = ()
    payoffs: tuple[float, ...] = ()
    static: tuple[float, ...] = ()
    """What an evaluation function says about it."""


class ClonedTree(PerfectInformation):
    """A position in an explicit tree; actions are the numbers of the children. It has no ``undo``."""

    def __init__(self, root: Node, players: int = 2, payoff_range: tuple[float, float] = (-10.0, 10.0)) -> None:
        self.players = players
        self.payoff_range = payoff_range
        self._path = [root]

    @property
    def node(self) -> Node:
        return self._path[-1]

    @property
    def turn(self) -> int:
        return self._path[-1].turn

    def legal_actions(self) -> Sequence[int]:
        return range(len(self.node.children))

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        return list(enumerate(self.node.chances))

    def apply(self, action: int) -> None:
        self._path.append(self.node.children[action])

    def clone(self) -> Self:
        copy = type(self)(self._path[0], self.players, self.payoff_range)
        copy._path = self._path[:]
        return copy

    def returns(self) -> Sequence[float]:
        return self.node.payoffs

    def position_key(self) -> int:
        return id(self.node)

    def determinize(self, player: int, random: RandomStream) -> Self:
        return self.clone()

    def action_text(self, action: int) -> str:
        return str(action)


class Tree(ClonedTree):
    """A position in an explicit tree, with ``undo``."""

    def undo(self) -> None:
        self._path.pop()


def leaf(*payoffs: float) -> Node:
    """The end of a game; one payoff is that of player 0 in a zero-sum game of two."""
    return Node(NOBODY, payoffs=payoffs if len(payoffs) > 1 else (payoffs[0], -payoffs[0]))


def choice(turn: int, *children: Node | float) -> Node:
    """A player's turn; numbers are leaves."""
    return Node(turn, tuple(child if isinstance(child, Node) else leaf(child) for child in children))


def chance(*outcomes: tuple[float, Node | float]) -> Node:
    """A turn of chance, from probabilities and children."""
    children = choice(CHANCE, *(child for _, child in outcomes)).children
    return Node(CHANCE, children, tuple(probability for probability, _ in outcomes))


def evaluate(state: ClonedTree) -> tuple[float, ...]:
    """The static values of a node."""
    return state.node.static


@dataclass
class RandomTrees:
    """Draws trees of varied depth and branching with whole payoffs; the same ones for the same seed."""

    seed: int
    players: int = 2
    depth: int = 5
    branching: int = 4
    chance: float = 0.0
    """The share of inner nodes that are turns of chance."""
    early: float = 0.1
    """The share of nodes above the depth limit where the game ends."""
    largest: int = 10
    """The largest payoff; the smallest is minus that."""
    total: int | None = 0
    """The sum of the payoffs; None if it varies."""
    _random: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def draw(self) -> Node:
        """A tree in which at least the root is a turn."""
        return self._inner(self.depth)

    def _inner(self, depth: int) -> Node:
        number = self._random.randint(1, self.branching)
        children = tuple(self._node(depth - 1) for _ in range(number))
        if self._random.random() < self.chance:
            weights = [self._random.random() for _ in range(number)]
            shares = tuple(weight / sum(weights) for weight in weights)
            return Node(CHANCE, children, shares, static=self._payoffs())
        return Node(self._random.randrange(self.players), children, static=self._payoffs())

    def _node(self, depth: int) -> Node:
        if depth == 0 or self._random.random() < self.early:
            payoffs = self._payoffs()
            return Node(NOBODY, payoffs=payoffs, static=payoffs)
        return self._inner(depth)

    def _payoffs(self) -> tuple[float, ...]:
        """Payoffs within the largest, whose sum is the total."""
        while True:
            payoffs = [float(self._random.randint(-self.largest, self.largest)) for _ in range(self.players)]
            if self.total is None:
                return tuple(payoffs)
            payoffs[-1] = self.total - sum(payoffs[:-1])
            if abs(payoffs[-1]) <= self.largest:
                return tuple(payoffs)
