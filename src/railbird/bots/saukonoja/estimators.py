"""Estimators of what actions are worth, each in the other's place: Saukonoja's framework (2007, §4, §5.1).

An estimator is asked with what is known at a decision, and answers with the expected value of calling and of raising,
in chips from here on; folding is worth 0. A new one needs ``values`` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, prod
from typing import Protocol

from railbird import _core
from railbird.agent.situation import Situation
from railbird.bots.simbot import play_on
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
    """One who is still in: what happened between us in this hand, and what is known of him."""

    pair: ChainRecorder
    chains: ActionChains
    counters: Counters
    range_strength: float | None = None
    """OHS = Σ P_h(i) HS(i) over the hands that he may hold (16), where that is kept."""
    chips: float = inf
    """What he has left."""
    room: float = inf
    """What he can put in beyond what we call."""
    behind: float = 0.0
    """What he has still to call, if we do."""

    @property
    def all_in(self) -> bool:
        """He cannot fold any more."""
        return self.chips <= 0


@dataclass(frozen=True, slots=True)
class Asked:
    """What is known at a decision after the flop."""

    view: View
    now: Situation
    hand: _core.Hand
    """The betting so far; it has no cards."""
    strength: float
    """EHS."""
    potential: float
    opponents: tuple[Opponent, ...]
    chips: float = inf
    """What we have left."""
    raise_to: int | None = None
    """What we would raise to; None if that is the one bet of the round."""

    @property
    def raises_by(self) -> float:
        """What a raise costs beyond a call."""
        if self.raise_to is None:
            return self.now.bet
        return self.raise_to - self.view.bets[self.now.player] - self.now.to_call

    @property
    def room(self) -> float:
        """What can still be put in after a call: no more than we have, or than anybody can match."""
        return min(self.chips - self.now.to_call, max(each.room for each in self.opponents))

    @property
    def kinds(self) -> tuple[ActionKind, ...]:
        """Calling, and raising if that is allowed."""
        return (ActionKind.CALL, ActionKind.RAISE) if self.now.can_raise else (ActionKind.CALL,)


class Estimator(Protocol):
    """What are actions worth?"""

    def values(self, asked: Asked) -> Values: ...


@dataclass(frozen=True, slots=True)
class ChainEvidence:
    """When observations count (§5.1.4: "enough"). The numbers are ours."""

    chains: bool = True
    enough: float = 20.0
    """Hands that began alike, from which on their averages are taken."""
    enough_shown: float = 5.0
    """Hands among them whose strength is known."""
    shrinkage: bool = False
    """Averages count n / (n + enough), in place of all or nothing."""

    def weight(self, count: float, enough: float) -> float:
        """How much averages over so many hands count."""
        if not self.chains:
            return 0.0
        return count / (count + enough) if self.shrinkage else float(count >= enough)


@dataclass(frozen=True, slots=True)
class ProspectsOf:
    """Makes the parameters of the evaluation function: from chains where there is enough of them, else roughly."""

    cold: ColdStart
    evidence: ChainEvidence
    win: WinFunction
    empirical: bool = False
    """P_w is the share of shown hands that were weaker, where there are enough."""
    shown: bool = True
    """An opponent's strength is that of the hands that he showed after such a chain, as far as there are any."""
    counters: bool = True
    """How often he folds goes by how often he did."""

    def __call__(self, asked: Asked, kind: ActionKind) -> Prospects:
        now = asked.now
        matches = [each.chains.matching(each.pair.chain + kind.letter) for each in asked.opponents]
        rivals = [self.rival(each, found, now) for each, found in zip(asked.opponents, matches, strict=True)]
        win = prod(
            self.wins(asked.strength, rival.strength, found) for rival, found in zip(rivals, matches, strict=True)
        )
        rough = cold_prospects(
            now, kind, OurHand(asked.strength, win, asked.room), rivals, self.cold, raises_by=asked.raises_by
        )
        known = [found for found in matches if found is not None]
        if len(known) < len(matches) or (kind is ActionKind.CALL and not asked.room):
            return rough
        weight = min(self.evidence.weight(found.count, self.evidence.enough) for found in known)
        return mixed(rough, self._observed(asked, kind, rough, known), weight) if weight > 0 else rough

    def rival(self, opponent: Opponent, found: Matches | None, now: Situation) -> Rival:
        """An opponent's strength, and how often he folds."""
        strength = opponent.range_strength
        if strength is None:
            strength = strength_by_actions(opponent.pair.actions, now.round, self.cold)
            if self.shown and found is not None and found.strength is not None:
                weight = self.evidence.weight(found.shown, self.evidence.enough_shown)
                strength = (1 - weight) * strength + weight * found.strength
        return Rival(strength, self.folds(opponent, now.round), opponent.room, opponent.all_in)

    def folds(self, opponent: Opponent, round_number: int) -> float:
        """How often he folds to a bet, by his counters."""
        if opponent.all_in:
            return 0.0
        if not self.counters:
            return self.cold.folds
        return opponent.counters.folds(round_number, self.cold.folds, self.cold.folds_weight)

    def wins(self, mine: float, theirs: float, found: Matches | None) -> float:
        """P_w against one opponent."""
        weaker = None
        if self.empirical and self.evidence.chains and found is not None and found.shown >= self.evidence.enough_shown:
            weaker = found.weaker(mine)
        return self.win(mine, theirs) if weaker is None else weaker

    def _observed(self, asked: Asked, kind: ActionKind, rough: Prospects, known: Sequence[Matches]) -> Prospects:
        """Averages over hands that began alike; of endings that were never seen, what is assumed.

        That we fold is an average over whatever we held: with a good hand it is less likely, with 2 (1 − EHS).
        """
        now = asked.now
        unit = asked.view.game.bets[0]
        raises_by = min(asked.raises_by, asked.room) if kind is ActionKind.RAISE else 0
        cost, left = now.to_call + raises_by, asked.room - raises_by
        stay = any(opponent.all_in for opponent in asked.opponents)
        folds = 0.0 if stay else prod(found.share(Ending.OPPONENT_FOLDS) for found in known)
        gives_up = sum(found.share(Ending.WE_FOLD) for found in known) / len(known) * 2 * (1 - asked.strength)
        gives_up = min(gives_up, 1 - folds)
        chips = {}
        for ending in Ending:
            ours = [found.ours(ending) for found in known]
            theirs = [found.theirs(ending) for found in known]
            if any(each is None for each in (*ours, *theirs)):
                continue
            mine = cost + min(max(each for each in ours if each is not None) * unit, left)
            paid = [
                min(each * unit, opponent.chips, asked.room + opponent.behind)
                for each, opponent in zip(theirs, asked.opponents, strict=True)
                if each is not None
            ]
            chips[ending] = (now.pot + mine + sum(paid), mine)
        shown = chips.get(Ending.SHOWDOWN, (rough.pot, rough.cost))
        others = chips.get(Ending.OPPONENT_FOLDS, (rough.pot_others_fold, rough.cost_others_fold))
        we = chips.get(Ending.WE_FOLD, (rough.pot_we_fold, rough.cost_we_fold))
        return Prospects(rough.win, folds, gives_up, *shown, *others, *we)


@dataclass(frozen=True, slots=True)
class FormulaEstimator:
    """The evaluation function: formula 15' or, as it is printed, 15."""

    prospects: ProspectsOf
    formula: Callable[[Prospects], float] = corrected_value

    def values(self, asked: Asked) -> Values:
        return {kind: self.formula(self.prospects(asked, kind)) for kind in asked.kinds}


@dataclass(frozen=True, slots=True)
class ScenarioEstimator:
    """The sum over five scenarios (14)."""

    prospects: ProspectsOf
    shares: ScenarioShares = SCENARIO_SHARES

    def values(self, asked: Asked) -> Values:
        return {kind: self._value(asked, kind) for kind in asked.kinds}

    def _value(self, asked: Asked, kind: ActionKind) -> float:
        given = self.prospects(asked, kind)
        scenarios = five_scenarios(
            given, asked.now, kind, asked.strength, asked.potential, self.shares, room=asked.room
        )
        return scenario_sum(scenarios)


@dataclass(slots=True)
class SearchEstimator:
    """Miximax to the end of the betting round; the evaluation function stands for the rest of the hand."""

    prospects: ProspectsOf
    visited: int = 0

    def values(self, asked: Asked) -> Values:
        places = [place for place, folded in enumerate(asked.view.folded) if not folded and place != asked.now.player]
        opponents = dict(zip(places, asked.opponents, strict=True))

        def predict(hand: _core.Hand, sequence: BettingSequence) -> Sequence[float]:
            return self._predicted(
                opponents[hand.actor], hand, _chain(opponents[hand.actor], hand.actor, asked, sequence)
            )

        def evaluate(hand: _core.Hand, sequence: BettingSequence) -> float:
            return self._rest(asked, hand, sequence, opponents)

        search = ShallowSearch(asked.hand, predict, evaluate, raise_to=asked.raise_to)
        found = search.values()
        self.visited += search.visited
        return found

    def _predicted(self, opponent: Opponent, hand: _core.Hand, begun: str) -> Sequence[float]:
        """By how often he did what after such a chain, or by counters. Of several opponents each is asked alone."""
        evidence, cold = self.prospects.evidence, self.prospects.cold
        found = [opponent.chains.matching(begun + letter) for letter in "FCR"]
        counts = [each.count if each else 0.0 for each in found]
        folds = self.prospects.folds(opponent, hand.round) if hand.legal.call else 0.0
        rough = (folds, (1 - folds) * (1 - cold.raises_back), (1 - folds) * cold.raises_back)
        weight = evidence.weight(sum(counts), evidence.enough)
        if weight == 0:
            return rough
        return [(1 - weight) * one + weight * count / sum(counts) for one, count in zip(rough, counts, strict=True)]

    def _rest(
        self, asked: Asked, hand: _core.Hand, sequence: BettingSequence, opponents: Mapping[int, Opponent]
    ) -> float:
        number, game, me = asked.now.round, asked.view.game, asked.now.player
        paid, stacks, folded = stakes(game, hand.paid), hand.stacks, hand.folded
        returned = max(paid[me] - max(each for place, each in enumerate(paid) if place != me), 0)  # nobody calls it
        rivals, win = [], 1.0
        for place, opponent in opponents.items():
            if not folded[place]:
                found = opponent.chains.matching(_chain(opponent, place, asked, sequence))
                rival = self.prospects.rival(opponent, found, asked.now)
                win *= self.prospects.wins(asked.strength, rival.strength, found)
                room = max(paid[place] + stacks[place] - paid[me], 0)
                rivals.append(rival._replace(room=room, all_in=not stacks[place]))
        pot = prize(game, hand.paid, me, 0) - returned
        if hand.over or number + 1 == game.rounds:
            return win * pot + returned
        later = replace(
            asked.now,
            round=number + 1,
            pot=pot,
            to_call=0,
            bet=game.bets[number + 1],
            later_bets=sum(game.bets[number + 2 :]),
            active=len(rivals) + 1,
        )
        rest = cold_prospects(
            later, ActionKind.CALL, OurHand(asked.strength, win, stacks[me]), rivals, self.prospects.cold
        )
        return corrected_value(rest) + returned


def _chain(opponent: Opponent, place: int, asked: Asked, sequence: BettingSequence) -> str:
    """The chain that a sequence of the search leads to; what others do on the way is no part of it."""
    cases = {asked.now.player: str.lower, place: str.upper}
    return opponent.pair.chain + "".join(cases[actor](kind.letter) for actor, kind in sequence if actor in cases)


@dataclass(frozen=True, slots=True)
class SimulationEstimator:
    """Plays the hand on many times, as Simbot does, with counted frequencies."""

    memory: OpponentMemory
    seed: Callable[[], int]
    """Of the roll-outs of this decision."""
    trials: int
    bet: float
    """In no-limit games, in pots."""

    def values(self, asked: Asked) -> Values:
        view, models = asked.view, self.memory.models
        assert models is not None
        raises = [asked.raise_to] if asked.now.can_raise and asked.raise_to is not None else []
        bet = self.bet if view.game.betting is not Betting.LIMIT else 0.75
        result = play_on(models, view, raises, trials=self.trials, seed=self.seed(), bet=bet)
        return {action.kind: value for action, value in result.values.items() if action.kind is not ActionKind.FOLD}
