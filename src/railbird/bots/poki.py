"""Poki, the formula-based player of the University of Alberta (Billings et al. 2002; Heidenreich 2008).

It estimates opponents' hands in weight tables, compares its own hand with them, and draws its action from a triple that
rules derive from strength, potential and odds.

No-limit games are ours: its predictors tell apart low and high prices instead of numbers of bets, its rules take the
smallest size of its menu for a bet, and of several sizes it raises by the one that is worth most if it is called by the
hands that do not fold, and then checked down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from railbird.agent import Choice, Decision, Fact, LateFacts, setting
from railbird.agent.situation import Situation
from railbird.bots.shared.model_bot import ModelBot, ModelSettings
from railbird.bots.shared.raise_sizes import SIZES, raises_of, sizes_of
from railbird.cards import class_index, hand_index
from railbird.game import CALL, FOLD, Action, ActionKind, Betting, View, raise_to
from railbird.models.poki.policy_tables import by_price
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
from railbird.strength.preflop import preflop_hand_ranks
from railbird.strength.weighted import against_weights


@dataclass(frozen=True, slots=True)
class PokiSettings(ModelSettings):
    field: bool = setting(False, "use one mean weight table for all opponents, as Loki did", "Papp 1998, §5.3")
    bluff: bool = setting(True, "bluff where all opponents are likely to fold", "Heidenreich 2008, §2.3; ours")
    sizes: str = setting("0.5+1", SIZES, "ours")
    income: str = setting(
        "roll-outs", "income rates that order hands pre-flop: roll-outs, iterated", "Heidenreich 2008, §4.1.2"
    )

    def __post_init__(self) -> None:
        ModelSettings.__post_init__(self)
        sizes_of(self.sizes)
        if self.income not in tuple(Income):
            raise ValueError(f"income must be one of {', '.join(Income)}, not {self.income[:40]!r}")


class Poki(ModelBot):
    """Strength and potential against the opponents' ranges, and rules that turn them into a triple."""

    source: ClassVar[str] = "Billings et al. 2002, by Heidenreich 2008; Papp 1998; Peña 1999"
    by_price = True
    Settings = PokiSettings
    settings: PokiSettings

    def _make_policy(self) -> PokiPolicy:
        preflop = PreflopSettings(income=Income(self.settings.income))
        return PokiPolicy(Tightness(self.settings.tightness), preflop)

    def act(self, view: View) -> Choice:
        self._models.watch(view)
        now = self._situation(view)
        hs, ppot = self._strength(view) if view.round else (self._preflop_strength(view), 0.0)
        triple, facts = self._preflop(view, now) if view.round == 0 else self._postflop(view, now, hs, ppot)
        kind = choose(triple, self.random.random())
        actions: dict[ActionKind, Action] = {
            ActionKind.FOLD: FOLD if view.to_call else CALL,
            ActionKind.CALL: CALL,
            ActionKind.RAISE: self._raise(view, now, hs + (1 - hs) * ppot),
        }
        probabilities: dict[Action, float] = {}
        for each, share in zip(ActionKind, triple.tolist(), strict=True):
            if share > 0:
                probabilities[actions[each]] = probabilities.get(actions[each], 0.0) + share
        late = LateFacts(lambda: (*facts, *self._facts_about(view)))
        return Decision(actions[kind], probabilities if len(probabilities) > 1 else {}, facts=late)

    def _situation(self, view: View) -> Situation:
        """Our situation; in no-limit games, bets have the smallest size of the menu."""
        now = self._models.tracker.situation()
        if view.game.betting is Betting.LIMIT:
            return now
        raises = raises_of(view, self.settings.sizes)
        bet = max(raises[0] - max(view.bets) if raises else 0, now.bet)
        later = min(bet * (len(view.game.bets) - 1 - now.round), max(view.stacks[view.position] - now.to_call, 0))
        return replace(by_price(now), bet=bet, later_bets=later)

    def _raise(self, view: View, now: Situation, strength: float) -> Action:
        """The raise; of several sizes the one that is worth most, and among equals the smallest.

        With the probability q that all fold, the pot P, the cost c and the strength s, which is (s − q) / (1 − q)
        against the hands that call:

            q · P + (1 − q) · (s' · (P + 2c − to call) − c)
        """
        if view.game.betting is Betting.LIMIT:
            return raise_or_call(view)
        raises = raises_of(view, self.settings.sizes)
        most = max(view.bets[position] + view.stacks[position] for position in self._others(view))

        def value(total: int) -> float:
            folds = self._fold_chance(view, now, total)
            cost = min(total, most) - view.bets[view.position]
            called = max(strength - folds, 0.0) / (1 - folds) if folds < 1 else 0.0
            return folds * now.pot + (1 - folds) * (called * (now.pot + 2 * cost - now.to_call) - cost)

        return raise_to(max(raises, key=value)) if raises else CALL

    def _preflop_strength(self, view: View) -> float:
        """The chance to beat all opponents, if their hands were random and independent."""
        return float(preflop_hand_ranks()[hand_index(view.hole_bytes[view.position])]) ** len(self._others(view))

    def _preflop(self, view: View, now: Situation) -> tuple[Array, list[Fact]]:
        tightness = Tightness(self.settings.tightness)
        mine = class_index(view.hole_bytes[view.position])
        likely = strategies(now.entry, tightness, self._policy.preflop)[mine]
        facts = [Fact("strategy", STRATEGIES[int(likely.argmax())], private=True)]
        return preflop_by_class(now, tightness, self._policy.preflop)[mine], facts

    def _postflop(self, view: View, now: Situation, hs: float, ppot: float) -> tuple[Array, list[Fact]]:
        total = None if view.game.betting is Betting.LIMIT else max(view.bets) + now.bet
        chance = self._fold_chance(view, now, total) if self.settings.bluff and now.can_raise else 0.0
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
