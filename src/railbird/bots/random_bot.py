"""A bot that acts at random."""

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
"""The most raises that a policy may list."""


@dataclass(frozen=True, slots=True)
class RandomSettings:
    fold: float = setting(1.0, "weight of folding", "ours: the same for all kinds of actions")
    call: float = setting(1.0, "weight of checking and calling", "ours")
    raise_: float = setting(1.0, "weight of betting and raising", "ours")

    def __post_init__(self) -> None:
        weights = (self.fold, self.call, self.raise_)
        if min(weights) < 0 or self.call <= 0:
            raise ValueError(f"weights must be at least 0, and the weight of calling above 0, not {weights}")


class RandomBot(Bot):
    """Folds, calls or raises at random; no-limit raises are uniform between the minimum and all-in."""

    source: ClassVar[str] = "MCTS review, §4.3.3"
    blind = True
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
        """All legal raises are equally likely."""
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
        raise BotError(
            f"a random player may raise to {most - least + 1:,} amounts here; a policy can list at most {MOST_RAISES:,}"
        )
    return tuple(map(raise_to, range(least, most + 1)))
