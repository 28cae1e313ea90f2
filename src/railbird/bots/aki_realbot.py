"""AKI-RealBot, second of six at the AAAI competition of 2008 (Schweizer et al. 2009, by the MCTS review, §4.3.4).

It simulates calls and raises in two separate series, drawing opponents' hands and actions from how often each of them
folds, calls and raises. It does not simply take the action with the higher value: decision bounds keep it in pots with
weak players, those who fold too easily and those who play bad hands too long. Its constants were never published: all
are ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railbird.agent import Choice, Fact, setting
from railbird.agent.settings import check_within
from railbird.bots.simbot import Simbot, SimbotSettings
from railbird.game import CALL, FOLD, Action, ActionKind, View
from railbird.models.predictors import Contexts, StatisticsPredictor
from railbird.search.simulation import SimulationResult


@dataclass(frozen=True, slots=True)
class AkiSettings(SimbotSettings):
    predictor: str = setting("statistics", "model of opponents' actions: always statistics", "the review, §4.3.4")
    bounds: bool = setting(True, "use decision bounds against weak players", "the review, §4.3.4")
    fold_bound: float = setting(
        0.5, "expected loss it accepts to stay in against the weakest player, in small bets", "ours"
    )
    raise_bound: float = setting(
        0.0, "how much less than a call a raise may be worth against them, in small bets", "ours"
    )
    folds_easily: float = setting(0.6, "a player who folds to at least this share of bets is weak", "ours")
    folds_never: float = setting(0.2, "a player who folds to at most this share is weak too", "ours")
    doubt: float = setting(30.0, "a share observed n times counts with weight n / (n + doubt)", "ours")

    def __post_init__(self) -> None:
        SimbotSettings.__post_init__(self)
        if self.predictor != "statistics":
            raise ValueError(f"predictor must be statistics for AKI-RealBot, not {self.predictor}")
        check_within(
            self,
            fold_bound=(0, 100),
            raise_bound=(0, 100),
            folds_easily=(0.01, 0.99),
            folds_never=(0.01, 0.99),
            doubt=(0, 1e6),
        )


class AkiRealBot(Simbot):
    """Simulates calls and raises separately; decision bounds keep it in pots with weak players."""

    source: ClassVar[str] = "Schweizer et al. 2009, by the MCTS review, §4.3.4; constants ours"
    Settings = AkiSettings
    settings: AkiSettings

    def _make_predictor(self) -> StatisticsPredictor:
        """Counts of folds, calls and raises by round and bets to call."""
        return StatisticsPredictor(Contexts.PLAIN)

    def act(self, view: View) -> Choice:
        self._models.watch(view)
        calls = self._simulate(view, [], "calls")
        result = _join(calls, self._simulate(view, raises, "raises")) if (raises := self._raises(view)) else calls
        weakness = self._weakness(view) if self.settings.bounds else 0.0
        action = self._choose_with_bounds(view, result, weakness)
        return self._decision(view, action, {}, result, Fact("weakness", weakness))

    def _choose_with_bounds(self, view: View, result: SimulationResult, weakness: float) -> Action:
        """The best action, with bounds that shift with the weakness of the opponents."""
        unit = view.game.big_blind * weakness
        raises = {action: value for action, value in result.values.items() if action.kind is ActionKind.RAISE}
        boldest = max(raises, key=lambda action: (raises[action], action.to or 0), default=None)
        call = result.values[CALL]
        best = max(call, raises[boldest]) if boldest else call
        if view.to_call and best < -self.settings.fold_bound * unit:
            return FOLD
        if boldest and raises[boldest] >= call - self.settings.raise_bound * unit:
            return boldest
        return CALL

    def _weakness(self, view: View) -> float:
        """Weakness of the weakest active opponent, between 0 and 1."""
        return max((self._weakness_of(view.players[position]) for position in self._others(view)), default=0.0)

    def _weakness_of(self, player: str) -> float:
        """How far a player's share of folds to bets is beyond the bounds, weighted by how well it is known."""
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


def _join(calls: SimulationResult, raises: SimulationResult) -> SimulationResult:
    """Combine the calls of one series with the raises of the other."""
    values = {**raises.values, CALL: calls.values[CALL]}
    errors = {**raises.errors, CALL: calls.errors[CALL]}
    ordered = sorted(values, key=lambda action: -values[action])
    if len(ordered) < 2:
        return calls
    lead = values[ordered[0]] - values[ordered[1]]
    error = (errors[ordered[0]] ** 2 + errors[ordered[1]] ** 2) ** 0.5
    return SimulationResult(calls.trials + raises.trials, values, errors, lead, error)
