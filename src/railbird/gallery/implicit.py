"""Online implicit modelling (Bard, Johanson, Burch and Bowling 2013): a portfolio of responses instead of a model.

Offline, robust responses to several opponents are computed. Online, nobody models the opponent: after every hand, what
each response would have won is estimated off-policy, with imaginary observations and early folds, and the shares of the
responses follow these sums by exponential weights. One response is drawn before each hand, so that the bot plays their
mixture, weighted by how they reach each decision: the strategy that the estimates are made with.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird.agent import RangePolicy, setting
from railbird.agent.settings import check_within
from railbird.errors import BotError
from railbird.gallery.experts import ExpertsBot, absolute
from railbird.game import Game, View
from railbird.models.bandits import ExponentialWeights
from railbird.stats.off_policy import OffPolicy, hides_hands, known_hand


@dataclass(frozen=True, slots=True)
class ImplicitSettings:
    bots: str = setting("(kestrel, psopti)", "the portfolio: bots that state their policy", "ours")
    eta: float = setting(0.025, "how fast shares follow what responses would have won, in small bets", "Bard 2016")
    gamma: float = setting(0.02, "share that is divided equally, for exploration", "Bard 2016")
    imaginary: bool = setting(True, "imaginary observations at showdowns", "Bowling et al. 2008")
    early_folds: bool = setting(True, "hypothetical folds at every decision", "Bowling et al. 2008")

    def __post_init__(self) -> None:
        object.__setattr__(self, "bots", absolute(self.bots))  # a match may go on in another folder
        check_within(self, eta=(0, 100), gamma=(1e-6, 1))


class Implicit(ExpertsBot):
    """Plays a mixture of responses, whose shares follow what each would have won from this opponent."""

    source: ClassVar[str] = "Bard et al. 2013; LAIN thesis, §2.2.5"
    Settings = ImplicitSettings
    settings: ImplicitSettings

    def __init__(self, settings: ImplicitSettings | None = None) -> None:
        super().__init__(settings)
        self._weights: dict[str, ExponentialWeights] = {}
        for spec, bot in zip(self.experts, self._bots, strict=True):
            if bot.learns or not isinstance(bot, RangePolicy):
                raise BotError(f"a portfolio consists of bots that state their policy and do not learn, unlike {spec}")

    def refusal(self, game: Game) -> str:
        reason = super().refusal(game)
        if reason:
            return reason
        if game.players != 2:
            return "it plays heads-up only"
        return "it must see all hands at a showdown" if hides_hands(game) else ""

    def shares(self, player: str) -> NDArray[np.float64]:
        """The shares of the portfolio against a player."""
        return self._about(player).shares

    def _about(self, player: str) -> ExponentialWeights:
        weights = self._weights.get(player)
        if weights is None:
            mine = self.settings
            weights = self._weights[player] = ExponentialWeights(len(self._bots), mine.eta, mine.gamma)
        return weights

    def _choose(self, view: View) -> int:
        self._shares = self._about(view.players[1 - view.position]).shares
        return self._drawn(self._shares)

    def _learn(self, view: View) -> None:
        estimator = OffPolicy(self.settings.imaginary, self.settings.early_folds)
        policies = [bot.policy for bot in self._bots if isinstance(bot, RangePolicy)]
        values = estimator.values(known_hand(view), view.position, policies, self._shares.tolist())
        small_bet = view.game.bets[0] or view.game.big_blind or 1
        self._about(view.players[1 - view.position]).learn([value / small_bet for value in values])

    def _state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        parts: dict[str, NDArray[Any]] = {
            f"sums {number}": weights.sums for number, weights in enumerate(self._weights.values())
        }
        return {"opponents": list(self._weights)}, parts

    def _restore(self, head: Mapping[str, Any], parts: Mapping[str, NDArray[Any]]) -> None:
        for number, player in enumerate(head["opponents"]):
            sums = parts[f"sums {number}"]
            if sums.shape != (len(self._bots),) or not np.isfinite(sums).all():
                raise ValueError("the sums do not match the portfolio")
            self._about(str(player)).sums = sums.astype(np.float64)
