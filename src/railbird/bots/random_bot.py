"""A bot without a plan."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy as np

from railbird.agent import Bot, Choice, Decision, setting
from railbird.bots.shared.range_policies import RangeDecision, with_any_cards
from railbird.errors import BotError
from railbird.game import CALL, FOLD, Action, Betting, View, raise_to
from railbird.policies import raise_or_call

MOST_RAISES = 100_000
"""A policy has no more raises than this."""


@dataclass(frozen=True, slots=True)
class RandomSettings:
    fold: float = setting(1.0, "weight of folding", "ours: all kinds of actions alike")
    call: float = setting(1.0, "weight of checking and calling", "ours")
    raise_: float = setting(1.0, "weight of betting and raising", "ours")

    def __post_init__(self) -> None:
        weights = (self.fold, self.call, self.raise_)
        if min(weights) < 0 or self.call <= 0:
            raise ValueError(f"weights are 0 or more, and that of calling is more than 0: {weights}")


class RandomBot(Bot):
    """Draws among folding, calling and raising; raises of no-limit games go anywhere between the least and all-in."""

    source: ClassVar[str] = "MCTS review, §4.3.3"
    Settings = RandomSettings
    settings: RandomSettings

    def act(self, view: View) -> Choice:
        legal = view.legal
        weights = self._without_raises(view)
        random = self.streams.stream(f"act {len(view.actions)}")
        if legal.most_raise and self.settings.raise_:
            sized = view.game.betting is not Betting.LIMIT
            to = raise_to(random.randint(legal.least_raise, legal.most_raise)) if sized else raise_or_call(view)
            weights[to] = self.settings.raise_
        total = sum(weights.values())
        probabilities = {action: weight / total for action, weight in weights.items()}
        action = random.choices(list(weights), list(weights.values()))[0]
        return Decision(action, probabilities)

    def policy(self, view: View) -> RangeDecision:
        """Every raise that is allowed is as likely as any other."""
        legal, weight = view.legal, self.settings.raise_
        passive = self._without_raises(view)
        raises = _raises(legal.least_raise, legal.most_raise) if legal.most_raise and weight else ()
        shares = np.array([*passive.values(), *[weight / len(raises) for _ in raises]])
        return with_any_cards(view, (*passive, *raises), shares / (sum(passive.values()) + (weight if raises else 0)))

    def _without_raises(self, view: View) -> dict[Action, float]:
        weights: dict[Action, float] = {CALL: self.settings.call}
        if view.legal.fold and view.legal.call:
            weights[FOLD] = self.settings.fold
        return weights


@lru_cache(maxsize=64)
def _raises(least: int, most: int) -> tuple[Action, ...]:
    if most - least >= MOST_RAISES:
        raise BotError(f"a random player could raise to {most - least + 1} amounts here: too many for a list")
    return tuple(map(raise_to, range(least, most + 1)))
