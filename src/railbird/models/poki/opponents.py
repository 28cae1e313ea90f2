"""What others hold, and what they will do: Poki's models of all players at a table (Heidenreich 2008, §4.2.4, §5).

For each player there is a predictor, which lasts as long as his id, and a weight table, which lasts for a hand. When he
acts, the predictor says how often he would do what in this situation; what he would do with each hand follows from our
own policy or from the order of hands; and his weights are multiplied with that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

import numpy as np

from railbird.agent.situation import Situation
from railbird.agent.tracker import BettingTracker, Step
from railbird.game import ActionKind, View
from railbird.models.poki.policy_tables import empty_table, policy_table, predictor_table
from railbird.models.poki.weight_table import FLOOR, WeightTable
from railbird.models.predictors.observation import BLIND, SIGMA, Observation, Ordering, by_strength
from railbird.models.predictors.predictor import Predictor
from railbird.policies.poki.hand_values import HandValues
from railbird.policies.poki.policy import PokiPolicy
from railbird.policies.triples import FOLDS, RAISES, Array


class Reweighting(StrEnum):
    """How weights follow from actions."""

    OFF = "off"
    """Not at all: any hand is as likely as another."""
    LOKI = "loki"
    """Once a round, by the share of hands that an action needs (Papp 1998, §7.2)."""
    TRIPLES = "triples"
    """After every action, by how likely it was with each hand (Peña 1999, §4.2)."""


PREFLOP_SIGMA, POSTFLOP_SIGMA = 330.0, 0.2
"""How unsure thresholds are with Loki's rule: in milli-bets (Papp 1998, §7.2.2), and in EHS' (Peña 1999, §3.3.2)."""
LEAST_PERCENTILE = 0.05
"""Below it an action says nothing: the worst hands of one who always acts would be halved (Papp 1998, §7.2.2)."""

Watcher = Callable[[str, Observation, Array, ActionKind], None]
"""Is told of each action of a player: what was known, what was predicted, and what he did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpponentModelSettings:
    """How opponents are modelled."""

    policy: PokiPolicy = field(default_factory=PokiPolicy)
    """The rules that we play by."""
    reweighting: Reweighting = Reweighting.TRIPLES
    by_policy: bool = False
    """Others do with each hand what we would do, brought to the predicted shares."""
    floor: float = FLOOR
    """The least weight of a possible hand, as a share of the largest."""
    sigma: float = SIGMA
    blind: float = BLIND


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
        self._sigma, self._blind = settings.sigma, settings.blind
        self._watcher = watcher
        self.predictors: dict[str, Predictor] = {}

    def predictor(self, player: str) -> Predictor:
        """That of a player; a fresh one if nothing is known of him."""
        if player not in self.predictors:
            self.predictors[player] = self._make()
        return self.predictors[player]

    def begin_hand(self, view: View, tracker: BettingTracker | None = None) -> None:
        """A hand begins: nobody has acted. The tracker is that of the bot; without one, the models have their own."""
        self._tracker = BettingTracker(view) if tracker is None else tracker
        self._round, self._board, self._mine, self._in = 0, b"", view.position, True
        mine = view.hole_bytes[view.position]
        self._names = view.players
        self._tables = [WeightTable(mine, floor=self._floor) for _ in view.players]
        self._needed = [0.0] * len(view.players)

    @property
    def tracker(self) -> BettingTracker:
        return self._tracker

    def table(self, position: int) -> WeightTable:
        """The weights of a player."""
        return self._tables[position]

    def roll_out_tables(self, view: View, now: Situation) -> Array:
        """What everybody does from now on, as tables for roll-outs; we ourselves go by our policy."""
        tables = []
        for position, folded in enumerate(view.folded):
            if folded:
                tables.append(empty_table())
            elif position == self._mine:
                tables.append(policy_table(self._policy, now, view.game, position))
            else:
                tables.append(self._table_of(position, view, now))
        return np.stack(tables)

    def _table_of(self, position: int, view: View, now: Situation) -> Array:
        situation = self._tracker.with_history_of(position, now)
        if self._by_policy:
            return policy_table(self._policy, situation, view.game, position)
        seen, _ = self.observed(situation)
        weights = self._tables[position].weights
        predictor = self.predictor(self._names[position])
        how = {"sigma": self._sigma, "blind": self._blind}
        return predictor_table(predictor, seen, view.game, self._board, weights, **how)

    def watch(self, view: View) -> None:
        """Learn from all that has happened since it was last asked."""
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
        """After the last action: the cards of the round that has begun are on the table."""
        if not view.over:
            self._see_board(view.round, view.board_bytes)

    def _see_board(self, round_now: int, board: bytes) -> None:
        """Take the cards of a round out of all tables when it begins."""
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
        """Loki's rule: a bet or raise needs a hand of the best f(raise), a call one above f(fold); checks say nothing.

        Pre-flop the share becomes an income rate, and a share below the 5th percentile changes nothing; after
        the flop the share is taken for an EHS' (Papp 1998, §7.2.1 to 7.2.3).
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
        """What is known of a player who is to act, and what our policy would do with each of his hands."""
        weights = self._tables[situation.player].weights
        values, triples = self._policy.values(self._board), self._policy.triples(situation, self._board)
        shares = weights / weights.sum()
        seen = Observation(
            situation, float(shares @ values.hs), float(shares @ values.ppot), shares @ triples, self._in
        )
        return seen, triples

    def _by_hand(self, predicted: Array, seen: Observation, triples: Array) -> Array:
        """What a player does with each hand, if on average he does what is predicted: [1326, 3]."""
        if self._by_policy:
            return recalibrated(triples, predicted, seen.expert)
        weights = self._tables[seen.situation.player].weights
        places = _ordering(self._policy.values(self._board)).percentiles(weights)
        return by_strength(predicted, places, sigma=self._sigma, blind=self._blind)


@lru_cache(maxsize=512)
def _ordering(values: HandValues) -> Ordering:
    return Ordering(values.order)


def recalibrated(triples: Array, wanted: Array, mean: Array) -> Array:
    """Triples of hands, brought nearer to what is wanted on average: each times wanted / mean, made to sum to 1."""
    with np.errstate(divide="ignore", invalid="ignore"):
        factors = np.where(mean > 0, wanted / np.maximum(mean, 1e-12), 0.0)
    found = triples * factors
    sums = found.sum(axis=1, keepdims=True)
    return np.where(sums > 0, found / np.where(sums > 0, sums, 1.0), wanted)
