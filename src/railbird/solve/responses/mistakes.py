"""Where a bot loses: what each of its decisions costs it against the best reply to a copy of itself.

Let σ be the bot's policy for both seats, and Q(I, a) what an action in an information set is worth if the best reply
to σ plays on from there. A decision costs

    c(I) = max_a Q(I, a) − Σ_a σ(a | I) Q(I, a)

and the costs of all decisions, by how often σ gets there, add up to what the best reply wins more than σ itself:

    BR(σ) − u(σ) = Σ_I ρ_σ(I) c(I)

In a game without rake σ wins nothing from itself, mean over both seats. So the costs of both seats together are twice
the exploitability: every chip of it is the cost of some decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import heappush, heappushpop

import numpy as np
from numpy.typing import NDArray

from railbird.solve.responses.boards import NextBoard, Streets, board_classes
from railbird.solve.responses.hand_classes import hand_classes
from railbird.solve.responses.policy_reach import PolicyReach
from railbird.solve.responses.policy_response import Matrix, Nodes, PolicyResponse

RUNS = 6
"""How often turn and river are drawn for each flop, to read the costs on them; more would say little more. Ours."""
EXAMPLES = 4
"""Examples that are kept of each betting round of a flop. Ours."""


@dataclass(frozen=True, order=True, slots=True)
class Example:
    """A costly decision: one class of hands at one node on one board."""

    cost: float
    """In chips a hand, by how often it comes up."""
    node: int
    board: bytes
    """The board, in the order in which it was dealt."""
    holding: int
    """A holding of the class."""
    best: int
    """The index of the best action."""
    shares: tuple[float, ...]
    """What the bot does: the probability of each action."""
    gap: float
    """What the decision costs in chips whenever it comes up."""


@dataclass(eq=False)
class Mistakes:
    """The cost of a player's decisions on one flop, in chips a hand if this flop comes for sure."""

    by_node: NDArray[np.float64]
    """[nodes]"""
    by_class: NDArray[np.float64]
    """[rounds, classes]"""
    examples: list[Example]


class MistakeReader:
    """Reads the mistakes of one player on one flop while the best reply is computed."""

    def __init__(self, response: PolicyResponse, flop: NextBoard, seed: int, runs: int | None = RUNS) -> None:
        self._response = response
        self._policy, self._player, self._tree = response.policy, response.player, response.tree
        self._classes = hand_classes(response.game)
        self._weights = watched_boards(response, flop, seed, runs)
        self._best: list[list[Example]] = [[] for _ in range(response.game.rounds)]
        self._reaches: dict[int, tuple[Streets, PolicyReach]] = {}
        self._by_node = np.zeros(len(self._tree))
        self._by_class = np.zeros((response.game.rounds, len(self._classes)))

    def wants(self, streets: Streets) -> bool:
        return streets in self._weights

    def see(self, nodes: Nodes, found: Sequence[Matrix], streets: Streets) -> None:
        weight = self._weights.get(streets)
        if weight is None:
            return
        own = self._reach_on(streets)
        played = np.stack([own.shares(node) for node in nodes.tolist()], axis=1)
        values = np.stack(found, axis=2)
        gaps = values.max(axis=2) - (played * values).sum(axis=2)
        costs = weight * gaps * own.of(nodes)
        self._by_node[nodes] += costs.sum(axis=0)
        by_class = self._classes.sums(costs)
        round_number = int(self._tree.round[nodes[0]])
        self._by_class[round_number] += by_class.sum(axis=1)
        self._keep_examples(nodes, streets, by_class, (costs, gaps, played, values))

    def _reach_on(self, streets: Streets) -> PolicyReach:
        """The player's own reach on a board; that of the last board of each street is kept."""
        board, reach = self._reaches.get(len(streets), (None, None))
        if reach is None or board != streets:
            reach = PolicyReach(self._policy, self._player, streets)
            self._reaches[len(streets)] = (streets, reach)
        return reach

    def _keep_examples(
        self, nodes: Nodes, streets: Streets, by_class: Matrix, seen: tuple[Matrix, Matrix, Matrix, Matrix]
    ) -> None:
        """Keep the most costly classes of hands."""
        costs, gaps, played, values = seen
        heap = self._best[int(self._tree.round[nodes[0]])]
        count = min(EXAMPLES, by_class.size)
        largest = np.argpartition(by_class, -count, axis=None)[-count:]
        for number in sorted(largest.tolist(), key=by_class.flat.__getitem__, reverse=True):
            of_class, column = divmod(number, len(nodes))
            cost = float(by_class[of_class, column])
            if cost <= 0 or (len(heap) == EXAMPLES and cost <= heap[0].cost):
                return
            inside = np.flatnonzero(self._classes.of == of_class)
            holding = int(inside[np.argmax(costs[inside, column])])
            reach = PolicyReach(self._policy, 1 - self._player, streets).of(nodes[column : column + 1])
            example = Example(
                cost=cost,
                node=int(nodes[column]),
                board=b"".join(streets),
                holding=holding,
                best=int(np.argmax(values[holding, column])),
                shares=tuple(played[holding, column].tolist()),
                gap=float(gaps[holding, column] / self._response.compatible(reach)[holding, 0]),
            )
            heappush(heap, example) if len(heap) < EXAMPLES else heappushpop(heap, example)

    def mistakes(self, scale: float) -> Mistakes:
        """What was read, times a factor."""
        examples = [replace(each, cost=scale * each.cost) for heap in self._best for each in sorted(heap, reverse=True)]
        return Mistakes(scale * self._by_node, scale * self._by_class, examples)


def watched_boards(response: PolicyResponse, flop: NextBoard, seed: int, runs: int | None) -> dict[Streets, float]:
    """The boards that are read below a flop, each with its weight; all of them if ``runs`` is None.

    The later streets are drawn together, ``runs`` times, and each draw stands for the same share of all boards. A
    weight is a probability given the holdings of two players, times the number of boards that it stands for.
    """
    boards = board_classes(response.game)
    streets = sum(cards > 0 for cards in response.game.board_cards)
    rows = [[(flop.streets, 1.0)]]
    for _ in range(1, streets):
        rows.append(
            [
                (board.streets, weight * board.ways * boards.chance(before))
                for before, weight in rows[-1]
                for board in boards.after(before)
            ]
        )
    if runs is None or runs >= len(rows[-1]):
        return dict(pair for row in rows for pair in row)
    totals = [sum(weight for _, weight in row) for row in rows]
    chances = np.array([weight for _, weight in rows[-1]]) / totals[-1]
    generator = np.random.default_rng(np.random.SeedSequence([seed, *flop.cards]))
    weights: dict[Streets, float] = {}
    for index in generator.choice(len(chances), size=runs, p=chances).tolist():
        drawn = rows[-1][index][0]
        for depth, total in enumerate(totals, 1):
            weights[drawn[:depth]] = weights.get(drawn[:depth], 0.0) + total / runs
    return weights
