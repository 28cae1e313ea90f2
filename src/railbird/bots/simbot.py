"""Simbot: Poki with simulation instead of its formula (Heidenreich 2008, §4.3; Vytřísal 2016, §2.1.2).

At each decision it rolls out the hand many times, with opponents' hands from their ranges and actions from predictors,
once after a call and once after a raise, and takes the action that wins more; folding is worth 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from railbird.agent import Choice, Decision, Fact, LateFacts, setting
from railbird.agent.settings import check_within
from railbird.bots.shared.model_bot import ModelBot, ModelSettings
from railbird.bots.shared.raise_sizes import SIZES, raises_of, roll_out_bet, sizes_of
from railbird.game import Action, View
from railbird.models.poki.opponents import OpponentModels
from railbird.models.poki.policy_tables import strengths_on
from railbird.search.simulation import SimulationRequest, SimulationResult, simulate


@dataclass(frozen=True, slots=True)
class SimbotSettings(ModelSettings):
    trials: int = setting(500, "roll-outs at each decision", "ours; Poki: hundreds")
    obvious: float = setting(0.0, "stop when the best action leads by this many standard errors; 0: never", "ours")
    close: float = setting(0.0, "draw among actions at most this much worse than the best, in small bets", "ours; off")
    sizes: str = setting("0.5+1", SIZES, "ours")

    def __post_init__(self) -> None:
        ModelSettings.__post_init__(self)
        sizes_of(self.sizes)
        check_within(self, trials=(1, 1_000_000), obvious=(0, 100), close=(0, 1e6))


def simulation_request(models: OpponentModels, view: View, raises: list[int], bet: float) -> SimulationRequest:
    """The decision of a view, with opponents' ranges and predictors."""
    now = models.tracker.situation()
    weights = np.stack([models.table(position).weights for position in range(len(view.players))])
    return SimulationRequest(
        decision=models.tracker.hand,
        hole=view.hole_bytes[view.position],
        board=view.board_bytes,
        weights=weights,
        strengths=strengths_on(view.board_bytes),
        policies=models.roll_out_tables(view, now),
        raises=raises,
        bet=bet,
    )


def simulate_view(models: OpponentModels, view: View, raises: list[int], *, bet: float, **how: Any) -> SimulationResult:
    """Simulate the decision of a view; ``how`` is as in ``simulate``."""
    return simulate(simulation_request(models, view, raises, bet), **how)


class Simbot(ModelBot):
    """Simulates the rest of the hand many times against opponents' ranges, and takes the action that wins most."""

    source: ClassVar[str] = "Billings et al. 1999, by Heidenreich 2008, §4.3"
    Settings = SimbotSettings
    settings: SimbotSettings

    def act(self, view: View) -> Choice:
        self._models.watch(view)
        result = self._simulate(view, self._raises(view), "simulation")
        action, probabilities = self._choose(view, result)
        return self._decision(view, action, probabilities, result)

    def _decision(
        self, view: View, action: Action, probabilities: Mapping[Action, float], result: SimulationResult, *more: Fact
    ) -> Decision:
        facts = LateFacts(
            lambda: (
                Fact("trials", result.trials, private=self.settings.obvious > 0),
                Fact("lead", result.lead, private=True),
                Fact("standard error of the lead", result.lead_error, private=True),
                *more,
                *self._facts_about(view),
            )
        )
        return Decision(action, probabilities, result.values, facts)

    def _raises(self, view: View) -> list[int]:
        """The raises to consider, as amounts to raise to."""
        return raises_of(view, self.settings.sizes)

    def _simulate(self, view: View, raises: list[int], purpose: str) -> SimulationResult:
        seed = self.streams.number(f"{purpose} {self._models.tracker.taken}") % 2**64
        bet = roll_out_bet(sizes_of(self.settings.sizes))
        trials, obvious = self.settings.trials, self.settings.obvious
        return simulate_view(self._models, view, raises, trials=trials, seed=seed, bet=bet, obvious=obvious)

    def _choose(self, view: View, result: SimulationResult) -> tuple[Action, dict[Action, float]]:
        """The best action, or one that is nearly as good."""
        values, best = result.values, result.best()
        near = self.settings.close * view.game.big_blind
        if not near:
            return best, {}
        good = [action for action, value in values.items() if value >= values[best] - near]
        return self.random.choice(good), {action: 1 / len(good) for action in good}
