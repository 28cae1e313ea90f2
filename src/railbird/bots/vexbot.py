"""Vexbot and BRPlayer, the heads-up players that LAIN comes from (Billings et al. 2004; Schauenberg 2006).

Both count what the opponent does and shows after each betting sequence, and look ahead with all four bets and with the
cards to come. Where little was seen in the very same context, hands that were shown in similar ones stand in: Vexbot
has three levels of similarity, BRPlayer five; BRPlayer mixes its own actions (Miximix). How levels are weighed, the
temperature, what is believed beforehand and how boards are bucketed is not published: those are ours.
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

_LEVELS = "levels of similarity after the context tree, as in s4+s3+s2+s1"
_TEMPERATURE = "of its own mixed strategy, in small bets; 0 takes the best"


@dataclass(frozen=True, slots=True)
class VexbotSettings:
    levels: str = setting("s2+s1", _LEVELS, "Vytřísal 2016, §2.1.3")
    trust: float = setting(
        0.95, "a level with n observations takes 1 - trust^n", "recalled from the authors' work; not checked"
    )
    bins: int = setting(20, "bins of a histogram of hand ranks", "Vytřísal 2016, §2.1.3")
    temperature: float = setting(0.0, _TEMPERATURE, "Miximax")
    decay: float = setting(
        1.0, "what is left of a count after every hundred hands", "ours; the authors' value is unknown"
    )
    reach: float = setting(0.001, "others' betting sequences less likely than this are left out", "ours")
    refresh: float = setting(0.03, "by which share of all hands a pre-flop plan may be old", "ours")

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
    """What both share."""

    settings: VexbotSettings

    def refusal(self, game: Game) -> str:
        return super().refusal(game) or ("" if game.players == 2 else "it looks ahead against one opponent")

    def _begin(self, match: MatchStart) -> None:
        mine = self.settings
        betting = betting_with(match.game, 4)
        pooling = Pooling(parse_levels(mine.levels), (ActionLevel.SITUATION, ActionLevel.ROUND), mine.trust)
        models = ContextModels(betting, Seeds(bins=mine.bins), pooling, prior=Prior())
        self._set_up(betting, models, Outlooks(mine.bins))
        self._decay, self._reach, self._refresh = mine.decay, mine.reach, mine.refresh
        self._temperature = mine.temperature * match.game.bets[0]


class Vexbot(_HeadsUp):
    """Heads-up: models the opponent's every betting sequence, and looks ahead with Miximax."""

    source: ClassVar[str] = "Billings et al. 2004, by Vytřísal 2016, §2.1.3"
    Settings = VexbotSettings


class BRPlayer(_HeadsUp):
    """Heads-up: as Vexbot, with more levels of similarity, and its own actions mixed (Miximix)."""

    source: ClassVar[str] = "Schauenberg 2006, by Vytřísal 2016, §2.1.3"
    Settings = BRPlayerSettings
