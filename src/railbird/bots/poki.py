"""Poki, the formula-based player of the University of Alberta (Billings et al. 2002; Heidenreich 2008).

It estimates opponents' hands in weight tables, compares its own hand with them, and draws its action from a triple that
rules derive from strength, potential and odds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railbird.agent import Choice, Decision, Fact, LateFacts, setting
from railbird.bots.shared.model_bot import ModelBot, ModelSettings
from railbird.cards import class_index, hand_index
from railbird.game import CALL, FOLD, Action, ActionKind, View
from railbird.policies import raise_or_call
from railbird.policies.poki.formula import formula_triples
from railbird.policies.poki.policy import PokiPolicy
from railbird.policies.poki.preflop import (
    STRATEGIES,
    Income,
    PreflopSettings,
    Tightness,
    preflop_by_class,
    strategies,
)
from railbird.policies.triples import Array, choose
from railbird.strength import field_array
from railbird.strength.weighted import against_weights


@dataclass(frozen=True, slots=True)
class PokiSettings(ModelSettings):
    field: bool = setting(False, "use one mean weight table for all opponents, as Loki did", "Papp 1998, §5.3")
    bluff: bool = setting(True, "bluff where all opponents are likely to fold", "Heidenreich 2008, §2.3; ours")
    income: str = setting(
        "roll-outs", "income rates that order hands pre-flop: roll-outs, iterated", "Heidenreich 2008, §4.1.2"
    )

    def __post_init__(self) -> None:
        ModelSettings.__post_init__(self)
        if self.income not in tuple(Income):
            raise ValueError(f"income must be one of {', '.join(Income)}, not {self.income[:40]!r}")


class Poki(ModelBot):
    """Strength and potential against the opponents' ranges, and rules that turn them into a triple."""

    source: ClassVar[str] = "Billings et al. 2002, by Heidenreich 2008; Papp 1998; Peña 1999"
    Settings = PokiSettings
    settings: PokiSettings

    def _make_policy(self) -> PokiPolicy:
        preflop = PreflopSettings(income=Income(self.settings.income))
        return PokiPolicy(Tightness(self.settings.tightness), preflop)

    def act(self, view: View) -> Choice:
        self._models.watch(view)
        triple, facts = self._preflop(view) if view.round == 0 else self._postflop(view)
        kind = choose(triple, self.random.random())
        actions: dict[ActionKind, Action] = {
            ActionKind.FOLD: FOLD if view.to_call else CALL,
            ActionKind.CALL: CALL,
            ActionKind.RAISE: raise_or_call(view),
        }
        probabilities: dict[Action, float] = {}
        for each, share in zip(ActionKind, triple.tolist(), strict=True):
            if share > 0:
                probabilities[actions[each]] = probabilities.get(actions[each], 0.0) + share
        late = LateFacts(lambda: (*facts, *self._facts_about(view)))
        return Decision(actions[kind], probabilities if len(probabilities) > 1 else {}, facts=late)

    def _preflop(self, view: View) -> tuple[Array, list[Fact]]:
        now = self._models.tracker.situation()
        tightness = Tightness(self.settings.tightness)
        mine = class_index(view.hole_bytes[view.position])
        likely = strategies(now.entry, tightness, self._policy.preflop)[mine]
        facts = [Fact("strategy", STRATEGIES[int(likely.argmax())], private=True)]
        return preflop_by_class(now, tightness, self._policy.preflop)[mine], facts

    def _postflop(self, view: View) -> tuple[Array, list[Fact]]:
        now = self._models.tracker.situation()
        hs, ppot = self._strength(view)
        chance = self._fold_chance(view, now) if self.settings.bluff and now.can_raise else 0.0
        facts = [
            Fact("HS", hs, private=True),
            Fact("PPot", ppot, private=True),
            Fact("EHS", hs + (1 - hs) * ppot, private=True),
            Fact("pot odds", now.pot_odds),
            Fact("all others fold", chance, private=True),
        ]
        return formula_triples(now, hs, ppot, fold_chance=chance), facts

    def _strength(self, view: View) -> tuple[float, float]:
        """HS_n = Π HS_i against the weights of each opponent i, and the mean of PPot_i; or HS_n = HS_field^n."""
        hand, board = hand_index(view.hole_bytes[view.position]), view.board_bytes
        tables = [self._models.table(position) for position in self._others(view)]
        if self.settings.field:
            strength, potential = against_weights(hand, board, field_array([table.range() for table in tables]).weights)
            return strength ** len(tables), potential
        against = [against_weights(hand, board, table.weights) for table in tables]
        hs = 1.0
        for each, _ in against:
            hs *= each
        return hs, sum(ppot for _, ppot in against) / len(against)
