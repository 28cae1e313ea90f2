"""Loki's and Poki's pre-flop play: strategies by income rate, position, tightness and number of players.

At their first decision a player takes the boldest strategy whose threshold the income rate of their hand reaches, and
keeps it for the round (Papp 1998, §6.1):

* make0: check if that is free, else fold;
* make1: call one bet, but fold to two or more unless they have put in chips already;
* call2: call any number of bets;
* make2: raise while there are fewer than two bets, counting the big blind as one; else call;
* make4: raise as long as raises are allowed, then call.

Call2 is for the small blind only, and so is call1, which differs from make1 only where nobody has bet. A threshold is
base + increment · position; those of the small blind are fixed. Tightness and the expected number of players select the
table. We know one cell of the published values (Papp 1998, table B.1); all others are ours, and so is mixing strategies
near a threshold, which Loki did not do.

Hands can also be ordered by iterated roll-outs (Heidenreich 2008, §4.1.2). The thresholds are in milli-bets of plain
roll-outs, so each class then takes the plain rate that has the same share of hands below it: every strategy is used for
as many hands as before, but for different ones (ours).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

import numpy as np

from railbird.agent.situation import Entry, Situation
from railbird.cards import CLASS_OF_HAND, CLASSES, HANDS
from railbird.policies.triples import Array, legal_triples, ramp, triples
from railbird.strength import known_income_rates


class Tightness(StrEnum):
    TIGHT = "tight"
    MODERATE = "moderate"
    LOOSE = "loose"


class Income(StrEnum):
    """By which income rates hands are ordered pre-flop."""

    ROLL_OUTS = "roll-outs"
    """What a hand wins if everybody plays every hand."""
    ITERATED = "iterated"
    """What a hand wins if everybody folds losing hands."""


@cache
def income_by_class(players: int, income: Income = Income.ROLL_OUTS) -> Array:
    """The income rates that thresholds are compared with: [169], in milli-bets of plain roll-outs.

    For iterated roll-outs, IR(c) = Q(F(c)): F is the share of hands with a lower iterated rate (ties count half), and Q
    is the quantile of the plain rates, linear between classes.
    """
    plain = known_income_rates(players).rates
    if income is Income.ROLL_OUTS:
        return plain
    order = np.argsort(plain, kind="stable")
    result: Array = np.interp(
        _shares_below(known_income_rates(players, iterated=True).rates), _shares_below(plain)[order], plain[order]
    )
    result.flags.writeable = False
    return result


def _shares_below(rates: Array) -> Array:
    combos = np.array([each.combos for each in CLASSES])
    below = (rates[:, None] > rates) @ combos
    equal = (rates[:, None] == rates) @ combos
    return np.asarray((below + equal / 2) / HANDS)


MAKE0, MAKE1, CALL2, MAKE2, MAKE4 = range(5)
STRATEGIES = ("make0", "make1", "call2", "make2", "make4")

Thresholds = tuple[float, float, float]
"""Thresholds of make1, make2 and make4, in milli-bets."""


@dataclass(frozen=True, slots=True)
class PreflopTable:
    """The thresholds for one number of players."""

    rates_for: int
    """They are compared with the income rates of this many players."""
    tight: Thresholds
    moderate: Thresholds
    loose: Thresholds

    def base(self, tightness: Tightness) -> Thresholds:
        return {Tightness.TIGHT: self.tight, Tightness.MODERATE: self.moderate, Tightness.LOOSE: self.loose}[tightness]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreflopSettings:
    """Constants of the strategies."""

    two: PreflopTable = PreflopTable(2, (0, 150, 450), (-50, 100, 350), (-100, 50, 300))
    """Ours."""
    few: PreflopTable = PreflopTable(4, (50, 200, 580), (0, 150, 500), (-50, 100, 450))
    """Three or four players. 200 is Papp's (1998, §6.1); Peña has 338 between moderate make2 and make4."""
    many: PreflopTable = PreflopTable(7, (100, 300, 900), (50, 250, 800), (0, 200, 700))
    """Ours."""
    increment: Thresholds = (25, 50, 50)
    """Added for each player who acts later in the rounds to come. 50 for make2 is Papp's, the others are ours."""
    small_blind_call: float = -100
    """Added to make1 for the small blind, who pays only half a bet. Ours."""
    blur: float = 40
    """Within this many milli-bets of a threshold, a strategy is mixed with the next. Ours; 0 is Loki."""
    income: Income = Income.ROLL_OUTS
    """The order of hands. Loki and Poki used plain roll-outs (Papp 1998, appendix A)."""

    def table(self, players: float) -> PreflopTable:
        """The table for an expected number of players: 2, 3 to 4, or more (Papp 1998, appendix B)."""
        return self.two if players < 2.5 else self.few if players < 4.5 else self.many


POKI_PREFLOP = PreflopSettings()


@lru_cache(maxsize=4096)
def strategies(entry: Entry, tightness: Tightness, settings: PreflopSettings = POKI_PREFLOP) -> Array:
    """Probability of each strategy for each of the 169 classes: [169, strategies]."""
    table = settings.table(entry.players)
    rates = income_by_class(table.rates_for, settings.income)
    make1, make2, make4 = table.base(tightness)
    if entry.small_blind:
        thresholds = (make1 + settings.small_blind_call, (make1 + make2) / 2, make2, make4)
    else:
        make1, make2, make4 = (
            base + step * entry.position for base, step in zip((make1, make2, make4), settings.increment, strict=True)
        )
        thresholds = (make1, make2, make2, make4)  # only the small blind uses call2
    reached = np.stack([np.ones_like(rates), *(ramp(rates, each, settings.blur) for each in thresholds)], axis=1)
    result: Array = reached - np.concatenate([reached[:, 1:], np.zeros((len(rates), 1))], axis=1)
    result.flags.writeable = False
    return result


@lru_cache(maxsize=4096)
def _by_class(
    entry: Entry, tightness: Tightness, settings: PreflopSettings, raises: int, calls: bool, free: bool, can_raise: bool
) -> Array:
    """Triples by class: [169, 3]."""
    share = strategies(entry, tightness, settings)
    bold = share[:, MAKE4] + (share[:, MAKE2] if raises == 0 else 0.0)
    stay = share[:, CALL2] + (share[:, MAKE1] if calls else 0.0) + (share[:, MAKE2] if raises else 0.0)
    result = legal_triples(triples(stay, bold), free=free, can_raise=can_raise)
    result.flags.writeable = False
    return result


def preflop_triples(
    situation: Situation, tightness: Tightness = Tightness.LOOSE, settings: PreflopSettings = POKI_PREFLOP
) -> Array:
    """Poki's pre-flop triples for all hands: [1326, 3]."""
    return preflop_by_class(situation, tightness, settings)[CLASS_OF_HAND]


def preflop_by_class(
    situation: Situation, tightness: Tightness = Tightness.LOOSE, settings: PreflopSettings = POKI_PREFLOP
) -> Array:
    """The same by class: [169, 3]."""
    calls = situation.bets_to_call < 2 or situation.committed
    free = situation.to_call == 0
    return _by_class(situation.entry, tightness, settings, situation.raises, calls, free, situation.can_raise)
