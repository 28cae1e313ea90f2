"""A team of experts (Johanson 2007, §6): a manager learns which bot does best against an opponent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird.agent import RangePolicy, setting
from railbird.agent.settings import check_within
from railbird.cards import hand_index
from railbird.errors import BotError
from railbird.extensive.poker import poker_state
from railbird.gallery.experts import ExpertsBot, absolute
from railbird.game import Game, View
from railbird.game.events import PARTS
from railbird.models.bandits import Ucb1
from railbird.stats.off_policy import OffPolicy, hides_hands, known_hand
from railbird.strength.preflop import preflop_hand_ranks

LUCK = 3.0
"""What hole cards are worth, in small bets for each unit of their winning chance above one half: aces are about half a
unit better than the worst hand. Any number leaves the mean right. Ours."""


class Reward(StrEnum):
    """What an expert is judged by."""

    RAW = "raw"
    """What it won in the hands that it played."""
    LUCK = "luck"
    """The same, less what its hole cards are worth."""
    IMAGINARY = "imaginary"
    """What it would have won in every hand, by importance sampling with imaginary observations and early folds."""


@dataclass(frozen=True, slots=True)
class TeamSettings:
    bots: str = setting("(kestrel, magpie)", "the experts", "ours")
    rule: str = setting("ucb1", "how the manager chooses", "Johanson 2007, §6.2")
    explore: float = setting(0.1, "C of UCB1, in shares of the largest win and loss", "ours; plain UCB1: 1")
    window: int | None = setting(None, "count only the last hands, or none for all", "Garivier and Moulines 2011")
    rewards: Reward = setting(  # noqa: RUF009
        Reward.RAW, "what experts are judged by", "Johanson 2007, §6.3"
    )
    mix: float = setting(0.1, "share of hands that any expert may play, with imaginary rewards", "ours")

    def __post_init__(self) -> None:
        object.__setattr__(self, "bots", absolute(self.bots))  # a match may go on in another folder
        if self.rule.lower() != "ucb1":
            raise ValueError(f"the rule of a team is ucb1, not {self.rule}")
        object.__setattr__(self, "rule", "ucb1")
        check_within(self, explore=(0, 100), mix=(0.001, 1))
        if self.window is not None and self.window < 2:
            raise ValueError(f"a window has 2 hands or more, not {self.window}")


class ExpertTeam(ExpertsBot):
    """A team of bots: UCB1 learns which of them does best against the opponent, and it plays most hands."""

    source: ClassVar[str] = "Johanson 2007, §6; LAIN thesis, §2.2.2"
    Settings = TeamSettings
    settings: TeamSettings

    def __init__(self, settings: TeamSettings | None = None) -> None:
        super().__init__(settings)
        self._rules: dict[str, Ucb1] = {}
        for spec, bot in zip(self.experts, self._bots, strict=True):
            if self.settings.rewards is Reward.IMAGINARY and (bot.learns or not isinstance(bot, RangePolicy)):
                raise BotError(f"imaginary rewards need bots that state their policy and do not learn, unlike {spec}")

    def refusal(self, game: Game) -> str:
        reason = super().refusal(game)
        if reason:
            return reason
        if self.settings.rewards is Reward.LUCK and not game.is_holdem:
            return "it knows what hole cards are worth in Texas hold'em only"
        if self.settings.rewards is Reward.IMAGINARY and game.players != 2:
            return "it estimates what experts would win heads-up only"
        if self.settings.rewards is Reward.IMAGINARY and hides_hands(game):
            return "it must see all hands at a showdown to estimate what experts would win"
        return ""

    def _rule(self, view: View) -> Ucb1:
        """The rule for these opponents."""
        key = "\n".join(sorted(player for position, player in enumerate(view.players) if position != view.position))
        rule = self._rules.get(key)
        if rule is None:
            rule = self._rules[key] = Ucb1(len(self._bots), self.settings.explore, self._window())
        return rule

    def _window(self) -> int | None:
        """Hands in the window; with imaginary rewards every hand counts for every expert."""
        window = self.settings.window
        return window if window is None or self.settings.rewards is not Reward.IMAGINARY else window * len(self._bots)

    def _choose(self, view: View) -> int:
        best = self._rule(view).choose()
        if self.settings.rewards is not Reward.IMAGINARY:
            return best
        self._shares = np.full(len(self._bots), self.settings.mix / len(self._bots))
        self._shares[best] += 1 - self.settings.mix
        return self._drawn(self._shares)

    def _learn(self, view: View) -> None:
        low, high = poker_state(view.game).payoff_range
        rule, settlement = self._rule(view), view.settlement
        assert settlement is not None
        if self.settings.rewards is Reward.IMAGINARY:
            policies = [bot.policy for bot in self._bots if isinstance(bot, RangePolicy)]
            values = OffPolicy().values(known_hand(view), view.position, policies, self._shares.tolist())
            for expert, value in enumerate(values):
                rule.learn(expert, (value - low) / (high - low))
            return
        won = settlement.payoff_parts[view.position] / PARTS
        if self.settings.rewards is Reward.LUCK:
            won -= LUCK * view.game.bets[0] * (_chance(view) - 0.5)
        rule.learn(self._playing, (won - low) / (high - low))

    def _state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        parts: dict[str, NDArray[Any]] = {}
        for number, rule in enumerate(self._rules.values()):
            parts[f"tries {number}"], parts[f"sums {number}"] = rule.tries, rule.sums
            parts[f"last {number}"] = np.array(rule.last, dtype=np.float64).reshape(-1, 2)
        mine = self.settings
        return {"opponents": list(self._rules), "window": mine.window, "rewards": mine.rewards.value}, parts

    def _restore(self, head: Mapping[str, Any], parts: Mapping[str, NDArray[Any]]) -> None:
        if head["window"] != self.settings.window or head["rewards"] != self.settings.rewards.value:
            raise ValueError("it was learned with another window or other rewards")
        for number, key in enumerate(head["opponents"]):
            rule = self._rules[str(key)] = Ucb1(len(self._bots), self.settings.explore, self._window())
            tries, sums, last = (parts[f"{name} {number}"] for name in ("tries", "sums", "last"))
            rule.restore(tries, sums, last)


def _chance(view: View) -> float:
    """The winning chance of the own hole cards against any hand."""
    return float(preflop_hand_ranks()[hand_index(view.hole_bytes[view.position])])
