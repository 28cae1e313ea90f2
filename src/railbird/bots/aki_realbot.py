"""AKI-RealBot, second of six at the AAAI's competition of 2008 (Schweizer et al. 2009, by the MCTS review, §4.3.4).

It simulates calls and raises in two separate series, with others' hands and actions from how often each folds, calls
and raises. It does not simply take what is worth more: decision bounds keep it in pots with weak players, those who
fold too easily and those who take bad hands too far. None of its constants is published: all are ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railbird.agent import Choice, Fact, setting
from railbird.agent.settings import check_within
from railbird.bots.simbot import Simbot, SimbotSettings
from railbird.game import CALL, FOLD, Action, ActionKind, View
from railbird.models.predictors import Contexts, StatisticsPredictor
from railbird.search.simulation import Simulated


@dataclass(frozen=True, slots=True)
class AkiSettings(SimbotSettings):
    predictor: str = setting("statistics", "what others will do: always by how often they did it", "the review, §4.3.4")
    bounds: bool = setting(True, "decision bounds against weak players", "the review, §4.3.4")
    fold_bound: float = setting(0.5, "what it pays to stay in with the weakest, in small bets", "ours")
    raise_bound: float = setting(0.0, "how much less a raise may be worth than a call against them", "ours")
    folds_easily: float = setting(0.6, "from this share of folds to bets on somebody is weak", "ours")
    folds_never: float = setting(0.2, "up to this share as well", "ours")
    doubt: float = setting(30.0, "a share of n decisions counts as n / (n + doubt)", "ours")

    def __post_init__(self) -> None:
        SimbotSettings.__post_init__(self)
        if self.predictor != "statistics":
            raise ValueError(f"AKI-RealBot goes by statistics, not by {self.predictor}")
        check_within(
            self,
            fold_bound=(0, 100),
            raise_bound=(0, 100),
            folds_easily=(0.01, 0.99),
            folds_never=(0.01, 0.99),
            doubt=(0, 1e6),
        )


class AkiRealBot(Simbot):
    """Two series of simulations, for calls and for raises; bounds that keep it in pots with weak players."""

    source: ClassVar[str] = "Schweizer et al. 2009, by the MCTS review, §4.3.4; constants ours"
    Settings = AkiSettings
    settings: AkiSettings

    def _make_predictor(self) -> StatisticsPredictor:
        """It only counts how often somebody folds, calls and raises, by round and what he has to call."""
        return StatisticsPredictor(Contexts.PLAIN)

    def act(self, view: View) -> Choice:
        self._models.watch(view)
        calls = self._simulate(view, [], "calls")
        found = _joined(calls, self._simulate(view, raises, "raises")) if (raises := self._raises(view)) else calls
        weakness = self._weakness(view) if self.settings.bounds else 0.0
        action = self._bounded(view, found, weakness)
        return self._told(view, action, {}, found, Fact("weakness", weakness))

    def _bounded(self, view: View, found: Simulated, weakness: float) -> Action:
        """The best, with the bounds moved by how weak the others are."""
        unit = view.game.big_blind * weakness
        raises = {action: value for action, value in found.values.items() if action.kind is ActionKind.RAISE}
        boldest = max(raises, key=lambda action: (raises[action], action.to or 0), default=None)
        call = found.values[CALL]
        best = max(call, raises[boldest]) if boldest else call
        if view.to_call and best < -self.settings.fold_bound * unit:
            return FOLD
        if boldest and raises[boldest] >= call - self.settings.raise_bound * unit:
            return boldest
        return CALL

    def _weakness(self, view: View) -> float:
        """Between 0 and 1: that of the weakest who is still in."""
        return max((self._weakness_of(view.players[place]) for place in self._others(view)), default=0.0)

    def _weakness_of(self, player: str) -> float:
        """How far a player's share of folds to bets lies beyond the bounds, as far as it is known."""
        predictor = self._models.predictor(player)
        if not isinstance(predictor, StatisticsPredictor):
            return 0.0
        folds, faced = predictor.folds_to_bets()
        if not faced:
            return 0.0
        share, mine = folds / faced, self.settings
        easily = (share - mine.folds_easily) / (1 - mine.folds_easily)
        never = (mine.folds_never - share) / mine.folds_never
        return max(easily, never, 0.0) * faced / (faced + mine.doubt)


def _joined(calls: Simulated, raises: Simulated) -> Simulated:
    """Calls from one series, raises from the other."""
    values = {**raises.values, CALL: calls.values[CALL]}
    errors = {**raises.errors, CALL: calls.errors[CALL]}
    ordered = sorted(values, key=lambda action: -values[action])
    if len(ordered) < 2:
        return calls
    lead = values[ordered[0]] - values[ordered[1]]
    error = (errors[ordered[0]] ** 2 + errors[ordered[1]] ** 2) ** 0.5
    return Simulated(calls.trials + raises.trials, values, errors, lead, error)
