"""Backpropagation, the last phase of MCTS: what the edges of the path learn from the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from railbird.errors import RailbirdError
from railbird.extensive import CHANCE
from railbird.search.mcts.roll_out import Moves
from railbird.search.mcts.selection import PayoffRange
from railbird.search.mcts.tree import Node

Path = list[tuple[Node, int]]
"""The edges of an iteration: node and index of the edge."""


class Backup(Protocol):
    """Turns the returns of an iteration of ``length`` moves into what is added to the totals."""

    def __call__(self, returns: Sequence[float], length: int, payoffs: PayoffRange) -> Sequence[float]: ...


@dataclass(frozen=True, slots=True)
class MeanBackup:
    """Each edge learns the return of the player to act; its value is the mean."""

    def __call__(self, returns: Sequence[float], length: int, payoffs: PayoffRange) -> Sequence[float]:
        return returns


@dataclass(frozen=True, slots=True)
class LengthWeightedBackup:
    """Longer iterations count less (review §4.1.4; Xie and Liu 2009). The weight is ours: ``decay`` per move.

    A return r becomes m + (r − m) · decay^length, with m the middle of the payoff range.
    """

    decay: float = 0.99
    weighs_length = True

    def __post_init__(self) -> None:
        if not 0 < self.decay <= 1:
            raise RailbirdError(f"the decay must be above 0 and at most 1, not {self.decay}")

    def __call__(self, returns: Sequence[float], length: int, payoffs: PayoffRange) -> Sequence[float]:
        middle, weight = (payoffs.low + payoffs.high) / 2, 1.0
        for _ in range(length):  # a power function may differ in the last bit from machine to machine
            weight *= self.decay
        return [middle + (value - middle) * weight for value in returns]


def add(path: Path, leaf: Node, returns: Sequence[float]) -> None:
    """Add one visit and the returns to every edge of the path, and a visit to the leaf."""
    for node, index in path:
        node.visits += 1
        node.visits_of[index] += 1
        player = node.player
        node.totals[index] += returns[player if player != CHANCE else 0]
    leaf.visits += 1


def add_squares(path: Path, returns: Sequence[float]) -> None:
    """Add the squared returns, for UCB1-Tuned."""
    for node, index in path:
        if node.squares is None:
            node.squares = []
        while len(node.squares) < len(node.actions):
            node.squares.append(0.0)
        value = returns[node.player if node.player != CHANCE else 0]
        node.squares[index] += value * value


def add_amaf(path: Path, moves: Moves, returns: Sequence[float]) -> None:
    """Add the returns to all actions that the player to act at a node played there or later, for RAVE.

    An action that was played several times counts once.
    """
    later: dict[int, set[int]] = {}
    for player, action in moves:
        later.setdefault(player, set()).add(action)
    for node, index in reversed(path):
        player = node.player
        if player == CHANCE:
            continue
        mine = later.setdefault(player, set())
        mine.add(node.actions[index])
        if node.amaf is None:
            node.amaf = {}
        result = returns[player]
        for action in mine:
            entry = node.amaf.get(action)
            if entry is None:
                node.amaf[action] = [1, result]
            else:
                entry[0] += 1
                entry[1] += result
