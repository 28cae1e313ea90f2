"""What a place in a solved spot says about classes of hands, for grids and tables.

Hands of two cards are in the 169 classes of the 13×13 grid. With one hole card, as in Leduc, a class is a rank.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from railbird.cards import CLASSES, RANKS
from railbird.errors import GameError
from railbird.solve.spots.problem import mask_of

if TYPE_CHECKING:
    from railbird.solve.spots.node import SpotNode


class ClassesOfHands(Protocol):
    """What classes of hands do: those of a solved spot, or of a bucket strategy. Arrays are in the order of names."""

    @property
    def names(self) -> tuple[str, ...]:
        """AA, AKs, …, 22 row by row through the grid, or the ranks from high to low."""

    @property
    def possible(self) -> NDArray[np.float64]:
        """The number of hands that the board leaves."""

    @property
    def fractions(self) -> NDArray[np.float64]:
        """The share of the possible hands that get here, from 0 to 1."""

    @property
    def frequencies(self) -> NDArray[np.float64]:
        """[classes, actions]: how often each action is taken; nan for classes that never get here."""


@dataclass(frozen=True, eq=False)
class HandsByClass:
    """The hands of one player at a node, summed up by class. Arrays are in the order of ``names``.

    Means weight each hand by its probability, given that both players get here. They are nan for classes that never do.

    >>> from railbird.solve.spots import SpotSolution, SpotSolver
    >>> solver = SpotSolver("nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50", ("QQ+, 76s", "JJ, KQs"), "75%, a")
    >>> evaluation = solver.run(to=0.001)
    >>> table = HandsByClass(SpotSolution(solver).node(), 0)
    >>> index = table.names.index("KK")
    >>> float(table.weights[index]), float(table.possible[index]), float(table.equities[index])
    (3.0, 3.0, 1.0)
    """

    node: SpotNode
    player: int

    @property
    def names(self) -> tuple[str, ...]:
        """The classes: AA, AKs, …, 22 row by row through the grid, or the ranks from high to low."""
        return _RANKS if self._hole_cards == 1 else _CLASSES

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """The number of hands of the range that get here, each counted with its weight."""
        return self._sums(self.node.reach[self.player])

    @cached_property
    def possible(self) -> NDArray[np.float64]:
        """The number of hands that the board leaves, whether they are in the range or not."""
        every = self.node.solver.problem.holdings
        free = (every.masks & np.uint64(mask_of(self.node.board))) == 0
        return _counted(classes_of(every.cards), free.astype(np.float64), len(self.names))

    @cached_property
    def fractions(self) -> NDArray[np.float64]:
        """The share of the possible hands that get here, from 0 to 1."""
        return self.weights / np.maximum(self.possible, 1)

    @cached_property
    def frequencies(self) -> NDArray[np.float64]:
        """[classes, actions]: how often each action is taken. Raises GameError unless this player acts here."""
        self._check_acts()
        return np.stack([self._means(column) for column in self.node.strategy.T], axis=1)

    @cached_property
    def values(self) -> NDArray[np.float64]:
        """The expected value."""
        return self._means(self.node.values[self.player])

    @cached_property
    def action_values(self) -> NDArray[np.float64]:
        """[classes, actions]: the expected value of each action. Raises GameError unless this player acts here."""
        self._check_acts()
        return np.stack([self._means(column) for column in self.node.action_values.T], axis=1)

    @cached_property
    def equities(self) -> NDArray[np.float64]:
        """The equity. Raises GameError in games without the full deck and two hole cards."""
        return self._means(self.node.equities[self.player])

    @property
    def _hole_cards(self) -> int:
        return int(self.node.solver.problem.holdings.cards.shape[1])

    def _check_acts(self) -> None:
        if self.node.player != self.player:
            raise GameError(f"player {self.player + 1} does not act here: there are no actions to sum up")

    @cached_property
    def class_of_hand(self) -> NDArray[np.intp]:
        """For each hand of the player, the index of its class."""
        return classes_of(self.node.solver.problem.holdings.cards[self.node.hands(self.player)])

    def _sums(self, by_hand: NDArray[np.float64]) -> NDArray[np.float64]:
        return _counted(self.class_of_hand, by_hand, len(self.names))

    def _means(self, by_hand: NDArray[np.float64]) -> NDArray[np.float64]:
        chances = np.nan_to_num(self.node.chances(self.player))
        chances[np.isnan(by_hand)] = 0
        with np.errstate(divide="ignore", invalid="ignore"):
            return self._sums(chances * np.nan_to_num(by_hand)) / self._sums(chances)


_CLASSES = tuple(map(str, CLASSES))
_RANKS = tuple(reversed(RANKS))


def classes_of(cards: NDArray[np.uint8]) -> NDArray[np.intp]:
    """The class of each holding; cards are [holdings, hole cards], ascending."""
    ranks = 12 - cards.astype(np.intp) // 4
    if cards.shape[1] == 1:
        return ranks[:, 0]
    low, high = ranks.T
    suited = cards[:, 0] % 4 == cards[:, 1] % 4
    return np.asarray(np.where(suited, 13 * high + low, 13 * low + high))


def _counted(groups: NDArray[np.intp], weights: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    return np.bincount(groups, weights, count).astype(np.float64)
