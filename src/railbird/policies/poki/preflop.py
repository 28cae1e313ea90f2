"""Loki's and Poki's pre-flop play: strategies by income rate, position, tightness and number of players.

A player takes, at his first decision, the boldest strategy whose threshold the income rate of his hand reaches, and
keeps it for the round (Papp 1998, §6.1):

* make0: check if that is free, else fold;
* make1: call one bet, but fold to two or more unless chips were put in already;
* call2: call any number of bets;
* make2: raise while there are fewer than two bets, the big blind being one; else call;
* make4: raise as long as that is allowed, then call.

Call2 is for the small blind only, and so is call1, which differs from make1 only where nobody has bet. A threshold is
base + increment · position; those of the small blind are fixed. Tightness and the number of players that are expected
to play choose the table. Of the published values (Papp 1998, table B.1) we know one cell, all others are ours; so is
mixing strategies near a threshold, which Loki did not do.

Hands can also be ordered by iterated roll-outs (Heidenreich 2008, §4.1.2). The thresholds are in milli-bets of plain
roll-outs, so each class then takes the plain rate that has the same share of hands below it: every strategy is taken
with as many hands as before, but with other ones (ours).
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
    """What orders hands pre-flop."""

    ROLL_OUTS = "roll-outs"
    """What a hand wins if everybody plays every hand."""
    ITERATED = "iterated"
    """What it wins if everybody folds the hands that lose."""


@cache
def income_by_class(players: int, income: Income = Income.ROLL_OUTS) -> Array:
    """The income rates that thresholds are held against: [169], in milli-bets of plain roll-outs.

    For iterated roll-outs, IR(c) = Q(F(c)): F is the share of hands whose iterated rate is lower (ties count half), Q
    the quantile of the plain rates, linear between classes.
    """
    plain = known_income_rates(players).rates
    if income is Income.ROLL_OUTS:
        return plain
    order = np.argsort(plain, kind="stable")
    found: Array = np.interp(
        _shares_below(known_income_rates(players, iterated=True).rates), _shares_below(plain)[order], plain[order]
    )
    found.flags.writeable = False
    return found


def _shares_below(rates: Array) -> Array:
    combos = np.array([each.combos for each in CLASSES])
    below = (rates[:, None] > rates) @ combos
    equal = (rates[:, None] == rates) @ combos
    return np.asarray((below + equal / 2) / HANDS)


MAKE0, MAKE1, CALL2, MAKE2, MAKE4 = range(5)
STRATEGIES = ("make0", "make1", "call2", "make2", "make4")

Thresholds = tuple[float, float, float]
"""Of make1, make2 and make4, in milli-bets."""


@dataclass(frozen=True, slots=True)
class PreflopTable:
    """The thresholds for some number of players."""

    rates_for: int
    """They are held against the income rates of so many players."""
    tight: Thresholds
    moderate: Thresholds
    loose: Thresholds

    def base(self, tightness: Tightness) -> Thresholds:
        return {Tightness.TIGHT: self.tight, Tightness.MODERATE: self.moderate, Tightness.LOOSE: self.loose}[tightness]


@dataclass(frozen=True, slots=True, kw_only=True)
class PreflopSettings:
    """What the strategies go by."""

    two: PreflopTable = PreflopTable(2, (0, 150, 450), (-50, 100, 350), (-100, 50, 300))
    """Ours."""
    few: PreflopTable = PreflopTable(4, (50, 200, 580), (0, 150, 500), (-50, 100, 450))
    """Three or four players. 200 is Papp's (1998, §6.1); that 338 lies between moderate make2 and make4 is Peña's."""
    many: PreflopTable = PreflopTable(7, (100, 300, 900), (50, 250, 800), (0, 200, 700))
    """Ours."""
    increment: Thresholds = (25, 50, 50)
    """For each player who acts later in the rounds to come. 50 for make2 is Papp's, the others are ours."""
    small_blind_call: float = -100
    """How much lower make1 is for the small blind, who pays half a bet. Ours."""
    blur: float = 40
    """A strategy is mixed with the next within so many milli-bets of a threshold. Ours; 0 is Loki."""
    income: Income = Income.ROLL_OUTS
    """What orders hands. Loki and Poki used plain roll-outs (Papp 1998, appendix A)."""

    def table(self, players: float) -> PreflopTable:
        """The table for some expected number of players: 2, 3 to 4, or more (Papp 1998, appendix B)."""
        return self.two if players < 2.5 else self.few if players < 4.5 else self.many


POKI_PREFLOP = PreflopSettings()


@lru_cache(maxsize=4096)
def strategies(entry: Entry, tightness: Tightness, settings: PreflopSettings = POKI_PREFLOP) -> Array:
    """How likely each of the 169 classes takes each strategy: [169, strategies]."""
    table = settings.table(entry.players)
    rates = income_by_class(table.rates_for, settings.income)
    make1, make2, make4 = table.base(tightness)
    if entry.small_blind:
        thresholds = (make1 + settings.small_blind_call, (make1 + make2) / 2, make2, make4)
    else:
        make1, make2, make4 = (
            base + step * entry.position for base, step in zip((make1, make2, make4), settings.increment, strict=True)
        )
        thresholds = (make1, make2, make2, make4)  # nobody else has call2
    reached = np.stack([np.ones_like(rates), *(ramp(rates, each, settings.blur) for each in thresholds)], axis=1)
    found: Array = reached - np.concatenate([reached[:, 1:], np.zeros((len(rates), 1))], axis=1)
    found.flags.writeable = False
    return found


@lru_cache(maxsize=4096)
def _by_class(
    entry: Entry, tightness: Tightness, settings: PreflopSettings, raises: int, calls: bool, free: bool, can_raise: bool
) -> Array:
    """Triples by class: [169, 3]."""
    share = strategies(entry, tightness, settings)
    bold = share[:, MAKE4] + (share[:, MAKE2] if raises == 0 else 0.0)
    stay = share[:, CALL2] + (share[:, MAKE1] if calls else 0.0) + (share[:, MAKE2] if raises else 0.0)
    found = legal_triples(triples(stay, bold), free=free, can_raise=can_raise)
    found.flags.writeable = False
    return found


def preflop_triples(
    situation: Situation, tightness: Tightness = Tightness.LOOSE, settings: PreflopSettings = POKI_PREFLOP
) -> Array:
    """What Poki does with each hand pre-flop: [1326, 3]."""
    return preflop_by_class(situation, tightness, settings)[CLASS_OF_HAND]


def preflop_by_class(
    situation: Situation, tightness: Tightness = Tightness.LOOSE, settings: PreflopSettings = POKI_PREFLOP
) -> Array:
    """The same by class: [169, 3]."""
    calls = situation.bets_to_call < 2 or situation.committed
    free = situation.to_call == 0
    return _by_class(situation.entry, tightness, settings, situation.raises, calls, free, situation.can_raise)
