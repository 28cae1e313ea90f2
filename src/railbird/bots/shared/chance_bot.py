"""The common part of bots that search over the cards to come.

Pre-flop they search all 169 hand classes at once and keep the values as a plan until the observations have grown by
some share; post-flop they search at every decision.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird._core import LETTERS
from railbird.abstraction import AbstractBetting, Mapped, map_repaired
from railbird.abstraction.outlook import Outlooks
from railbird.agent import BettingTracker, MatchStart
from railbird.bots.shared.context_bot import DECAY_EVERY, ContextBot
from railbird.cards import class_index
from railbird.game import ActionKind, View
from railbird.models import ContextModels
from railbird.search import ActionValues, BucketValues, chance_miximax

PlanKey = tuple[int, tuple[str, ...]]
"""A node, and the players by position."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The values of each hand class at a pre-flop node."""

    until: float
    """It is recomputed after this number of hands."""
    values: NDArray[np.float32]
    """[fold call raise, classes]"""


class ChanceBot(ContextBot):
    """Searches with Miximax or Miximix over the cards to come."""

    _outlooks: Outlooks
    _reach = 0.0
    """Opponents' betting sequences with less than this total probability are skipped."""
    _refresh = 0.0
    """A plan is recomputed after this share of all hands."""

    def start_match(self, match: MatchStart) -> None:
        self._plans: dict[PlanKey, Plan] = {}
        self._outlook_of: tuple[tuple[bytes, bytes], tuple[_core.Outlook, float]] | None = None
        self._followed: tuple[BettingTracker | None, str, int] = (None, "", 0)
        super().start_match(match)

    def _set_up(self, betting: AbstractBetting, models: ContextModels, outlooks: Outlooks) -> None:
        self._betting, self._models, self._outlooks = betting, models, outlooks
        self._all_classes = outlooks.of_classes

    def _mapped(self, view: View) -> Mapped:
        if 0 in view.stacks:
            return map_repaired(self._betting, self._sequence(view))
        tracker, tree = self.betting(view), self._betting.tree
        _, letters, node = self._followed if self._followed[0] is tracker else (tracker, "", 0)
        for player, round_number, kind, _ in tracker.sequence[len(letters) :]:
            same_turn = tree.actor(node) == player and tree.round(node) == round_number
            node = tree.child(node, kind) if same_turn else -1
            if node < 0:
                return map_repaired(self._betting, self._sequence(view))
            letters += LETTERS[kind]
        self._followed = (tracker, letters, node)
        return Mapped(letters, node, (True,) * len(letters), tuple(islice(self._prices(view), len(letters))))

    def _can_search(self, view: View, node: int) -> bool:
        """Also requires the same round: the cards of another round are not known."""
        return super()._can_search(view, node) and self._betting.tree.round(node) == view.round

    def _search(self, view: View, node: int) -> ActionValues:
        hole, board = view.hole_bytes[view.position], view.board_bytes
        if board:
            return self._search_outlook(view, node, self._outlook(hole, board)[0]).of(0)
        key = (node, view.players)
        plan = self._plans.get(key)
        if plan is None or self._hands >= plan.until:
            result = self._search_outlook(view, node, self._all_classes)
            plan = Plan(self._hands + 1 + self._refresh * self._weight, result.values.astype(np.float32))
            self._plans[key] = plan
        fold, call, raise_ = plan.values[:, class_index(hole)].tolist()
        return ActionValues(fold, call, raise_, 0)

    @property
    def _weight(self) -> float:
        """The effective number of hands observed: all of them, or as many as decay leaves."""
        most = DECAY_EVERY / (1 - self._decay) if self._decay < 1 else math.inf
        return min(self._hands, most)

    def _search_outlook(self, view: View, node: int, outlook: _core.Outlook) -> BucketValues:
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
        """The strength of the hand, between 0 and 1: its mean rank on the river."""
        hole, board = view.hole_bytes[view.position], view.board_bytes
        return self._outlook(hole, board)[1] if board else self._hand_rank(view)

    def _outlook(self, hole: bytes, board: bytes) -> tuple[_core.Outlook, float]:
        """The outlook of the hand and its strength, computed once a round."""
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
        if not alone:  # the plans were made from other counts
            self._plans.clear()
            return
        for number, (letters, players, until) in enumerate(head["plans"]):
            values = np.asarray(parts[f"plan.{number}"], dtype=np.float32)
            if values.shape != (len(ActionKind), 169):
                raise ValueError("a plan must have values for 169 classes")
            self._plans[self._betting.node_of(letters), tuple(players)] = Plan(float(until), values)
