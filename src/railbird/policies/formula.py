"""Loki's and Poki's play after the flop: rules by effective hand strength, potential and odds, as triples.

Papp's rules (1998, §6.2 to 6.5), in this order, on EHS' = HS_n + (1 − HS_n) · PPot:

1. make2, EHS' ≥ 0.85: raise if there are fewer than two bets in this round, else call;
2. make1, EHS' ≥ 0.50: bet if nobody has; else call, unless there are two bets to call and nothing was put in yet;
3. semi-bluff: bet if nobody has and PPot ≥ 2b / (pot + 6b), b being the bet: a bet and a raise of our own, two calls of
   both by others; who bet on the flop or turn keeps betting as long as nobody else does;
4. pot odds: call if PPot ≥ to call / (pot + to call); on the river if HS_n is;
5. showdown odds: call if HS_n ≥ (to call + F) / (pot + to call + 2F), F being one bet for each round to come (the
   published formula is not known; this one is ours);
6. check if that is free, else fold.

Across a threshold pure actions become mixed ones linearly (Peña 1999, §4.1; the widths are ours). Where all others are
likely to fold, a bet wins the pot often enough whatever the hand: with the chance q, a bluff that costs c wins if
q · pot > (1 − q) · c (ours, after Heidenreich 2008, §2.3).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from railbird.policies.following import Situation
from railbird.policies.triples import Array, legal_triples, ramp, triples

TURN, RIVER = 2, 3


@dataclass(frozen=True, slots=True)
class FormulaSettings:
    """The constants of the rules."""

    make1: float = 0.50
    """Papp 1998, §6.3."""
    make2: float = 0.85
    """Papp 1998, §6.3."""
    width: float = 0.10
    """Half of the width of a mixture across make1 and make2. Ours."""
    odds_width: float = 0.20
    """The same across odds, as a share of them. Ours."""
    keep_betting: float = 1.0
    """How often somebody who bet in the round before goes on when nobody else has bet. Papp 1998, §6.4: always."""
    semi_bluff: bool = True
    showdown_odds: bool = True
    bluff: float = 0.5
    """How often a hand that would give up bets where a bluff pays. Ours."""


POKI_FORMULA = FormulaSettings()


def formula_triples(
    situation: Situation,
    hs: ArrayLike,
    ppot: ArrayLike,
    *,
    fold_chance: float = 0.0,
    settings: FormulaSettings = POKI_FORMULA,
) -> Array:
    """What Poki does after the flop with hands of some strength against all opponents, HS_n, and potential.

    >>> from railbird.game import Hand
    >>> from railbird.policies.following import Follower
    >>> hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c")
    >>> follower = Follower(hand)
    >>> _ = list(follower.steps(hand.view(0)))
    >>> formula_triples(follower.situation(), [0.9, 0.45], [0.1, 0.0]).round(2)
    array([[0.  , 0.  , 1.  ],
           [0.  , 0.75, 0.25]])
    """
    hs, ppot = np.broadcast_arrays(np.asarray(hs, dtype=np.float64), np.asarray(ppot, dtype=np.float64))
    ehs = hs + (1 - hs) * ppot
    make1, make2 = (ramp(ehs, each, settings.width) for each in (settings.make1, settings.make2))
    if situation.to_call == 0:
        weak = _weak_bets(situation, ppot, fold_chance, settings)
        raise_ = make1 + (1 - make1) * weak
        call = 1 - raise_
    else:
        raise_ = make2 if situation.raises < 2 else np.zeros_like(make2)
        strong = make2 if situation.bets_to_call >= 2 and not situation.committed else make1
        call = np.maximum(strong, _odds_calls(situation, hs, ppot, settings)) * 1.0
        call = np.maximum(call - raise_, 0.0)
        bluffs = _bluffs(situation, fold_chance, settings) if situation.raises < 2 and situation.can_raise else 0.0
        raise_ = raise_ + (1 - raise_ - call) * bluffs
    return legal_triples(triples(call, raise_), free=situation.to_call == 0, can_raise=situation.can_raise)


def _weak_bets(situation: Situation, ppot: Array, fold_chance: float, settings: FormulaSettings) -> Array:
    """How likely hands below make1 bet where nobody has."""
    found = np.full_like(ppot, _bluffs(situation, fold_chance, settings))
    if settings.semi_bluff:
        if situation.led and situation.round >= TURN:
            found = np.maximum(found, settings.keep_betting)
        if situation.round < RIVER:
            odds = 2 * situation.bet / (situation.pot + 6 * situation.bet)
            found = np.maximum(found, ramp(ppot, odds, settings.odds_width * odds))
    return found


def _odds_calls(situation: Situation, hs: Array, ppot: Array, settings: FormulaSettings) -> Array:
    """How likely a hand calls by pot odds or showdown odds."""
    odds = situation.pot_odds
    found = ramp(hs if situation.round == RIVER else ppot, odds, settings.odds_width * odds)
    if settings.showdown_odds:
        later = situation.later_bets
        price = (situation.to_call + later) / (situation.pot + situation.to_call + 2 * later)
        found = np.maximum(found, ramp(hs, price, settings.odds_width * price))
    return found


def _bluffs(situation: Situation, fold_chance: float, settings: FormulaSettings) -> float:
    """How likely a hand that would give up bets or raises, if all others fold with this chance."""
    cost = situation.to_call + situation.bet
    return settings.bluff if fold_chance * situation.pot > (1 - fold_chance) * cost else 0.0
