"""Magpie, our successor to LAIN: it learns from everything it sees.

It keeps LAIN's idea, to count what opponents do after each betting sequence and search with Miximax, and adds what the
thesis leaves open: all four bets of a round; chance nodes for the cards to come, and true multi-way strength at the
showdown; where observations of a context are few, the player's actions in similar contexts, then everybody's, then a
prior; learning from the betting after its own fold; optimism about actions it has rarely tried; decay of old
observations; and no-limit games.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.outlook import Outlooks
from railbird.agent import MatchStart, setting
from railbird.agent.settings import check_within
from railbird.bots.shared.priced_bot import PricedBot, contexts_for
from railbird.bots.shared.raise_sizes import SIZES, sizes_of
from railbird.game import ActionKind, Betting, View
from railbird.models import ActionLevel, ContextModels, Continued, HandLevel, Pooling, Prior, Seeds, parse_levels
from railbird.search import ActionValues
from railbird.search.priced_miximax import PriceRules

BUCKETS = 30
"""Buckets of strength on the flop and on the turn."""
STRONGER = 1.5
"""Added to a of the prior density for each higher class of prices. Ours, chosen by matches of 5,000 hands."""
FACING = (Prior().faced, (0.25, 0.65, 0.1), (0.4, 0.52, 0.08))
"""Fold, call, raise of an unknown player who faces a bet, by class of prices. Ours: a guess."""
STRENGTHS = 10
"""Classes of its own hand strength by which it counts what it has tried."""


@dataclass(frozen=True, slots=True)
class MagpieSettings:
    cap: int = setting(4, "bets a round in its abstract game", "ours: all of them")
    bins: int = setting(20, "bins of each histogram of hand ranks", "Vytřísal 2016, §2.1.3")
    levels: str = setting("alone+s1", "levels of similar contexts for shown hands, or off", "ours")
    continued: bool = setting(
        True, "no-limit: expect hands by how often a player goes on, in place of levels coarser than alone", "ours"
    )
    situations: bool = setting(True, "pool actions of similar situations too", "ours")
    trust: float = setting(0.92, "a level with n observations gets the weight 1 - trust^n", "ours; Vexbot: 0.95")
    everybody: bool = setting(True, "pool observations of all players where those of one are few", "ours")
    prior_strength: float = setting(0.3, "a in the prior density x^(a + b bets) of a hand's rank x", "ours")
    prior_bets: float = setting(1.0, "b in the same density", "ours")
    after_fold: bool = setting(True, "learn from the betting after its own fold", "Vytřísal 2016, conclusion")
    shared: bool = setting(True, "share contexts over all of its own positions", "ours")
    explore: float = setting(0.02, "optimism about rarely tried actions, in small bets", "ours")
    decay: float = setting(0.97, "factor on all counts after every hundred hands", "ours")
    reach: float = setting(0.02, "skip opponents' betting sequences less likely than this", "ours")
    refresh: float = setting(0.05, "recompute a pre-flop plan after this share of all hands", "ours")
    sizes: str = setting("50%/100%/a", SIZES, "ours")
    spread: bool = setting(True, "count hidden hands at showdown as beaten ones", "Vytřísal 2016, §3.3.3")

    def __post_init__(self) -> None:
        parse_levels(self.levels)
        sizes_of(self.sizes)
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


class Magpie(PricedBot):
    """LAIN's successor: learns faster, searches over the cards to come, and forgets old observations."""

    source: ClassVar[str] = "ours, after Vytřísal 2016"
    Settings = MagpieSettings
    settings: MagpieSettings
    _rules = PriceRules()

    def _begin(self, match: MatchStart) -> None:
        mine = self.settings
        betting = contexts_for(match.game, mine.cap)
        classes = 1 if match.game.betting is Betting.LIMIT else self._rules.classes
        levels = parse_levels(mine.levels)
        continued = Continued() if classes > 1 and mine.continued and levels else None
        if continued is not None:
            levels = (*(level for level in levels if level < HandLevel.ALONE), HandLevel.ALONE)
        actions = (ActionLevel.SITUATION, ActionLevel.ROUND) if mine.situations else ()
        pooling = Pooling(levels, actions, mine.trust, mine.everybody)
        priors = [
            Prior(a=mine.prior_strength + STRONGER * price, b=mine.prior_bets, faced=FACING[price])
            for price in range(classes)
        ]
        models = ContextModels(
            betting,
            Seeds(bins=mine.bins, continued=continued),
            pooling,
            priors=priors,
            shared=mine.shared,
            prices=classes,
        )
        self._set_up(betting, models, Outlooks(mine.bins, BUCKETS))
        self._decay, self._after_fold, self._spread = mine.decay, mine.after_fold, mine.spread
        self._reach, self._refresh, self._sizes = mine.reach, mine.refresh, mine.sizes
        self._optimism = mine.explore * match.game.bets[0]
        self._tried: dict[tuple[int, int], list[int]] = {}

    def _choose(self, view: View, node: int, values: ActionValues) -> tuple[ActionKind, Mapping[ActionKind, float]]:
        """The best action by EV + c √(ln(1 + N) / (1 + n)), tried n of N times in this situation with such a hand.

        So an action that looks bad through bad luck is tried again now and then, if it is not much worse.
        """
        if not self._optimism or not self._in_context(view, node):
            return super()._choose(view, node, values)
        strength = min(int(self._strength(view) * STRENGTHS), STRENGTHS - 1)
        tried = self._tried.setdefault((self._models.situation(node), strength), [0] * len(ActionKind))
        total = math.log1p(sum(tried))
        legal = values.legal()
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
