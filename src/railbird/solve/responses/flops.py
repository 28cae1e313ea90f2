"""Flops as independent tasks: what a best reply to a policy wins on one flop, for each way to reach it.

Elsewhere a "flop" is the first street of the board, whatever the number of its cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from time import process_time

import numpy as np
from numpy.typing import NDArray

from railbird.game.holdings import holdings
from railbird.solve.responses.boards import NextBoard, board_classes
from railbird.solve.responses.choices import ChoiceWatcher, FlopChoices
from railbird.solve.responses.mistakes import RUNS, MistakeReader, Mistakes
from railbird.solve.responses.node_policy import NodePolicy
from railbird.solve.responses.policy_response import PolicyResponse
from railbird.solve.responses.trunk import Choices, Trunk

FlopValues = tuple[NDArray[np.float64], NDArray[np.float64]]
"""For the reply of each player [leaves, classes]: the values of the trunk's leaves if this flop comes, for sure."""


@dataclass(frozen=True, eq=False)
class FlopResult:
    """What is known of one flop."""

    values: FlopValues
    mistakes: tuple[Mistakes, Mistakes]
    """The cost of each player's decisions."""
    choices: tuple[FlopChoices, FlopChoices] | None = None
    """The choices of each player's best reply, if they were kept."""
    seconds: float = nan
    """CPU time that it took; nan if nobody knows."""


class FlopResponses:
    """Best replies of both players to a policy, flop by flop."""

    def __init__(self, policy: NodePolicy, *, bits: int = 32) -> None:
        self.game = policy.tree.spot.game
        self.policy = policy
        self.trunks = tuple(Trunk(PolicyResponse(policy, player, bits=bits)) for player in range(2))
        self.flops = board_classes(self.game).after(())
        """All flops, one of each class."""

    def on(self, flop: NextBoard, *, keep_choices: bool = False, runs: int | None = RUNS) -> FlopResult:
        """The values of the leaves on one flop: means over all flops of its class; and what decisions cost there.

        Costs after the flop are read on boards that are drawn, ``runs`` times; None is for all boards.
        """
        begun = process_time()
        values, mistakes, choices = [], [], []
        for trunk in self.trunks:
            reader = MistakeReader(trunk.response, flop, seed=0, runs=runs)
            choice_watcher = ChoiceWatcher(trunk.response, flop) if keep_choices else None
            trunk.response.watchers = [reader, *([choice_watcher] if choice_watcher else [])]
            values.append(self._on(flop, trunk))
            trunk.response.watchers = []
            mistakes.append(reader.mistakes(self._scale / trunk.pairs))
            choices += [choice_watcher.choices] if choice_watcher else []
        return FlopResult(
            (values[0], values[1]),
            (mistakes[0], mistakes[1]),
            (choices[0], choices[1]) if choices else None,
            process_time() - begun,
        )

    def seconds_for(self, flop: NextBoard) -> float:
        """About how long the last round takes on a flop."""
        return sum(trunk.response.seconds_for(flop) for trunk in self.trunks)

    def _on(self, flop: NextBoard, trunk: Trunk) -> NDArray[np.float64]:
        possible = holdings(self.game).apart_from(flop.cards)[:, None]
        values = trunk.response.values(trunk.roots, trunk.reach * possible, flop.streets)
        return self._scale * trunk.by_class(values)

    @property
    def _scale(self) -> float:
        """How much more often a flop comes if it comes for sure, given the holdings of two players."""
        return self.flop_count * board_classes(self.game).chance(())

    @property
    def flop_count(self) -> int:
        """How many flops there are, not up to suits."""
        return sum(flop.ways for flop in self.flops)

    @property
    def weights(self) -> NDArray[np.float64]:
        """[flops]: the probability of each class."""
        return np.array([flop.ways for flop in self.flops]) / self.flop_count

    def exploitability(self, values: Sequence[FlopValues]) -> float:
        """What best replies win, mean over both seats, in chips a hand, given the values of all flops."""
        return sum(self.wins(values)) / 2

    def wins(self, values: Sequence[FlopValues]) -> tuple[float, float]:
        """What the best reply wins at each position, in chips a hand, given the values of all flops."""
        first, second = (
            trunk.value(trunk.best(leaves), leaves)
            for trunk, leaves in zip(self.trunks, self.leaf_values(values, self.weights), strict=True)
        )
        return first, second

    def wins_on(self, choices: tuple[Choices, Choices], flop: NextBoard, values: FlopValues) -> float:
        """What replies win in chips a hand if only this flop is dealt, mean over both seats.

        Nobody then holds a card of the flop, not even if they fold before it comes.
        """
        wins = [
            trunk.value(choices[player], values[player], self._sure_folds(trunk, flop))
            for player, trunk in enumerate(self.trunks)
        ]
        return sum(wins) / 2

    def _sure_folds(self, trunk: Trunk, flop: NextBoard) -> dict[int, NDArray[np.float64]]:
        return {node: self._scale * values for node, values in trunk.folds_on(flop.cards).items()}

    def leaf_values(self, values: Sequence[FlopValues], weights: NDArray[np.float64]) -> FlopValues:
        """The values of the leaves over several flops, by their weights, which add up to 1."""
        first, second = (
            np.tensordot(weights, np.array([each[player] for each in values]), axes=1) for player in (0, 1)
        )
        return first, second

    def preflop_choices(self, values: Sequence[FlopValues], weights: NDArray[np.float64]) -> tuple[Choices, Choices]:
        """What the best replies do in the first round, given the values of some flops."""
        leaves = self.leaf_values(values, weights)
        first, second = (trunk.best(each) for trunk, each in zip(self.trunks, leaves, strict=True))
        return first, second
