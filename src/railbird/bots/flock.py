"""FlockBot: calls to the river, and looks at its cards only there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railbird.agent import Bot, Choice, Decision, Fact, setting
from railbird.agent.games import unless_holdem
from railbird.game import CALL, Game, View
from railbird.policies import check_or_fold, opponents, raise_by_pot
from railbird.strength import one_hand

_RIVER = 3


@dataclass(frozen=True, slots=True)
class FlockSettings:
    bet: float = setting(0.5, "size of its river bet in no-limit games, in pots", "Opentestbed")


class FlockBot(Bot):
    """Calls until the river; there, with HS^opponents above 1 − 1/players, it bets or calls, else checks or folds."""

    source: ClassVar[str] = "Opentestbed"
    Settings = FlockSettings
    settings: FlockSettings

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def act(self, view: View) -> Choice:
        if view.round < _RIVER:
            return Decision(CALL)
        others = opponents(view)
        strength = one_hand(view.hole_cards, view.board).hs ** others
        target = 1 - 1 / (others + 1)
        facts = (Fact("strength", strength, private=True), Fact("target", target))
        if strength <= target:
            return Decision(check_or_fold(view), facts=facts)
        return Decision(CALL if view.to_call else raise_by_pot(view, self.settings.bet), facts=facts)
