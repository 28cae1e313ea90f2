"""Saukonoja's heuristic bot (2007, chapter 5): the expected value of each action, from exchangeable parts.

Pre-flop it plays by the order of starting hands, and raises at random. Post-flop, an estimator computes the values of
calling and raising from hand strength, from the opponent's actions in this hand, and from all hands against them that
began alike; a selector then takes one of the two, mostly the better one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

import numpy as np

from railbird.agent import Bot, Choice, Decision, Fact, LateFacts, MatchStart
from railbird.agent.games import unless_holdem
from railbird.agent.situation import Situation
from railbird.bots.saukonoja.estimators import (
    ChainEvidence,
    Estimator,
    EstimatorInputs,
    FormulaEstimator,
    Opponent,
    ProspectsOf,
    ScenarioEstimator,
    SearchEstimator,
    SimulationEstimator,
    Values,
)
from railbird.bots.saukonoja.settings import SaukonojaConstants, SaukonojaSettings
from railbird.cards import class_index
from railbird.game import CALL, FOLD, Action, ActionKind, Game, View
from railbird.game.pots import prize, stakes
from railbird.models.portrait import Portrait
from railbird.models.saukonoja.memory import OpponentMemory
from railbird.policies import raise_by_pot
from railbird.policies.poki.hand_values import hand_values
from railbird.policies.saukonoja.action_selector import Mixing, select
from railbird.policies.saukonoja.cold_start import by_odds, by_ratio
from railbird.policies.saukonoja.prospects import corrected_value, printed_value, showdown_value
from railbird.policies.saukonoja.start_hands import raise_shares
from railbird.strength import class_hand_ranks, one_hand


class Saukonoja(Bot):
    """Plays by the expected value of each action, from hand strength and from similar earlier hands."""

    source: ClassVar[str] = "Saukonoja 2007; most constants ours"
    constants: ClassVar[SaukonojaConstants] = SaukonojaConstants()
    Settings = SaukonojaSettings
    settings: SaukonojaSettings
    learns = True

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def start_match(self, match: MatchStart) -> None:
        mine = self.settings
        ranges = mine.strength == "range" or mine.estimator == "simulation"
        self._memory = OpponentMemory(match.game, decay=mine.decay, mucked=mine.mucked, ranges=ranges)
        evidence = ChainEvidence(mine.chains, mine.enough, mine.enough_shown, mine.shrinkage)
        win = by_ratio if mine.win == "ratio" else by_odds
        self._prospects = ProspectsOf(
            self.constants.cold_start,
            evidence,
            win,
            empirical=mine.win == "empirical",
            shown=mine.strength == "chains",
            counters=mine.counters,
        )
        usual, never = self.constants.mixing, (0.0, 0.0, 0.0)
        self._mixing = Mixing(
            usual.smaller if mine.mixing else never,
            usual.out_of_position,
            usual.aggression if mine.aggression else never,
        )
        self.estimator = self._make_estimator()

    def _make_estimator(self) -> Estimator:
        match self.settings.estimator:
            case "printed":
                return FormulaEstimator(self._prospects, printed_value)
            case "scenarios":
                return ScenarioEstimator(self._prospects, self.constants.scenarios)
            case "miximax":
                return SearchEstimator(self._prospects)
            case "simulation":
                return SimulationEstimator(self._memory, self._simulation_seed, self.settings.trials, self.settings.bet)
            case _:
                return FormulaEstimator(self._prospects, corrected_value)

    @property
    def memory(self) -> OpponentMemory:
        """The memory of all opponents."""
        return self._memory

    def start_hand(self, view: View) -> None:
        self._memory.begin_hand(view, self.betting(view))

    def end_hand(self, view: View) -> None:
        self._memory.end_hand(view)

    def _simulation_seed(self) -> int:
        return self.streams.number(f"simulation {self._memory.tracker.taken}") % 2**64

    def act(self, view: View) -> Choice:
        self._memory.watch(view)
        now = self._memory.tracker.situation()
        if now.round == 0:
            return self._preflop(view, now)
        inputs = self._inputs(view, now)
        values = self.estimator.values(inputs)
        return self._decided(view, now, values, inputs)

    def _inputs(self, view: View, now: Situation) -> EstimatorInputs:
        mine, me = one_hand(view.hole_cards, view.board), view.position
        paid, stacks = stakes(view.game, view.paid), view.stacks
        call_to = paid[me] + now.to_call
        opponents = tuple(
            Opponent(
                recorder,
                self._memory.chains(view.players[position]),
                self._memory.counters(view.players[position]),
                self._range_strength(view, position),
                chips=stacks[position],
                room=max(paid[position] + stacks[position] - call_to, 0),
                behind=max(call_to - paid[position], 0),
            )
            for position, recorder in self._memory.recorders.items()
        )
        if now.to_call == stacks[me]:
            now = replace(now, pot=prize(view.game, view.paid, me, now.to_call) - now.to_call)
        to = raise_by_pot(view, self.settings.bet).to
        return EstimatorInputs(
            view,
            now,
            self._memory.tracker.hand,
            mine.win_probability,
            mine.ppot,
            opponents,
            chips=stacks[me],
            raise_to=to,
        )

    def _range_strength(self, view: View, position: int) -> float | None:
        """OHS = Σ P_h(i) HS(i) over all hands that an opponent may hold (16)."""
        models = self._memory.models
        if models is None or self.settings.strength != "range":
            return None
        return float(models.table(position).probabilities() @ np.nan_to_num(hand_values(view.board_bytes).hs))

    def _decided(self, view: View, now: Situation, values: Values, inputs: EstimatorInputs | None) -> Decision:
        last = now.behind == 0 or view.position == max(
            position for position, gone in enumerate(view.folded) if not gone
        )
        shares = select(values, now.round, free=now.to_call == 0, last=last, led=now.led, mixing=self._mixing)
        dice = self.random.random()
        for kind in shares:
            dice -= shares[kind]
            if dice < 0:
                break
        actions = self._actions(view)
        worth = {actions[kind]: value for kind, value in values.items()}
        if view.legal.fold and now.to_call:
            worth[FOLD] = 0.0
        drawn = {actions[each]: share for each, share in shares.items()} if len(shares) > 1 else {}
        facts = LateFacts(lambda: self._facts(inputs)) if inputs else ()
        return Decision(actions[kind], drawn, worth, facts)

    def _actions(self, view: View) -> dict[ActionKind, Action]:
        passive = FOLD if view.legal.fold and view.to_call else CALL
        return {
            ActionKind.FOLD: passive,
            ActionKind.CALL: CALL,
            ActionKind.RAISE: raise_by_pot(view, self.settings.bet),
        }

    def _facts(self, inputs: EstimatorInputs) -> tuple[Fact, ...]:
        facts = [Fact("EHS", inputs.strength, private=True), Fact("pot odds", inputs.now.pot_odds)]
        for position, opponent in zip(self._memory.recorders, inputs.opponents, strict=True):
            name = inputs.view.players[position]
            similar = [opponent.chains.matching(opponent.pair.chain + kind.letter) for kind in inputs.kinds]
            counts = " and ".join(f"{matches.count:.0f}" if matches else "none" for matches in similar)
            facts.append(Fact(f"similar hands against {name}", f"{counts} ({opponent.pair.chain})"))
        for kind in inputs.kinds:
            given = self._prospects(inputs, kind)
            chances = f"wins {given.win:.2f}, others fold {given.others_fold:.2f}, we fold {given.we_fold:.2f}"
            facts.append(Fact(f"if we {kind.name.lower()}", chances, private=True))
        return tuple(facts)

    def _preflop(self, view: View, now: Situation) -> Decision:
        mine = class_index(view.hole_bytes[view.position])
        if self.settings.preflop == "value":
            return self._preflop_by_value(view, now, float(class_hand_ranks()[mine]))
        share = float(raise_shares(now.players, self.constants.start_hands)[mine])
        actions = self._actions(view)
        if share < 0:
            return Decision(actions[ActionKind.FOLD], facts=(Fact("rule", "not played", private=True),))
        raise_ = actions[ActionKind.RAISE]
        raises = self.random.random() < share
        drawn = {raise_: share, CALL: 1 - share} if raise_ != CALL else {}
        return Decision(raise_ if raises else CALL, drawn, facts=(Fact("rule", "played", private=True),))

    def _preflop_by_value(self, view: View, now: Situation, wins: float) -> Decision:
        """E = P_w ES_tot − EB_tot (10): the expectation over all rounds, if as many players stay in as on average."""
        cold, others = self.constants.cold_start, now.opponents
        chance = wins**others
        values = {}
        for kind in (ActionKind.CALL, ActionKind.RAISE) if now.can_raise else (ActionKind.CALL,):
            more = now.bet if kind is ActionKind.RAISE else 0
            rounds = (cold.active_bets if more else cold.passive_bets) * now.later_bets
            cost = now.to_call + more + rounds
            values[kind] = showdown_value(chance, now.pot + cost + others * (more + rounds), cost)
        return self._decided(view, now, values, None)

    def portraits(self) -> list[Portrait]:
        """A portrait of each player."""
        return self._memory.portraits()

    def save(self) -> dict[str, bytes]:
        return self._memory.save()

    def load(self, learned: Mapping[str, bytes]) -> None:
        self._memory.load(learned)
