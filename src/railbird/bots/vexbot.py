"""Vexbot and BRPlayer, the heads-up players that LAIN descends from (Billings et al. 2004; Schauenberg 2006).

Both count what the opponent does and shows after each betting sequence, and search with all four bets and the cards to
come. Where observations of a context are few, hands shown in similar contexts are used: Vexbot has three levels of
similarity, BRPlayer five; BRPlayer mixes its own actions (Miximix). The weights of the levels, the temperature, the
prior and the buckets of boards are not published: those are ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railbird.abstraction import betting_with
from railbird.abstraction.outlook import Outlooks
from railbird.agent import MatchStart, setting
from railbird.agent.settings import check_within
from railbird.bots.shared.chance_bot import ChanceBot
from railbird.game import Game
from railbird.models import ActionLevel, ContextModels, Pooling, Prior, Seeds, parse_levels

_LEVELS = "levels of similar contexts after the exact one, such as s4+s3+s2+s1"
_TEMPERATURE = "temperature of its mixed strategy, in small bets; 0 takes the best action"


@dataclass(frozen=True, slots=True)
class VexbotSettings:
    levels: str = setting("s2+s1", _LEVELS, "Vytřísal 2016, §2.1.3")
    trust: float = setting(
        0.95,
        "a level with n observations gets the weight 1 - trust^n",
        "recalled from the authors' work; not checked",
    )
    bins: int = setting(20, "bins of each histogram of hand ranks", "Vytřísal 2016, §2.1.3")
    temperature: float = setting(0.0, _TEMPERATURE, "Miximax")
    decay: float = setting(1.0, "factor on all counts after every hundred hands", "ours; the authors' value is unknown")
    reach: float = setting(0.001, "skip opponents' betting sequences less likely than this", "ours")
    refresh: float = setting(0.03, "recompute a pre-flop plan after this share of all hands", "ours")

    def __post_init__(self) -> None:
        parse_levels(self.levels)
        Outlooks.check(self.bins)
        check_within(
            self, trust=(0.001, 0.999), temperature=(0, 1e6), decay=(0.001, 1), reach=(0, 0.5), refresh=(0, 10)
        )


@dataclass(frozen=True, slots=True)
class BRPlayerSettings(VexbotSettings):
    levels: str = setting("s4+s3+s2+s1", _LEVELS, "Vytřísal 2016, §2.1.3")
    temperature: float = setting(0.2, _TEMPERATURE, "Miximix by soft-max; the temperature is ours")


class _HeadsUp(ChanceBot):
    """The common part of both bots."""

    settings: VexbotSettings

    def refusal(self, game: Game) -> str:
        return super().refusal(game) or ("" if game.players == 2 else "it plays against one opponent only")

    def _begin(self, match: MatchStart) -> None:
        mine = self.settings
        betting = betting_with(match.game, 4)
        pooling = Pooling(parse_levels(mine.levels), (ActionLevel.SITUATION, ActionLevel.ROUND), mine.trust)
        models = ContextModels(betting, Seeds(bins=mine.bins), pooling, priors=[Prior()])
        self._set_up(betting, models, Outlooks(mine.bins))
        self._decay, self._reach, self._refresh = mine.decay, mine.reach, mine.refresh
        self._temperature = mine.temperature * match.game.bets[0]


class Vexbot(_HeadsUp):
    """Heads-up: models the opponent after every betting sequence, and searches with Miximax."""

    source: ClassVar[str] = "Billings et al. 2004, by Vytřísal 2016, §2.1.3"
    Settings = VexbotSettings


class BRPlayer(_HeadsUp):
    """Heads-up: like Vexbot, with more levels of similarity and a mixed strategy (Miximix)."""

    source: ClassVar[str] = "Schauenberg 2006, by Vytřísal 2016, §2.1.3"
    Settings = BRPlayerSettings
