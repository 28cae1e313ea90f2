"""Poki's models of all players at a table: what they hold and what they will do (Heidenreich 2008, §4.2.4, §5).

Each player has a predictor, which is kept with their id, and a weight table, which lasts for one hand. When they act,
the predictor gives the probabilities of their actions in this situation; from these, our own policy or the order of
hands gives what they would do with each hand; and their weights are multiplied by that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

import numpy as np

from railbird.agent.situation import Situation
from railbird.agent.tracker import BettingTracker, Step
from railbird.game import ActionKind, Betting, View
from railbird.models.poki.policy_tables import TableSettings, by_price, empty_table, policy_table, predictor_table
from railbird.models.poki.weight_table import FLOOR, WeightTable
from railbird.models.predictors.observation import BLIND, SIGMA, Observation, Ordering, by_strength
from railbird.models.predictors.predictor import Predictor
from railbird.policies.poki.hand_values import HandValues
from railbird.policies.poki.policy import PokiPolicy
from railbird.policies.triples import FOLDS, RAISES, Array, recalibrated


class Reweighting(StrEnum):
    """How actions change the weights."""

    OFF = "off"
    """Not at all: all hands stay equally likely."""
    LOKI = "loki"
    """Once a round, by the share of hands good enough for the action (Papp 1998, §7.2)."""
    TRIPLES = "triples"
    """After every action, by its probability with each hand (Peña 1999, §4.2)."""


PREFLOP_SIGMA, POSTFLOP_SIGMA = 330.0, 0.2
"""Uncertainty of thresholds in Loki's rule: in milli-bets (Papp 1998, §7.2.2), and in EHS' (Peña 1999, §3.3.2)."""
LEAST_PERCENTILE = 0.05
"""Below this an action is ignored: it would halve the worst hands of a player who always acts (Papp 1998, §7.2.2)."""

Watcher = Callable[[str, Observation, Array, ActionKind], None]
"""Called for each action of a player with their id, the observation, the prediction and the action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentModelSettings:
    """Settings of the opponent models."""

    policy: PokiPolicy = field(default_factory=PokiPolicy)
    """Our own rules."""
    reweighting: Reweighting = Reweighting.TRIPLES
    by_policy: bool = False
    """Assume that others play each hand as we would, adjusted to the predicted frequencies."""
    floor: float = FLOOR
    """The smallest weight of a possible hand, as a share of the largest."""
    sigma: float = SIGMA
    blind: float = BLIND
    by_price: bool = False
    """In no-limit games, tell apart the prices of bets instead of their number."""


class OpponentModels:
    """The models of all players at a table."""

    def __init__(
        self,
        make: Callable[[], Predictor],
        settings: OpponentModelSettings | None = None,
        *,
        watcher: Watcher | None = None,
    ) -> None:
        settings = settings or OpponentModelSettings()
        self._make, self._policy = make, settings.policy
        self._reweighting, self._by_policy, self._floor = settings.reweighting, settings.by_policy, settings.floor
        self._sigma, self._blind, self._by_price = settings.sigma, settings.blind, settings.by_price
        self._watcher = watcher
        self.predictors: dict[str, Predictor] = {}

    def predictor(self, player: str) -> Predictor:
        """The predictor of a player; a new one if the player is unknown."""
        if player not in self.predictors:
            self.predictors[player] = self._make()
        return self.predictors[player]

    def begin_hand(self, view: View, tracker: BettingTracker | None = None) -> None:
        """Start a hand in which nobody has acted yet. Pass the bot's tracker, or the models create their own."""
        self._tracker = BettingTracker(view) if tracker is None else tracker
        self._round, self._board, self._mine, self._in = 0, b"", view.position, True
        mine = view.hole_bytes[view.position]
        self._names = view.players
        self._priced = self._by_price and view.game.betting is not Betting.LIMIT
        self._tables = [WeightTable(mine, floor=self._floor) for _ in view.players]
        self._needed = [0.0] * len(view.players)

    @property
    def tracker(self) -> BettingTracker:
        return self._tracker

    def table(self, position: int) -> WeightTable:
        """The weight table of a player."""
        return self._tables[position]

    def roll_out_tables(self, view: View, now: Situation) -> Array:
        """Policy tables of all players for roll-outs from here on; we play our own policy."""
        tables = []
        for position, folded in enumerate(view.folded):
            if folded:
                tables.append(empty_table())
            elif position == self._mine:
                tables.append(policy_table(self._policy, now, view.game, position, priced=self._priced))
            else:
                tables.append(self._table_of(position, view, now))
        return np.stack(tables)

    def _table_of(self, position: int, view: View, now: Situation) -> Array:
        situation = self._tracker.with_history_of(position, now)
        if self._by_policy:
            return policy_table(self._policy, situation, view.game, position, priced=self._priced)
        seen, _ = self.observed(situation)
        weights = self._tables[position].weights
        predictor = self.predictor(self._names[position])
        how = TableSettings(sigma=self._sigma, blind=self._blind, priced=self._priced)
        return predictor_table(predictor, seen, view.game, self._board, weights, how)

    def watch(self, view: View) -> None:
        """Learn from all actions since the last call."""
        for step in self._tracker.follow(view).steps():
            self.see(step, view)
        self.catch_up(view)

    def see(self, step: Step, view: View) -> None:
        """Learn from one action."""
        self._see_board(step.situation.round, view.board_bytes)
        if step.situation.player != self._mine:
            self._see(step)
        elif step.kind is ActionKind.FOLD:
            self._in = False

    def catch_up(self, view: View) -> None:
        """After the last action, remove the board cards of the new round from the tables."""
        if not view.over:
            self._see_board(view.round, view.board_bytes)

    def _see_board(self, round_now: int, board: bytes) -> None:
        """Remove the board cards of a new round from all tables."""
        while self._round < round_now:
            self._round += 1
            shown = board[: self._round + 2]
            for table in self._tables:
                table.remove(shown[len(self._board) :])
                table.begin_round()
            self._board = shown
            self._needed = [0.0] * len(self._tables)

    def _see(self, step: Step) -> None:
        situation, player = step.situation, step.situation.player
        predictor = self.predictor(self._names[player])
        seen, triples = self.observed(situation)
        predicted = seen.legal(predictor.predict(seen))
        if self._watcher:
            self._watcher(self._names[player], seen, predicted, step.kind)
        if self._reweighting is Reweighting.TRIPLES:
            by_hand = self._by_hand(predicted, seen, triples)
            self._tables[player].reweight(by_hand[:, step.kind])
        elif self._reweighting is Reweighting.LOKI:
            self._reweight_once_a_round(step, predicted)
        predictor.learn(seen, step.kind)

    def _reweight_once_a_round(self, step: Step, predicted: Array) -> None:
        """Loki's rule: a bet or raise needs a hand of the best f(raise), a call one above f(fold); checks are ignored.

        Pre-flop the share is converted to an income rate, and a share below the 5th percentile changes nothing;
        post-flop the share is used as an EHS' (Papp 1998, §7.2.1 to 7.2.3).
        """
        situation, player = step.situation, step.situation.player
        if step.kind is ActionKind.RAISE:
            mu = 1 - float(predicted[RAISES])
        elif step.kind is ActionKind.CALL and situation.to_call:
            mu = float(predicted[FOLDS])
        else:
            return
        if mu <= self._needed[player] or (situation.round == 0 and mu < LEAST_PERCENTILE):
            return
        self._needed[player] = mu
        values = self._policy.values(self._board).order
        if situation.round == 0:
            self._tables[player].reweight_by(values, float(np.quantile(values, mu)), PREFLOP_SIGMA)
        else:
            self._tables[player].reweight_by(values, mu, POSTFLOP_SIGMA)

    def observed(self, situation: Situation) -> tuple[Observation, Array]:
        """The observation of a player who is to act, and our policy's triples for each hand they may hold."""
        if self._priced:
            situation = by_price(situation)
        weights = self._tables[situation.player].weights
        values, triples = self._policy.values(self._board), self._policy.triples(situation, self._board)
        shares = weights / weights.sum()
        seen = Observation(
            situation, float(shares @ values.hs), float(shares @ values.ppot), shares @ triples, self._in
        )
        return seen, triples

    def _by_hand(self, predicted: Array, seen: Observation, triples: Array) -> Array:
        """The player's triple for each hand, such that the average matches the prediction: [1326, 3]."""
        if self._by_policy:
            return recalibrated(triples, predicted, seen.expert)
        weights = self._tables[seen.situation.player].weights
        percentiles = _ordering(self._policy.values(self._board)).percentiles(weights)
        return by_strength(predicted, percentiles, sigma=self._sigma, blind=self._blind)


@lru_cache(maxsize=512)
def _ordering(values: HandValues) -> Ordering:
    return Ordering(values.order)
