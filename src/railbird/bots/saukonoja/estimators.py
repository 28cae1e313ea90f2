"""Interchangeable estimators of the values of actions: Saukonoja's framework (2007, §4, §5.1).

An estimator gets what is known at a decision and returns the expected values of calling and raising, in chips from here
on; folding is worth 0. A new estimator needs only a method ``values``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, prod
from typing import Protocol

from railbird import _core
from railbird.agent.situation import Situation
from railbird.bots.simbot import simulate_view
from railbird.game import ActionKind, Betting, View
from railbird.game.pots import prize, stakes
from railbird.models.saukonoja.action_chains import ActionChains, Ending, Matches
from railbird.models.saukonoja.chain_recorder import ChainRecorder
from railbird.models.saukonoja.counters import Counters
from railbird.models.saukonoja.memory import OpponentMemory
from railbird.policies.saukonoja.cold_start import (
    ColdStart,
    OurHand,
    Rival,
    WinFunction,
    cold_prospects,
    strength_by_actions,
)
from railbird.policies.saukonoja.five_scenarios import SCENARIO_SHARES, ScenarioShares, five_scenarios
from railbird.policies.saukonoja.prospects import Prospects, corrected_value, mixed, scenario_sum
from railbird.search.saukonoja.shallow_search import BettingSequence, ShallowSearch

Values = Mapping[ActionKind, float]


@dataclass(frozen=True, slots=True)
class Opponent:
    """An active opponent: what happened between us in this hand, and what is known about them."""

    pair: ChainRecorder
    chains: ActionChains
    counters: Counters
    range_strength: float | None = None
    """OHS = Σ P_h(i) HS(i) over the hands that they may hold (16), if ranges are kept."""
    chips: float = inf
    """Their stack."""
    room: float = inf
    """What they can put in beyond our call."""
    behind: float = 0.0
    """What they still have to call if we call."""

    @property
    def all_in(self) -> bool:
        """Whether they are all-in and cannot fold."""
        return self.chips <= 0


@dataclass(frozen=True, slots=True)
class EstimatorInputs:
    """What is known at a post-flop decision."""

    view: View
    now: Situation
    hand: _core.Hand
    """The betting so far, without cards."""
    strength: float
    """EHS."""
    potential: float
    opponents: tuple[Opponent, ...]
    chips: float = inf
    """Our stack."""
    raise_to: int | None = None
    """The amount we would raise to; None for the fixed bet of the round."""

    @property
    def raises_by(self) -> float:
        """What a raise costs beyond a call."""
        if self.raise_to is None:
            return self.now.bet
        return self.raise_to - self.view.bets[self.now.player] - self.now.to_call

    @property
    def room(self) -> float:
        """How much more can be bet after a call: at most our stack, and at most what an opponent can match."""
        return min(self.chips - self.now.to_call, max(each.room for each in self.opponents))

    @property
    def kinds(self) -> tuple[ActionKind, ...]:
        """Calling, and raising if it is allowed."""
        return (ActionKind.CALL, ActionKind.RAISE) if self.now.can_raise else (ActionKind.CALL,)


class Estimator(Protocol):
    """Estimates the values of actions."""

    def values(self, inputs: EstimatorInputs) -> Values: ...


@dataclass(frozen=True, slots=True)
class ChainEvidence:
    """How many observations are enough (§5.1.4: "enough"). The numbers are ours."""

    chains: bool = True
    enough: float = 20.0
    """Similar hands needed before their averages count."""
    enough_shown: float = 5.0
    """Shown hands needed among them."""
    shrinkage: bool = False
    """Averages get the weight n / (n + enough), instead of all or nothing."""

    def weight(self, count: float, enough: float) -> float:
        """The weight of averages over this many hands."""
        if not self.chains:
            return 0.0
        return count / (count + enough) if self.shrinkage else float(count >= enough)


@dataclass(frozen=True, slots=True)
class ProspectsOf:
    """Computes the parameters of the evaluation function: from chains if there are enough, else rough estimates."""

    cold: ColdStart
    evidence: ChainEvidence
    win: WinFunction
    empirical: bool = False
    """P_w is the share of shown hands that were weaker, if there are enough."""
    shown: bool = True
    """An opponent's strength comes from the hands they showed after the same chain, if there are any."""
    counters: bool = True
    """An opponent's fold probability comes from their counters."""

    def __call__(self, inputs: EstimatorInputs, kind: ActionKind) -> Prospects:
        now = inputs.now
        matches = [each.chains.matching(each.pair.chain + kind.letter) for each in inputs.opponents]
        rivals = [self.rival(each, similar, now) for each, similar in zip(inputs.opponents, matches, strict=True)]
        win = prod(
            self.wins(inputs.strength, rival.strength, similar) for rival, similar in zip(rivals, matches, strict=True)
        )
        rough = cold_prospects(
            now, kind, OurHand(inputs.strength, win, inputs.room), rivals, self.cold, raises_by=inputs.raises_by
        )
        known = [similar for similar in matches if similar is not None]
        if len(known) < len(matches) or (kind is ActionKind.CALL and not inputs.room):
            return rough
        weight = min(self.evidence.weight(similar.count, self.evidence.enough) for similar in known)
        return mixed(rough, self._observed(inputs, kind, rough, known), weight) if weight > 0 else rough

    def rival(self, opponent: Opponent, similar: Matches | None, now: Situation) -> Rival:
        """An opponent's strength and fold probability."""
        strength = opponent.range_strength
        if strength is None:
            strength = strength_by_actions(opponent.pair.actions, now.round, self.cold)
            if self.shown and similar is not None and similar.strength is not None:
                weight = self.evidence.weight(similar.shown, self.evidence.enough_shown)
                strength = (1 - weight) * strength + weight * similar.strength
        return Rival(strength, self.folds(opponent, now.round), opponent.room, opponent.all_in)

    def folds(self, opponent: Opponent, round_number: int) -> float:
        """An opponent's probability of folding to a bet, from their counters."""
        if opponent.all_in:
            return 0.0
        if not self.counters:
            return self.cold.folds
        return opponent.counters.folds(round_number, self.cold.folds, self.cold.folds_weight)

    def wins(self, mine: float, theirs: float, similar: Matches | None) -> float:
        """P_w against one opponent."""
        weaker = None
        evidence = self.evidence
        if self.empirical and evidence.chains and similar is not None and similar.shown >= evidence.enough_shown:
            weaker = similar.weaker(mine)
        return self.win(mine, theirs) if weaker is None else weaker

    def _observed(
        self, inputs: EstimatorInputs, kind: ActionKind, rough: Prospects, known: Sequence[Matches]
    ) -> Prospects:
        """Averages over similar hands; rough estimates for endings that were never observed.

        The share of hands that we folded is an average over our hands; it is scaled by 2 (1 − EHS), low for good hands.
        """
        now = inputs.now
        unit = inputs.view.game.bets[0]
        raises_by = min(inputs.raises_by, inputs.room) if kind is ActionKind.RAISE else 0
        cost, left = now.to_call + raises_by, inputs.room - raises_by
        stay = any(opponent.all_in for opponent in inputs.opponents)
        folds = 0.0 if stay else prod(similar.share(Ending.OPPONENT_FOLDS) for similar in known)
        gives_up = sum(similar.share(Ending.WE_FOLD) for similar in known) / len(known) * 2 * (1 - inputs.strength)
        gives_up = min(gives_up, 1 - folds)
        chips = {}
        for ending in Ending:
            ours = [similar.ours(ending) for similar in known]
            theirs = [similar.theirs(ending) for similar in known]
            if any(each is None for each in (*ours, *theirs)):
                continue
            mine = cost + min(max(each for each in ours if each is not None) * unit, left)
            paid = [
                min(each * unit, opponent.chips, inputs.room + opponent.behind)
                for each, opponent in zip(theirs, inputs.opponents, strict=True)
                if each is not None
            ]
            chips[ending] = (now.pot + mine + sum(paid), mine)
        shown = chips.get(Ending.SHOWDOWN, (rough.pot, rough.cost))
        others = chips.get(Ending.OPPONENT_FOLDS, (rough.pot_others_fold, rough.cost_others_fold))
        we = chips.get(Ending.WE_FOLD, (rough.pot_we_fold, rough.cost_we_fold))
        return Prospects(rough.win, folds, gives_up, *shown, *others, *we)


@dataclass(frozen=True, slots=True)
class FormulaEstimator:
    """The evaluation function: formula 15' or, as printed, 15."""

    prospects: ProspectsOf
    formula: Callable[[Prospects], float] = corrected_value

    def values(self, inputs: EstimatorInputs) -> Values:
        return {kind: self.formula(self.prospects(inputs, kind)) for kind in inputs.kinds}


@dataclass(frozen=True, slots=True)
class ScenarioEstimator:
    """The sum over five scenarios (14)."""

    prospects: ProspectsOf
    shares: ScenarioShares = SCENARIO_SHARES

    def values(self, inputs: EstimatorInputs) -> Values:
        return {kind: self._value(inputs, kind) for kind in inputs.kinds}

    def _value(self, inputs: EstimatorInputs, kind: ActionKind) -> float:
        given = self.prospects(inputs, kind)
        scenarios = five_scenarios(
            given, inputs.now, kind, inputs.strength, inputs.potential, self.shares, room=inputs.room
        )
        return scenario_sum(scenarios)


@dataclass(slots=True)
class SearchEstimator:
    """Miximax to the end of the betting round; the evaluation function estimates the rest of the hand."""

    prospects: ProspectsOf
    visited: int = 0

    def values(self, inputs: EstimatorInputs) -> Values:
        folded, me = inputs.view.folded, inputs.now.player
        positions = [position for position, gone in enumerate(folded) if not gone and position != me]
        opponents = dict(zip(positions, inputs.opponents, strict=True))

        def predict(hand: _core.Hand, sequence: BettingSequence) -> Sequence[float]:
            return self._predicted(
                opponents[hand.actor], hand, _chain(opponents[hand.actor], hand.actor, inputs, sequence)
            )

        def evaluate(hand: _core.Hand, sequence: BettingSequence) -> float:
            return self._rest(inputs, hand, sequence, opponents)

        search = ShallowSearch(inputs.hand, predict, evaluate, raise_to=inputs.raise_to)
        values = search.values()
        self.visited += search.visited
        return values

    def _predicted(self, opponent: Opponent, hand: _core.Hand, begun: str) -> Sequence[float]:
        """An opponent's triple, from their actions after the same chain or from counters; each opponent separately."""
        evidence, cold = self.prospects.evidence, self.prospects.cold
        matches = [opponent.chains.matching(begun + letter) for letter in "FCR"]
        counts = [each.count if each else 0.0 for each in matches]
        folds = self.prospects.folds(opponent, hand.round) if hand.legal.call else 0.0
        rough = (folds, (1 - folds) * (1 - cold.raises_back), (1 - folds) * cold.raises_back)
        weight = evidence.weight(sum(counts), evidence.enough)
        if weight == 0:
            return rough
        return [(1 - weight) * one + weight * count / sum(counts) for one, count in zip(rough, counts, strict=True)]

    def _rest(
        self, inputs: EstimatorInputs, hand: _core.Hand, sequence: BettingSequence, opponents: Mapping[int, Opponent]
    ) -> float:
        number, game, me = inputs.now.round, inputs.view.game, inputs.now.player
        paid, stacks, folded = stakes(game, hand.paid), hand.stacks, hand.folded
        highest = max(each for position, each in enumerate(paid) if position != me)
        returned = max(paid[me] - highest, 0)  # nobody has called it
        rivals, win = [], 1.0
        for position, opponent in opponents.items():
            if not folded[position]:
                similar = opponent.chains.matching(_chain(opponent, position, inputs, sequence))
                rival = self.prospects.rival(opponent, similar, inputs.now)
                win *= self.prospects.wins(inputs.strength, rival.strength, similar)
                room = max(paid[position] + stacks[position] - paid[me], 0)
                rivals.append(rival._replace(room=room, all_in=not stacks[position]))
        pot = prize(game, hand.paid, me, 0) - returned
        if hand.over or number + 1 == game.rounds:
            return win * pot + returned
        later = replace(
            inputs.now,
            round=number + 1,
            pot=pot,
            to_call=0,
            bet=game.bets[number + 1],
            later_bets=sum(game.bets[number + 2 :]),
            active=len(rivals) + 1,
        )
        rest = cold_prospects(
            later, ActionKind.CALL, OurHand(inputs.strength, win, stacks[me]), rivals, self.prospects.cold
        )
        return corrected_value(rest) + returned


def _chain(opponent: Opponent, position: int, inputs: EstimatorInputs, sequence: BettingSequence) -> str:
    """The chain that a sequence of the search leads to, without the actions of other players."""
    cases = {inputs.now.player: str.lower, position: str.upper}
    return opponent.pair.chain + "".join(cases[actor](kind.letter) for actor, kind in sequence if actor in cases)


@dataclass(frozen=True, slots=True)
class SimulationEstimator:
    """Simulates the rest of the hand many times, like Simbot, with counted frequencies."""

    memory: OpponentMemory
    seed: Callable[[], int]
    """Returns the seed of the roll-outs at this decision."""
    trials: int
    bet: float
    """Size of bets in no-limit games, in pots."""

    def values(self, inputs: EstimatorInputs) -> Values:
        view, models = inputs.view, self.memory.models
        assert models is not None
        raises = [inputs.raise_to] if inputs.now.can_raise and inputs.raise_to is not None else []
        bet = self.bet if view.game.betting is not Betting.LIMIT else 0.75
        result = simulate_view(models, view, raises, trials=self.trials, seed=self.seed(), bet=bet)
        return {action.kind: value for action, value in result.values.items() if action.kind is not ActionKind.FOLD}
