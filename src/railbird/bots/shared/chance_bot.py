"""What those bots share that look ahead to the cards to come.

Pre-flop all 169 classes of hands are searched at once, and the values are kept as a plan until what is known has
grown by some share; after the flop every decision is searched anew.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction import AbstractBetting, Mapped, map_repaired
from railbird.abstraction.outlook import Outlooks
from railbird.agent import MatchStart
from railbird.bots.shared.context_bot import DECAY_EVERY, ContextBot
from railbird.cards import class_index
from railbird.game import ActionKind, View
from railbird.models import ContextModels
from railbird.search import ActionValues, BucketValues, chance_miximax

PlanKey = tuple[int, tuple[str, ...]]
"""A node, and who sits where."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What each class of hands should do at a pre-flop node."""

    until: float
    """The number of hands from which on it is made anew."""
    values: NDArray[np.float32]
    """[fold call raise, classes]"""


class ChanceBot(ContextBot):
    """Looks ahead with Miximax or Miximix, to the cards to come."""

    _outlooks: Outlooks
    _reach = 0.0
    """What others do with less than this probability in all is not looked at."""
    _refresh = 0.0
    """By which share of all hands a plan may be old."""

    def start_match(self, match: MatchStart) -> None:
        self._plans: dict[PlanKey, Plan] = {}
        self._outlook_of: tuple[tuple[bytes, bytes], tuple[_core.Outlook, float]] | None = None
        super().start_match(match)

    def _set_up(self, betting: AbstractBetting, models: ContextModels, outlooks: Outlooks) -> None:
        self._betting, self._models, self._outlooks = betting, models, outlooks
        self._all_classes = outlooks.of_classes

    def _mapped(self, view: View) -> Mapped:
        if 0 in view.stacks:
            return map_repaired(self._betting, self._sequence(view))
        tree, node, letters = self._betting.tree, 0, []
        for player, round_number, kind, _ in self.betting(view).sequence:
            after = tree.child(node, kind) if (tree.actor(node), tree.round(node)) == (player, round_number) else -1
            if after < 0:
                return map_repaired(self._betting, self._sequence(view))
            node = after
            letters.append(kind.letter)
        return Mapped("".join(letters), node, (True,) * len(letters))

    def _can_search(self, view: View, node: int) -> bool:
        """And in the same round: the cards of another are not known."""
        return super()._can_search(view, node) and self._betting.tree.round(node) == view.round

    def _search(self, view: View, node: int) -> ActionValues:
        hole, board = view.hole_bytes[view.position], view.board_bytes
        if board:
            return self._searched(view, node, self._outlook(hole, board)[0]).of(0)
        key = (node, view.players)
        plan = self._plans.get(key)
        if plan is None or self._hands >= plan.until:
            found = self._searched(view, node, self._all_classes)
            plan = Plan(self._hands + 1 + self._refresh * self._weight, found.values.astype(np.float32))
            self._plans[key] = plan
        fold, call, raise_ = plan.values[:, class_index(hole)].tolist()
        return ActionValues(fold, call, raise_, 0)

    @property
    def _weight(self) -> float:
        """The hands that what is known weighs as much as, the last ones fully: no more than decay leaves of all."""
        most = DECAY_EVERY / (1 - self._decay) if self._decay < 1 else math.inf
        return min(self._hands, most)

    def _searched(self, view: View, node: int, outlook: _core.Outlook) -> BucketValues:
        return chance_miximax(
            self._betting,
            self._beliefs_at(view),
            node,
            view.position,
            outlook,
            temperature=self._temperature,
            least_reach=self._reach,
        )

    def _strength(self, view: View) -> float:
        """Of the hand, between 0 and 1: its mean rank on the river."""
        hole, board = view.hole_bytes[view.position], view.board_bytes
        return self._outlook(hole, board)[1] if board else self._hand_rank(view)

    def _outlook(self, hole: bytes, board: bytes) -> tuple[_core.Outlook, float]:
        """What may become of the hand, and its strength; found once a round."""
        if self._outlook_of is None or self._outlook_of[0] != (hole, board):
            self._outlook_of = ((hole, board), self._outlooks.of_hand(hole, board))
        return self._outlook_of[1]

    def _own_state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        plans = {key: plan for key, plan in self._plans.items() if plan.until > self._hands}
        state = {
            "plans": [[self._betting.letters(node), players, plan.until] for (node, players), plan in plans.items()]
        }
        return state, {f"plan.{number}": plan.values for number, plan in enumerate(plans.values())}

    def _add_state(self, head: Mapping[str, Any], parts: Mapping[str, NDArray[Any]], *, alone: bool) -> None:
        if not alone:  # they were made from other counts
            self._plans.clear()
            return
        for number, (letters, players, until) in enumerate(head["plans"]):
            values = np.asarray(parts[f"plan.{number}"], dtype=np.float32)
            if values.shape != (len(ActionKind), 169):
                raise ValueError("a plan is not of 169 classes")
            self._plans[self._betting.node_of(letters), tuple(players)] = Plan(float(until), values)
