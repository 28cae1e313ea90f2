"""Simbot: Poki with simulation in the place of its formula (Heidenreich 2008, §4.3; Vytřísal 2016, §2.1.2).

At each decision it plays the hand on many times, from what others may hold and what they are expected to do, once after
a call and once after a raise, and takes what wins more; folding wins nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from railbird.agent import Choice, Decision, Fact, LateFacts, setting
from railbird.agent.games import unless_holdem
from railbird.agent.settings import check_within
from railbird.bots.shared.model_bot import ModelBot, ModelSettings
from railbird.game import Action, Betting, Game, View
from railbird.models.poki.opponents import OpponentModels
from railbird.models.poki.policy_tables import strengths_on
from railbird.search.simulation import Simulated, SimulationRequest, simulate


@dataclass(frozen=True, slots=True)
class SimbotSettings(ModelSettings):
    trials: int = setting(500, "at each decision", "ours; Poki: hundreds")
    obvious: float = setting(0.0, "stop when the best leads by so many standard errors; 0 never", "ours")
    close: float = setting(0.0, "draw among actions that are worse by at most this, in small bets", "ours; off")
    sizes: str = setting("0.5+1", "raises of no-limit games, in pots", "ours")

    def __post_init__(self) -> None:
        ModelSettings.__post_init__(self)
        pots(self.sizes)
        check_within(self, trials=(1, 1_000_000), obvious=(0, 100), close=(0, 1e6))


def pots(text: str) -> list[float]:
    """The sizes of a setting."""
    try:
        sizes = [float(part) for part in text.split("+")]
    except ValueError:
        raise ValueError(f"sizes are numbers of pots joined by +, as in 0.5+1, not {text[:40]!r}") from None
    if not 1 <= len(sizes) <= 6 or not all(0 < size <= 100 for size in sizes):
        raise ValueError(f"there are one to six sizes, each above 0 and at most 100 pots, not {text[:40]!r}")
    return sizes


def play_on(models: OpponentModels, view: View, raises: list[int], *, bet: float, **how: Any) -> Simulated:
    """Play the decision of a view on, from what others may hold and are expected to do; ``how`` is as in simulate."""
    now = models.tracker.situation()
    weights = np.stack([models.table(position).weights for position in range(len(view.players))])
    request = SimulationRequest(
        decision=models.tracker.hand,
        hole=view.hole_bytes[view.position],
        board=view.board_bytes,
        weights=weights,
        strengths=strengths_on(view.board_bytes),
        policies=models.roll_out_tables(view, now),
        raises=raises,
        bet=bet,
    )
    return simulate(request, **how)


class Simbot(ModelBot):
    """Plays the hand on many times, from what others may hold, and takes what wins most."""

    source: ClassVar[str] = "Billings et al. 1999, by Heidenreich 2008, §4.3"
    Settings = SimbotSettings
    settings: SimbotSettings

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def act(self, view: View) -> Choice:
        self._models.watch(view)
        found = self._simulate(view, self._raises(view), "simulation")
        action, probabilities = self._chosen(view, found)
        return self._told(view, action, probabilities, found)

    def _told(
        self, view: View, action: Action, probabilities: Mapping[Action, float], found: Simulated, *more: Fact
    ) -> Decision:
        facts = LateFacts(
            lambda: (
                Fact("trials", found.trials, private=self.settings.obvious > 0),
                Fact("lead", found.lead, private=True),
                Fact("error of the lead", found.lead_error, private=True),
                *more,
                *self._facts_about(view),
            )
        )
        return Decision(action, probabilities, found.values, facts)

    def _raises(self, view: View) -> list[int]:
        """The raises that are looked at, as amounts that the bet goes to."""
        legal = view.legal
        if not legal.most_raise:
            return []
        if view.game.betting is Betting.LIMIT:
            return [legal.least_raise]
        called = view.bets[view.position] + legal.call
        wanted = (called + size * (view.pot + legal.call) for size in pots(self.settings.sizes))
        return sorted({min(max(round(each), legal.least_raise), legal.most_raise) for each in wanted})

    def _simulate(self, view: View, raises: list[int], purpose: str) -> Simulated:
        seed = self.streams.number(f"{purpose} {self._models.tracker.taken}") % 2**64
        bet = pots(self.settings.sizes)[-1]
        trials, obvious = self.settings.trials, self.settings.obvious
        return play_on(self._models, view, raises, trials=trials, seed=seed, bet=bet, obvious=obvious)

    def _chosen(self, view: View, found: Simulated) -> tuple[Action, dict[Action, float]]:
        """The best; or one of those that are nearly as good."""
        values, best = found.values, found.best()
        near = self.settings.close * view.game.big_blind
        if not near:
            return best, {}
        good = [action for action, value in values.items() if value >= values[best] - near]
        return self.random.choice(good), {action: 1 / len(good) for action in good}
