"""What a search reports: the best action, and the statistics of all actions at the root."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from railbird.errors import RailbirdError
from railbird.extensive import State
from railbird.search.mcts.tree import Node


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a search may take: iterations, seconds, or whichever ends first."""

    iterations: int | None = 1000
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            raise RailbirdError("a search needs iterations or seconds")
        if self.iterations is not None and self.iterations < 1:
            raise RailbirdError(f"a search needs 1 iteration or more, not {self.iterations}")
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise RailbirdError(f"a search needs more than 0 seconds, not {self.seconds}")

    def share(self, part: int, parts: int) -> Budget:
        """The budget of one of several equal parts; the first parts get the iterations that are left over."""
        iterations = None
        if self.iterations is not None:
            iterations = self.iterations // parts + (part < self.iterations % parts)
        return Budget(iterations, None if self.seconds is None else self.seconds / parts)


@dataclass(frozen=True, slots=True)
class ActionStatistics:
    """What a search knows about an action at the root."""

    action: int
    text: str
    visits: int
    value: float
    """The mean return of the player to act."""
    votes: int = 0
    """The number of trees in which it was best; only for searches with several trees."""

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"action": self.text, "visits": self.visits, "value": self.value}
        return data | ({"votes": self.votes} if self.votes else {})


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer of a search. ``statistics`` are sorted by visits; ``variation`` is the principal variation as text."""

    action: int
    statistics: tuple[ActionStatistics, ...]
    variation: tuple[str, ...]
    iterations: int
    seconds: float
    nodes: int
    interrupted: bool = False
    source: Sequence[Node] | Callable[[], Sequence[Node]] = field(default=(), repr=False, compare=False)
    """The trees, or what copies them."""
    guess: State | None = field(default=None, repr=False, compare=False)
    """The state at the root of the first tree, if that is a guess of hidden facts."""

    @property
    def trees(self) -> Sequence[Node]:
        """The root of each tree; for a search of information sets, all of them in the order in which they were added.

        The trees of native searches are copied each time.
        """
        return self.source() if callable(self.source) else self.source

    @property
    def tree(self) -> Node:
        """The root of the first tree."""
        return self.trees[0]

    @property
    def value(self) -> float:
        """The mean return of the best action, for the player to act."""
        return next(each.value for each in self.statistics if each.action == self.action)

    def to_json(self) -> dict[str, Any]:
        best = next(each.text for each in self.statistics if each.action == self.action)
        return {
            "action": best,
            "value": self.value,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "nodes": self.nodes,
            "interrupted": self.interrupted,
            "variation": list(self.variation),
            "actions": [each.to_json() for each in self.statistics],
        }


def statistics_of(node: Node, state: State) -> tuple[ActionStatistics, ...]:
    """The statistics of a node's edges, the most visited first; untried actions last, with no visits."""
    edges = [
        ActionStatistics(action, state.action_text(action), visits, total / visits if visits else 0.0)
        for action, visits, total in zip(node.actions, node.visits_of, node.totals, strict=True)
    ]
    edges += [ActionStatistics(action, state.action_text(action), 0, 0.0) for action in node.untried or ()]
    return tuple(sorted(edges, key=lambda edge: (-edge.visits, -edge.value)))
