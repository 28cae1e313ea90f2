"""Expansion, the second phase of MCTS: which untried action gets an edge, and what is known about it beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from railbird.errors import RailbirdError
from railbird.extensive import RandomStream, State
from railbird.search.mcts.tree import Node

ActionValue = Callable[[State, int], float]
"""How good an action looks in a state, for the player to act."""
Priors = Callable[[State], Mapping[int, float]]
"""The probability of each legal action."""
VirtualWins = Callable[[State, int], tuple[float, float]]
"""Visits and mean return that an action starts with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expansion:
    """Adds one edge at a time: a random untried action, or the best one by ``weight`` (weighted expansion, §5.2).

    ``priors`` are for PUCT. ``virtual_wins`` start an edge with visits and a mean return that are not backed up (§5.3;
    with a heuristic value it is MoGo's initialisation of new nodes, §4.2.4). ``bias`` is a heuristic value whose weight
    decays as the edge is visited (§5.4). ``width`` keeps only that many actions of a node: the best by ``weight``, or
    random ones (§5.5).
    """

    weight: ActionValue | None = None
    priors: Priors | None = None
    virtual_wins: VirtualWins | None = None
    bias: ActionValue | None = None
    width: int | None = None

    def __post_init__(self) -> None:
        if self.width is not None and self.width < 1:
            raise RailbirdError(f"the width must be 1 or more actions, not {self.width}")

    def prepare(self, node: Node, state: State, random: RandomStream) -> None:
        """List the untried actions of a node that is left for the first time."""
        actions = list(state.legal_actions())
        if self.width is not None and len(actions) > self.width:
            actions = self._narrowed(actions, state, random)
        node.untried = actions
        if self.priors is not None:
            priors = self.priors(state)
            node.priors = {action: priors[action] for action in actions}
        if self.virtual_wins is not None:
            node.bonus_visits, node.bonus_totals = [], []
        if self.bias is not None:
            node.bias = []

    def take(self, node: Node, state: State, random: RandomStream) -> int:
        """Remove an action from the untried ones and return it."""
        untried = node.untried
        assert untried
        if node.priors is not None:
            values = [node.priors[action] for action in untried]
            index = values.index(max(values))
        elif self.weight is not None:
            values = [self.weight(state, action) for action in untried]
            index = values.index(max(values))
        else:
            index = random.below(len(untried))
        return taken(untried, index)

    def inform(self, node: Node, state: State, action: int) -> None:
        """Note what is known about a new edge beforehand; ``state`` is the state before the action."""
        if self.virtual_wins is not None and node.bonus_visits is not None and node.bonus_totals is not None:
            visits, value = self.virtual_wins(state, action)
            node.bonus_visits.append(visits)
            node.bonus_totals.append(visits * value)
        if self.bias is not None and node.bias is not None:
            node.bias.append(self.bias(state, action))

    @property
    def informs(self) -> bool:
        return self.virtual_wins is not None or self.bias is not None

    def _narrowed(self, actions: list[int], state: State, random: RandomStream) -> list[int]:
        width = self.width or len(actions)
        if self.weight is not None:
            weight = self.weight
            return sorted(actions, key=lambda action: -weight(state, action))[:width]
        return [taken(actions, random.below(len(actions))) for _ in range(width)]


def taken(actions: list[int], index: int) -> int:
    """Remove the action at an index, moving the last one there, and return it."""
    action = actions[index]
    actions[index] = actions[-1]
    actions.pop()
    return action
