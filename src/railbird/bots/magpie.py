"""Magpie, our successor to LAIN: it picks up everything that it can learn from.

LAIN's idea, count what opponents do after each betting sequence and look ahead with Miximax, with what its thesis
leaves to do: all four bets of a round; a hand that goes on with the cards to come, and true multi-way strength at the
showdown; where little was seen in the very same context, what the player did in similar ones, then what everybody
did, then a prior; learning from what comes after its own fold; optimism about what it has rarely tried; and decay of
what was seen long ago.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction import betting_with
from railbird.abstraction.outlook import Outlooks
from railbird.agent import MatchStart, setting
from railbird.agent.settings import check_within
from railbird.bots.shared.chance_bot import ChanceBot
from railbird.game import ActionKind, View
from railbird.models import ActionLevel, ContextModels, Pooling, Prior, Seeds, parse_levels
from railbird.search import ActionValues

BUCKETS = 30
"""Of strength, on the flop and on the turn."""
STRENGTHS = 10
"""Kinds of own hands that are told apart when it counts what it has tried."""


@dataclass(frozen=True, slots=True)
class MagpieSettings:
    cap: int = setting(4, "bets a round in the game that it thinks in", "ours: all of them")
    bins: int = setting(20, "bins of a histogram of hand ranks", "Vytřísal 2016, §2.1.3")
    levels: str = setting("alone+s1", "levels of similarity of hands shown, or off", "ours")
    situations: bool = setting(True, "actions in similar situations stand in as well", "ours")
    trust: float = setting(0.92, "a level with n observations takes 1 - trust^n", "ours; Vexbot: 0.95")
    everybody: bool = setting(True, "what all players did stands in for what one did", "ours")
    prior_strength: float = setting(0.3, "a: the density of a hand's rank x is x^(a + b bets) beforehand", "ours")
    prior_bets: float = setting(1.0, "b: the same", "ours")
    after_fold: bool = setting(True, "it learns from what comes after its own fold", "Vytřísal 2016, conclusion")
    shared: bool = setting(True, "contexts are the same wherever it sits itself", "ours")
    explore: float = setting(0.02, "optimism about what it has rarely tried, in small bets", "ours")
    decay: float = setting(0.97, "what is left of a count after every hundred hands", "ours")
    reach: float = setting(0.02, "others' betting sequences less likely than this are left out", "ours")
    refresh: float = setting(0.05, "by which share of all hands a pre-flop plan may be old", "ours")
    spread: bool = setting(True, "hands that were not shown count as beaten ones", "Vytřísal 2016, §3.3.3")

    def __post_init__(self) -> None:
        parse_levels(self.levels)
        Outlooks.check(self.bins)
        check_within(
            self,
            cap=(1, 4),
            trust=(0.001, 0.999),
            prior_strength=(0, 20),
            prior_bets=(0, 20),
            explore=(0, 1e6),
            decay=(0.001, 1),
            reach=(0, 0.5),
            refresh=(0, 10),
        )


class Magpie(ChanceBot):
    """LAIN's successor: learns faster, looks ahead to the cards to come, and forgets what is stale."""

    source: ClassVar[str] = "ours, after Vytřísal 2016"
    Settings = MagpieSettings
    settings: MagpieSettings

    def _begin(self, match: MatchStart) -> None:
        mine = self.settings
        betting = betting_with(match.game, mine.cap)
        actions = (ActionLevel.SITUATION, ActionLevel.ROUND) if mine.situations else ()
        pooling = Pooling(parse_levels(mine.levels), actions, mine.trust, mine.everybody)
        prior = Prior(a=mine.prior_strength, b=mine.prior_bets)
        models = ContextModels(betting, Seeds(bins=mine.bins), pooling, prior=prior, shared=mine.shared)
        self._set_up(betting, models, Outlooks(mine.bins, BUCKETS))
        self._decay, self._after_fold, self._spread = mine.decay, mine.after_fold, mine.spread
        self._reach, self._refresh = mine.reach, mine.refresh
        self._optimism = mine.explore * match.game.bets[0]
        self._tried: dict[tuple[int, int], list[int]] = {}

    def _choose(self, view: View, node: int, found: ActionValues) -> tuple[ActionKind, Mapping[ActionKind, float]]:
        """The best by EV + c √(ln(1 + N) / (1 + n)): n times of N was this done in such a situation with such a hand.

        So an action that bad luck made look bad is tried again now and then, if it is not much worse.
        """
        if not self._optimism:
            return super()._choose(view, node, found)
        strength = min(int(self._strength(view) * STRENGTHS), STRENGTHS - 1)
        tried = self._tried.setdefault((self._models.situation(node), strength), [0] * len(ActionKind))
        total = math.log1p(sum(tried))
        legal = found.legal()
        kind = max(legal, key=lambda each: legal[each] + self._bonus(each, total, tried[each]))
        tried[kind] += 1
        return kind, {}

    def _bonus(self, kind: ActionKind, total: float, tried: int) -> float:
        return 0.0 if kind is ActionKind.FOLD else self._optimism * math.sqrt(total / (1 + tried))

    def _own_state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        state, parts = super()._own_state()
        rows = [[*key, *counts] for key, counts in self._tried.items()]
        return state, {**parts, "tried": np.array(rows, dtype=np.int64).reshape(-1, 2 + len(ActionKind))}

    def _add_state(self, head: Mapping[str, Any], parts: Mapping[str, NDArray[Any]], *, alone: bool) -> None:
        super()._add_state(head, parts, alone=alone)
        for situation, strength, *counts in parts["tried"].tolist():
            known = self._tried.get((situation, strength), [0] * len(ActionKind))
            self._tried[situation, strength] = [mine + more for mine, more in zip(known, counts, strict=True)]
