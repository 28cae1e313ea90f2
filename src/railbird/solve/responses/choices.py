"""The choices of a best reply on one flop, in all rounds but the last, packed into two bits each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.public_tree import DECISION, PublicTree
from railbird.errors import GameError
from railbird.game import Game
from railbird.solve.responses.boards import NextBoard, Streets, board_classes
from railbird.solve.responses.policy_reach import streets_dealt
from railbird.solve.responses.policy_response import Matrix, Nodes, PolicyResponse

MOST_ACTIONS = 4
"""What two bits can tell apart."""
IN_BYTE = 4


@dataclass(frozen=True, eq=False)
class FlopChoices:
    """The choices of one player after one flop: for each street, those of each board and each own decision."""

    by_street: tuple[NDArray[np.uint8], ...]
    """By street from the flop on [boards, decisions, bytes]: four holdings a byte."""


class ChoiceWatcher:
    """Keeps the choices of a reply while it is computed."""

    def __init__(self, response: PolicyResponse, flop: NextBoard) -> None:
        self._response = response
        self._places = ChoicePlaces(response.tree, response.player)
        count = (len(response.policy.rows(0, b"", 0)) + IN_BYTE - 1) // IN_BYTE
        self._boards = boards_below(response.game, flop.streets)
        self._kept = [
            np.zeros((len(boards), len(decisions), count), dtype=np.uint8)
            for boards, decisions in zip(self._boards, self._places.decisions, strict=True)
        ]

    def wants(self, streets: Streets) -> bool:
        return False

    def see(self, nodes: Nodes, found: Sequence[Matrix], streets: Streets) -> None:
        if len(streets) > len(self._boards):
            return
        street = len(streets) - 1
        board = self._boards[street][streets]
        choices = np.argmax(found, axis=0).astype(np.uint8)
        for column, node in enumerate(nodes.tolist()):
            self._kept[street][board, self._places.place[node]] = packed(choices[:, column])

    @property
    def choices(self) -> FlopChoices:
        return FlopChoices(tuple(self._kept))


class ChoicePlaces:
    """Where the choice of a decision stands: its street, and its place among the decisions of that street."""

    def __init__(self, tree: PublicTree, player: int) -> None:
        game = tree.spot.game
        self.decisions: list[list[int]] = []
        """By street from the flop on, without the last round: own decisions."""
        self.place: dict[int, int] = {}
        for round_number in range(1, game.rounds - 1):
            own = (tree.kind == DECISION) & (tree.actor == player) & (tree.round == round_number)
            nodes = np.flatnonzero(own).tolist()
            if streets_dealt(game, round_number) != round_number:
                raise GameError(f"a best reply can be saved where every betting round has board cards, not in {game}")
            if nodes and max(len(tree.edges(node)) for node in nodes) > MOST_ACTIONS:
                raise GameError("a best reply can be saved where decisions have up to four actions")
            self.decisions.append(nodes)
            self.place |= {node: index for index, node in enumerate(nodes)}


def boards_below(game: Game, flop: Streets) -> list[dict[Streets, int]]:
    """By street from the flop on, without the last round: the boards after a flop, each with its number."""
    boards = board_classes(game)
    return [boards.below(flop, streets) for streets in range(1, game.rounds - 1)]


def packed(choices: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Choices of 0 to 3, four in a byte.

    >>> packed(np.array([1, 2, 3, 0, 1], dtype=np.uint8)).tolist()
    [57, 1]
    """
    padded = np.zeros((len(choices) + IN_BYTE - 1) // IN_BYTE * IN_BYTE, dtype=np.uint8)
    padded[: len(choices)] = choices
    four = padded.reshape(-1, IN_BYTE)
    result: NDArray[np.uint8] = (four << np.array([0, 2, 4, 6], dtype=np.uint8)).sum(axis=1, dtype=np.uint8)
    return result


def unpacked(row: NDArray[np.uint8], holding: int) -> int:
    """The choice of one holding.

    >>> unpacked(np.array([57, 1], dtype=np.uint8), 2)
    3
    """
    return int(row[holding // IN_BYTE]) >> 2 * (holding % IN_BYTE) & 3
